// What public forms read from their fields, and what they hold them to before the server is asked.
import { isLongEnough } from '@helioport/domain/passwords';
import { t } from '../../i18n.ts';

/** The text of a field; '' for a field that is not there. */
export function textOf(entries: FormData, name: string): string {
  const value = entries.get(name);
  return typeof value === 'string' ? value : '';
}

/** What is wrong with an address, or nothing. */
export function emailError(email: string): string | undefined {
  if (email === '') return t('login.required');
  return /^\S+@\S+\.\S+$/.test(email) ? undefined : t('login.emailInvalid');
}

/** What is wrong with a password that is to be set, or nothing. */
export function newPasswordError(password: string): string | undefined {
  if (password === '') return t('login.required');
  return isLongEnough(password) ? undefined : t('setup.passwordShort');
}

/** What is wrong with its repetition, or nothing. */
export function againError(password: string, again: string): string | undefined {
  if (again === '') return t('login.required');
  return again === password ? undefined : t('setup.passwordMismatch');
}
