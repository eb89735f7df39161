// The periods of a history: named ones, or two custom days.
import { addDays, isDay, monthOf } from '@helioport/domain/periods';
import { choice, textThat, type UrlValues, urlFields } from '../../base/urlFields.ts';
import { addMonths, lastDayOf } from '../plantClock.ts';

export const spans = ['today', 'yesterday', 'week', 'month', 'lastMonth', 'own'] as const;
export type Span = (typeof spans)[number];

const dayField = textThat((day) => isDay(day) && day >= '2000');

/** Kept in the address; `from` and `to` only count for `own`. */
export const spanSchema = urlFields({ span: choice(spans, 'today'), from: dayField, to: dayField });

export interface Days {
  from: string;
  to: string;
}

/** First and last day of a period, both included, none after `today`. Missing days of a custom period are today. */
export function daysOf({ span, from, to }: UrlValues<typeof spanSchema>, today: string): Days {
  const thisMonth = monthOf(today);
  const before = addMonths(thisMonth, -1);
  switch (span) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return { from: addDays(today, -6), to: today };
    case 'month':
      return { from: `${thisMonth}-01`, to: today };
    case 'lastMonth':
      return { from: `${before}-01`, to: lastDayOf(before) };
    case 'own': {
      const last = to === '' || to > today ? today : to;
      return { from: from === '' || from > last ? last : from, to: last };
    }
  }
}
