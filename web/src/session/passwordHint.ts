// The hint below a new-password field, updated while typing.
import { PASSWORD_MIN, strengthOf } from '@helioport/domain/passwords';
import { t } from '../i18n.ts';

const words = {
  weak: () => t('password.strength.weak'),
  fair: () => t('password.strength.fair'),
  good: () => t('password.strength.good'),
};

/** How long it must be; when there is something to judge, how hard it is to guess. */
export const passwordHint = (password: string): string =>
  password.trim() === '' ? t('setup.passwordHint', { count: PASSWORD_MIN }) : words[strengthOf(password)]();
