// The kinds of devices and what each of them can tell. A new kind is one entry here.
import type { MeasureKey } from './measures.ts';

export type DeviceKindKey = 'microinverter' | 'meter' | 'battery' | 'gateway' | 'allInOne' | 'stringMachine';

export interface DeviceKind {
  readonly key: DeviceKindKey;
  /** Number in the store. */
  readonly code: number;
  readonly measures: readonly MeasureKey[];
  /** Whether it makes energy from the sun and so counts into the plant's production. */
  readonly isProducer: boolean;
  readonly localeKey: string;
}

const kind = (
  key: DeviceKindKey,
  code: number,
  isProducer: boolean,
  measures: readonly MeasureKey[],
): DeviceKind => ({ key, code, measures, isProducer, localeKey: `deviceKind.${key}` });

const inverterMeasures: readonly MeasureKey[] = [
  'power',
  'energy',
  'dcVoltage',
  'acVoltage',
  'frequency',
  'temperature',
];
const meterMeasures: readonly MeasureKey[] = [
  'gridPower',
  'energyImported',
  'energyExported',
  'acVoltage',
  'frequency',
];
const batteryMeasures: readonly MeasureKey[] = [
  'batteryPower',
  'soc',
  'energyCharged',
  'energyDischarged',
  'temperature',
];

export const deviceKinds: readonly DeviceKind[] = [
  kind('microinverter', 0, true, inverterMeasures),
  kind('meter', 1, false, meterMeasures),
  kind('battery', 2, false, batteryMeasures),
  kind('gateway', 3, false, []),
  kind('allInOne', 4, true, [...inverterMeasures, 'gridPower', 'homePower', 'batteryPower', 'soc']),
  kind('stringMachine', 5, true, inverterMeasures),
];

const byKey = new Map(deviceKinds.map((k) => [k.key, k]));
const byCode = new Map(deviceKinds.map((k) => [k.code, k]));

/** The kind of this name. */
export function deviceKind(key: DeviceKindKey): DeviceKind {
  const found = byKey.get(key);
  if (!found) throw new Error(`no device kind is called ${key}`);
  return found;
}

/** The kind of a number in the store; undefined for numbers that mean nothing. */
export const deviceKindByCode = (code: number): DeviceKind | undefined => byCode.get(code);
