// Settings of devices in addition to parameters: the server that a gateway sends to, and the firmware version
// to run.
import { type BatterySchedule, isSameSchedule } from './batterySchedule.ts';

/** Where a gateway sends its data. */
export interface SendsTo {
  /** A name or address without scheme. */
  readonly host: string;
  readonly port: number;
}

/** Firmware that a device downloads. */
export interface Firmware {
  readonly version: string;
  /** http or https. */
  readonly url: string;
  /** Of its bytes, hex. */
  readonly sha256: string;
}

type Fields = Readonly<Record<string, unknown>>;
const objectOf = (value: unknown): Fields =>
  (typeof value === 'object' && value !== null ? value : {}) as Fields;

/** A host name or address as in a URL, IPv6 in brackets. */
export const isHost = (text: string): boolean =>
  text.length <= 253 &&
  (/^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*$/.test(text) ||
    /^\[[0-9A-Fa-f:.]{2,45}\]$/.test(text));

export const isFirmwareVersion = (text: string): boolean => /^[\w.+-]{1,40}$/.test(text);

export const isFirmwareUrl = (text: string): boolean =>
  text.length <= 500 && /^https?:\/\/[^\s]+$/.test(text);

const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;

/** Parses the server that a gateway sends to; null if malformed. Never throws. */
export function readServer(value: unknown): SendsTo | null {
  const { host, port } = objectOf(value);
  return typeof host === 'string' && isHost(host) && isPort(port) ? { host, port } : null;
}

/** Reads which firmware is meant; null for what is none. Never throws. */
export function readFirmware(value: unknown): Firmware | null {
  const { version, url, sha256 } = objectOf(value);
  if (typeof version !== 'string' || typeof url !== 'string' || typeof sha256 !== 'string') return null;
  return isFirmwareVersion(version) && isFirmwareUrl(url) && /^[0-9a-f]{64}$/.test(sha256)
    ? { version, url, sha256 }
    : null;
}

/** Settings of a device in addition to parameters. */
export interface DesiredSettings {
  readonly schedule?: BatterySchedule;
  readonly server?: SendsTo;
  readonly firmware?: Firmware;
}

/** Reported values of these settings. */
export interface ReportedSettings {
  readonly schedule?: BatterySchedule | undefined;
  readonly server?: SendsTo | undefined;
  /** Version that it runs. */
  readonly firmware?: string | undefined;
}

/** Whether the values read back match the requested ones. */
export function isDone({ schedule, server, firmware }: DesiredSettings, reported: ReportedSettings): boolean {
  if (schedule && !(reported.schedule && isSameSchedule(schedule, reported.schedule))) return false;
  if (server && !(reported.server?.host === server.host && reported.server.port === server.port))
    return false;
  return !firmware || reported.firmware === firmware.version;
}
