// Which days the figures of a period are of.
import { daysOfMonth, monthOf } from '@helioport/domain/periods';
import { fail } from '../../../platform/failure.ts';

/** First and last day of the day, month or year around `day`; null for all time. */
export function periodDays(types: number, day: string): { from: string; to: string } | null {
  switch (types) {
    case 1:
      return { from: day, to: day };
    case 2: {
      const days = daysOfMonth(monthOf(day));
      return { from: days[0] ?? day, to: days.at(-1) ?? day };
    }
    case 3:
      return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` };
    case 4:
      return null;
    default:
      return fail('request.invalid', { field: 'types' });
  }
}
