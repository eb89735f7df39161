// What a set would change, device by device, as answers carry it; and sending it.
import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { fail } from '../../platform/failure.ts';
import { translate } from '../../platform/texts.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { holdDevices } from '../../repositories/commands.ts';
import { createRun, type NewRun } from '../../repositories/parameterSets.ts';
import { type CommandContext, sendEach } from '../command/send.ts';
import { modelOf } from '../words.ts';
import { beforeOf, type EvaluatedDevice, valuesOf } from './evaluate.ts';

type Preview = OutputOf<typeof configuration.inverterSetPreview>;

/**
 * One page of the preview: devices that would be changed first, then those that would not, then those that already have
 * the values.
 */
export function previewOf(
  evaluated: readonly EvaluatedDevice[],
  { size, num }: { size: number; num: number },
  lan: number,
): Preview {
  const accepted = evaluated.filter(({ refusal }) => refusal === null);
  const same = evaluated.filter(({ refusal }) => refusal === 'configuration.same');
  const others = evaluated.filter(({ refusal }) => refusal !== null && refusal !== 'configuration.same');
  return {
    list: [...accepted, ...others, ...same].slice(size * num, size * (num + 1)).map((one) => rowOf(one, lan)),
    total: evaluated.length,
    told: accepted.length,
    unread: accepted.filter(({ differences }) => differences.some(({ now }) => now === null)).length,
    waiting: accepted.filter((one) => one.needsSecond).length,
    same: same.length,
    leftOut: others.length,
  };
}

const rowOf = ({ device, differences, needsSecond, refusal }: EvaluatedDevice, lan: number) => ({
  sn: device.sn,
  alias: device.alias,
  sid: device.sid,
  siteName: device.siteName,
  modelName: modelOf(device, lan).modelName,
  changes: differences.map(({ parameter, now, wanted }) => ({
    key: parameter.key,
    unit: parameter.unit,
    now,
    wanted,
  })),
  needsSecond,
  isTold: refusal === null,
  msg: refusal === null ? '' : translate(lan, `failure.${refusal}`),
});

/**
 * Sends all missing values to the devices and records a run. Calls `evaluate` again once the devices are locked, so that
 * no other command interferes. Fails the call if no device would be changed.
 */
export async function sendRun(
  call: CommandContext,
  evaluate: () => Promise<EvaluatedDevice[]>,
  { minutes, ...run }: NewRun & { minutes: number },
): Promise<{ runId: number; told: number; waiting: number }> {
  const { tx, me, now } = call;
  const found = await evaluate();
  await holdDevices(
    tx,
    found.map(({ device }) => device.id),
  );
  const evaluated = (await evaluate()).filter(({ refusal }) => refusal === null);
  const wanted = new Map(evaluated.map((one) => [one.device.sn, valuesOf(one)]));
  const sentCommands = await sendEach(call, wanted, { minutes, requestId: '' });
  const sent = new Map(sentCommands.map((one) => [one.sn, one.id]));
  const devices = evaluated.flatMap((one) => {
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
  return { runId, told: devices.length, waiting: sentCommands.filter(({ waits }) => waits).length };
}
