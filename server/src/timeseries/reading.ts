// One reading of a device as the store keeps it: integers in the steps of domain/measureList.
import type { MeasureKey } from '@helioport/domain/measures';
import { type MeasureColumn, measureColumns } from './catalogue.ts';

/** Numbers of the kinds used in tests and in frames of the first manufacturer; domain/deviceKinds has them all. */
export const KIND = { inverter: 0, meter: 1, battery: 2 } as const;

/** One integer per measure. Null or absent is "not measured", never 0. */
export type Scalars = Partial<Record<MeasureKey, number | null>>;
/** One list per measure, first entry = input or phase 1. All lists of the inputs of a reading have the same length. */
export type Lists = Partial<Record<MeasureKey, readonly (number | null)[] | null>>;

/** The values of a reading. */
export interface Measured {
  /** Number of the device's kind, see domain/deviceKinds. */
  kind: number;
  /** 16 bits of the fault table. */
  statusBits: number;
  /** State byte of a frame. */
  state: number | null;
  scalars: Scalars;
  inputs: Lists;
  phases: Lists;
}

/** A reading on its way into the store, its device and plant known. */
export interface IncomingReading extends Measured {
  deviceId: number;
  /** 0 while no plant has claimed the device. */
  siteId: number;
  /** Of the plant; UTC for site 0. */
  timeZone: string;
  atMs: number;
  /** The reading has its own time, which is its key; else `atMs` is the time of arrival. */
  hasOwnTime: boolean;
  /** Rated power of the device in W, where its model is known. */
  ratedW: number | null;
  /** Hash of the raw bytes, to detect a retry. */
  contentHash: number | null;
  /** Raw bytes, if stored, and which of their checksums are correct (bits 1 inner, 2 sum, 4 xor). */
  raw: { bytes: Uint8Array; checks: number } | null;
}

/** Scalars and lists of a reading, or of a device's stored state. */
export type Cells = Pick<Measured, 'scalars' | 'inputs' | 'phases'>;

/** The value of a column, or its list. */
export function cellOf({ scalars, inputs, phases }: Cells, { key, place }: MeasureColumn) {
  return place === 'device' ? scalars[key] : (place === 'input' ? inputs : phases)[key];
}

function noteKeys(keys: Set<string>, cells: Scalars | Lists): void {
  for (const key in cells) {
    const cell = cells[key as MeasureKey];
    if (cell !== null && cell !== undefined) keys.add(key);
  }
}

/** The columns of which any of these has a value: a statement carries no others. */
export function columnsWith(
  rows: readonly Cells[],
  from: readonly MeasureColumn[] = measureColumns,
): MeasureColumn[] {
  // Only columns with values, which are far fewer than all existing ones.
  const presentKeys = { device: new Set<string>(), input: new Set<string>(), phase: new Set<string>() };
  for (const { scalars, inputs, phases } of rows) {
    noteKeys(presentKeys.device, scalars);
    noteKeys(presentKeys.input, inputs);
    noteKeys(presentKeys.phase, phases);
  }
  return from.filter(({ key, place }) => presentKeys[place].has(key));
}
