import type { OutputOf } from '@helioport/contract/endpoint';
import type { token } from '@helioport/contract/token';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { ms } from '../../queries/found.ts';

type Link = NonNullable<OutputOf<typeof token.calendar>['link']>;

export default handler<typeof token.calendar>(async ({ me, tx }) => {
  // Not shown to an administrator who views the portal as this user.
  const isMine = me.userId === me.ownUserId;
  const { rows } = await sql<Link>`
    select only_mine as "onlyMine", ${ms(sql`created_at`)} as "createdAt", ${ms(sql`last_used_at`)} as "lastUsedAt"
    from calendar_links where user_id = ${me.userId} and ${isMine}`.execute(tx);
  return { link: rows[0] ?? null };
});
