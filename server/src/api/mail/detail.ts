import type { mail } from '@helioport/contract/mail';
import { type RawBuilder, sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { mailRowOf, rowColumns, type StoredRow } from './internal/row.ts';

export default handler<typeof mail.detail>(async ({ input, me, tx, now, visible, services }) => {
  const hasServer = services.config.smtp !== undefined;
  // Reading a link gives access to its account, so only users who may administer the account see it.
  const readable = (text: RawBuilder<unknown>) => sql`
    case when m.secret = '' or exists (
        select 1 from ${visible.editableUsers} e where lower(e.email) = lower(m.recipient)) then ${text}
      else replace(${text}, m.secret, '***') end`;
  const { rows } = await sql<StoredRow & { text: string; html: string }>`
    select ${rowColumns(hasServer, now)}, ${readable(sql`m.body_text`)} as text, ${readable(sql`m.body_html`)} as html
    from ${visible.mails} m left join brands b on b.id = m.brand_id
    where m.id = ${input.id}`.execute(tx);
  const row = rows[0];
  if (!row) return fail('mail.unknown');
  await writeAudit(tx, me, now, {
    action: 'mail.read',
    subject: row.recipient,
    detail: { kind: row.kind, mail: row.id },
  });
  return { ...mailRowOf(row), text: row.text, html: row.html };
});
