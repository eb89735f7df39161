import { type co2, FACTOR_MAX } from '@helioport/contract/co2';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { FieldErrors } from '../../components/form/FormFields.tsx';
import { t } from '../../i18n.ts';

export type Factor = OutputOf<typeof co2.list>['list'][number];

/** The name of the country, or of the global default. */
export const nameOf = ({ countryName }: Factor): string => countryName || t('co2.world');

export interface FactorDraft {
  /** As typed, with a point or a comma. */
  kgPerKwh: string;
  source: string;
  year: string;
}

/** The number that was typed, with a point or a comma and at most four places; undefined where it is none. */
export function kgOf(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  const kg = /^\d(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
  return kg <= FACTOR_MAX ? kg : undefined;
}

export const factorErrors = (draft: FactorDraft, wrong: FieldErrors): FieldErrors => ({
  kgPerKwh: kgOf(draft.kgPerKwh) === undefined ? t('co2.factorWrong') : undefined,
  year: draft.year.trim() === '' || wrong.year ? t('co2.yearWrong') : undefined,
});
