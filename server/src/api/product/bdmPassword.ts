import { createHmac } from 'node:crypto';
import type { product } from '@helioport/contract/product';
import { parseSn } from '@helioport/domain/deviceIdentity';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import { newSecret } from '../../config.ts';
import { fail } from '../../platform/failure.ts';
import { isWholeSn } from '../../queries/hardware.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { settingOrNew } from '../../repositories/settings.ts';

type PasswordCall = Call<typeof product.bdmPassword>;

export default handler<typeof product.bdmPassword>(async (call) => {
  const { input, me, tx, now, services } = call;
  const { sn } = input;
  if (!isWholeSn(sn) || !(await isHis(call))) fail('device.unknown');
  const secret = services.config.bdmSecret ?? (await settingOrNew(tx, 'bdm.secret', newSecret));
  await writeAudit(tx, me, now, {
    action: 'product.bdmPassword',
    subject: sn,
    ...(me.companyId === 0 ? {} : { companyId: me.companyId }),
  });
  return { sn, password: passwordOf(secret, parseSn(sn)?.serial ?? sn) };
});

/** Whether it is a device of a visible plant or a listed serial number; administrators may name any. */
async function isHis({ input: { sn }, me, visible, tx }: PasswordCall): Promise<boolean> {
  if (me.scope === 'all') return true;
  const { rows } = await sql`
    select 1 from ${visible.devices} d where d.sn = ${sn}
    union all select 1 from ${visible.serials} e where e.sn = ${sn} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Eight digits: the first 64 bits of HMAC-SHA256 of the serial number with the operator's secret, modulo 10^8. */
function passwordOf(secret: string, serial: string): string {
  const bits = createHmac('sha256', secret).update(serial).digest().readBigUInt64BE();
  return String(bits % 100_000_000n).padStart(8, '0');
}
