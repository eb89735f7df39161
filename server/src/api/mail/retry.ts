import type { mail } from '@helioport/contract/mail';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { canRetrySql } from '../../queries/mailState.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { sendAgain } from '../../repositories/mails.ts';

export default handler<typeof mail.retry>(async ({ input, me, tx, now, visible, services }) => {
  const hasServer = services.config.smtp !== undefined;
  const { rows } = await sql<{ kind: string; recipient: string; canRetry: boolean }>`
    select m.kind, m.recipient, ${canRetrySql(hasServer, now)} as "canRetry"
    from mails m where m.id = (select v.id from ${visible.mails} v where v.id = ${input.id}) for update`.execute(
    tx,
  );
  const row = rows[0] ?? fail('mail.unknown');
  if (!row.canRetry) fail('mail.notToSend');
  await sendAgain(tx, input.id, now);
  await writeAudit(tx, me, now, {
    action: 'mail.retry',
    subject: row.recipient,
    detail: { kind: row.kind, mail: input.id },
  });
  return {};
});
