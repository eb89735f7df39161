// What every source of local devices has in common: its readings, and the checks that hold for all of them.
import type { FeedPart, FeedReading } from '@helioport/protocol/feeds/values';
import { reportBounds } from '@helioport/protocol/helioport/report';

/**
 * Values of a device at the time it is read. A `source` without a serial number is empty or starts with `#`; the name of
 * the device in the configuration then precedes it.
 */
export type LocalReading = Omit<FeedReading, 'atMs'>;

export interface Source {
  /** Reads the device once. Rejects with the reason if it cannot be read; `signal` ends the attempt. */
  read(signal: AbortSignal): Promise<LocalReading[]>;
}

/** A failure that a user can act on; its message is logged without a stack. */
export class ReadFailure extends Error {}

/** A finite number; undefined for everything else, which is not available and never zero. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none for everything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The fields that are available. */
export function available<Key extends string>(
  values: Readonly<Record<Key, number | undefined>>,
): Partial<Record<Key, number>> {
  const found: Partial<Record<Key, number>> = {};
  for (const key in values) if (values[key] !== undefined) found[key] = values[key];
  return found;
}

/** Parts from their fields in order; a part without values is left out. */
export const partsOf = (
  parts: readonly Readonly<Record<'powerW' | 'voltageV' | 'currentA' | 'energyWh', number | undefined>>[],
): FeedPart[] =>
  parts
    .map((fields, i) => ({ index: i + 1, ...available(fields) }))
    .filter((part) => Object.keys(part).length > 1);

const isWithin = (
  bounds: Readonly<Record<string, { min: number; max: number }>>,
  name: string,
  value: number,
): boolean => {
  const bound = bounds[name];
  return bound !== undefined && Number.isFinite(value) && value >= bound.min && value <= bound.max;
};

const SOURCE_MAX = 64;
const LABEL_MAX = 40;

/**
 * The reading without values that the portal rejects as impossible, such as a negative counter; undefined if none is
 * left. `dropped` names those values.
 */
export function plausible(reading: LocalReading): { reading?: LocalReading; dropped: string[] } {
  const dropped: string[] = [];
  const { source, role, label } = reading;
  const values: Record<string, number> = {};
  for (const [name, value] of Object.entries(reading.values))
    if (isWithin(reportBounds.device, name, value)) values[name] = value;
    else dropped.push(name);
  const checked = (list: 'channels' | 'phases') =>
    (reading[list] ?? []).flatMap(({ index, ...fields }) => {
      const kept: Record<string, number> = {};
      for (const [name, value] of Object.entries(fields))
        if (isWithin(reportBounds[list], name, value)) kept[name] = value;
        else dropped.push(`${list} ${index} ${name}`);
      return Object.keys(kept).length > 0 ? [{ index, ...kept }] : [];
    });
  const channels = checked('channels');
  const phases = checked('phases');
  if (Object.keys(values).length + channels.length + phases.length === 0) return { dropped };
  return {
    dropped,
    reading: {
      source: source.slice(0, SOURCE_MAX),
      role,
      values,
      ...(channels.length > 0 ? { channels } : {}),
      ...(phases.length > 0 ? { phases } : {}),
      ...(label === undefined || label === '' ? {} : { label: label.slice(0, LABEL_MAX) }),
    },
  };
}
