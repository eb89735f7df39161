// Calculates the clear-sky energy of each plant for its current and its next local day, which the dashboard sums up. One
// row per plant; triggers reset it when the location, a device, a module or an array changes.
import { clearSkyStepsOf } from '@helioport/domain/clearSky';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import { type SitePlant, skyPlants } from '../query/skies.ts';

/** Plants read with one statement. */
const TOGETHER = 100;

interface DueSite extends Columns<'sites', 'id' | 'timezone'> {
  revision: number;
}

/** Plants with a location but without the energies of the day that it is there, with a row each. */
async function dueSites(db: Db, now: number): Promise<DueSite[]> {
  const at = new Date(now);
  const { rows } = await sql<DueSite>`
    with due as (
      select s.id, s.timezone from sites s left join site_sky k on k.site_id = s.id
      where s.latitude is not null and s.longitude is not null
        and (k.start_at is null or k.next_at <= ${at} or k.start_at > ${at})
      order by s.id limit ${TOGETHER}
    ), added as (
      insert into site_sky (site_id) select id from due on conflict do nothing
    )
    select due.id, due.timezone, coalesce(k.revision, 0) as revision
    from due left join site_sky k on k.site_id = due.id`.execute(db);
  return rows;
}

/**
 * Calculates the energies of all plants that lack them; returns how many were stored. A plant that changes meanwhile is
 * calculated again.
 */
export async function refreshSiteSkies(
  { db, now }: { db: Db; now: number },
  isStopping: () => boolean = () => false,
): Promise<number> {
  let stored = 0;
  for (;;) {
    const due = await dueSites(db, now);
    // After the revisions: a change in between is noticed when storing.
    const plants = await skyPlants(
      db,
      due.map(({ id }) => id),
    );
    const before = stored;
    for (const site of due) {
      if (isStopping()) return stored;
      if (await store(db, site, plants.get(site.id), now)) stored++;
    }
    // Plants that change all the time wait for the next pass instead of keeping this one busy.
    if (due.length < TOGETHER || stored === before) return stored;
  }
}

/** Each plant with a statement of its own, which therefore waits for no other lock while it holds one. */
async function store(db: Db, site: DueSite, plant: SitePlant | undefined, now: number): Promise<boolean> {
  const { id, timezone, revision } = site;
  const day = localDay(now, timezone);
  const { startMs, endMs: nextMs } = dayBounds(day, timezone);
  const { endMs } = dayBounds(addDays(day, 1), timezone);
  const hasRating = plant?.inverters.some(({ modules }) => modules.some(({ ratedW }) => ratedW > 0)) ?? false;
  const stepsOf = plant && hasRating ? clearSkyStepsOf(plant) : () => [];
  const { numAffectedRows } = await sql`
    update site_sky set start_at = ${new Date(startMs)}, next_at = ${new Date(nextMs)}, end_at = ${new Date(endMs)},
      today = ${stepsOf(startMs, nextMs)}::real[], next = ${stepsOf(nextMs, endMs)}::real[]
    where site_id = ${id} and revision = ${revision}`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}
