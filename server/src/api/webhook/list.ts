import type { OutputOf } from '@helioport/contract/endpoint';
import type { webhook } from '@helioport/contract/webhook';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { ms } from '../../queries/found.ts';
import { siteToChange } from '../../queries/siteToChange.ts';

type Row = OutputOf<typeof webhook.list>['list'][number];

export default handler<typeof webhook.list>(async (call) => {
  const { id } = await siteToChange(call, call.input.sid);
  const { rows } = await sql<Row>`
    select w.id, w.url, w.events, w.is_active as "isActive", ${ms(sql`w.paused_at`)} as "pausedAt", w.paused,
      ${ms(sql`w.created_at`)} as "createdAt",
      coalesce((select v.email from ${call.visible.users} v where v.id = w.created_by), '') as "createdBy",
      ${ms(sql`t."deliveredAt"`)} as "lastDeliveredAt", ${ms(sql`t."failedAt"`)} as "lastFailedAt"
    from webhooks w
    cross join lateral (
      select max(d.delivered_at) as "deliveredAt", max(d.attempted_at) filter (where d.error <> '') as "failedAt"
      from webhook_deliveries d where d.site_id = w.site_id and d.webhook_id = w.id
    ) t
    where w.site_id = ${id} order by w.id desc`.execute(call.tx);
  return { list: rows };
});
