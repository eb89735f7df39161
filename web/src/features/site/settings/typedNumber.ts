// Numbers while they are typed, with point or comma.
import type { FieldRule } from '@helioport/contract/fieldRules';
import { t } from '../../../i18n.ts';

/** A number typed with point or comma; null if empty, NaN if invalid. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  if (plain === '') return null;
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** The error message of a number that is missing or outside its range, which is in the unit of the text. */
export function wrongNumber(
  text: string,
  { min = -Infinity, max = Infinity, isRequired }: FieldRule = {},
): string | undefined {
  const value = numberOf(text);
  if (value === null) return isRequired ? t('login.required') : undefined;
  return value >= min && value <= max ? undefined : t('site.edit.numberWrong', { from: min, to: max });
}
