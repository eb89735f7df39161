// What a finding cost on each day, and the expected energy of these days with it.
import { sql } from 'kysely';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import type { Daily } from '../../../timeseries/analytics/expectedDays.ts';
import type { Behind } from './behind.ts';

/** Energy that the finding cost on the days that are shown, Wh by local day. */
export async function lossesOf(
  tx: Tx,
  { row: { id, siteId }, from, to }: Pick<Behind, 'row' | 'from' | 'to'>,
): Promise<Map<string, number>> {
  const { rows } = await sql<Columns<'loss_day', 'day' | 'lostWh'>>`
    select day, lost_wh as "lostWh" from loss_day
    where site_id = ${siteId} and day between ${from}::date and ${to}::date and finding_id = ${id}`.execute(
    tx,
  );
  return new Map(rows.map(({ day, lostWh }) => [day, lostWh]));
}

/**
 * The days with an expected energy that contains their loss (Wh): before a gradual loss is detected, the stored expected
 * energy follows it. Unknown values stay unknown.
 */
export function withLosses<D extends Pick<Daily, 'days' | 'produced' | 'expected'>>(
  daily: D,
  lost: ReadonlyMap<string, number>,
): D {
  const expected = daily.expected.map((wh, i) => {
    const produced = daily.produced[i] ?? null;
    const lostWh = lost.get(daily.days[i]!) ?? 0;
    // The first day after an interruption has the counters of all days before: without a loss, they are no measure of it.
    return wh === null || produced === null || lostWh === 0 ? wh : Math.max(wh, produced + lostWh);
  });
  return { ...daily, expected };
}
