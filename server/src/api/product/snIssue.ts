import type { product } from '@helioport/contract/product';
import { handler } from '../../access/handler.ts';
import { namedSerials } from './internal/change.ts';
import { issueAll } from './internal/issue.ts';

export default handler<typeof product.snIssue>(
  async (call) => await issueAll(call, namedSerials(call.input.sn), call.input),
);
