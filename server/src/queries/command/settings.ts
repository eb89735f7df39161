// Settings and properties of a device as reported, and commands to change them.
import type { bdnz } from '@helioport/contract/bdnz';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { BatterySchedule } from '@helioport/domain/batterySchedule';
import { scheduleVersion } from '@helioport/domain/batterySchedule';
import { partOf } from '@helioport/domain/deviceIdentity';
import { type DeviceKind, deviceKindNamed } from '@helioport/domain/deviceKinds';
import type { SendsTo } from '@helioport/domain/deviceSettings';
import type { CommandState } from '@helioport/domain/parameters';
import { sql } from 'kysely';
import { fail } from '../../platform/failure.ts';
import { translate } from '../../platform/texts.ts';
import { type FoundDevice, findDevice, type RequestedDevice, withParts } from '../findDevice.ts';
import { ms } from '../found.ts';
import { commandRows, type LocalizedContext } from './commandRows.ts';
import { configurableRows, type ParameterContext } from './configurable.ts';
import { type CommandContent, sendCommands } from './send.ts';

type Settings = OutputOf<typeof bdnz.threeParamsView>;
type CommandAnswer = OutputOf<typeof bdnz.threeParamsSetting>;
type Named = { sn: string; sid?: string | null | undefined };

/** Number of commands shown with a device. */
const NEWEST = 20;

const asClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const inPercent = (ratio: number): number => Math.round(ratio * 100);

/** A device of one of the requested kinds; any other fails the call. */
export async function findOfKind(
  context: LocalizedContext,
  named: Named,
  isMeant: (kind: DeviceKind) => boolean,
): Promise<FoundDevice> {
  const found = await findDevice(context, named);
  const kind = deviceKindNamed(found.kind);
  return kind && isMeant(kind) ? found : fail('machine.otherKind');
}

/** The same with the devices that represent it in responses; `isShown` selects the components. */
export async function findWithParts(
  context: LocalizedContext,
  named: Named,
  isMeant: (kind: DeviceKind) => boolean,
  isShown: (kind: DeviceKind) => boolean = () => true,
): Promise<RequestedDevice> {
  const found = await findOfKind(context, named, isMeant);
  const parts = await withParts(context, found);
  return {
    found,
    parts: parts.filter(({ kind }) => {
      const known = deviceKindNamed(kind);
      return known !== undefined && isShown(known);
    }),
  };
}

/** The device that receives commands: for a component its composite device. */
const listenerOf = ({ sn }: { sn: string }): string => partOf(sn).parent ?? sn;

interface Word<T> {
  value: T;
  reportedAt: number;
}

interface Words {
  online?: Word<boolean>;
  firmware?: Word<string>;
  schedule?: Word<BatterySchedule>;
  server?: Word<SendsTo>;
  update?: Word<{ version: string; state: string; percent: number }>;
}

/** Latest reported properties of a device, by key. */
export async function wordsOf({ tx }: Pick<LocalizedContext, 'tx'>, found: FoundDevice): Promise<Words> {
  const { rows } = await sql<{ key: keyof Words; value: never; reportedAt: number }>`
    select w.key, w.value, ${ms(sql`w.reported_at`)} as "reportedAt" from device_properties w join devices d on d.id = w.device_id
    where w.site_id = ${found.siteId} and d.sn = ${listenerOf(found)}`.execute(tx);
  return Object.fromEntries(
    rows.map(({ key, value, reportedAt }) => [key, { value, reportedAt: Math.round(reportedAt) }]),
  );
}

/** Reported settings of a device, what may be set, and the commands sent. */
export async function settingsOf(call: ParameterContext, found: FoundDevice): Promise<Settings> {
  const { visible, lan } = call;
  const sn = listenerOf(found);
  const [row] = await configurableRows(
    call,
    sql`from ${visible.devices} d join sites s on s.id = d.site_id where d.sn = ${sn} and d.retired_at is null`,
  );
  const { online, firmware, schedule, server, update } = await wordsOf(call, found);
  const commands = await commandRows(
    call,
    sql`from ${visible.sites} s join commands c on c.site_id = s.id join devices d on d.id = c.device_id
      where s.id = ${found.siteId} and d.sn = ${sn}`,
    sql`limit ${NEWEST}`,
  );
  return {
    ...(row ?? fail('device.unknown')),
    online: online ? { isOnline: online.value, readAt: online.reportedAt } : null,
    firmware: firmware ? { version: firmware.value, readAt: firmware.reportedAt } : null,
    update: update
      ? {
          ...update.value,
          stateTitle: translate(lan, `update.${update.value.state}`),
          readAt: update.reportedAt,
        }
      : null,
    schedule: schedule
      ? {
          windows: schedule.value.windows.map(({ days, from, to, mode, powerW, targetRatio }) => ({
            days: [...days],
            from: asClock(from),
            to: asClock(to),
            mode,
            power: powerW,
            target: targetRatio === null ? null : inPercent(targetRatio),
          })),
          reserve: inPercent(schedule.value.reserveRatio),
          gridCharging: schedule.value.isGridCharging,
          version: scheduleVersion(schedule.value),
          readAt: schedule.reportedAt,
        }
      : null,
    server: server ? { ...server.value, readAt: server.reportedAt } : null,
    commands,
  };
}

/** Sends a command to a device, or requests its values; returns the current state of the command. */
export async function sendSettings(
  call: Parameters<typeof sendCommands>[0],
  found: FoundDevice,
  content: CommandContent,
): Promise<CommandAnswer> {
  const [sent] = await sendCommands(call, [listenerOf(found)], content);
  if (!sent) throw new Error(`device ${found.sn} missing among the commanded ones`);
  // Thrown, so that clients that only check the response code do not take a rejection for a command.
  return sent.id === null
    ? fail(sent.refusal ?? 'device.unknown')
    : await commandAnswerOf(call, found, sent.id);
}

/** State of a command of a device. */
export async function commandAnswerOf(
  { tx, lan }: Pick<LocalizedContext, 'tx' | 'lan'>,
  { siteId }: FoundDevice,
  id: number,
): Promise<CommandAnswer> {
  const { rows } = await sql<{ state: CommandState; refusal: string }>`
    select state, refusal from commands where site_id = ${siteId} and id = ${id}`.execute(tx);
  const { state, refusal } = rows[0]!;
  return { id, state, stateTitle: translate(lan, `command.${state}`), msg: refusal };
}
