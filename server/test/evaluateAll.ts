// Evaluates all due plants immediately, so that tests need not wait for the loop.
import type { Db } from '../src/platform/db.ts';
import { type EvaluationParts, evaluatePlant } from '../src/timeseries/analytics/evaluate.ts';
import { claimPlant, releasePlant } from '../src/timeseries/analytics/marks.ts';

/** Marks are waited for so long at most before their plant is due, ms. */
const SETTLED_MS = 11 * 60_000;

/** Evaluates all plants that are due at `now` (ms), once marks have settled; returns how many days that were. */
export async function evaluateAll(
  db: Db,
  now: number,
  parts: Partial<Pick<EvaluationParts, 'evaluator' | 'weatherOf'>> = {},
): Promise<number> {
  const later = now + SETTLED_MS;
  let days = 0;
  for (;;) {
    const claim = await claimPlant(db, later);
    if (!claim) return days;
    const turn = await evaluatePlant({ db, clock: () => later, ...parts }, claim, 60_000);
    days += turn.days;
    await releasePlant(db, claim, Math.max(turn.dueAtMs, turn.dueAtMs <= later ? later : 0));
    if (turn.dueAtMs <= later && turn.days === 0)
      throw new Error(`plant ${claim.siteId} is due again and again`);
  }
}
