import type { cloudImport } from '@helioport/contract/cloudImport';
import { sql } from 'kysely';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { CloudError, createVendorCloud } from '../../queries/cloudImport/vendorCloud.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { beginImport, resumeImport } from '../../repositories/cloudImports.ts';

async function prepare(call: EarlyCall<typeof cloudImport.login>): Promise<string> {
  const { input, tx, me, services } = call;
  const settings = services.config.cloud ?? fail('cloud.disabled');
  // Checked before the password leaves the server, and again when the import begins.
  const { rows } = await sql<Columns<'cloud_imports', 'state'>>`
    select state from cloud_imports where user_id = ${me.userId}
      and (${input.id ?? null}::bigint is null and ended_at is null or id = ${input.id ?? null})`.execute(tx);
  if (input.id == null && rows.length > 0) fail('cloud.underWay');
  if (input.id != null && rows.length === 0) fail('cloud.unknown');
  if (input.id != null && rows[0]?.state !== 'login') fail('cloud.otherState');
  try {
    return await createVendorCloud(settings).login(input.account, input.password);
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    const { reason, detail } = error;
    return fail(reason === 'login' ? 'cloud.refused' : `cloud.${reason}`, { detail });
  }
}

export default withPreparation<typeof cloudImport.login, string>(prepare, async (call, session) => {
  const { input, tx, me, now } = call;
  const { account } = input;
  const one = { userId: me.userId, account, session, now };
  const id =
    input.id == null
      ? ((await beginImport(tx, one)) ?? fail('cloud.underWay'))
      : (await resumeImport(tx, { ...one, id: input.id }))
        ? input.id
        : fail('cloud.otherState');
  await writeAudit(tx, me, now, {
    subjectUserId: me.userId,
    action: 'cloudImport.login',
    subject: account,
  });
  return { id };
});
