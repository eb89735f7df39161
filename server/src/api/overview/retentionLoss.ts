import type { overview } from '@helioport/contract/overview';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { detailBefore, firstKeptDay } from '../../timeseries/retention/retention.ts';

export default handler<typeof overview.retentionLoss>(async ({ input, me, tx, now }) => {
  // Counts the days of all plants, so it is for administrators only.
  demandOperator(me);
  const detailFrom = firstKeptDay(now, input.years);
  return { detailFrom, ...(await detailBefore(tx, detailFrom)) };
});
