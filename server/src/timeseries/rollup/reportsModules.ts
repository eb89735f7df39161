// Whether the readings of a device separate its modules.
import { products } from '@helioport/domain/products';
import { sql } from 'kysely';

/** Models with several inputs whose frames carry no values per input. */
const undivided = products.filter(({ frameSize, inputs }) => frameSize === 45 && inputs > 1);
const numbersOf = (values: readonly (number | null)[]) =>
  values.flatMap((one) => (one === null ? [] : [one]));

/** Whether the readings of a device separate its modules: needs `d` = its row of devices. */
export const reportsModules = sql`not coalesce(
  d.product_number = any(${numbersOf(undivided.map(({ number }) => number))}::int[])
  or (d.product_number is null and d.model_byte = any(${numbersOf(undivided.map(({ modelByte }) => modelByte))}::int[])), false)`;
