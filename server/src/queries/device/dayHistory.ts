import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { partOf } from '@helioport/domain/deviceIdentity';
import { deviceKind, deviceKindByCode } from '@helioport/domain/deviceKinds';
import { alertCode } from '@helioport/domain/faults';
import { type MeasureKey, measures, shownAs } from '@helioport/domain/measures';
import { dayBounds } from '@helioport/domain/periods';
import { productOf } from '@helioport/domain/products';
import { kwh, rounded } from '@helioport/domain/units';
import { clockTime, frameVersion } from '@helioport/domain/wire';
import type { Call } from '../../access/handler.ts';
import type { Tx } from '../../platform/db.ts';
import type { Values } from '../../timeseries/catalogue.ts';
import { readingsOf, type StoredReading } from '../../timeseries/query/history.ts';
import { madeByThen } from '../../timeseries/query/madeByThen.ts';
import { type FoundDevice, type RequestedDevice, scopeOf } from '../findDevice.ts';
import { dayOrToday } from '../found.ts';
import { isProducer } from './energyLines.ts';

type Row = OutputOf<typeof device.history>['list'][number];

/** Limit: more than a reading every five seconds. */
const MOST = 20_000;

/** Every reading of a device on one day, oldest first. */
export async function dayHistory(
  { input, tx, now }: Call<typeof device.history>,
  { found, parts: own }: RequestedDevice,
): Promise<{ list: Row[] }> {
  const day = dayOrToday(input.date, found, now);
  const parts: PartRows[] = [];
  for (const one of own) parts.push({ device: one, rows: await rowsOf(tx, one, day) });
  const [only, ...others] = parts;
  return { list: others.length === 0 ? (only?.rows ?? []) : oneRowPerInstant(parts) };
}

interface PartRows {
  device: FoundDevice;
  rows: Row[];
}

async function rowsOf(tx: Tx, found: FoundDevice, day: string): Promise<Row[]> {
  const { startMs, endMs } = dayBounds(day, found.timezone);
  const readings = await readingsOf(
    tx,
    { siteId: found.siteId, deviceId: found.id },
    { fromMs: startMs, toMs: endMs, limit: MOST, newestFirst: false },
  );
  // Counters count from dawn, from the first day or from an import: the day's energy is the one meaning that all share.
  const made = isProducer(found)
    ? await madeByThen(tx, scopeOf(found), { day, ratedW: productOf(found)?.ratedW ?? null })
    : new Map<number, number>();
  return readings.map((reading) => rowOf(reading, made.get(Math.round(reading.atMs)) ?? null, found));
}

/**
 * Readings of components from one message form one row. Its power, energy and sides are those of the producing
 * component; `values` has the keys of all components, for a shared key that of the first, and `parts` those of each
 * component.
 */
function oneRowPerInstant(all: readonly PartRows[]): Row[] {
  const byInstant = new Map<number, { device: FoundDevice; row: Row }[]>();
  for (const { device: one, rows } of all)
    for (const row of rows) {
      const entries = byInstant.get(row.at);
      if (entries) entries.push({ device: one, row });
      else byInstant.set(row.at, [{ device: one, row }]);
    }
  return [...byInstant.values()].map(unionOf).sort((a, b) => a.at - b.at);
}

function unionOf(entries: readonly { device: FoundDevice; row: Row }[]): Row {
  const maker = entries.find(({ device: one }) => isProducer(one))?.row;
  const base = maker ?? { ...entries[0]!.row, power: null, energy: null };
  const rows = entries.map(({ row }) => row);
  return {
    ...base,
    values: Object.assign({}, ...rows.map(({ values }) => values).reverse()),
    inputs: rows.find(({ inputs }) => inputs.length > 0)?.inputs ?? [],
    phases: rows.find(({ phases }) => phases.length > 0)?.phases ?? [],
    parts: entries.map(({ device: { sn }, row: { values, inputs, phases } }) => ({
      sn,
      part: partOf(sn).part,
      values,
      inputs,
      phases,
    })),
  };
}

const shown = (value: number | null, places: number) => (value === null ? null : rounded(value, places));

function rowOf(reading: StoredReading, madeWh: number | null, { timezone, modelByte }: FoundDevice): Row {
  const { values, kind } = reading;
  const { scalars } = values;
  const { power } = deviceKindByCode(kind) ?? deviceKind('microinverter');
  const own = (key: MeasureKey | null | undefined) => (key ? (scalars[key] ?? null) : null);
  const powerW = own(power);
  const rows = { inputs: partsOf(values.inputs), phases: partsOf(values.phases) };
  return {
    time: clockTime(reading.atMs, timezone),
    at: reading.atMs,
    power: shown(powerW, 1),
    powerUnit: 'W',
    energy: madeWh === null ? null : kwh(madeWh),
    energyUnit: 'kWh',
    temperature: shown(own('temperature'), 1),
    acVoltage: shown(own('acVoltage'), 1),
    frequency: shown(own('frequency'), 2),
    voltage: shown(dcVoltageOf(values), 2),
    current: shown(dcCurrentOf(values, powerW), 2),
    version: frameVersion(modelByte, reading.state),
    status: alertCode(reading.statusBits),
    values: roundedBy(scalars),
    ...rows,
  };
}

/** In the units in which every answer shows them (a state of charge in percent), rounded to their places. */
const roundedBy = (values: Partial<Record<MeasureKey, number | null>>): Row['values'] =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === null ? [] : [[key, shownValue(key as MeasureKey, value)]],
    ),
  );

const shownValue = (key: MeasureKey, value: number): number => {
  const { per, decimals } = shownAs(measures[key]);
  return rounded(value * per, decimals);
};

/** From one list per measure to one row per input or phase. */
function partsOf(lists: Values['inputs']): Row['inputs'] {
  const entries = Object.entries(lists) as [MeasureKey, (number | null)[]][];
  const length = Math.max(0, ...entries.map(([, list]) => list.length));
  return Array.from({ length }, (_, i) => ({
    addr: i + 1,
    values: roundedBy(Object.fromEntries(entries.map(([key, list]) => [key, list[i] ?? null]))),
  }));
}

/** Of the device, else the mean of its inputs. */
function dcVoltageOf({ scalars, inputs }: Values): number | null {
  if (scalars.dcVoltage !== undefined) return scalars.dcVoltage;
  const voltages = (inputs.dcVoltage ?? []).flatMap((voltageV) => voltageV ?? []);
  return voltages.length === 0 ? null : voltages.reduce((sum, v) => sum + v, 0) / voltages.length;
}

/** As it was measured, else what the power and the voltage of the inputs, else of the device, make of it. */
function dcCurrentOf(values: Values, powerW: number | null): number | null {
  const { scalars, inputs } = values;
  if (scalars.dcCurrent !== undefined) return scalars.dcCurrent;
  const measured = (inputs.dcCurrent ?? []).flatMap((a) => a ?? []);
  const derived = (inputs.power ?? []).flatMap((inputW, i) => {
    const voltageV = inputs.dcVoltage?.[i];
    return inputW !== null && voltageV ? [inputW / voltageV] : [];
  });
  const ofInputs = measured.length > 0 ? measured : derived;
  if (ofInputs.length > 0) return ofInputs.reduce((sum, a) => sum + a, 0);
  const voltageV = dcVoltageOf(values);
  return powerW !== null && voltageV ? powerW / voltageV : null;
}
