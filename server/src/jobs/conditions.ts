// Evaluates completed days and finds issues of devices every few minutes, including devices that do not report.
import { findIssues } from '../timeseries/alarms/issues.ts';
import { evaluateDays } from '../timeseries/rollup/evaluate.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'announcer'>;

/** Evaluates once and announces the plants with a changed verdict; returns the amount of work done. */
export async function evaluateConditions({
  db,
  clock,
  announcer,
}: Parts): Promise<{ days: number; plants: number }> {
  const now = clock();
  let days = 0;
  for (let evaluated = await evaluateDays(db, now); evaluated > 0; evaluated = await evaluateDays(db, now))
    days += evaluated;
  const changed = await findIssues(db, now);
  announcer.announce(changed);
  return { days, plants: changed.length };
}
