import type { product } from '@helioport/contract/product';
import type { Handler } from '../../access/handler.ts';
import { namedSerials } from './internal/change.ts';
import { issueAll } from './internal/issue.ts';

const snIssue: Handler<typeof product.snIssue> = async (call) =>
  await issueAll(call, namedSerials(call.input.sn), call.input);

export default snIssue;
