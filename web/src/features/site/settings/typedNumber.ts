// Numbers while they are typed, with point or comma.
import { t } from '../../../i18n.ts';

/** A typed number with point or comma; null for nothing, NaN for what is none. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  if (plain === '') return null;
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Words on what is wrong with a number that must lie between two. */
export function wrongNumber(text: string, min: number, max: number, isNeeded = false): string | undefined {
  const value = numberOf(text);
  if (value === null) return isNeeded ? t('login.required') : undefined;
  return value >= min && value <= max ? undefined : t('site.edit.numberWrong', { from: min, to: max });
}
