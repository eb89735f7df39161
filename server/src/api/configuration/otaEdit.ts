import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { updateFirmware } from '../../repositories/firmware.ts';
import { firmwareToKeep } from './internal/campaigns.ts';

const otaEdit: Handler<typeof configuration.otaEdit> = async (call) => {
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
};

export default otaEdit;
