// Request and result types for many readings, from rows or compressed days.
import type { MeasureKey } from '@helioport/domain/measures';
import type { MainValue } from '../catalogue.ts';

/** Measurements of a device, main values of its kind, and its status word. */
export type ScalarName = MeasureKey | MainValue | 'statusBits';
/** Measures of inputs, and the counter that they have: of the day, else of the lifetime. */
export type InputName = MeasureKey | 'inputCounter';

/** Phases that a grid has. */
export const PHASES = 3;

/** Readings of one device in the order of time. Stored steps; NaN is "not measured". */
export interface DeviceReadings {
  deviceId: number;
  kind: number;
  /** Instants in ms. */
  at: Float64Array;
  scalars: Partial<Record<ScalarName, Float64Array>>;
  /** Inputs of the widest reading. */
  width: number;
  /** `width` values per reading, one reading after the other. */
  inputs: Partial<Record<InputName, Float64Array>>;
  /** One list per phase. */
  phases: Partial<Record<MeasureKey, Float64Array[]>>;
}

export interface ReadingsOf {
  siteId: number;
  /** Only this device. */
  deviceId?: number | undefined;
  fromMs: number;
  /** Not included. */
  toMs: number;
  scalars: readonly ScalarName[];
  inputs: readonly InputName[];
  phases?: readonly MeasureKey[];
}

/** Some readings of one device: those with the same number of inputs, or of one compressed day. */
export interface Part {
  kind: number;
  at: Float64Array;
  width: number;
  scalars: Map<string, Float64Array>;
  inputs: Map<string, Float64Array>;
}

export const isMainValue = (name: ScalarName): name is MainValue =>
  name === 'mainPower' || name === 'mainCounter' || name === 'secondCounter';
export const phaseName = (key: MeasureKey, phase: number) => `${key}/${phase}`;
