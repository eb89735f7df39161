import type { product } from '@helioport/contract/product';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { demandProduct, productAnswers } from './internal/rows.ts';

export default handler<typeof product.detail>(async (call) => {
  const [answer] = await productAnswers(call, [await demandProduct(call.tx, call.input.model)]);
  return answer ?? fail('product.unknown');
});
