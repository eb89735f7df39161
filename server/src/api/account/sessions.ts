import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { allOf, anyOf, contains, orderBy, pageSql } from '../../platform/search.ts';
import { hashToken } from '../../platform/token.ts';
import { deviceInWords } from '../../platform/userAgent.ts';

const columns = {
  createdAt: sql`s.created_at`,
  lastSeenAt: sql`s.last_seen_at`,
  address: sql`s.address`,
};

interface Row
  extends Columns<'sessions', 'userAgent' | 'address' | 'createdAt' | 'lastSeenAt' | 'expiresAt'> {
  id: string;
  isCurrent: boolean;
}

export default handler<typeof account.sessions>(async ({ input, me, tx, now, lan, origin }) => {
  const { keywords } = input.filters;
  const found =
    keywords && anyOf([contains(sql`s.user_agent`, keywords), contains(sql`s.address`, keywords)]);
  const sort = input.sort.length > 0 ? input.sort : [{ field: 'lastSeenAt', order: 'desc' } as const];
  // Login locations are private, also while another user views the portal as this user.
  const isMine = me.userId === me.ownUserId;
  const living = sql`
    sessions s
    where s.user_id = ${me.userId} and ${isMine} and s.expires_at > ${new Date(now)} and ${allOf([found])}`;
  const { rows } = await sql<Row>`
    select s.public_id as id, s.user_agent as "userAgent", s.address, s.created_at as "createdAt",
      s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt",
      s.token_hash = ${hashToken(origin.token)} as "isCurrent"
    from ${living}
    ${orderBy(sort, columns, sql`s.public_id`)} ${pageSql(input.page)}`.execute(tx);
  const counted = await sql<{ total: number }>`select count(*) as total from ${living}`.execute(tx);
  return {
    list: rows.map((row) => ({
      id: row.id,
      device: deviceInWords(row.userAgent, lan),
      address: row.address,
      createdAt: row.createdAt.getTime(),
      lastSeenAt: row.lastSeenAt.getTime(),
      expiresAt: row.expiresAt.getTime(),
      isCurrent: row.isCurrent,
    })),
    total: counted.rows[0]?.total ?? 0,
  };
});
