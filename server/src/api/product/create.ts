import type { product } from '@helioport/contract/product';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { createProduct } from '../../repositories/products.ts';

export default handler<typeof product.create>(async ({ input, me, tx, now }) => {
  // Models apply to all companies.
  demandOperator(me);
  const { modelName: name, ratedPower: ratedW, ...entry } = input;
  const model = await createProduct(tx, { ...entry, name, ratedW }, now);
  if (model === undefined) fail('product.nameTaken', { name });
  await writeAudit(tx, me, now, {
    action: 'product.create',
    subject: name,
    detail: { kind: entry.kind, inputs: entry.inputs, ratedPower: ratedW },
  });
  return { model };
});
