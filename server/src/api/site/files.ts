import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { findSite } from '../../queries/findSite.ts';
import { ms } from '../../queries/found.ts';
import { largeFileAddress } from '../../repositories/largeFiles.ts';

type Row = Omit<OutputOf<typeof site.files>['list'][number], 'address'> & { key: string };

export default handler<typeof site.files>(async (call) => {
  const { id } = await findSite(call, call.input.sid);
  const { rows } = await sql<Row>`
    select f.id, f.key, f.name, f.mime, f.bytes, f.sha256, ${ms(sql`f.created_at`)} as "addedAt",
      coalesce((select coalesce(nullif(v.contact_person, ''), v.email) from ${call.visible.users} v where v.id = f.user_id), '') as "addedBy"
    from site_files s join large_files f on f.id = s.file_id
    where s.site_id = ${id} and f.sha256 is not null
    order by f.created_at desc, f.id desc`.execute(call.tx);
  return { list: rows.map(({ key, ...file }) => ({ ...file, address: largeFileAddress(key) })) };
});
