// Table `arrays`: arrays, groups of modules with the same tilt and azimuth. Written by wizard, settings and layout.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

export interface RoofArray {
  /** Unique within the plant, from 1. */
  id: number;
  name: string;
  /** 0 is horizontal, 90 is vertical. */
  tiltDeg: number;
  /** Where it looks, clockwise from north: 90 east, 180 south. */
  azimuthDeg: number;
  /** Rated power of its modules, W; 0 if not entered. */
  ratedW: number;
}

/** Arrays of a plant in the order of their numbers. */
export async function arraysOf(tx: Tx, siteId: number): Promise<RoofArray[]> {
  const { rows } = await sql<RoofArray>`
    select id, name, tilt_deg as "tiltDeg", azimuth_deg as "azimuthDeg", rated_w as "ratedW"
    from arrays where site_id = ${siteId} order by id`.execute(tx);
  return rows;
}

/** Input for an array: no number for a new one; no rating to keep the current one, 0 for a new one. */
export interface ArrayEntry extends Omit<RoofArray, 'id' | 'ratedW'> {
  id: number | null;
  ratedW?: number | undefined;
}

const hold = (tx: Tx, siteId: number) =>
  sql`select from sites where id = ${siteId} for no key update`.execute(tx);

/**
 * Adds and updates arrays; returns the number of each entry and whether anything changed. Locks the row of the plant,
 * so that new numbers follow all existing ones even if several users add arrays concurrently.
 */
export async function upsertArrays(
  tx: Tx,
  siteId: number,
  entries: readonly ArrayEntry[],
): Promise<{ ids: number[]; isChanged: boolean }> {
  if (entries.length === 0) return { ids: [], isChanged: false };
  await hold(tx, siteId);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from arrays where site_id = ${siteId}`.execute(tx);
  let last = Math.max(rows[0]?.last ?? 0, ...entries.map(({ id }) => id ?? 0));
  const ids = entries.map(({ id }) => id ?? ++last);
  const column = <K extends keyof ArrayEntry>(key: K) => entries.map((entry) => entry[key] ?? null);
  const changed = await sql`
    insert into arrays as p (site_id, id, name, tilt_deg, azimuth_deg, rated_w)
    select ${siteId}, t.id, t.name, t.tilt, t.azimuth, coalesce(t.rated, old.rated_w, 0)
    from unnest(${ids}::int[], ${column('name')}::text[], ${column('tiltDeg')}::real[],
      ${column('azimuthDeg')}::real[], ${column('ratedW')}::real[]) as t(id, name, tilt, azimuth, rated)
    left join arrays old on old.site_id = ${siteId} and old.id = t.id
    on conflict (site_id, id) do update set name = excluded.name, tilt_deg = excluded.tilt_deg,
      azimuth_deg = excluded.azimuth_deg, rated_w = excluded.rated_w
    where (p.name, p.tilt_deg, p.azimuth_deg, p.rated_w)
      is distinct from (excluded.name, excluded.tilt_deg, excluded.azimuth_deg, excluded.rated_w)
    returning id`.execute(tx);
  return { ids, isChanged: changed.rows.length > 0 };
}

/**
 * Sets the arrays of a plant. Arrays in `known` without an entry are deleted, so that saving a form never deletes what
 * another user added in between; without `known`, all others are deleted. Modules of a deleted array keep their
 * position without an array. The first array of a plant gets all its modules if it is the only one. Returns whether
 * anything changed.
 */
export async function setArrays(
  tx: Tx,
  siteId: number,
  entries: readonly ArrayEntry[],
  known?: readonly number[],
): Promise<boolean> {
  await hold(tx, siteId);
  const isFirst = (await arraysOf(tx, siteId)).length === 0;
  const { ids, isChanged } = await upsertArrays(tx, siteId, entries);
  // With a single array, all modules belong to it.
  if (isFirst && ids.length === 1)
    await sql`update modules set array_id = ${ids[0]} where site_id = ${siteId} and array_id is null`.execute(
      tx,
    );
  const removed = await sql<Columns<'arrays', 'id'>>`
    delete from arrays where site_id = ${siteId} and id <> all(${ids}::int[])
      and ${known === undefined ? sql`true` : sql`id = any(${[...known]}::int[])`} returning id`.execute(tx);
  if (removed.rows.length > 0) {
    await sql`
      update modules set array_id = null
      where site_id = ${siteId} and array_id = any(${removed.rows.map(({ id }) => id)}::int[])`.execute(tx);
  }
  return isChanged || removed.rows.length > 0;
}
