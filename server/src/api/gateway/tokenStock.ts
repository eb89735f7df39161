import type { gateway } from '@helioport/contract/gateway';
import { parseSn } from '@helioport/domain/deviceIdentity';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { deviceKeyOf } from '../../queries/deviceKey.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { stockKey } from '../../repositories/deviceKeys.ts';

export default handler<typeof gateway.tokenStock>(async (call) => {
  const { input, tx, me, visible, now, services } = call;
  const { sn } = input;
  const { vendor, serial, part } = parseSn(sn) ?? fail('device.unknown');
  // The company that holds the device, not the companies above it: each would end the token of the other.
  const { rows } = await sql<{ companyId: number | null }>`
    select company_id as "companyId" from ${visible.editableSerials} e
    where sn = ${sn} and issued_at is not null and restricted_at is null
      and ${me.scope === 'all' ? sql`true` : sql`company_id = ${me.companyId}`} for key share`.execute(tx);
  const entry = rows[0];
  if (!entry || part !== '') fail('device.unknown');
  const { companyId } = entry;
  const key = (await stockKey(tx, { vendor, serial, companyId, now })) ?? fail('device.snTaken', { sn });
  if (key.isNew) await writeAudit(tx, me, now, { action: 'device.stockKey', subject: sn, companyId });
  return deviceKeyOf(services, { sn, keyNumber: key.keyNumber });
});
