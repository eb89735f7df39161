// Every minute: looks at all plants for what is to be an alarm, and for what no longer is one.
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db.ts';
import { evaluateAlarms } from '../timeseries/alarms/evaluate.ts';
import { sayVerdicts } from '../timeseries/alarms/verdicts.ts';
import type { Announcer } from '../timeseries/ingestion/live.ts';

interface Parts {
  db: Db;
  clock: Clock;
  announcer: Pick<Announcer, 'announce'>;
}

/** Looks once and announces the plants of which something changed; returns how many. */
export async function lookForAlarms({ db, clock, announcer }: Parts): Promise<number> {
  const changed = await inTransaction(db, 'write', async (tx) => {
    const alarmed = await evaluateAlarms(tx, clock());
    return [...new Set([...alarmed, ...(await sayVerdicts(tx))])];
  });
  announcer.announce(changed);
  return changed.length;
}
