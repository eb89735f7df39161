import type { cloudImport } from '@helioport/contract/cloudImport';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { endImport } from '../../repositories/cloudImports.ts';

export default handler<typeof cloudImport.cancel>(async ({ input, tx, me, now }) => {
  const { rows } = await sql`
    select from cloud_imports where id = ${input.id} and user_id = ${me.userId}`.execute(tx);
  if (rows.length === 0) fail('cloud.unknown');
  if (!(await endImport(tx, input.id, { state: 'cancelled', now }))) fail('cloud.otherState');
  await writeAudit(tx, me, now, {
    subjectUserId: me.userId,
    action: 'cloudImport.cancel',
    subject: String(input.id),
  });
  return {};
});
