import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { fileAddress } from '../../records/files.ts';

interface Row extends OutputOf<typeof site.layoutInfo> {
  hash: string | null;
}

/** The picture of the first page that has one, in metres per pixel; else what was entered for the plant. */
const layoutInfo: Handler<typeof site.layoutInfo> = async ({ input, visible, tx }) => {
  const { rows } = await sql<Row>`
    select s.sid, s.name as "siteName", p.picture_hash as hash, s.layout_picture as "layoutPic",
      coalesce(p.picture_m_per_px::float8, s.layout_scale) as "layoutScale"
    from ${visible.sites} s
    left join lateral (
      select picture_hash, picture_m_per_px from module_pages
      where site_id = s.id and picture_hash is not null order by position, id limit 1
    ) p on true
    where s.sid = ${input.sid}`.execute(tx);
  const row = rows[0] ?? fail('site.unknown');
  const { sid, siteName, layoutScale, hash } = row;
  return { sid, siteName, layoutPic: hash === null ? row.layoutPic : fileAddress(hash), layoutScale };
};

export default layoutInfo;
