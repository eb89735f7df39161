import type { configuration } from '@helioport/contract/configuration';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { isFirmwareModel } from '../../queries/firmwareModel.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { createFirmware } from '../../repositories/firmware.ts';
import { wholeFiles } from '../../repositories/largeFiles.ts';

export default handler<typeof configuration.otaCreate>(async ({ input, me, tx, now }) => {
  demandOperator(me);
  const { model, versionName: version, description, isPublished, isForced, fileId } = input;
  if (!isFirmwareModel(model)) fail('firmware.modelUnknown');
  const [file] = await wholeFiles(tx, [fileId], 'firmware');
  if (file?.userId !== me.userId) return fail('file.notWhole');
  if (input.sha256 && input.sha256.toLowerCase() !== file.sha256) fail('file.wrongSum');
  const at = new Date(now);
  const id = await createFirmware(
    tx,
    { model, version, description, fileId, isPublished, isForced },
    { userId: me.userId, at },
  );
  if (id === undefined) return fail('firmware.versionTaken');
  const detail = { isPublished, isForced, sha256: file.sha256 };
  await writeAudit(tx, me, now, { action: 'firmware.create', subject: `${model} ${version}`, detail });
  return { id };
});
