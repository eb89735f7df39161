import type { device } from '@helioport/contract/device';
import { localDay } from '@helioport/domain/periods';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { inputPlacesOf } from '../../queries/inputPlaces.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { lockReplacement, UNDO_MS, undoReplacement } from '../../repositories/replacements.ts';
import { markDays } from '../../timeseries/marks/dirty.ts';
import { over } from '../../timeseries/queryable.ts';
import { moveDevice } from '../../timeseries/retention/move.ts';
import { holdRollUps } from '../../timeseries/rollup/rollup.ts';

export default handler<typeof device.replaceUndo>(async (call) => {
  const { input, tx, me, now } = call;
  const plant = await siteToChange(call, input.sid);
  await holdRollUps(tx, plant.id);
  const done = (await lockReplacement(tx, plant.id, input.sn)) ?? fail('device.unknown');
  if (now > done.replacedAt + UNDO_MS) fail('device.replaceTooLate');
  if (done.isReplacedSince) fail('device.replacedSince', { sn: done.newSn });
  const inputs = await inputPlacesOf(tx, [done.newId]);
  await undoReplacement(tx, done, { userId: me.userId, now, inputs }, moveDevice);
  await writeAudit(tx, me, now, {
    action: 'device.replaceUndo',
    subject: input.sn,
    siteId: plant.id,
    companyId: plant.companyId,
    detail: { sid: plant.sid, by: done.newSn },
  });
  await markDays(over(tx), [{ siteId: plant.id, day: localDay(now, plant.timezone) }], now);
  return { sid: plant.sid, sn: input.sn };
});
