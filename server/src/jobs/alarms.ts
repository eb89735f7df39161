// Evaluates all plants for new and ended alarms, every minute.
import { inTransaction } from '../platform/db.ts';
import { closeByEvidence, refreshCaseCounts } from '../repositories/cases.ts';
import { storeConditions } from '../timeseries/alarms/conditions.ts';
import { evaluateAlarms } from '../timeseries/alarms/evaluate.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'announcer'>;

/** Evaluates all plants once and announces those with changes; returns their number. */
export async function lookForAlarms({ db, clock, announcer }: Parts): Promise<number> {
  const changed = await inTransaction(db, 'write', async (tx) => {
    const alarmed = await evaluateAlarms(tx, clock());
    const conditions = await storeConditions(tx);
    const closed = await closeByEvidence(tx, clock());
    if (closed.length > 0) await refreshCaseCounts(tx, closed);
    return [...new Set([...alarmed, ...conditions, ...closed])];
  });
  announcer.announce(changed);
  return changed.length;
}
