// Validates the texts of a form by the rules of the contract.
import type { FieldRule, FieldRules } from '@helioport/contract/fieldRules';
import { t } from '../../i18n.ts';
import type { FieldErrors } from './FormFields.tsx';

const isWithin = (amount: number, { min = -Infinity, max = Infinity, isWhole }: FieldRule) =>
  amount >= min && amount <= max && !(isWhole && !Number.isInteger(amount));

/** Why a rule rejects a text; undefined if it accepts it. Spaces around the text do not count. */
export function ruleError(typed: string, rule: FieldRule): string | undefined {
  const text = typed.trim();
  if (text === '') return rule.isRequired ? t('login.required') : undefined;
  const { minLength = 0, maxLength = Infinity, pattern, isEmail, min, max, isWhole } = rule;
  const isNumber = min !== undefined || max !== undefined || isWhole;
  const isRight =
    typed.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern).test(text)) &&
    (!isNumber || isWithin(Number(text.replace(',', '.')), rule));
  return isRight ? undefined : isEmail ? t('login.emailInvalid') : t('form.wrongFormat');
}

/** Error messages by field, for the fields of a draft that are texts. */
export function ruleErrors(draft: object, rules: FieldRules): FieldErrors {
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]: [string, unknown]) => {
      const rule = rules[name];
      return [name, rule && typeof value === 'string' ? ruleError(value, rule) : undefined];
    }),
  );
}
