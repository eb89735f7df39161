// Shared by the model pages: type names, and a model as form data.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { firstVendor } from '@helioport/domain/deviceIdentity';
import { deviceKinds } from '@helioport/domain/deviceKinds';
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

const isWhole = (text: string, most: number) => /^\d{1,7}$/.test(text.trim()) && Number(text) <= most;

export const productErrors = (mostInputs: number, mostW: number) => (draft: ProductDraft) => ({
  modelName: draft.modelName.trim() === '' ? t('login.required') : undefined,
  vendor: /^[a-z][a-z0-9]{1,15}$/i.test(draft.vendor.trim())
    ? undefined
    : wrongFormat(t('product.vendorWrong')),
  inputs: isWhole(draft.inputs, mostInputs) ? undefined : t('product.numberWrong', { max: mostInputs }),
  ratedPower: isWhole(draft.ratedPower, mostW) ? undefined : t('product.numberWrong', { max: mostW }),
});
