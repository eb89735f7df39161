// What the modules of a plant did in the course of a local day, one number per module and step: what a layout plays back.
import { dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { energyFromPower, energyOfDay, type Reading, usualInterval } from '../counters/energy.ts';
import { rulesOf } from '../counters/running.ts';
import { roleOf } from '../kinds.ts';
import type { DeviceReadings, ReadingsOf } from '../readings/readingParts.ts';
import { readReadings } from '../readings/readings.ts';
import { meansOf, type Slots, slotsOfDay } from '../slots/slots.ts';
import type { Scope } from './series.ts';

export type PlayedMeasure = 'power' | 'energy' | 'dcVoltage' | 'dcCurrent' | 'temperature';

/** The unit on the wire, and how many of the given whole numbers make one. */
export const playedUnits: Readonly<Record<PlayedMeasure, { unit: string; per: number }>> = {
  power: { unit: 'W', per: 1 },
  energy: { unit: 'kWh', per: 1000 },
  dcVoltage: { unit: 'V', per: 10 },
  dcCurrent: { unit: 'A', per: 100 },
  temperature: { unit: '°C', per: 10 },
};

export interface PlayedModule {
  deviceId: number;
  addr: number;
  /** The first step with a value; those before are gaps. */
  first: number;
  /** Whole numbers from `first` on, in `playedUnits`; null is a gap. */
  values: (number | null)[];
}

const columns: Readonly<Record<PlayedMeasure, Pick<ReadingsOf, 'scalars' | 'inputs'>>> = {
  power: { scalars: ['power'], inputs: ['power'] },
  energy: { scalars: ['mainPower', 'mainCounter', 'secondCounter'], inputs: ['power', 'inputCounter'] },
  dcVoltage: { scalars: ['dcVoltage'], inputs: ['dcVoltage'] },
  dcCurrent: { scalars: ['dcCurrent', 'power', 'dcVoltage'], inputs: ['dcCurrent', 'power', 'dcVoltage'] },
  // The width of a reading is that of its inputs' powers.
  temperature: { scalars: ['temperature'], inputs: [] },
};

/** Stored steps of the measure -> whole numbers of the wire. */
const factors: Readonly<Record<PlayedMeasure, number>> = {
  power: 1 / 10,
  energy: 1 / 10,
  dcVoltage: 1 / 10,
  dcCurrent: 1,
  temperature: 1,
};

/** One measure of every module over a local day in steps of minutes. Energy is what was made up to then on that day. */
export async function playedOf(
  db: Db,
  scope: Scope,
  what: { day: string; stepMinutes: number; measure: PlayedMeasure },
  now: number,
): Promise<Slots & { modules: PlayedModule[] }> {
  const { day, measure } = what;
  const slots = slotsOfDay(day, scope.timeZone, what.stepMinutes);
  const { siteId, deviceId } = scope;
  const { startMs, endMs } = dayBounds(day, scope.timeZone);
  const request = { siteId, deviceId, fromMs: startMs, toMs: endMs, ...columns[measure] };
  const devices = (await readReadings(db, request)).filter(({ kind }) => roleOf(kind) === 'sun');
  const before = measure === 'energy' ? await closingsBefore(db, siteId, day) : new Map<number, Closing>();
  const modules = devices.flatMap((device) =>
    Array.from({ length: Math.max(1, device.width) }, (_, i): PlayedModule => {
      const input = device.width === 0 ? null : i;
      const values =
        measure === 'energy'
          ? energyBySlot(device, input, before.get(device.deviceId), slots, now)
          : meansBySlot(device, input, measure, slots, now);
      return {
        deviceId: device.deviceId,
        addr: i + 1,
        ...trimmed(values, factors[measure], measure === 'temperature' ? Number.NEGATIVE_INFINITY : 0),
      };
    }),
  );
  return { ...slots, modules };
}

/** Without the gaps at both ends, in whole numbers of at least `least`. */
function trimmed(
  values: Float64Array,
  factor: number,
  least: number,
): Pick<PlayedModule, 'first' | 'values'> {
  let first = 0;
  while (first < values.length && Number.isNaN(values[first]!)) first++;
  let end = values.length;
  while (end > first && Number.isNaN(values[end - 1]!)) end--;
  const given: (number | null)[] = [];
  for (let i = first; i < end; i++) {
    const value = values[i]!;
    given.push(Number.isNaN(value) ? null : Math.max(least, Math.round(value * factor)));
  }
  return { first, values: given };
}

/** Means of an input, or of a device that names none. */
function meansBySlot(
  device: DeviceReadings,
  input: number | null,
  measure: Exclude<PlayedMeasure, 'energy'>,
  slots: Slots,
  now: number,
): Float64Array {
  const { at, scalars, inputs, width } = device;
  const meansFor = (key: 'power' | 'dcVoltage' | 'dcCurrent') =>
    input === null
      ? meansOf(scalars[key]!, at, slots, now)
      : meansOf(inputs[key]!, at, slots, now, { offset: input, perReading: width });
  if (measure === 'temperature') return meansOf(scalars.temperature!, at, slots, now);
  if (measure !== 'dcCurrent') return meansFor(measure);
  const measured = meansFor('dcCurrent');
  if (measured.some((value) => !Number.isNaN(value))) return measured;
  // What no device measures follows from power (tenths of W) and voltage (hundredths of V), in hundredths of A.
  const powers = meansFor('power');
  return meansFor('dcVoltage').map((volts, i) => (volts > 0 ? (powers[i]! * 1000) / volts : Number.NaN));
}

interface Closing {
  atMs: number;
  /** Main and second counter, then those of the inputs. */
  counters: readonly (number | null)[];
}

/** Last counter values of a plant's devices before the day. */
async function closingsBefore(db: Db, siteId: number, day: string): Promise<Map<number, Closing>> {
  const { rows } = await sql<Closing & { deviceId: number }>`
    select l.device_id as "deviceId", c.* from latest l
    cross join lateral (
      select (extract(epoch from closing_at) * 1000)::float8 as "atMs", closing::float8[] as counters from device_day
      where site_id = ${siteId} and device_id = l.device_id and day < ${day} order by day desc limit 1
    ) c where l.site_id = ${siteId}`.execute(db);
  return new Map(rows.map(({ deviceId, ...closing }) => [deviceId, closing]));
}

const picked = (values: Float64Array, input: number | null, width: number): Float64Array =>
  input === null
    ? values
    : Float64Array.from({ length: values.length / width }, (_, i) => values[i * width + input]!);

const isMeasured = (values: Float64Array) => values.some((value) => !Number.isNaN(value));

/** Tenths of Wh made up to the end of each step in which there was a reading, by the rules of the roll-up. */
function energyBySlot(
  device: DeviceReadings,
  input: number | null,
  before: Closing | undefined,
  slots: Slots,
  now: number,
): Float64Array {
  const { at, scalars, inputs, width, kind } = device;
  const hasDayCounter = isMeasured(scalars.mainCounter!);
  const own = hasDayCounter ? scalars.mainCounter! : scalars.secondCounter!;
  const counter = input === null ? own : picked(inputs.inputCounter!, input, width);
  const power = input === null ? scalars.mainPower! : picked(inputs.power!, input, width);
  const place = input === null ? (hasDayCounter ? 0 : 1) : 2 + input;
  const intervalMs = usualInterval(at);
  const made = new Float64Array(slots.count);
  const slotAt = (ms: number) =>
    Math.min(slots.count - 1, Math.max(0, Math.floor((ms - slots.startMs) / slots.stepMs)));
  const note = (_from: number, toMs: number, energy: number) => {
    made[slotAt(toMs)]! += energy;
  };
  if (isMeasured(counter)) {
    const stood = before?.counters[place] ?? null;
    const last: Reading | null = before && stood !== null ? { atMs: before.atMs, value: stood } : null;
    const rules = rulesOf(kind, hasDayCounter, width, null);
    const { startMs } = slots;
    energyOfDay(
      { atMs: at, values: counter, startMs, wakeMs: startMs, intervalMs, before: last, rules },
      note,
    );
  } else {
    energyFromPower(at, power, intervalMs, 1, note);
  }
  const means = meansOf(power, at, slots, now);
  let sum = 0;
  return made.map((energy, i) => {
    sum += energy;
    return Number.isNaN(means[i]!) ? Number.NaN : sum;
  });
}
