// Settings and properties of a device as reported, and commands to change them.
import type { bdnz } from '@helioport/contract/bdnz';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { BatterySchedule } from '@helioport/domain/batterySchedule';
import { scheduleVersion } from '@helioport/domain/batterySchedule';
import { partOf } from '@helioport/domain/deviceIdentity';
import { type DeviceKind, deviceKindNamed } from '@helioport/domain/deviceKinds';
import type { SendsTo } from '@helioport/domain/machineSettings';
import type { CommandState } from '@helioport/domain/parameters';
import { sql } from 'kysely';
import { fail } from '../../platform/failure.ts';
import { say } from '../../platform/texts.ts';
import { type AskedDevice, type FoundDevice, findDevice, withParts } from '../findDevice.ts';
import { ms } from '../found.ts';
import { type AskedInWords, commandRows } from './commandRows.ts';
import { configurableRows } from './configurable.ts';
import { tellDevices, type Wish } from './tell.ts';

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
  asked: AskedInWords,
  named: Named,
  isMeant: (kind: DeviceKind) => boolean,
): Promise<FoundDevice> {
  const found = await findDevice(asked, named);
  const kind = deviceKindNamed(found.kind);
  return kind && isMeant(kind) ? found : fail('machine.otherKind');
}

/** The same with the devices that represent it in responses; `isShown` selects the components. */
export async function findMachine(
  asked: AskedInWords,
  named: Named,
  isMeant: (kind: DeviceKind) => boolean,
  isShown: (kind: DeviceKind) => boolean = () => true,
): Promise<AskedDevice> {
  const found = await findOfKind(asked, named, isMeant);
  const parts = await withParts(asked, found);
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
  saidAt: number;
}

interface Words {
  online?: Word<boolean>;
  firmware?: Word<string>;
  schedule?: Word<BatterySchedule>;
  server?: Word<SendsTo>;
  update?: Word<{ version: string; state: string; percent: number }>;
}

/** Latest reported properties of a device, by key. */
export async function wordsOf({ tx }: Pick<AskedInWords, 'tx'>, found: FoundDevice): Promise<Words> {
  const { rows } = await sql<{ key: keyof Words; value: never; saidAt: number }>`
    select w.key, w.value, ${ms(sql`w.said_at`)} as "saidAt" from device_words w join devices d on d.id = w.device_id
    where w.site_id = ${found.siteId} and d.sn = ${listenerOf(found)}`.execute(tx);
  return Object.fromEntries(
    rows.map(({ key, value, saidAt }) => [key, { value, saidAt: Math.round(saidAt) }]),
  );
}

/** Reported settings of a device, what may be set, and the commands sent. */
export async function settingsOf(call: AskedInWords, found: FoundDevice): Promise<Settings> {
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
    online: online ? { isOnline: online.value, readAt: online.saidAt } : null,
    firmware: firmware ? { version: firmware.value, readAt: firmware.saidAt } : null,
    update: update
      ? { ...update.value, stateTitle: say(lan, `update.${update.value.state}`), readAt: update.saidAt }
      : null,
    schedule: schedule
      ? {
          windows: schedule.value.windows.map(({ days, from, to, mode, powerW, targetRatio }) => ({
            ...{ days: [...days], from: asClock(from), to: asClock(to), mode, power: powerW },
            target: targetRatio === null ? null : inPercent(targetRatio),
          })),
          reserve: inPercent(schedule.value.reserveRatio),
          gridCharging: schedule.value.isGridCharging,
          version: scheduleVersion(schedule.value),
          readAt: schedule.saidAt,
        }
      : null,
    server: server ? { ...server.value, readAt: server.saidAt } : null,
    commands,
  };
}

/** Sends a command to a device, or requests its values; returns the current state of the command. */
export async function sendSettings(
  call: Parameters<typeof tellDevices>[0],
  found: FoundDevice,
  wish: Wish,
): Promise<CommandAnswer> {
  const [told] = await tellDevices(call, [listenerOf(found)], wish);
  if (!told) throw new Error(`device ${found.sn} missing among the commanded ones`);
  // Thrown, so that clients that only check the response code do not take a rejection for a command.
  return told.id === null
    ? fail(told.refusal ?? 'device.unknown')
    : await commandAnswerOf(call, found, told.id);
}

/** State of a command of a device. */
export async function commandAnswerOf(
  { tx, lan }: Pick<AskedInWords, 'tx' | 'lan'>,
  { siteId }: FoundDevice,
  id: number,
): Promise<CommandAnswer> {
  const { rows } = await sql<{ state: CommandState; refusal: string }>`
    select state, refusal from commands where site_id = ${siteId} and id = ${id}`.execute(tx);
  const { state, refusal } = rows[0]!;
  return { id, state, stateTitle: say(lan, `command.${state}`), msg: refusal };
}
