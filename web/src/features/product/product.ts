// Shared by the model pages: type names, and a model as form data.
import type { OutputOf } from '@helioport/contract/endpoint';
import { INPUTS_MAX, type product, RATED_MAX_W } from '@helioport/contract/product';
import { firstVendor } from '@helioport/domain/deviceIdentity';
import { deviceKinds } from '@helioport/domain/deviceKinds';
import type { FieldErrors } from '../../components/form/FormFields.tsx';
import { wrongFormat } from '../../components/form/wrongFormat.ts';
import { t, type WordKey } from '../../i18n.ts';

export type Product = OutputOf<typeof product.detail>;
export type Kind = Product['kind'];

/** Kinds of devices to choose from, by name. */
export const kindOptions = () =>
  deviceKinds.map(({ key, localeKey }) => ({ value: key, label: t(localeKey as WordKey) }));

/** A model as the form has it: numbers as they are typed. */
export interface ProductDraft {
  modelName: string;
  vendor: string;
  kind: Kind;
  inputs: string;
  ratedPower: string;
  maker: string;
  notes: string;
}

export const draftOf = (one: Product | undefined): ProductDraft => ({
  modelName: one?.modelName ?? '',
  vendor: one?.vendor ?? firstVendor,
  kind: one?.kind ?? 'microinverter',
  inputs: String(one?.inputs ?? 1),
  ratedPower: String(one?.ratedPower ?? 400),
  maker: one?.maker ?? '',
  notes: one?.notes ?? '',
});

export const productErrors = ({ inputs, ratedPower }: ProductDraft, wrong: FieldErrors) => ({
  vendor: wrong.vendor && wrongFormat(t('product.vendorWrong')),
  inputs: inputs === '' || wrong.inputs ? t('product.numberWrong', { max: INPUTS_MAX }) : undefined,
  ratedPower:
    ratedPower === '' || wrong.ratedPower ? t('product.numberWrong', { max: RATED_MAX_W }) : undefined,
});
