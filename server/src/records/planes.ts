// Table planes: the parts of a roof that look one way. The wizard, the settings and the layout write them here.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

export interface Plane {
  /** Unique within the plant, from 1. */
  id: number;
  name: string;
  /** 0 lies flat, 90 stands upright. */
  tiltDeg: number;
  /** Where it looks, clockwise from north: 90 east, 180 south. */
  azimuthDeg: number;
  /** Rated power of its modules, W; 0 while nobody has said it. */
  ratedW: number;
}

/** The planes of a plant in the order of their numbers. */
export async function planesOf(tx: Tx, siteId: number): Promise<Plane[]> {
  const { rows } = await sql<Plane>`
    select id, name, tilt_deg as "tiltDeg", azimuth_deg as "azimuthDeg", rated_w as "ratedW"
    from planes where site_id = ${siteId} order by id`.execute(tx);
  return rows;
}

/**
 * Makes these the planes of a plant: new numbers are added, known ones changed, and those that are missing removed.
 * Modules of a removed plane stay where they lie and are of none. Says whether anything changed; the row of the plant
 * is locked, so that of two who change planes the second sees what the first wrote.
 */
export async function setPlanes(tx: Tx, siteId: number, planes: readonly Plane[]): Promise<boolean> {
  await sql`select from sites where id = ${siteId} for no key update`.execute(tx);
  const column = <K extends keyof Plane>(key: K) => planes.map((plane) => plane[key]);
  const ids = column('id');
  const changed = await sql`
    insert into planes as p (site_id, id, name, tilt_deg, azimuth_deg, rated_w)
    select ${siteId}, * from unnest(${ids}::int[], ${column('name')}::text[], ${column('tiltDeg')}::real[],
      ${column('azimuthDeg')}::real[], ${column('ratedW')}::real[])
    on conflict (site_id, id) do update set name = excluded.name, tilt_deg = excluded.tilt_deg,
      azimuth_deg = excluded.azimuth_deg, rated_w = excluded.rated_w
    where (p.name, p.tilt_deg, p.azimuth_deg, p.rated_w)
      is distinct from (excluded.name, excluded.tilt_deg, excluded.azimuth_deg, excluded.rated_w)
    returning id`.execute(tx);
  const removed = await sql`
    delete from planes where site_id = ${siteId} and id <> all(${ids}::int[]) returning id`.execute(tx);
  if (removed.rows.length > 0) {
    await sql`
      update modules set plane_id = null
      where site_id = ${siteId} and plane_id <> all(${ids}::int[])`.execute(tx);
  }
  return changed.rows.length + removed.rows.length > 0;
}
