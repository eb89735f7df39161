// The periods that a report can be about, and which days of the plant each of them is.
import { addDays, addMonths, dayNumber, dayRange, lastDayOf, monthOf } from './periods.ts';

/** Reports that are sent by themselves, each after its period. */
export const reportKinds = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportPeriods = [
  'hour',
  ...reportKinds,
  'today',
  'yesterday',
  'thisMonth',
  'lastMonth',
  'range',
] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** What a span is called: by its day, its month, its year, or its first and last day. */
type SpanShape = 'hour' | 'day' | 'month' | 'year' | 'days';

/** Days of a plant, both included; of a single day perhaps one hour. */
export interface Span {
  readonly shape: SpanShape;
  readonly from: string;
  readonly to: string;
  /** Of shape `hour`: which hour of the day, counted from its midnight. */
  readonly hour: number | null;
}

/** What a bar of its chart stands for: five minutes of an hour, hours of a day, days, months. */
export type BarUnit = 'steps' | 'hours' | 'days' | 'months';

/** More days than this are drawn by month. */
const MOST_DAY_BARS = 62;

export const daySpan = (day: string): Span => ({ shape: 'day', from: day, to: day, hour: null });
const daysSpan = (from: string, to: string): Span => ({ shape: 'days', from, to, hour: null });
const monthSpan = (month: string): Span => ({
  shape: 'month',
  from: `${month}-01`,
  to: lastDayOf(month),
  hour: null,
});
const yearSpan = (year: string): Span => ({
  shape: 'year',
  from: `${year}-01-01`,
  to: `${year}-12-31`,
  hour: null,
});

/** Monday of a day's week. 1970-01-01 was a Thursday. */
export const mondayOf = (day: string): string => addDays(day, -((dayNumber(day) + 3) % 7));

interface RequestedSpan {
  readonly period: ReportPeriod;
  /** A day of the period; null: of the newest one that is over, of an hour today. */
  readonly day: string | null;
  readonly hour: number;
  /** Of `range`; null: the last seven days. */
  readonly range: { readonly from: string; readonly to: string } | null;
}

/** Days of a requested period. Weeks start on Monday. `today` is the plant's. */
export function reportSpanOf({ period, day, hour, range }: RequestedSpan, today: string): Span {
  const thisMonth = monthOf(today);
  switch (period) {
    case 'hour':
      return { ...daySpan(day ?? today), shape: 'hour', hour };
    case 'daily':
      return daySpan(day ?? addDays(today, -1));
    case 'weekly': {
      const monday = mondayOf(day ?? addDays(today, -7));
      return daysSpan(monday, addDays(monday, 6));
    }
    case 'monthly':
      return monthSpan(day === null ? addMonths(thisMonth, -1) : monthOf(day));
    case 'yearly':
      return yearSpan(day === null ? String(Number(today.slice(0, 4)) - 1) : day.slice(0, 4));
    case 'today':
      return daySpan(today);
    case 'yesterday':
      return daySpan(addDays(today, -1));
    case 'thisMonth':
      return monthSpan(thisMonth);
    case 'lastMonth':
      return monthSpan(addMonths(thisMonth, -1));
    case 'range':
      return range === null
        ? daysSpan(addDays(today, -7), addDays(today, -1))
        : daysSpan(range.from, range.to);
  }
}

/**
 * Periods for comparison, most comparable first: for a month that of the year before, else the month before; for a day,
 * a week and a year the one before. None for custom hours and days.
 */
export function comparedSpans({ shape, from, to }: Span): Span[] {
  const month = monthOf(from);
  switch (shape) {
    case 'day':
      return [daySpan(addDays(from, -1))];
    case 'month':
      return [monthSpan(addMonths(month, -12)), monthSpan(addMonths(month, -1))];
    case 'year':
      return [yearSpan(String(Number(from.slice(0, 4)) - 1))];
    case 'days':
      return dayRange(from, to).length === 7 && mondayOf(from) === from
        ? [daysSpan(addDays(from, -7), addDays(to, -7))]
        : [];
    case 'hour':
      return [];
  }
}

/** How the bars of a span divide it. */
export function barUnitOf({ shape, from, to }: Span): BarUnit {
  if (shape === 'hour') return 'steps';
  if (from === to) return 'hours';
  return shape === 'year' || dayNumber(to) - dayNumber(from) >= MOST_DAY_BARS ? 'months' : 'days';
}
