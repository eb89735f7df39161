import { describe, expect, it } from 'vitest';
import { noticeDueAt } from './notices.ts';

const ZONE = 'Europe/Berlin';
/** So many minutes after midnight in Berlin, summer time. */
const at = (hour: number, minute = 0, day = 21) => Date.UTC(2026, 5, day, hour - 2, minute);
const due = (more: Partial<Parameters<typeof noticeDueAt>[0]>) =>
  noticeDueAt({
    nowMs: at(14, 20),
    timeZone: ZONE,
    severity: 'major',
    way: 'now',
    quiet: null,
    window: null,
    ...more,
  });

describe('an alarm is told', () => {
  it('at once, where nothing stands against it', () => {
    expect(due({})).toBe(at(14, 20));
    expect(due({ way: 'off' })).toBeNull();
    expect(due({ quiet: { from: 7, to: 7 } })).toBe(at(14, 20));
  });
  it('after the quiet hours, also over midnight, and danger in them', () => {
    const quiet = { from: 22, to: 7 };
    expect(due({ nowMs: at(23, 10), quiet })).toBe(at(7, 0, 22));
    expect(due({ nowMs: at(6, 59), quiet })).toBe(at(7));
    expect(due({ nowMs: at(7), quiet })).toBe(at(7));
    expect(due({ nowMs: at(23, 10), quiet, severity: 'critical' })).toBe(at(23, 10));
  });
  it('within the window of the plant, as far as the quiet hours leave it', () => {
    const window = { from: 8, to: 17 };
    expect(due({ nowMs: at(17), window })).toBe(at(8, 0, 22));
    expect(due({ nowMs: at(5), window, quiet: { from: 22, to: 10 } })).toBe(at(10));
    expect(due({ nowMs: at(5), window, quiet: { from: 8, to: 17 } })).toBeNull();
  });
  it('gathered, at eight on the clock of the plant', () => {
    expect(due({ way: 'digest' })).toBe(at(8, 0, 22));
    expect(due({ way: 'digest', nowMs: at(8, 30) })).toBe(at(8, 0, 22));
    expect(due({ way: 'digest', nowMs: at(3) })).toBe(at(8));
    expect(due({ way: 'digest', timeZone: 'Asia/Kathmandu', nowMs: Date.UTC(2026, 5, 21) })).toBe(
      Date.UTC(2026, 5, 21, 2, 15),
    );
  });
});
