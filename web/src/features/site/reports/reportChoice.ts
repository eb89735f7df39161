// The report selected in the URL, and its call input.

import type { InputOf } from '@helioport/contract/endpoint';
import type { pv } from '@helioport/contract/pv';
import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds, isDay, monthOf } from '@helioport/domain/periods';
import { reportPeriods } from '@helioport/domain/reportSpans';
import { choice, textThat, urlFields, whole } from '../../../components/base/urlFields.ts';
import { clockText } from '../../../components/pv/plantClock.ts';

const dayField = textThat((day) => isDay(day) && day >= '2000');

export const reportSchema = urlFields({
  period: choice(reportPeriods, 'monthly'),
  /** A day of the period; '' is of the newest one that is over, of an hour today. */
  day: dayField,
  hour: whole(0, 24, 12),
  from: dayField,
  to: dayField,
  /** Number of the report's language; '' for that of the portal. */
  lan: textThat((code) => /^\d{1,2}$/.test(code)),
});

export interface ReportChoice {
  period: (typeof reportPeriods)[number];
  day: string;
  hour: number;
  from: string;
  to: string;
  lan: string;
}

/** The day that stands for the period: the one that was chosen, else of the newest period that is over. */
export function dayOfChoice({ period, day }: ReportChoice, today: string): string {
  if (day !== '' && day <= today) return day;
  switch (period) {
    case 'hour':
      return today;
    case 'weekly':
      return addDays(today, -7);
    case 'monthly':
      return addDays(`${monthOf(today)}-01`, -1);
    case 'yearly':
      return `${Number(today.slice(0, 4)) - 1}-12-31`;
    default:
      return addDays(today, -1);
  }
}

/** First and last day of a custom range; the last seven days by default. */
export function rangeOfChoice({ from, to }: ReportChoice, today: string): { from: string; to: string } {
  const last = to === '' || to > today ? addDays(today, -1) : to;
  return { from: from === '' || from > last ? addDays(last, -6) : from, to: last };
}

/** Call input of reports. */
export function reportInput(sid: string, chosen: ReportChoice, today: string): InputOf<typeof pv.reportView> {
  const { period, hour, lan } = chosen;
  const range = rangeOfChoice(chosen, today);
  return {
    sid,
    period,
    date: dayOfChoice(chosen, today),
    ...(period === 'hour' ? { hour } : {}),
    ...(period === 'range' ? { rangeDate: `${range.from}~${range.to}` } : {}),
    ...(lan === '' ? {} : { languageCode: Number(lan) }),
  };
}

/** The hours of a plant's day, which has 23 to 25, by their number from midnight. */
export function hoursOf(day: string, timeZone: string): { value: string; label: string }[] {
  const { startMs, endMs } = dayBounds(day, timeZone);
  return Array.from({ length: Math.ceil((endMs - startMs) / HOUR_MS) }, (_, i) => ({
    value: String(i),
    label: `${clockText(startMs + i * HOUR_MS, timeZone)} – ${clockText(Math.min(endMs, startMs + (i + 1) * HOUR_MS), timeZone)}`,
  }));
}
