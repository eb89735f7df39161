// Numbers while they are typed, with point or comma.
import { t } from '../../../i18n.ts';

/** A number typed with point or comma; null if empty, NaN if invalid. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  if (plain === '') return null;
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** The error message of a number outside its range. */
export function wrongNumber(text: string, min: number, max: number, isNeeded = false): string | undefined {
  const value = numberOf(text);
  if (value === null) return isNeeded ? t('login.required') : undefined;
  return value >= min && value <= max ? undefined : t('site.edit.numberWrong', { from: min, to: max });
}
