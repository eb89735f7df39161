import type { overview } from '@helioport/contract/overview';
import { demandOperator } from '../../access/grants.ts';
import type { Handler } from '../../access/handler.ts';
import { detailBefore, firstKeptDay } from '../../timeseries/retention/retention.ts';

const retentionLoss: Handler<typeof overview.retentionLoss> = async ({ input, me, tx, now }) => {
  // Counts the days of all plants, so it is for administrators only.
  demandOperator(me);
  const detailFrom = firstKeptDay(now, input.years);
  return { detailFrom, ...(await detailBefore(tx, detailFrom)) };
};

export default retentionLoss;
