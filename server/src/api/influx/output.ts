import type { OutputOf } from '@helioport/contract/endpoint';
import type { influx } from '@helioport/contract/influx';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { ms } from '../../queries/found.ts';
import { siteToChange } from '../../queries/siteToChange.ts';

type Row = NonNullable<OutputOf<typeof influx.output>['output']>;

export default handler<typeof influx.output>(async (call) => {
  const { id } = await siteToChange(call, call.input.sid);
  const { rows } = await sql<Row>`
    select o.url, o.org, o.bucket, o.token is not null as "hasToken", o.is_active as "isActive", o.paused,
      coalesce((select v.email from ${call.visible.users} v where v.id = o.created_by), '') as "createdBy",
      ${ms(sql`o.sent_at`)} as "sentAt", o.sent_lines as "sentReadings",
      (select ${ms(sql`m.from_at`)} from influx_marks m where m.site_id = o.site_id
        order by m.hour_at, m.device_id limit 1) as "waitingSince",
      case when o.failures > 0 and o.is_active then ${ms(sql`o.due_at`)} end as "nextAt", o.status, o.error
    from influx_outputs o where o.site_id = ${id}`.execute(call.tx);
  return { output: rows[0] ?? null };
});
