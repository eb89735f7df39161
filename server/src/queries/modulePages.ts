// Layout pages of a plant, for the modules `site` and `device`.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import type { Visible } from '../access/visible.ts';
import type { Tx } from '../platform/db.ts';
import { fileAddress } from '../repositories/files.ts';
import { ms } from './found.ts';

export type LayoutPage = OutputOf<typeof site.modulesPage>['list'][number];

/** The pages in their order. The last editor is named only to callers who may see that user. */
export async function pagesOf(tx: Tx, visible: Visible, siteId: number): Promise<LayoutPage[]> {
  const { rows } = await sql<LayoutPage & { hash: string | null }>`
    select p.id, p.name, p.position, p.version, p.module_width_m::float8 as "moduleWidthM",
      p.module_height_m::float8 as "moduleHeightM", p.picture_hash as hash, p.picture_width as "pictureWidth",
      p.picture_height as "pictureHeight", p.picture_x_m::float8 as "pictureXM", p.picture_y_m::float8 as "pictureYM",
      p.picture_m_per_px::float8 as "metresPerPixel",
      (select count(*)::int from modules m where m.site_id = p.site_id and m.page_id = p.id) as count,
      ${ms(sql`p.changed_at`)} as "changedAt",
      coalesce((select u.email from ${visible.users} u where u.id = p.changed_by), '') as "changedBy"
    from module_pages p where p.site_id = ${siteId} order by p.position, p.id`.execute(tx);
  return rows.map(({ hash, ...page }) => ({ ...page, ...roundedSizes(page), picture: fileAddress(hash) }));
}

/** What the store holds in four bytes, without the digits that they do not have. */
const short = (value: number) => Number(value.toPrecision(7));
const roundedSizes = ({ moduleWidthM, moduleHeightM, pictureXM, pictureYM, metresPerPixel }: LayoutPage) => ({
  moduleWidthM: short(moduleWidthM),
  moduleHeightM: short(moduleHeightM),
  pictureXM: short(pictureXM),
  pictureYM: short(pictureYM),
  metresPerPixel: short(metresPerPixel),
});
