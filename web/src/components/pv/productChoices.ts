// The models to choose from: those that the product can read and those that the operator has entered.
import { product } from '@helioport/contract/product';
import type { DeviceKindKey } from '@helioport/domain/deviceKinds';
import { useCall } from '../../api/query.ts';

export interface ProductChoice {
  /** The number of the model. */
  value: string;
  label: string;
  kind: DeviceKindKey;
}

/** All models by name, or those of one manufacturer. */
export function useProductChoices(vendor?: string): ProductChoice[] {
  const { data } = useCall(product.choices, {}, { live: 'none', staleMs: 60_000 });
  return (data?.list ?? [])
    .filter((one) => vendor === undefined || one.vendor === vendor)
    .map(({ model, modelName, kind }) => ({ value: String(model), label: modelName, kind }));
}
