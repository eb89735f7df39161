import { t } from '../../i18n.ts';

/** The error message for an invalid format; `rule` names the allowed characters or form. */
export const wrongFormat = (rule: string): string => `${t('form.wrongFormat')} – ${rule}`;
