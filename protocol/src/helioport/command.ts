// Commands to a device (topic `command`) and its status messages (topic `status`): JSON, SI units.
import { type BatterySchedule, readSchedule } from '@helioport/domain/batterySchedule';
import { type Firmware, readFirmware, readServer, type SendsTo } from '@helioport/domain/deviceSettings';
import { entriesOf, parameterOf } from '@helioport/domain/parameters';
import { jsonOf } from './report.ts';

export interface Command {
  /** Of the portal's choosing; the answer repeats it. The same id twice is the same command. */
  readonly id: string;
  /** Parameters and their new values. Empty without other fields: only report the current values. */
  readonly set: Readonly<Record<string, number>>;
  /** Instant (ISO 8601) after which it must not be carried out any more. */
  readonly expiresAt: string;
  /** The whole new schedule of a battery. */
  readonly schedule?: BatterySchedule;
  /** Where a gateway shall send its data from now on. */
  readonly server?: SendsTo;
  /** The firmware that it shall fetch and install. */
  readonly firmware?: Firmware;
}

export const updateStates = ['downloading', 'installing', 'failed'] as const;

/** How far a device is with a firmware. */
export interface Update {
  readonly version: string;
  readonly state: (typeof updateStates)[number];
  /** 0 to 100. */
  readonly percent: number;
}

/** Status of a device, in answer to a command or unsolicited. */
export interface DeviceStatus {
  /** Of the command that it answers. */
  readonly id?: string;
  /** Current values in the device, read back after a change. */
  readonly parameters: Readonly<Record<string, number>>;
  /** Why the device rejected the command. */
  readonly refused?: string;
  /** False is its last will: its connection broke. */
  readonly online?: boolean;
  /** Version that it runs. */
  readonly firmware?: string;
  /** Versions of its processor and of its memory's contents, where they have versions of their own. */
  readonly cpuVersion?: string;
  readonly ramVersion?: string;
  /** The schedule that it follows. */
  readonly schedule?: BatterySchedule;
  /** Where it sends its data. */
  readonly server?: SendsTo;
  /** Under way with a firmware: no answer to the command yet. */
  readonly update?: Update;
}

const ID_MOST = 40;
const REFUSED_MOST = 200;
const VERSION_MOST = 40;

export const encodeCommand = (command: Command): string => JSON.stringify(command);

export const encodeStatus = (status: DeviceStatus): string => JSON.stringify(status);

type Fields = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

const textOf = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value !== '' ? value.replaceAll('\0', '').slice(0, most) : undefined;

/** The finite numbers of known parameters; a device may report others, which are ignored. */
function valuesOf(value: unknown): Record<string, number> {
  const numbers = Object.entries(objectOf(value) ?? {}).filter(
    (entry): entry is [string, number] => parameterOf(entry[0]) !== undefined && Number.isFinite(entry[1]),
  );
  return Object.fromEntries(entriesOf(Object.fromEntries(numbers)).map(([{ key }, number]) => [key, number]));
}

function updateOf(value: unknown): Update | undefined {
  const fields = objectOf(value);
  const version = textOf(fields?.version, VERSION_MOST);
  const state = updateStates.find((one) => one === fields?.state);
  const percent = fields?.percent;
  const isShare = typeof percent === 'number' && percent >= 0 && percent <= 100;
  return version !== undefined && state && isShare ? { version, state, percent } : undefined;
}

/** The entries that have a value. */
const present = <T extends object>(fields: { [K in keyof T]: T[K] | undefined | null }): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<T>;

/** Plain-text status messages that a device may send instead of JSON, mostly as its last will. */
const words: Readonly<Record<string, DeviceStatus>> = {
  online: { parameters: {}, online: true },
  offline: { parameters: {}, online: false },
};

/** Parses a status message; null if malformed. Never throws. */
export function decodeStatus(payload: Uint8Array): DeviceStatus | null {
  if (payload.length < 10) {
    const word = words[new TextDecoder().decode(payload).trim().toLowerCase()];
    if (word) return word;
  }
  const json = jsonOf(payload);
  const fields = 'value' in json ? objectOf(json.value) : null;
  if (!fields) return null;
  const parameters = valuesOf(fields.parameters);
  const status = present<Omit<DeviceStatus, 'parameters'>>({
    id: textOf(fields.id, ID_MOST),
    refused: textOf(fields.refused, REFUSED_MOST),
    online: typeof fields.online === 'boolean' ? fields.online : undefined,
    firmware: textOf(fields.firmware, VERSION_MOST),
    cpuVersion: textOf(fields.cpuVersion, VERSION_MOST),
    ramVersion: textOf(fields.ramVersion, VERSION_MOST),
    schedule: readSchedule(fields.schedule),
    server: readServer(fields.server),
    update: updateOf(fields.update),
  });
  const { refused: _, ...more } = status;
  if (Object.keys(more).length === 0 && Object.keys(parameters).length === 0) return null;
  return { parameters, ...status };
}

/** Parses a command; null if malformed. Never throws. */
export function decodeCommand(payload: Uint8Array): Command | null {
  const json = jsonOf(payload);
  const fields = 'value' in json ? objectOf(json.value) : null;
  const id = fields && textOf(fields.id, ID_MOST);
  const expiresAt = fields && textOf(fields.expiresAt, ID_MOST);
  if (!fields || !id || !expiresAt || Number.isNaN(Date.parse(expiresAt))) return null;
  const more = present<Pick<Command, 'schedule' | 'server' | 'firmware'>>({
    schedule: readSchedule(fields.schedule),
    server: readServer(fields.server),
    firmware: readFirmware(fields.firmware),
  });
  return { id, expiresAt, set: valuesOf(fields.set), ...more };
}
