import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { fileAddress } from '../../repositories/files.ts';

interface Row extends Omit<OutputOf<typeof site.layoutInfo>, 'layoutPic'> {
  hash: string | null;
}

/** The picture of the first page of modules that has one, and its scale in metres per pixel; '' and 0 for none. */
export default handler<typeof site.layoutInfo>(async ({ input, visible, tx }) => {
  const { rows } = await sql<Row>`
    select s.sid, s.name as "siteName", p.picture_hash as hash,
      coalesce(p.picture_m_per_px::float8, 0) as "layoutScale"
    from ${visible.sites} s
    left join lateral (
      select picture_hash, picture_m_per_px from module_pages
      where site_id = s.id and picture_hash is not null order by position, id limit 1
    ) p on true
    where s.sid = ${input.sid}`.execute(tx);
  const row = rows[0] ?? fail('site.unknown');
  const { sid, siteName, layoutScale, hash } = row;
  return { sid, siteName, layoutPic: hash === null ? '' : fileAddress(hash), layoutScale };
});
