import type { device } from '@helioport/contract/device';
import { localDay } from '@helioport/domain/periods';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { inputPlacesOf } from '../../reads/inputPlaces.ts';
import { siteToChange } from '../../reads/siteToChange.ts';
import { writeAudit } from '../../records/audit.ts';
import { lockReplacement, UNDO_MS, undoReplacement } from '../../records/replacements.ts';
import { moveDevice } from '../../telemetry/keep/move.ts';
import { over } from '../../telemetry/queryable.ts';
import { markDays } from '../../telemetry/rollup/dirty.ts';
import { holdRollUps } from '../../telemetry/rollup/rollup.ts';

const replaceUndo: Handler<typeof device.replaceUndo> = async (call) => {
  const { input, tx, me, now } = call;
  const plant = await siteToChange(call, input.sid);
  await holdRollUps(tx, plant.id);
  const done = (await lockReplacement(tx, plant.id, input.sn)) ?? fail('device.unknown');
  if (now > done.replacedAt + UNDO_MS) fail('device.replaceTooLate');
  if (done.isReplacedSince) fail('device.replacedSince', { sn: done.newSn });
  const inputs = await inputPlacesOf(tx, [done.newId]);
  await undoReplacement(tx, done, { userId: me.userId, now, inputs }, moveDevice);
  await writeAudit(tx, {
    at: new Date(now),
    userId: me.userId,
    action: 'device.replaceUndo',
    subject: input.sn,
    siteId: plant.id,
    ...(plant.companyId === null ? {} : { companyId: plant.companyId }),
    detail: { sid: plant.sid, by: done.newSn },
  });
  await markDays(over(tx), [{ siteId: plant.id, day: localDay(now, plant.timezone) }], now);
  return { sid: plant.sid, sn: input.sn };
};

export default replaceUndo;
