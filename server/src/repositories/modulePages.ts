// Table module_pages: layout pages with the modules of a plant.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

export interface Change {
  siteId: number;
  at: Date;
  userId: number | null;
}

/** Adds an empty page behind the others and returns its number. The plant's row is held, so that no number is given twice. */
export async function addPage(
  tx: Tx,
  { siteId, at, userId }: Change,
  page: { name: string; moduleWidthM?: number; moduleHeightM?: number },
): Promise<number> {
  await sql`select 1 from sites where id = ${siteId} for no key update`.execute(tx);
  const { rows } = await sql<Columns<'module_pages', 'id'>>`
    insert into module_pages (site_id, id, name, position, changed_at, changed_by, module_width_m, module_height_m)
    select ${siteId}, coalesce(max(id), 0) + 1, ${page.name}, coalesce(max(position), 0) + 1, ${at}, ${userId},
      ${page.moduleWidthM ?? 1.14}::real, ${page.moduleHeightM ?? 1.74}::real
    from module_pages where site_id = ${siteId}
    returning id`.execute(tx);
  return rows[0]!.id;
}

/** The version of a page, which is held until the transaction ends; undefined: there is no such page. */
export async function lockPage(tx: Tx, siteId: number, page: number): Promise<number | undefined> {
  const { rows } = await sql<Columns<'module_pages', 'version'>>`
    select version from module_pages where site_id = ${siteId} and id = ${page} for update`.execute(tx);
  return rows[0]?.version;
}

export interface PageFields {
  name: string | null;
  position: number | null;
  moduleWidthM: number | null;
  moduleHeightM: number | null;
  pictureXM: number | null;
  pictureYM: number | null;
  metresPerPixel: number | null;
  hasNoPicture: boolean;
}

/** Changes what is given and counts the version up; returns it. */
export async function changePage(
  tx: Tx,
  { siteId, at, userId }: Change,
  page: number,
  fields: Partial<PageFields> = {},
): Promise<number> {
  const given = (value: number | undefined | null) => sql`${value ?? null}::real`;
  const { rows } = await sql<Columns<'module_pages', 'version'>>`
    update module_pages set
      version = version + 1, changed_at = ${at}, changed_by = ${userId},
      name = coalesce(${fields.name ?? null}::text, name),
      position = coalesce(${fields.position ?? null}::int, position),
      module_width_m = coalesce(${given(fields.moduleWidthM)}, module_width_m),
      module_height_m = coalesce(${given(fields.moduleHeightM)}, module_height_m),
      picture_x_m = coalesce(${given(fields.pictureXM)}, picture_x_m),
      picture_y_m = coalesce(${given(fields.pictureYM)}, picture_y_m),
      picture_m_per_px = coalesce(${given(fields.metresPerPixel)}, picture_m_per_px),
      picture_hash = case when ${fields.hasNoPicture === true} then null else picture_hash end
    where site_id = ${siteId} and id = ${page}
    returning version`.execute(tx);
  return rows[0]!.version;
}

/** Lays a picture under a page, its corner where the other one's was. */
export async function layPicture(
  tx: Tx,
  siteId: number,
  page: number,
  picture: { hash: string; width: number; height: number; metresPerPixel: number },
): Promise<void> {
  await sql`
    update module_pages set picture_hash = ${picture.hash}, picture_width = ${picture.width},
      picture_height = ${picture.height}, picture_m_per_px = ${picture.metresPerPixel}
    where site_id = ${siteId} and id = ${page}`.execute(tx);
}

export async function deletePage(tx: Tx, siteId: number, page: number): Promise<void> {
  await sql`delete from module_pages where site_id = ${siteId} and id = ${page}`.execute(tx);
}
