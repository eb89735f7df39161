// Expires commands without an answer, every minute.
import { inTransaction } from '../platform/db.ts';
import { announceCommands, expireCommands } from '../repositories/commands.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'announcer'>;

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
