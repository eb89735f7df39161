// Expires commands without an answer, every minute.
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db.ts';
import { announceCommands, expireCommands } from '../repositories/commands.ts';
import type { Announcer } from '../timeseries/ingestion/live.ts';

interface Parts {
  db: Db;
  clock: Clock;
  announcer: Pick<Announcer, 'announce'>;
}

/** Expires commands and triggers the next ones of their devices; returns the number of expired commands. */
export async function expire({ db, clock, announcer }: Parts): Promise<number> {
  const ended = await inTransaction(db, 'write', async (tx) => {
    const over = await expireCommands(tx, new Date(clock()));
    if (over.length > 0) await announceCommands(tx, [...new Set(over.map(({ sn }) => sn))]);
    return over;
  });
  announcer.announce(ended.map(({ siteId }) => siteId));
  return ended.length;
}
