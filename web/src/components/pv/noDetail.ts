// The empty state of a period whose detailed readings have expired.
import { t } from '../../i18n.ts';
import type { EmptyWords } from '../base/EmptyState.tsx';
import { dateText } from './plantClock.ts';

/** In place of a day without detail, from `detailFrom` of its answer; false where the answer names none. */
export const noDetail = (detailFrom: string | undefined): EmptyWords | false =>
  detailFrom !== undefined && {
    title: t('site.history.noDetail', { day: dateText(detailFrom) }),
    hint: t('site.history.noDetailHint'),
    icon: 'clock',
  };
