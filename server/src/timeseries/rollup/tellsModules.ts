// Whether the modules of a device can be told apart.
import { products } from '@helioport/domain/products';
import { sql } from 'kysely';

/** Models of several inputs whose frames name none: nobody knows which module made what. */
const undivided = products.filter(({ frameSize, inputs }) => frameSize === 45 && inputs > 1);
const numbersOf = (values: readonly (number | null)[]) =>
  values.flatMap((one) => (one === null ? [] : [one]));

/** Whether the modules of a device can be told apart: needs `d` = its row of devices. */
export const tellsModules = sql`not coalesce(
  d.product_number = any(${numbersOf(undivided.map(({ number }) => number))}::int[])
  or (d.product_number is null and d.model_byte = any(${numbersOf(undivided.map(({ modelByte }) => modelByte))}::int[])), false)`;
