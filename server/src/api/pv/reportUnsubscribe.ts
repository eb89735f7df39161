import type { pv } from '@helioport/contract/pv';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { endByToken } from '../../queries/report/endLink.ts';

export default handler<typeof pv.reportUnsubscribe>(
  async ({ input, tx }) => (await endByToken(tx, input.token)) ?? fail('link.unknown'),
);
