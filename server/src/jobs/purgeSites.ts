// Readings and sums of deleted plants go, piece by piece, so that no statement runs for minutes.
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { deletedSites, finishDeletion } from '../repositories/sites.ts';
import { deleteSitePiece } from '../timeseries/retention/deleteSite.ts';

/** A reading that was on its way while its plant was deleted is stored by then. */
const SETTLE_MS = 60_000;

/** Removes everything that deleted plants have left, or as much as there is time for; returns how many are done. */
export async function purgeSites(
  { db, clock }: { db: Db; clock: Clock },
  isStopping: () => boolean = () => false,
): Promise<number> {
  let done = 0;
  for (const siteId of await deletedSites(db, clock() - SETTLE_MS)) {
    while (await deleteSitePiece(db, siteId)) if (isStopping()) return done;
    await finishDeletion(db, siteId);
    done += 1;
  }
  return done;
}
