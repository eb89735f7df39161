import { t } from '../../i18n.ts';

/** What is said of an entry that cannot be read as what it should be; `rule` says what it may be made of. */
export const wrongFormat = (rule: string): string => `${t('form.wrongFormat')} – ${rule}`;
