// Table modules: positions in the layout, and the inputs wired to them. A wired module without a page has no position
// yet; a position without an input has no module yet.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

export interface NewModule {
  deviceId: number;
  addr: number;
  arrayId: number | null;
  ratedW: number;
  xM: number;
  yM: number;
  /** Absent: no position yet. */
  page?: number;
}

export async function addModules(tx: Tx, siteId: number, modules: readonly NewModule[]): Promise<void> {
  if (modules.length === 0) return;
  const column = <K extends keyof NewModule>(key: K) => modules.map((module) => module[key] ?? null);
  await sql`
    insert into modules (site_id, device_id, addr, array_id, rated_w, x_m, y_m, page_id)
    select ${siteId}, * from unnest(${column('deviceId')}::bigint[], ${column('addr')}::smallint[],
      ${column('arrayId')}::int[], ${column('ratedW')}::real[], ${column('xM')}::real[], ${column('yM')}::real[],
      ${column('page')}::int[])`.execute(tx);
}

/** A place on a page. */
export interface PlaceRow {
  xM: number;
  yM: number;
  rotationDeg: number;
  isLandscape: boolean;
  arrayId: number | null;
  /** W; 0: not entered. */
  ratedW: number;
  /** null: no input yet, as `addr`. */
  deviceId: number | null;
  addr: number | null;
}

const columnsOf = (places: readonly PlaceRow[]) => {
  const column = <K extends keyof PlaceRow>(key: K) => places.map((place) => place[key]);
  return sql`${column('xM')}::real[], ${column('yM')}::real[], ${column('rotationDeg')}::real[],
    ${column('isLandscape')}::boolean[], ${column('arrayId')}::int[], ${column('ratedW')}::real[],
    ${column('deviceId')}::bigint[], ${column('addr')}::smallint[]`;
};
const names = sql`x, y, rotation, landscape, plane, rated, device, addr`;

/** Adds places to a page and returns their numbers in the same order. */
export async function addPlaces(
  tx: Tx,
  siteId: number,
  page: number,
  places: readonly PlaceRow[],
): Promise<number[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<Columns<'modules', 'id'>>`
    insert into modules (site_id, page_id, x_m, y_m, rotation_deg, is_landscape, array_id, rated_w, device_id, addr)
    select ${siteId}, ${page}, ${names}
    from unnest(${columnsOf(places)}) with ordinality as t(${names}, n) order by n
    returning id`.execute(tx);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Updates existing positions of the page. */
export async function changePlaces(
  tx: Tx,
  siteId: number,
  page: number,
  places: readonly (PlaceRow & { id: number })[],
): Promise<void> {
  if (places.length === 0) return;
  await sql`
    update modules m set x_m = t.x, y_m = t.y, rotation_deg = t.rotation, is_landscape = t.landscape,
      array_id = t.plane, rated_w = t.rated, device_id = t.device, addr = t.addr
    from unnest(${places.map(({ id }) => id)}::bigint[], ${columnsOf(places)}) as t(id, ${names})
    where m.site_id = ${siteId} and m.page_id = ${page} and m.id = t.id`.execute(tx);
}

/** What an input that gave up its place is known by. */
export interface Unwired {
  deviceId: number;
  addr: number;
  arrayId: number | null;
  ratedW: number;
}

/**
 * Detaches positions of a page from their inputs, so that the inputs can be reassigned; returns the previous inputs.
 */
export async function unwire(
  tx: Tx,
  siteId: number,
  page: number,
  ids: readonly number[],
): Promise<Unwired[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Unwired>`
    with old as (
      select id, device_id, addr, array_id, rated_w from modules
      where site_id = ${siteId} and page_id = ${page} and id = any(${[...ids]}::bigint[]) and device_id is not null
    )
    update modules m set device_id = null, addr = null from old
    where m.site_id = ${siteId} and m.id = old.id
    returning old.device_id as "deviceId", old.addr, old.array_id as "arrayId", old.rated_w::float8 as "ratedW"`.execute(
    tx,
  );
  return rows;
}

/** Deletes unwired positions of a page. */
export async function removePlaces(
  tx: Tx,
  siteId: number,
  page: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from modules where site_id = ${siteId} and page_id = ${page} and id = any(${[...ids]}::bigint[])
      and device_id is null`.execute(tx);
}

/** Removes inputs from those without a position, before they get one. */
export async function stopWaiting(
  tx: Tx,
  siteId: number,
  inputs: readonly { deviceId: number; addr: number }[],
): Promise<void> {
  if (inputs.length === 0) return;
  await sql`
    delete from modules m using unnest(${inputs.map((i) => i.deviceId)}::bigint[],
      ${inputs.map((i) => i.addr)}::smallint[]) as t(device, addr)
    where m.site_id = ${siteId} and m.device_id = t.device and m.addr = t.addr and m.page_id is null`.execute(
    tx,
  );
}

/** Adds inputs without a position to the waiting ones; those with a position stay. */
export async function letWait(tx: Tx, siteId: number, inputs: readonly Unwired[]): Promise<void> {
  if (inputs.length === 0) return;
  await sql`
    insert into modules (site_id, device_id, addr, array_id, rated_w)
    select ${siteId}, * from unnest(${inputs.map((i) => i.deviceId)}::bigint[],
      ${inputs.map((i) => i.addr)}::smallint[], ${inputs.map((i) => i.arrayId)}::int[],
      ${inputs.map((i) => i.ratedW)}::real[])
    on conflict (site_id, device_id, addr) do nothing`.execute(tx);
}

/** Clears a page: wired modules lose their position, unwired ones are deleted. */
export async function emptyPage(tx: Tx, siteId: number, page: number): Promise<void> {
  await sql`
    delete from modules where site_id = ${siteId} and page_id = ${page} and device_id is null`.execute(tx);
  await sql`
    update modules set page_id = null where site_id = ${siteId} and page_id = ${page}`.execute(tx);
}
