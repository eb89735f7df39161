// Every hour: sends the weekly digest of the fleet desk to users where it is Monday morning.
import { digestMonday, sendDueDigest } from '../queries/fleet/digest.ts';
import { digestOrders } from '../repositories/fleetDigests.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'log' | 'publicUrl'>;

const AT_ONCE = 500;
/** Where a day begins first, and where it begins last. */
const EDGES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

/** Sends the digests that are due, each once even if several processes run this job; returns how many. */
export async function sendDigests(
  { db, clock, log, publicUrl }: Parts,
  isStopping: () => boolean,
): Promise<number> {
  const now = clock();
  const before = EDGES.map((zone) => digestMonday(now, zone)).find((monday) => monday !== undefined);
  // Nowhere is it Monday or Tuesday.
  if (before === undefined) return 0;
  let sent = 0;
  let after = 0;
  while (!isStopping()) {
    const orders = await digestOrders(db, { after, before, limit: AT_ONCE });
    for (const order of orders) {
      if (isStopping()) break;
      try {
        if (await sendDueDigest(db, order, { publicUrl, now })) sent += 1;
      } catch (error) {
        // Nothing was written; retried in an hour.
        log.error({ err: error, user: order.userId }, 'fleet digest not created');
      }
    }
    if (orders.length < AT_ONCE) break;
    after = orders.at(-1)?.userId ?? after;
  }
  return sent;
}
