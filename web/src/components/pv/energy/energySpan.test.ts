import { describe, expect, it } from 'vitest';
import { absentOf } from '../../base/urlFields.ts';
import {
  chosen,
  comparedWith,
  nameOf,
  type Period,
  periodState,
  periods,
  type SpanState,
  spanFields,
  spanOf,
  stepState,
} from './energySpan.ts';

const TODAY = '2026-11-22';
const state = (patch: Partial<SpanState>): SpanState => ({ ...absentOf(spanFields), ...patch });
const span = (patch: Partial<SpanState>) => spanOf(state(patch), TODAY);

describe('the span of the energy tab', () => {
  it('follows the day that was chosen elsewhere into its month and year', () => {
    expect(span({ day: '2025-02-03' })).toMatchObject({
      month: '2025-02',
      year: '2025',
      from: '2025-02-01',
      to: '2025-02-28',
    });
    expect(span({ month: '2025-02', by: 'hours' }).day).toBe('2025-02-28');
    expect(span({ month: '2026-11', by: 'hours' }).day).toBe(TODAY);
  });

  it('keeps the place from days to a day and back', () => {
    const opened = state({ ...chosen.day('2026-05-09', TODAY), by: 'power' });
    expect(spanOf(opened, TODAY).day).toBe('2026-05-09');
    expect(spanOf({ ...opened, by: 'days' }, TODAY).month).toBe('2026-05');
  });

  it('is never in the future, and takes a range only where it is one', () => {
    expect(span({ day: '2027-01-01', month: '2027-01', year: '2030' })).toMatchObject({
      day: TODAY,
      month: '2026-11',
      year: '2026',
    });
    expect(span({ from: '2026-01-05', to: '2026-02-06' })).toMatchObject({
      isRange: true,
      from: '2026-01-05',
    });
    expect(span({ from: '2026-03-05', to: '2026-02-06' }).isRange).toBe(false);
    expect(span({ from: '2020-03-05', to: '2026-02-06' }).isRange).toBe(false);
  });

  it('is compared with as much time before it, or with the same a year before', () => {
    const days = (patch: Partial<SpanState>) => {
      const other = comparedWith(span(patch), patch.versus ?? '');
      return other && [other.from, other.to];
    };
    expect(days({ month: '2026-03', versus: 'before' })).toEqual(['2026-02-01', '2026-02-28']);
    expect(days({ month: '2024-02', versus: 'year' })).toEqual(['2023-02-01', '2023-02-28']);
    expect(days({ from: '2026-03-01', to: '2026-03-10', versus: 'before' })).toEqual([
      '2026-02-19',
      '2026-02-28',
    ]);
    expect(days({ from: '2024-02-29', to: '2024-03-10', versus: 'year' })).toEqual([
      '2023-02-28',
      '2023-03-10',
    ]);
    expect(comparedWith(span({ by: 'hours', day: '2024-02-29' }), 'year')?.day).toBe('2023-02-28');
    expect(comparedWith(span({ by: 'months', year: '2025' }), 'before')?.year).toBe('2024');
    expect(comparedWith(span({ by: 'years' }), 'before')).toBeNull();
  });

  it('keeps the place when the switch goes to another period, and a range begins as what was shown', () => {
    const at = span({ month: '2026-03' });
    const to = (period: Period) =>
      span({ ...state({ month: '2026-03' }), ...periodState(period, at, TODAY) });
    expect(periods.map((period) => to(period).period)).toEqual([...periods]);
    expect(to('day').day).toBe('2026-03-31');
    expect(to('week')).toMatchObject({ from: '2026-03-30', to: '2026-04-05', by: 'days' });
    expect(to('year').year).toBe('2026');
    expect(to('custom')).toMatchObject({ from: '2026-03-01', to: '2026-03-31' });
    expect(span(periodState('custom', span({}), TODAY)).to).toBe(TODAY);
    expect(nameOf(at)).toBe('March 2026');
  });

  it('begins a week where the reader does', () => {
    const week = (firstWeekday: number) => spanOf(state({ by: 'week' }), TODAY, firstWeekday).from;
    expect([week(1), week(6), week(7)]).toEqual(['2026-11-16', '2026-11-21', '2026-11-22']);
  });

  it('steps back and forth by its own length and never past today', () => {
    const steps = (patch: Partial<SpanState>, step: -1 | 1) => {
      const next = stepState(span(patch), step, TODAY);
      return next && span({ ...patch, ...next });
    };
    expect(steps({ by: 'power' }, -1)?.day).toBe('2026-11-21');
    expect(steps({ by: 'power', day: '2026-11-21' }, 1)?.day).toBe(TODAY);
    expect(steps({ by: 'week' }, -1)?.from).toBe('2026-11-09');
    expect(steps({ by: 'week', day: '2026-11-10' }, 1)?.from).toBe('2026-11-16');
    expect(steps({ month: '2026-01' }, -1)?.month).toBe('2025-12');
    expect(steps({ by: 'months' }, -1)?.year).toBe('2025');
    expect(steps({ from: '2026-11-01', to: '2026-11-10' }, 1)).toMatchObject({
      from: '2026-11-11',
      to: '2026-11-20',
    });
    for (const by of ['power', 'week', 'days', 'months', 'years'] as const)
      expect(steps({ by }, 1)).toBeUndefined();
    expect(steps({ by: 'years' }, -1)).toBeUndefined();
  });
});
