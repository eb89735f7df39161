// Creates day curves that the roll-up did not: of days whose last reading arrived before their end, as for every plant
// without a meter, and of days stored by versions without curves.
import { dayBounds, localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import type { SiteDay } from '../marks/dirty.ts';
import { over } from '../queryable.ts';
import type { DeviceReadings } from '../readings/readingParts.ts';
import { readReadings } from '../readings/readings.ts';
import { holdRollUps } from '../rollup/rollup.ts';
import { CURVE_FROM_DEVICES, curveOf, deservesCurve, writeCurve } from '../rollup/siteCurve.ts';
import { CURVE_STEP_MINUTES, slotsOfDay } from '../slots/slots.ts';

/** Plants per statement. */
const SITES_AT_ONCE = 50;

/**
 * Makes the curves that are missing, plant by plant, the newest day first, until `isStopping`. Days that wait to be
 * recomputed get theirs by that. `rest` is awaited between two days. Returns how many were made.
 */
export async function makeMissingCurves(
  db: Db,
  now: number,
  isStopping: () => boolean = () => false,
  rest: () => Promise<void> = async () => {},
): Promise<number> {
  let made = 0;
  for (let last = 0; ; ) {
    const { rows: plants } = await sql<{ siteId: number; timeZone: string }>`
      select l.site_id as "siteId", s.timezone as "timeZone"
      from (
        select site_id from latest where site_id > ${last} group by site_id having count(*) >= ${CURVE_FROM_DEVICES}
        order by site_id limit ${SITES_AT_ONCE}
      ) l join sites s on s.id = l.site_id order by 1`.execute(db);
    for (const { siteId, timeZone } of plants) {
      for (const day of await daysWithout(db, siteId, localDay(now, timeZone))) {
        if (isStopping()) return made;
        if (await inTransaction(db, 'write', (tx) => makeCurve(tx, { siteId, day }, now))) made++;
        await rest();
      }
    }
    const next = plants.at(-1);
    if (!next) return made;
    last = next.siteId;
  }
}

/** Days of a plant from before `today` that are to have a curve and have none. */
async function daysWithout(db: Db, siteId: number, today: string): Promise<string[]> {
  const { rows } = await over(db).query<Columns<'site_day', 'day'>>({
    name: 'curve-missing',
    text: `select s.day from site_day s
           where s.site_id = $1 and s.day < $2
             and s.day >= coalesce((select detail_from from retention), '-infinity')
             and not exists (select from site_curve c where c.site_id = $1 and c.day = s.day)
             and not exists (select from dirty_day w where w.site_id = $1 and w.day = s.day)
             and (select count(*) from device_day d where d.site_id = $1 and d.day = s.day) >= ${CURVE_FROM_DEVICES}
           order by s.day desc`,
    values: [siteId, today],
  });
  return rows.map(({ day }) => day);
}

/** Makes one curve, while the plant's roll-ups wait: what they do meanwhile would be undone. */
async function makeCurve(tx: Tx, { siteId, day }: SiteDay, now: number): Promise<boolean> {
  await holdRollUps(tx, siteId);
  const { rows } = await sql<{ timeZone: string }>`
    select timezone as "timeZone" from sites where id = ${siteId}
      and ${day}::date >= coalesce((select detail_from from retention), '-infinity')`.execute(tx);
  const plant = rows[0];
  if (!plant) return false;
  const { startMs, endMs } = dayBounds(day, plant.timeZone);
  const readings: DeviceReadings[] = await readReadings(tx, {
    siteId,
    fromMs: startMs,
    toMs: endMs,
    scalars: ['mainPower'],
    inputs: [],
  });
  if (!deservesCurve({ startMs, endMs }, readings.length, now)) return false;
  const slots = slotsOfDay(day, plant.timeZone, CURVE_STEP_MINUTES);
  await writeCurve(over(tx), { siteId, day, startMs }, curveOf(readings, slots, now));
  return true;
}
