import { describe, expect, it } from 'vitest';
import { ticksOf } from './ticks.ts';

const day = Array.from({ length: 288 }, (_, i) => {
  const text = (value: number) => String(value).padStart(2, '0');
  return `${text(Math.floor(i / 12))}:${text((i % 12) * 5)}`;
});

const shown = (from: number, to: number, widthPx: number) => {
  const ticks = ticksOf(day, { from, to }, widthPx);
  return ticks === 'auto' ? ticks : day.filter((_, i) => i >= from && i <= to && ticks(i));
};

describe('labels along the day', () => {
  it('are round hours, fewer on a phone', () => {
    expect(shown(0, 287, 1200)).toHaveLength(12);
    expect(shown(0, 287, 1200)).toContain('06:00');
    expect(shown(0, 287, 340)).toEqual(['00:00', '06:00', '12:00', '18:00']);
  });

  it('become finer when the view is closer', () => {
    expect(shown(120, 132, 500)).toEqual(['10:00', '10:15', '10:30', '10:45', '11:00']);
  });

  it('leave days and months alone', () => {
    expect(ticksOf(['2026-11-01', '2026-11-02'], { from: 0, to: 1 }, 500)).toBe('auto');
  });
});
