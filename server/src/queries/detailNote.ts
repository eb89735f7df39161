// Note for days whose detailed readings are past the retention period.
import type { Tx } from '../platform/db.ts';
import { retentionOf } from '../timeseries/retention/retention.ts';

/** Part of an answer about single readings from `day` on: the first day that has all of them, where that is a later one. */
export async function detailNote(tx: Tx, day: string): Promise<{ detailFrom?: string }> {
  const { detailFrom } = await retentionOf(tx);
  return detailFrom !== null && day < detailFrom ? { detailFrom } : {};
}
