// Since when something is so, in words.
import { dayNumber } from '@helioport/domain/periods';
import { t } from '../i18n.ts';
import { dateText } from './plantClock.ts';

/** Up to here days are counted; further back the date says more. */
const COUNTED_DAYS = 14;

/** "for 3 days", "since yesterday", "since Nov 4, 2026"; '' where nobody knows. Days are the plant's, YYYY-MM-DD. */
export function sinceText(sinceDay: string | null, today: string): string {
  if (sinceDay === null) return '';
  const days = dayNumber(today) - dayNumber(sinceDay);
  if (days <= 0) return t('since.today');
  if (days === 1) return t('since.yesterday');
  return days <= COUNTED_DAYS
    ? t('since.days', { count: days })
    : t('since.date', { day: dateText(sinceDay) });
}
