import type { gateway } from '@helioport/contract/gateway';
import { handler } from '../../access/handler.ts';
import { deviceKeyOf, keyHolder } from '../../queries/deviceKey.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { replaceKey } from '../../repositories/deviceKeys.ts';

export default handler<typeof gateway.tokenReplace>(async (call) => {
  const { input, tx, me, now, services } = call;
  const { id, sn, siteId, companyId } = await keyHolder(call, input);
  const keyNumber = await replaceKey(tx, id);
  await writeAudit(tx, me, now, { action: 'device.keyReplace', subject: sn, siteId, companyId });
  return deviceKeyOf(services, { sn, keyNumber });
});
