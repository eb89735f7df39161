// How clear the sky was over plants nearby, from what was evaluated of them.
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import type { Slots } from '../slots/slots.ts';
import { unpackExpected } from './curve.ts';
import type { AnalyticsPlant } from './plantModel.ts';

/** Plants farther away have another sky. */
const NEARBY_KM = 50;
const KM_PER_DEGREE = 111.2;
/** Most nearby plants to compare with: more change a median little. */
const MOST_PLANTS = 8;

/** The nearest plants with coordinates, nearest first. */
export async function plantsNearby(
  db: Db,
  { siteId, model, hasPosition }: AnalyticsPlant,
): Promise<number[]> {
  if (!hasPosition) return [];
  const { latitude, longitude } = model;
  const height = NEARBY_KM / KM_PER_DEGREE;
  const scale = Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const width = Math.min(180, height / scale);
  const { rows } = await sql<Columns<'sites', 'id'>>`
    select s.id from sites s
    cross join lateral (select power((s.longitude - ${longitude}) * ${scale}::float8, 2)
      + power(s.latitude - ${latitude}, 2) as square) d
    where s.latitude between ${latitude - height} and ${latitude + height}
      and s.longitude between ${longitude - width} and ${longitude + width}
      and s.id <> ${siteId} and d.square <= ${height ** 2}
    order by d.square, s.id limit ${MOST_PLANTS}`.execute(db);
  return rows.map(({ id }) => id);
}

interface Row extends Columns<'site_expected', 'slotS' | 'curve'> {
  startMs: number;
}

/**
 * Irradiance over its clear-sky value at the slots of a day: the median of the plants that are evaluated of it already;
 * null where none is.
 */
export async function clearnessNearby(
  db: Db,
  siteIds: readonly number[],
  day: string,
  slots: Slots,
): Promise<Float64Array | null> {
  if (siteIds.length === 0) return null;
  const { rows } = await sql<Row>`
    select (extract(epoch from start_at) * 1000)::float8 as "startMs", slot_s as "slotS", curve from site_expected
    where site_id = any(${[...siteIds]}::bigint[]) and day = ${day}::date and is_whole`.execute(db);
  const plants = rows.flatMap(({ startMs, slotS, curve }) => {
    const values = unpackExpected(curve)?.clearness;
    return values ? [{ startMs, slotMs: slotS * 1000, values }] : [];
  });
  if (plants.length === 0) return null;
  const clearness = new Float64Array(slots.count).fill(Number.NaN);
  const seen: number[] = [];
  for (let slot = 0; slot < slots.count; slot++) {
    const at = slots.startMs + (slot + 0.5) * slots.stepMs;
    seen.length = 0;
    for (const { startMs, slotMs, values } of plants) {
      const value = values[Math.floor((at - startMs) / slotMs)];
      if (value !== undefined && !Number.isNaN(value)) seen.push(value);
    }
    if (seen.length === 0) continue;
    seen.sort((a, b) => a - b);
    clearness[slot] = seen[seen.length >> 1]!;
  }
  return clearness.some((value) => !Number.isNaN(value)) ? clearness : null;
}
