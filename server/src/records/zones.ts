// Table planes, as the layout edits them: the zones of a roof with their tilt and azimuth.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

export interface Zone {
  /** Below 0: a new one. */
  id: number;
  name: string;
  tiltDeg: number;
  azimuthDeg: number;
}

/**
 * Changes the zones that are known and adds the new ones; returns the numbers of the new ones in their order. A number
 * that is not known is left out. The plant's row is held, so that no number is given twice.
 */
export async function putZones(tx: Tx, siteId: number, zones: readonly Zone[]): Promise<number[]> {
  if (zones.length === 0) return [];
  await sql`select 1 from sites where id = ${siteId} for no key update`.execute(tx);
  const columns = (some: readonly Zone[]) => sql`${some.map((z) => z.name)}::text[],
    ${some.map((z) => z.tiltDeg)}::real[], ${some.map((z) => z.azimuthDeg)}::real[]`;
  const known = zones.filter(({ id }) => id >= 0);
  const fresh = zones.filter(({ id }) => id < 0);
  if (known.length > 0) {
    await sql`
      update planes p set name = t.name, tilt_deg = t.tilt, azimuth_deg = t.azimuth
      from unnest(${known.map(({ id }) => id)}::int[], ${columns(known)}) as t(id, name, tilt, azimuth)
      where p.site_id = ${siteId} and p.id = t.id`.execute(tx);
  }
  if (fresh.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    insert into planes (site_id, id, name, tilt_deg, azimuth_deg)
    select ${siteId}, (select coalesce(max(id), 0) from planes where site_id = ${siteId}) + t.n, t.name, t.tilt, t.azimuth
    from unnest(${columns(fresh)}) with ordinality as t(name, tilt, azimuth, n)
    returning id`.execute(tx);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
