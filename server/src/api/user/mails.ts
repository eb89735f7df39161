import type { OutputOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { pageSql } from '../../platform/search.ts';
import { mailStateOf } from '../../queries/mailState.ts';

type Mail = OutputOf<typeof user.mails>['list'][number];
type Row = Omit<Mail, 'createdAt' | 'sentAt'> & { createdAt: Date; sentAt: Date | null };

export default handler<typeof user.mails>(async ({ input, visible, tx, now, services }) => {
  const { rows: people } = await sql<{ email: string }>`
    select lower(u.email) as email from ${visible.knownUsers} u where u.uid = ${input.uid}`.execute(tx);
  const { email } = people[0] ?? fail('user.unknown');
  const hasServer = services.config.smtp !== undefined;
  const { rows } = await sql<Row>`
    select m.id, m.kind, m.subject, ${mailStateOf(hasServer, now)} as state, m.attempts, m.last_error as "lastError",
      m.created_at as "createdAt", m.sent_at as "sentAt"
    from ${visible.mailHeads} m where lower(m.recipient) = ${email}
    order by m.id desc ${pageSql(input.page)}`.execute(tx);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from ${visible.mailHeads} m where lower(m.recipient) = ${email}`.execute(tx);
  return {
    list: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.getTime(),
      sentAt: row.sentAt?.getTime() ?? null,
    })),
    total: counted[0]?.total ?? 0,
  };
});
