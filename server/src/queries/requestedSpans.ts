// Days and months requested by a chart of a plant or a device.
import { addDays, dayNumber, localDay, monthOf } from '@helioport/domain/periods';
import { fail } from '../platform/failure.ts';

const DEFAULT_DAYS = 30;
const MOST_DAYS = 400;
const MOST_MONTHS = 120;

/** First and last day, `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  to: string;
}

/** The fields of a chart that name days. Clients write a range into either of them. */
interface RequestedDates {
  date: (Days & { isRange: boolean }) | null;
  rangeDate: Days | null;
}

/** The requested single day; null without one. */
export const requestedDay = ({ date, rangeDate }: RequestedDates): string | null =>
  date?.from ?? rangeDate?.from ?? null;

/** Days of a chart by day: the range, else the last 30. */
export function requestedDays({ date, rangeDate }: RequestedDates, timeZone: string, now: number): Days {
  const today = localDay(now, timeZone);
  const days = rangeDate ?? (date?.isRange ? date : { from: addDays(today, 1 - DEFAULT_DAYS), to: today });
  demandShort(days);
  return days;
}

/** Fails for more days than one chart has. */
export function demandShort({ from, to }: Days): void {
  if (dayNumber(to) - dayNumber(from) >= MOST_DAYS) fail('echarts.rangeTooLong');
}

/** Months of a chart with the label of each. */
export interface Months {
  /** `YYYY-MM`. */
  from: string;
  to: string;
  months: string[];
  /** `MM` within one year, else `YYYY-MM`. */
  labels: string[];
}

/**
 * Months of a chart by month: those of a range that reaches over several, else all of the year of the day that is
 * named, of this year where none is.
 */
export function requestedMonths(dates: RequestedDates, timeZone: string, now: number): Months {
  const range = dates.date?.isRange ? dates.date : dates.rangeDate;
  const [first, last] = [range && monthOf(range.from), range && monthOf(range.to)];
  if (first && last && first !== last) return monthsFrom(first, last);
  const year = (requestedDay(dates) ?? localDay(now, timeZone)).slice(0, 4);
  return monthsFrom(`${year}-01`, `${year}-12`);
}

function monthsFrom(from: string, to: string): Months {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
  const count = number(to) - number(from) + 1;
  if (count > MOST_MONTHS) fail('echarts.rangeTooLong');
  const months = Array.from({ length: count }, (_, i) => {
    const at = number(from) + i;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return { from, to, months, labels: isOneYear ? months.map((month) => month.slice(5)) : months };
}

/** Whether a span (`YYYY-MM` or `YYYY`) began before the record did: its sum is not that of the whole span. */
export const isPartial = (span: string, recordedSince: string | null): boolean =>
  recordedSince?.startsWith(span) === true && recordedSince > `${span}-01-01`.slice(0, 10);

/** The same for the month (2) or year (3) of a day; days (1) and lifetime (4) are never partial. */
export function isPartialPeriod(types: number, day: string, recordedSince: string | null): boolean {
  if (types === 2) return isPartial(monthOf(day), recordedSince);
  return types === 3 && isPartial(day.slice(0, 4), recordedSince);
}
