import type { configuration } from '@helioport/contract/configuration';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteFirmware } from '../../repositories/firmware.ts';
import { firmwareToKeep } from './internal/campaigns.ts';

export default handler<typeof configuration.otaDel>(async (call) => {
  const { input, me, tx, now } = call;
  const firmware = await firmwareToKeep(call, input.id);
  const { rows } = await sql`select from campaigns where firmware_id = ${input.id} limit 1`.execute(tx);
  if (rows.length > 0) fail('firmware.inUse');
  await deleteFirmware(tx, firmware);
  const subject = `${firmware.model} ${firmware.version}`;
  await writeAudit(tx, me, now, { action: 'firmware.del', subject });
  return {};
});
