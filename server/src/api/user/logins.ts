import type { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { pageSql } from '../../platform/search.ts';
import { deviceInWords } from '../../platform/userAgent.ts';

type Row = Columns<'sessions', 'userAgent' | 'createdAt' | 'lastSeenAt'>;

/** Without the network address, which only the account itself may see. */
export default handler<typeof user.logins>(async ({ input, visible, tx, now, lan }) => {
  const { rows: people } = await sql<{ id: number }>`
    select u.id from ${visible.knownUsers} u where u.uid = ${input.uid}`.execute(tx);
  const { id } = people[0] ?? fail('user.unknown');
  const living = sql`sessions s where s.user_id = ${id} and s.expires_at > ${new Date(now)}`;
  const { rows } = await sql<Row>`
    select s.user_agent as "userAgent", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt" from ${living}
    order by s.last_seen_at desc, s.public_id ${pageSql(input.page)}`.execute(tx);
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${living}`.execute(tx);
  return {
    list: rows.map(({ userAgent, createdAt, lastSeenAt }) => ({
      device: deviceInWords(userAgent, lan),
      createdAt: createdAt.getTime(),
      lastSeenAt: lastSeenAt.getTime(),
    })),
    total: counted[0]?.total ?? 0,
  };
});
