// Readings of a device, or of all its components, as one row per instant, for pages and files.

import type { Tx } from '../../platform/db.ts';
import { readingsOf, type StoredReading } from '../../timeseries/query/history.ts';
import { type HistoryColumn, type PartColumns, shownIn, valueIn } from './historyColumns.ts';

/** Values of one or more components at one instant. */
export interface Instant {
  at: number;
  statusBits: StoredReading['statusBits'];
  values: Map<HistoryColumn, number | null>;
}

/** In the order of the span; of each part at most as many as its limit. */
export async function instantsOf(
  tx: Tx,
  parts: readonly PartColumns[],
  span: Parameters<typeof readingsOf>[2],
): Promise<Instant[]> {
  const byInstant = new Map<number, Instant>();
  for (const { device: one, columns } of parts) {
    for (const reading of await readingsOf(tx, { siteId: one.siteId, deviceId: one.id }, span)) {
      // Readings of components from one message share an instant: one row.
      const row = byInstant.get(reading.atMs) ?? { at: reading.atMs, statusBits: 0, values: new Map() };
      byInstant.set(reading.atMs, row);
      row.statusBits |= reading.statusBits;
      for (const column of columns) row.values.set(column, shownIn(column, valueIn(reading.values, column)));
    }
  }
  return [...byInstant.values()].sort((a, b) => (span.newestFirst ? b.at - a.at : a.at - b.at));
}
