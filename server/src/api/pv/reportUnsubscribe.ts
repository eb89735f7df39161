import type { pv } from '@helioport/contract/pv';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { endByToken } from '../../queries/report/endLink.ts';

const reportUnsubscribe: Handler<typeof pv.reportUnsubscribe> = async ({ input, tx }) =>
  (await endByToken(tx, input.token)) ?? fail('link.unknown');

export default reportUnsubscribe;
