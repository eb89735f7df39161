import type { product } from '@helioport/contract/product';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteProduct } from '../../repositories/products.ts';
import { demandProduct } from './internal/rows.ts';

export default handler<typeof product.del>(async ({ input, me, tx, now }) => {
  // Models apply to all companies.
  demandOperator(me);
  const { model, modelName: name, isBuiltIn } = await demandProduct(tx, input.model, { isHeld: true });
  if (isBuiltIn) fail('product.isBuiltIn', { name });
  if (!(await deleteProduct(tx, model))) fail('product.inUse', { name });
  await writeAudit(tx, me, now, { action: 'product.del', subject: name });
  return {};
});
