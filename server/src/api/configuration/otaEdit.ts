import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { updateFirmware } from '../../repositories/firmware.ts';
import { firmwareToKeep } from './internal/campaigns.ts';

export default handler<typeof configuration.otaEdit>(async (call) => {
  const { input, me, tx, now } = call;
  const { id, isPublished, isForced } = input;
  const { model, version } = await firmwareToKeep(call, id);
  await updateFirmware(tx, id, input);
  await writeAudit(tx, me, now, {
    action: 'firmware.update',
    subject: `${model} ${version}`,
    detail: { isPublished, isForced },
  });
  return {};
});
