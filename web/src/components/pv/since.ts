// Since when a condition applies, as text.
import { type SinceWords, sinceWords } from '@helioport/domain/conditionTextParts';
import { t } from '../../i18n.ts';
import { dateText } from './plantClock.ts';

/** The text in the current language; '' if unknown. */
export function textOfSince(since: SinceWords | null): string {
  if (since === null) return '';
  switch (since.word) {
    case 'since.days':
      return t(since.word, { count: since.count });
    case 'since.date':
      return t(since.word, { day: dateText(since.day) });
    default:
      return t(since.word);
  }
}

/** "for 3 days", "since yesterday", "since Nov 4, 2026"; '' if unknown. Days are the plant's, YYYY-MM-DD. */
export const sinceText = (sinceDay: string | null, today: string): string =>
  textOfSince(sinceWords(sinceDay, today));
