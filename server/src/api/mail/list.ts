import type { mail } from '@helioport/contract/mail';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, orderBy, pageSql } from '../../platform/search.ts';
import { mailStateOf } from '../../queries/mailState.ts';
import { mailRowOf, rowColumns, type StoredRow } from './internal/row.ts';

const columns = {
  createdAt: sql`m.created_at`,
  sentAt: sql`m.sent_at`,
  recipient: sql`lower(m.recipient)`,
  subject: sql`m.subject`,
};

export default handler<typeof mail.list>(async ({ input, tx, now, visible, services }) => {
  const { keywords, state, kind, created_start_date: from, created_end_date: to } = input.filters;
  const hasServer = services.config.smtp !== undefined;
  const conditions = allOf([
    keywords && anyOf([contains(sql`lower(m.recipient)`, keywords), contains(sql`m.subject`, keywords)]),
    state && sql`${mailStateOf(hasServer, now)} = ${state}`,
    kind && sql`m.kind = ${kind}`,
    from && sql`m.created_at >= ${from}::date`,
    to && sql`m.created_at < ${to}::date + 1`,
  ]);
  const sort = input.sort.length > 0 ? input.sort : [{ field: 'createdAt', order: 'desc' } as const];
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(hasServer, now)}
    from ${visible.mails} m left join brands b on b.id = m.brand_id
    where ${conditions} ${orderBy(sort, columns, sql`m.id desc`)} ${pageSql(input.page)}`.execute(tx);
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${visible.mails} m where ${conditions}`.execute(tx);
  return { list: rows.map(mailRowOf), total: counted.rows[0]?.total ?? 0 };
});
