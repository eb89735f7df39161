// Reading and validation of the fields of public forms.
import { isLongEnough } from '@helioport/domain/passwords';
import { t } from '../../i18n.ts';

/** The text of a field; '' for a field that is not there. */
export function textOf(entries: FormData, name: string): string {
  const value = entries.get(name);
  return typeof value === 'string' ? value : '';
}

/** The error of an email address, or undefined. */
export function emailError(email: string): string | undefined {
  if (email === '') return t('login.required');
  return /^\S+@\S+\.\S+$/.test(email) ? undefined : t('login.emailInvalid');
}

/** The error of a new password, or undefined. */
export function newPasswordError(password: string): string | undefined {
  if (password === '') return t('login.required');
  return isLongEnough(password) ? undefined : t('setup.passwordShort');
}

/** The error of a repeated password, or undefined. */
export function againError(password: string, again: string): string | undefined {
  if (again === '') return t('login.required');
  return again === password ? undefined : t('setup.passwordMismatch');
}
