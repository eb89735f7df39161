import { t } from '../../i18n.ts';
import { Button } from '../base/Button.tsx';
import type { EmptyWords } from '../base/EmptyState.tsx';

/** What a table shows if no row matches its filters, with a button that clears them. */
export const noMatch = (title: string, onClear: () => void, hint?: string): EmptyWords => ({
  title,
  action: <Button onClick={onClear}>{t('filter.clear')}</Button>,
  ...(hint === undefined ? {} : { hint }),
});
