// Expected energy of a plant on its running day to date. Findings are detected once the day is over.
import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import { type Db, inTransaction } from '../../platform/db.ts';
import { clearnessOf } from './clearness.ts';
import { readDayInput, readingsOfPlant, slotsOf } from './dayInput.ts';
import { type EvaluationParts, engine } from './evaluate.ts';
import { RUNNING_EVERY_MS } from './marks.ts';
import { clearnessNearby, plantsNearby } from './nearby.ts';
import { modelOn, readPlant } from './plantModel.ts';
import { producedSoFar } from './producedSoFar.ts';
import { writeSiteDay } from './results.ts';
import { stateUntil, unpackState } from './state.ts';

/** An older state does not describe today, days. */
const OLDEST_STATE = 30;
/** Unknown energy is evaluated again after this time: readings of a gap may be on their way. */
const RETRY_MS = 5 * 60_000;
/** If a larger share of the day's irradiance is unknown, no energy is expected. */
const MOST_UNKNOWN = 0.2;

/** Claims up to `limit` plants whose running day has progressed; other workers skip them. */
export const claimRunningDays = (db: Db, nowMs: number, limit: number): Promise<number[]> =>
  inTransaction(db, 'write', async (tx) => {
    const { rows } = await sql<Columns<'site_analytics', 'siteId'>>`
      update site_analytics a set today_at = ${new Date(nowMs)}
      from (
        select o.site_id from site_analytics o join site_latest l on l.site_id = o.site_id
        where l.at > ${new Date(nowMs - RUNNING_EVERY_MS)} and (o.today_at is null or o.today_at < ${new Date(nowMs - RUNNING_EVERY_MS)})
        order by o.today_at nulls first limit ${limit} for update of o skip locked
      ) due
      where a.site_id = due.site_id returning a.site_id as "siteId"`.execute(tx);
    return rows.map(({ siteId }) => siteId);
  });

/** Evaluates the running day of a plant up to now from the last stored state; false without one. */
export async function evaluateRunningDay(parts: EvaluationParts, siteId: number): Promise<boolean> {
  const { db, clock, evaluator = engine, weatherOf } = parts;
  const now = clock();
  const plant = await readPlant(db, siteId);
  if (!plant) return false;
  const today = localDay(now, plant.model.timeZone);
  const stored = await stateUntil(db, siteId, addDays(today, -1));
  if (!stored || stored.day < addDays(today, -OLDEST_STATE)) return false;
  const [nearby, readings] = [await plantsNearby(db, plant), await readingsOfPlant(db, siteId)];
  const measured = await readDayInput(db, plant, readings, today, now);
  const nearbyClearness = await clearnessNearby(db, nearby, today, slotsOf(today, plant.model.timeZone));
  const weather = plant.hasPosition && weatherOf ? await weatherOf(plant, measured) : null;
  const input = { ...measured, nearbyClearness, weather };
  const model = modelOn(plant, today);
  const { result } = evaluator.evaluateDay(model, await unpackState(stored.bytes), input);
  const { startMs, slotMs, slots } = input;
  const seen = Math.min(slots, Math.floor((now - startMs) / slotMs));
  let [wh, lit, unknown] = [0, 0, 0];
  const expectedW = Float64Array.from({ length: slots }, (_, slot) => {
    const watts = slot < seen ? result.expectedW[slot]! : Number.NaN;
    if (slot < seen && watts !== 0) lit++;
    if (slot < seen && Number.isNaN(watts)) unknown++;
    if (!Number.isNaN(watts)) wh += (watts * slotMs) / HOUR_MS;
    return watts;
  });
  const isKnown = lit === 0 || unknown <= MOST_UNKNOWN * lit;
  const untilMs = startMs + seen * slotMs;
  const counted = result.modules.map((module) => module.producedWh);
  const producedWh = producedSoFar(input, counted, expectedW, seen);
  // Modules have no expected energy on a running day; the total of the plant has.
  const modules = result.modules.map((module) => ({ ...module, expectedWh: null }));
  await inTransaction(db, 'write', async (tx) => {
    await writeSiteDay(
      tx,
      siteId,
      {
        input,
        result: { ...result, modules, expectedW },
        reference: null,
        clearness: clearnessOf(model, input),
      },
      { isWhole: false, untilMs, expectedWh: isKnown ? wh : null },
    );
    await sql`
      update site_analytics set today = ${today}::date, today_wh = ${isKnown ? wh : null},
        today_produced_wh = ${producedWh},
        today_at = ${new Date(producedWh === null ? now - RUNNING_EVERY_MS + RETRY_MS : now)}
      where site_id = ${siteId}`.execute(tx);
  });
  return true;
}
