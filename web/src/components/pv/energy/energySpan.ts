// The period of energy views: its state in the URL, the period that results, and the comparison.
import type { InputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { addDays, dayRange, daysOfMonth, isDay, monthOf, startOfWeek } from '@helioport/domain/periods';
import { t } from '../../../i18n.ts';
import { choice, textThat, type UrlValues, urlFields } from '../../base/urlFields.ts';
import { addMonths, dateText, dayText, lastDayOf, monthText } from '../plantClock.ts';
import { weatherChoices } from '../weatherLines.ts';

/** The resolution of a chart, and `week`: the days of one week. */
const parts = ['power', 'hours', 'week', 'days', 'months', 'years'] as const;
/** Bars of a chart; `power` is a curve. */
export type Bars = Exclude<(typeof parts)[number], 'week'>;

/** The options of the period selector. */
export const periods = ['day', 'week', 'month', 'year', 'lifetime', 'custom'] as const;
export type Period = (typeof periods)[number];

/** The previous period, the same a year earlier, or clear-sky energy. */
const comparisons = ['', 'before', 'year', 'sky'] as const;
const shares = ['', 'device', 'plane'] as const;
export type Comparison = (typeof comparisons)[number];

const aDay = textThat((day) => isDay(day) && day >= '2000');

export const spanFields = urlFields({
  by: choice(parts, 'days'),
  /** `YYYY-MM-DD` for power and hours; '' follows the month, and without one is the running one. */
  day: aDay,
  /** `YYYY-MM` for days; '' follows the day. */
  month: textThat((text) => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)),
  /** `YYYY` for months; '' follows the month. */
  year: textThat((text) => /^20\d\d$/.test(text)),
  /** An own range, for days: both or none. */
  from: aDay,
  to: aDay,
  versus: choice(comparisons, ''),
  of: choice(shares, ''),
  /** Days laid over the one of `day`, parted by commas. */
  over: textThat((text) => text.split(',').every((day) => isDay(day))),
  /** The weather measurement drawn with the power. */
  weather: choice(weatherChoices, ''),
});

export type SpanState = UrlValues<typeof spanFields>;

/** The complete selection, without open fields. */
export interface Span {
  period: Period;
  by: Bars;
  day: string;
  month: string;
  year: string;
  /** The days of `days`. */
  from: string;
  to: string;
  /** The days are those of a range or a week and not of a month. */
  isRange: boolean;
}

/** Most days of an own range, as the call allows it. */
export const RANGE_MOST = 400;

/**
 * The period of a state. Missing fields are derived: the month from a selected day, its year; the day from a past
 * month as its last one. So switching from days to a day and back keeps the position. Weeks begin on `firstWeekday`
 * (1 Monday to 7 Sunday).
 */
export function spanOf(state: SpanState, today: string, firstWeekday = 1): Span {
  const thisMonth = monthOf(today);
  const upTo = (chosen: string, last: string) => (chosen > last ? last : chosen);
  const month = upTo(state.month || (state.day === '' ? thisMonth : monthOf(state.day)), thisMonth);
  const year = upTo(state.year || month.slice(0, 4), thisMonth.slice(0, 4));
  const lastOfMonth = month === thisMonth ? today : lastDayOf(month);
  const day = upTo(state.day || lastOfMonth, today);
  const shared = { day, month, year };
  if (state.by === 'week') {
    const from = startOfWeek(day, firstWeekday);
    return { ...shared, period: 'week', by: 'days', from, to: addDays(from, 6), isRange: true };
  }
  const { by } = state;
  const to = upTo(state.to, today);
  if (by === 'days' && state.from !== '' && state.from <= to && addDays(state.from, RANGE_MOST) > to)
    return { ...shared, period: 'custom', by, from: state.from, to, isRange: true };
  const ofMonth = { from: `${month}-01`, to: lastDayOf(month), isRange: false };
  return { ...shared, ...ofMonth, period: periodBy[by], by };
}

const periodBy: Record<Bars, Period> = {
  power: 'day',
  hours: 'day',
  days: 'month',
  months: 'year',
  years: 'lifetime',
};

/** Changes of the selection: dependent fields are cleared. */
export const chosen = {
  day: (day: string, today: string) => ({ day: day === today ? '' : day, month: '', year: '' }),
  month: (month: string) => ({ month, day: '', year: '', from: '', to: '' }),
  year: (year: string) => ({ year, month: '', day: '' }),
  range: (from: string, to: string) => ({ from, to, month: '', year: '' }),
};

/**
 * The state after switching to another period; the position in time stays. A custom range starts as the range shown.
 */
export function periodState(period: Period, span: Span, today: string): Partial<SpanState> {
  const whole = { from: '', to: '' };
  switch (period) {
    case 'day':
      return { ...whole, by: 'power' };
    case 'week':
      return { ...whole, by: 'week' };
    case 'month':
      return { ...whole, by: 'days' };
    case 'year':
      return { ...whole, by: 'months' };
    case 'lifetime':
      return { ...whole, by: 'years' };
    case 'custom': {
      const [from, to] = extentOf(span, today);
      return { by: 'days', ...chosen.range(from, to > today ? today : to) };
    }
  }
}

/** First and last day of a period; of the lifetime the latest 30 days, since a range has at most RANGE_MOST days. */
function extentOf(span: Span, today: string): readonly [string, string] {
  switch (span.by) {
    case 'power':
    case 'hours':
      return [span.day, span.day];
    case 'days':
      return [span.from, span.to];
    case 'months':
      return [`${span.year}-01-01`, `${span.year}-12-31`];
    case 'years':
      return [addDays(today, -29), today];
  }
}

/** The state one step back (-1) or forth (1); undefined if there is none. A lifetime has no steps. */
export function stepState(span: Span, step: -1 | 1, today: string): Partial<SpanState> | undefined {
  const isNewest = step === 1 && extentOf(span, today)[1] >= today;
  if (isNewest || span.period === 'lifetime') return undefined;
  const toDay = (days: number) => {
    const day = addDays(span.day, days * step);
    return chosen.day(day > today ? today : day, today);
  };
  switch (span.period) {
    case 'day':
      return toDay(1);
    case 'week':
      return toDay(7);
    case 'month':
      return chosen.month(addMonths(span.month, step));
    case 'year':
      return chosen.year(String(Number(span.year) + step));
    case 'custom': {
      const days = dayRange(span.from, span.to).length * step;
      const to = addDays(span.to, days);
      return chosen.range(addDays(span.from, days), to > today ? today : to);
    }
  }
}

/** The days of a period shown by days. */
export const daysOf = ({
  month,
  from,
  to,
  isRange,
}: Pick<Span, 'month' | 'from' | 'to' | 'isRange'>): string[] =>
  isRange ? dayRange(from, to) : daysOfMonth(month);

/** The period as text. */
export function nameOf(span: Span): string {
  switch (span.by) {
    case 'power':
    case 'hours':
      return dayText(span.day);
    case 'days':
      return span.isRange
        ? t('site.energy.range', { from: dateText(span.from), to: dateText(span.to) })
        : monthText(span.month);
    case 'months':
      return span.year;
    case 'years':
      return t('site.energy.allYears');
  }
}

/** February 29 has no counterpart a year earlier; February 28 replaces it. */
const yearBefore = (day: string): string => {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return isDay(before) ? before : `${before.slice(0, 8)}28`;
};

/** The period compared with another one, bar by bar from its beginning; null: years are compared among themselves. */
export function comparedWith(span: Span, versus: Comparison): Span | null {
  if (versus === '' || versus === 'sky' || span.by === 'years') return null;
  const lengthDays = dayRange(span.from, span.to).length;
  const isYear = versus === 'year';
  switch (span.by) {
    case 'power':
    case 'hours':
      return { ...span, day: isYear ? yearBefore(span.day) : addDays(span.day, -1) };
    case 'months':
      return { ...span, year: String(Number(span.year) - 1) };
    case 'days': {
      if (span.period === 'week') {
        const days = isYear ? -364 : -7;
        return { ...span, from: addDays(span.from, days), to: addDays(span.to, days) };
      }
      if (span.isRange)
        return {
          ...span,
          from: isYear ? yearBefore(span.from) : addDays(span.from, -lengthDays),
          to: isYear ? yearBefore(span.to) : addDays(span.from, -1),
        };
      const month = addMonths(span.month, isYear ? -12 : -1);
      return { ...span, month, from: `${month}-01`, to: lastDayOf(month) };
    }
  }
}

const extras = { withCompleteness: true, withFlows: true };

/** The bars of a period: whole plant, by device or by array, with or without clear-sky energy. */
export function barsInput(
  sid: string,
  span: Span,
  { versus, of }: Pick<SpanState, 'versus' | 'of'> = { versus: '', of: '' },
): InputOf<typeof site.statisticsEcharts> {
  const more = { withClearSky: versus === 'sky', byPlane: of === 'plane' };
  switch (span.by) {
    case 'power':
    case 'hours':
      return { types: 2, sid, date: span.day, withFlows: true, withClearSky: more.withClearSky };
    case 'days':
      return { types: 3, sid, rangeDate: `${span.from}~${span.to}`, ...extras, ...more };
    case 'months':
      return { types: 5, sid, date: `${span.year}-01-01`, ...extras, ...more };
    case 'years':
      return { types: 6, sid, withCompleteness: true };
  }
}

/** Input for energy and money of the whole period, which rounded bars would not add up to. */
export function figuresInput(sid: string, span: Span): InputOf<typeof site.statisticsDate> {
  switch (span.by) {
    case 'power':
    case 'hours':
      return { types: 1, sid, date: span.day };
    case 'days':
      return span.isRange
        ? { sid, rangeDate: `${span.from}~${span.to}` }
        : { types: 2, sid, date: `${span.month}-01` };
    case 'months':
      return { types: 3, sid, date: `${span.year}-01-01` };
    case 'years':
      return { types: 4, sid };
  }
}
