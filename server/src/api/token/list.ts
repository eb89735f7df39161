import type { OutputOf } from '@helioport/contract/endpoint';
import type { token } from '@helioport/contract/token';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { ms } from '../../queries/found.ts';

type Row = OutputOf<typeof token.list>['list'][number];

export default handler<typeof token.list>(async ({ me, tx, visible, now }) => {
  // Tokens are private, also while another user views the portal as this user.
  const isMine = me.userId === me.ownUserId;
  const { rows } = await sql<Row>`
    select t.id, t.name, t.can_write as "canWrite",
      case when t.site_ids is not null then coalesce(
        (select json_agg(json_build_object('sid', s.sid, 'name', s.name) order by s.name, s.sid)
         from ${visible.sites} s where s.id = any(t.site_ids)), '[]') end as plants,
      ${ms(sql`t.created_at`)} as "createdAt", ${ms(sql`t.expires_at`)} as "expiresAt",
      ${ms(sql`t.last_used_at`)} as "lastUsedAt",
      coalesce(t.expires_at <= ${new Date(now)}, false) as "isExpired"
    from access_tokens t where t.user_id = ${me.userId} and ${isMine} order by t.id desc`.execute(tx);
  return { list: rows };
});
