import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, dayOfNumber } from './periods.ts';
import { barUnitOf, comparedSpans, mondayOf, type ReportPeriod, reportSpanOf } from './reportSpans.ts';

const TODAY = '2026-03-02';
const spanOf = (period: ReportPeriod, day: string | null = null) => {
  const { from, to } = reportSpanOf({ period, day, hour: 0, range: null }, TODAY);
  return [from, to];
};

it('is the newest period that is over, unless a day of another is named', () => {
  expect(spanOf('daily')).toEqual(['2026-03-01', '2026-03-01']);
  expect(spanOf('weekly')).toEqual(['2026-02-23', '2026-03-01']);
  expect(spanOf('monthly')).toEqual(['2026-02-01', '2026-02-28']);
  expect(spanOf('yearly')).toEqual(['2025-01-01', '2025-12-31']);
  expect(spanOf('weekly', '2024-02-29')).toEqual(['2024-02-26', '2024-03-03']);
  expect(spanOf('monthly', '2024-02-11')).toEqual(['2024-02-01', '2024-02-29']);
  expect(spanOf('thisMonth')).toEqual(['2026-03-01', '2026-03-31']);
  expect(spanOf('lastMonth')).toEqual(['2026-02-01', '2026-02-28']);
  expect(spanOf('today')).toEqual([TODAY, TODAY]);
  expect(spanOf('range')).toEqual(['2026-02-23', '2026-03-01']);
});

it('begins its weeks on Monday, whatever day is named', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), (number) => {
      const day = dayOfNumber(number);
      const monday = mondayOf(day);
      expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
      expect(monday <= day && day <= addDays(monday, 6)).toBe(true);
    }),
  );
});

it('is compared with what is like it', () => {
  const compared = (period: ReportPeriod) =>
    comparedSpans(reportSpanOf({ period, day: null, hour: 3, range: null }, TODAY)).map(({ from }) => from);
  expect(compared('monthly')).toEqual(['2025-02-01', '2026-01-01']);
  expect(compared('yearly')).toEqual(['2024-01-01']);
  expect(compared('weekly')).toEqual(['2026-02-16']);
  expect(compared('daily')).toEqual(['2026-02-28']);
  expect(compared('hour')).toEqual([]);
  const own = { from: '2026-01-05', to: '2026-01-08' };
  expect(comparedSpans(reportSpanOf({ period: 'range', day: null, hour: 0, range: own }, TODAY))).toEqual([]);
});

it('is drawn by what a reader can still tell apart', () => {
  const drawn = (period: ReportPeriod, range: { from: string; to: string } | null = null) =>
    barUnitOf(reportSpanOf({ period, day: null, hour: 3, range }, TODAY));
  expect([drawn('hour'), drawn('daily'), drawn('weekly'), drawn('monthly'), drawn('yearly')]).toEqual([
    'steps',
    'hours',
    'days',
    'days',
    'months',
  ]);
  expect(drawn('range', { from: '2026-01-01', to: '2026-03-03' })).toBe('days');
  expect(drawn('range', { from: '2026-01-01', to: '2026-03-04' })).toBe('months');
});
