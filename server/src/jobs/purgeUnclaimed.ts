// Deletes unclaimed serial numbers some time after their last reading, because they may be invented.
import { DAY_MS } from '@helioport/domain/duration';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db.ts';
import { deleteUnclaimed } from '../repositories/unclaimed.ts';
import { deleteReadings } from '../timeseries/retention/deleteReadings.ts';

/** Days after the last reading. */
const KEPT_DAYS = 30;
/** Devices per transaction, so that concurrent ingestion does not wait long. */
const AT_ONCE = 500;

/** Deletes all due devices with their readings; returns their number. */
export async function purgeUnclaimed(
  { db, clock }: { db: Db; clock: Clock },
  isStopping: () => boolean = () => false,
): Promise<number> {
  const before = clock() - KEPT_DAYS * DAY_MS;
  let gone = 0;
  while (!isStopping()) {
    const some = await inTransaction(db, 'write', (tx) =>
      deleteUnclaimed(tx, { before, most: AT_ONCE }, deleteReadings),
    );
    gone += some;
    if (some < AT_ONCE) break;
  }
  return gone;
}
