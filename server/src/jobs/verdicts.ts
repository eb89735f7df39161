// Evaluates completed days and finds issues of devices every few minutes, including devices that do not report.
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { findTrouble } from '../timeseries/alarms/trouble.ts';
import type { Announcer } from '../timeseries/ingestion/live.ts';
import { judgeDays } from '../timeseries/rollup/judge.ts';

interface Parts {
  db: Db;
  clock: Clock;
  announcer: Pick<Announcer, 'announce'>;
}

/** Evaluates once and announces the plants with a changed verdict; returns the amount of work done. */
export async function evaluateConditions({
  db,
  clock,
  announcer,
}: Parts): Promise<{ days: number; plants: number }> {
  const now = clock();
  let days = 0;
  for (let evaluated = await judgeDays(db, now); evaluated > 0; evaluated = await judgeDays(db, now)) days += evaluated;
  const changed = await findTrouble(db, now);
  announcer.announce(changed);
  return { days, plants: changed.length };
}
