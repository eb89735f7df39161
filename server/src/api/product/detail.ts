import type { product } from '@helioport/contract/product';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { demandProduct, productAnswers } from './internal/rows.ts';

const detail: Handler<typeof product.detail> = async (call) => {
  const [answer] = await productAnswers(call, [await demandProduct(call.tx, call.input.model)]);
  return answer ?? fail('product.unknown');
};

export default detail;
