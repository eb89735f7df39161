import type { OutputOf } from '@helioport/contract/endpoint';
import { DELIVERIES_SHOWN, type webhook } from '@helioport/contract/webhook';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { ms } from '../../queries/found.ts';
import { siteToChange } from '../../queries/siteToChange.ts';

type Row = OutputOf<typeof webhook.deliveries>['list'][number];

export default handler<typeof webhook.deliveries>(async (call) => {
  const plant = await siteToChange(call, call.input.sid);
  const { rows } = await sql<Row>`
    select d.id, d.event, ${ms(sql`d.created_at`)} as "createdAt", d.attempts, ${ms(sql`d.attempted_at`)} as "attemptedAt",
      ${ms(sql`d.delivered_at`)} as "deliveredAt", ${ms(sql`d.due_at`)} as "nextAt", d.status,
      d.duration_ms as "durationMs", d.answer, d.error, d.body
    from webhook_deliveries d where d.site_id = ${plant.id} and d.webhook_id = ${call.input.id}
    order by d.id desc limit ${DELIVERIES_SHOWN}`.execute(call.tx);
  return { list: rows };
});
