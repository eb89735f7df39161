// Since when a total counts, as text. Without the UI kit, because public pages use it too.
import { t } from '../../i18n.ts';
import { dateText } from './plantClock.ts';

/** "recorded since May 3, 2024", for a plant's day YYYY-MM-DD; '' where nothing was ever recorded. */
export const recordedText = (day: string | null | undefined): string =>
  day ? t('public.recordedSince', { day: dateText(day) }) : '';
