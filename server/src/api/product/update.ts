import type { product } from '@helioport/contract/product';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { updateProduct } from '../../repositories/products.ts';
import { demandProduct } from './internal/rows.ts';

export default handler<typeof product.update>(async ({ input, me, tx, now }) => {
  // Models apply to all companies.
  demandOperator(me);
  const row = await demandProduct(tx, input.model, { isHeld: true });
  const before = {
    modelName: row.modelName,
    kind: row.kind as string,
    inputs: row.inputs,
    ratedPower: row.ratedPower,
    maker: row.maker,
    notes: row.notes,
  };
  const after = {
    modelName: input.modelName ?? before.modelName,
    kind: input.kind ?? before.kind,
    inputs: input.inputs ?? before.inputs,
    ratedPower: input.ratedPower ?? before.ratedPower,
    maker: input.maker ?? before.maker,
    notes: input.notes ?? before.notes,
  };
  const changed = (Object.keys(before) as (keyof typeof before)[]).filter(
    (key) => before[key] !== after[key],
  );
  if (changed.length === 0) return {};
  // Properties of a built-in model are defined by its frames.
  if (row.isBuiltIn && changed.some((key) => key !== 'maker' && key !== 'notes'))
    fail('product.isBuiltIn', { name: row.modelName });
  const { modelName: name, ratedPower: ratedW, ...entry } = after;
  if (!(await updateProduct(tx, row.model, { ...entry, name, ratedW }))) fail('product.nameTaken', { name });
  await writeAudit(tx, me, now, {
    action: 'product.update',
    subject: before.modelName,
    detail: Object.fromEntries(changed.map((key) => [key, { from: before[key], to: after[key] }])),
  });
  return {};
});
