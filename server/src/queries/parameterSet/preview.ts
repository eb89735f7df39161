// What a set would change, device by device, as answers carry it; and sending it.
import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { fail } from '../../platform/failure.ts';
import { say } from '../../platform/texts.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { holdDevices } from '../../repositories/commands.ts';
import { createRun, type NewRun } from '../../repositories/parameterSets.ts';
import { type Teller, tellEach } from '../command/tell.ts';
import { modelOf } from '../words.ts';
import { beforeOf, type Judged, valuesOf } from './judge.ts';

type Preview = OutputOf<typeof configuration.inverterSetPreview>;

/**
 * One page of the preview: devices that would be changed first, then those that would not, then those that already have
 * the values.
 */
export function previewOf(
  judged: readonly Judged[],
  { size, num }: { size: number; num: number },
  lan: number,
): Preview {
  const told = judged.filter(({ refusal }) => refusal === null);
  const same = judged.filter(({ refusal }) => refusal === 'configuration.same');
  const others = judged.filter(({ refusal }) => refusal !== null && refusal !== 'configuration.same');
  return {
    list: [...told, ...others, ...same].slice(size * num, size * (num + 1)).map((one) => rowOf(one, lan)),
    total: judged.length,
    told: told.length,
    unread: told.filter(({ differences }) => differences.some(({ now }) => now === null)).length,
    waiting: told.filter((one) => one.needsSecond).length,
    same: same.length,
    leftOut: others.length,
  };
}

const rowOf = ({ device, differences, needsSecond, refusal }: Judged, lan: number) => ({
  ...{ sn: device.sn, alias: device.alias, sid: device.sid, siteName: device.siteName },
  modelName: modelOf(device, lan).modelName,
  changes: differences.map(({ parameter, now, wanted }) => ({
    ...{ key: parameter.key, unit: parameter.unit, now, wanted },
  })),
  needsSecond,
  isTold: refusal === null,
  msg: refusal === null ? '' : say(lan, `failure.${refusal}`),
});

/**
 * Sends all missing values to the devices and records a run. Calls `judge` again once the devices are locked, so that
 * no other command interferes. Fails the call if no device would be changed.
 */
export async function sendRun(
  call: Teller,
  judge: () => Promise<Judged[]>,
  { minutes, ...run }: NewRun & { minutes: number },
): Promise<{ runId: number; told: number; waiting: number }> {
  const { tx, me, now } = call;
  const found = await judge();
  await holdDevices(
    tx,
    found.map(({ device }) => device.id),
  );
  const judged = (await judge()).filter(({ refusal }) => refusal === null);
  const wanted = new Map(judged.map((one) => [one.device.sn, valuesOf(one)]));
  const told = await tellEach(call, wanted, { minutes, requestId: '' });
  const sent = new Map(told.map((one) => [one.sn, one.id]));
  const devices = judged.flatMap((one) => {
    const commandId = sent.get(one.device.sn) ?? null;
    const { id: deviceId, siteId } = one.device;
    return commandId === null ? [] : [{ siteId, deviceId, commandId, before: beforeOf(one) }];
  });
  if (devices.length === 0) fail('configuration.nobody');
  const companyId = me.companyId || null;
  const at = new Date(now);
  const runId = await createRun(tx, run, devices, { companyId, userId: me.userId, at });
  await writeAudit(tx, me, now, {
    subject: run.name,
    action: run.backOf === null ? 'parameterSet.apply' : 'parameterSet.rollBack',
    companyId,
    detail: { devices: devices.length },
  });
  return { runId, told: devices.length, waiting: told.filter(({ waits }) => waits).length };
}
