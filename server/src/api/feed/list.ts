import type { OutputOf } from '@helioport/contract/endpoint';
import type { feed } from '@helioport/contract/feed';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { ms } from '../../queries/found.ts';
import { siteToChange } from '../../queries/siteToChange.ts';

type Row = OutputOf<typeof feed.list>['list'][number];

export default handler<typeof feed.list>(async (call) => {
  const { id } = await siteToChange(call, call.input.sid);
  const { rows } = await sql<Row>`
    select f.id, f.kind as source, f.name, ${ms(sql`f.created_at`)} as "createdAt",
      coalesce((select v.email from ${call.visible.users} v where v.id = f.created_by), '') as "createdBy",
      ${ms(sql`f.last_used_at`)} as "lastUsedAt", ${ms(sql`f.last_value_at`)} as "lastValueAt",
      f.last_values as "lastValues", f.last_error as "lastError"
    from feeds f where f.site_id = ${id} order by f.id desc`.execute(call.tx);
  return { list: rows };
});
