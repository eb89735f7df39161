// What a device is told on its `command` topic, and what it answers on its `status` topic: JSON, SI units.
import { entriesOf, parameterOf } from '@helioport/domain/parameters';
import { jsonOf } from './report.ts';

export interface Command {
  /** Of the portal's choosing; the answer repeats it. The same id twice is the same command. */
  readonly id: string;
  /** Parameters and their new values; empty: only tell what they are. */
  readonly set: Readonly<Record<string, number>>;
  /** Instant (ISO 8601) after which it must not be carried out any more. */
  readonly expiresAt: string;
}

/** What a device says of its settings: in answer to a command, or by itself when it begins to listen. */
export interface DeviceStatus {
  /** Of the command that it answers. */
  readonly id?: string;
  /** Values as they stand in the device now, read after they were set. */
  readonly parameters: Readonly<Record<string, number>>;
  /** Why it did not do what it was told. */
  readonly refused?: string;
}

const ID_MOST = 40;
const REFUSED_MOST = 200;

export const encodeCommand = (command: Command): string => JSON.stringify(command);

export const encodeStatus = (status: DeviceStatus): string => JSON.stringify(status);

type Fields = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

const textOf = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value !== '' ? value.replaceAll('\0', '').slice(0, most) : undefined;

/** The finite numbers under names that the catalogue knows; a device may have more to say than this house. */
function valuesOf(value: unknown): Record<string, number> {
  const numbers = Object.entries(objectOf(value) ?? {}).filter(
    (entry): entry is [string, number] => parameterOf(entry[0]) !== undefined && Number.isFinite(entry[1]),
  );
  return Object.fromEntries(entriesOf(Object.fromEntries(numbers)).map(([{ key }, number]) => [key, number]));
}

/** Reads what a device says; null for what is no status, such as the word of a last will. Never throws. */
export function decodeStatus(payload: Uint8Array): DeviceStatus | null {
  const json = jsonOf(payload);
  const fields = 'value' in json ? objectOf(json.value) : null;
  if (!fields) return null;
  const id = textOf(fields.id, ID_MOST);
  const refused = textOf(fields.refused, REFUSED_MOST);
  const parameters = valuesOf(fields.parameters);
  if (id === undefined && Object.keys(parameters).length === 0) return null;
  return { parameters, ...(id === undefined ? {} : { id }), ...(refused === undefined ? {} : { refused }) };
}

/** Reads what a device is told; null for what is no command. Never throws. */
export function decodeCommand(payload: Uint8Array): Command | null {
  const json = jsonOf(payload);
  const fields = 'value' in json ? objectOf(json.value) : null;
  const id = fields && textOf(fields.id, ID_MOST);
  const expiresAt = fields && textOf(fields.expiresAt, ID_MOST);
  if (!fields || !id || !expiresAt || Number.isNaN(Date.parse(expiresAt))) return null;
  return { id, expiresAt, set: valuesOf(fields.set) };
}
