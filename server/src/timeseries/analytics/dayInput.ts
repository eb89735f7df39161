// One local day of a plant in five-minute slots, as the analytics takes it, from rows and compressed days.
import type { DeviceDayInput, ModuleDayInput, PlantDayInput } from '@helioport/domain/analytics/types';
import { measures } from '@helioport/domain/measures';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import { usualInterval } from '../counters/energy.ts';
import { roleOf } from '../kinds.ts';
import type { DeviceReadings, InputName, ReadingsOf, ScalarName } from '../readings/readingParts.ts';
import { type Kinds, kindsOf, readReadingsInParts } from '../readings/readings.ts';
import { meansOf, type Slots, slotsOfDay } from '../slots/slots.ts';
import { type AnalyticsPlant, moduleIdOf, type Slot } from './plantModel.ts';

/** Minutes of a slot. */
export const SLOT_MINUTES = 5;

const scalars: readonly ScalarName[] = [
  'power',
  'dcVoltage',
  'dcCurrent',
  'acVoltage',
  'temperature',
  'powerLimit',
  'statusBits',
];
const inputs: readonly InputName[] = ['power', 'dcVoltage', 'dcCurrent'];

/** Data that is the same for all days: read once per evaluation of a plant. */
export interface PlantReadings {
  kinds: Kinds;
}

export const readingsOfPlant = async (db: Db, siteId: number): Promise<PlantReadings> => ({
  kinds: (await kindsOf(db, { siteId, fromMs: 0, toMs: 0, scalars: [], inputs: [] })).filter(
    ([, kind]) => roleOf(kind) === 'sun',
  ),
});

/** The slots of a local day. */
export const slotsOf = (day: string, timeZone: string): Slots => slotsOfDay(day, timeZone, SLOT_MINUTES);

/**
 * Reads one local day of a plant. `now` in ms: readings do not reach beyond it. Weather and nearby clearness are added by
 * the caller.
 */
export async function readDayInput(
  db: Db,
  { siteId, model, slots: places }: AnalyticsPlant,
  { kinds }: PlantReadings,
  day: string,
  now: number,
): Promise<PlantDayInput> {
  const slots = slotsOf(day, model.timeZone);
  const which: ReadingsOf = {
    siteId,
    scalars,
    inputs,
    fromMs: slots.startMs,
    toMs: slots.startMs + slots.count * slots.stepMs,
  };
  const placeOf = new Map(places.flatMap((place) => place.deviceIds.map((id) => [id, place] as const)));
  const wanted = kinds.filter(([id]) => placeOf.has(id));
  const energies = readEnergies(db, siteId, day);
  energies.catch(() => undefined);
  const modules = new Map<string, ModuleDayInput>();
  const devices = new Map<string, DeviceDayInput>();
  await readReadingsInParts(db, which, wanted, (part) => {
    for (const readings of part) {
      const place = placeOf.get(readings.deviceId)!;
      for (const module of modulesOf(readings, place, slots, now)) {
        const known = modules.get(module.moduleId);
        modules.set(module.moduleId, known ? joined(known, module) : module);
      }
      const device = deviceOf(readings, place, slots, now);
      const known = devices.get(device.deviceId);
      devices.set(device.deviceId, known ? joinedDevice(known, device) : device);
    }
  });
  const energyOf = await energies;
  return {
    day,
    startMs: slots.startMs,
    slotMs: slots.stepMs,
    slots: slots.count,
    modules: places.flatMap((place) =>
      place.addrs.map((addr): ModuleDayInput => {
        const moduleId = moduleIdOf(place.rootId, addr);
        const measured = modules.get(moduleId) ?? unknownModule(moduleId, slots.count);
        return { ...measured, energyWh: energyOf(place, addr) };
      }),
    ),
    devices: places.map((place) => devices.get(String(place.rootId)) ?? unknownDevice(String(place.rootId))),
    weather: null,
    nearbyClearness: null,
  };
}

/** Energies of the day by the counters: of a module, or of an undivided device. */
async function readEnergies(
  db: Db,
  siteId: number,
  day: string,
): Promise<(place: Slot, addr: number) => number | null> {
  const { rows } = await sql<Columns<'module_day', 'deviceId' | 'addr'> & { wh: number }>`
    select device_id as "deviceId", addr, energy_wh as wh from module_day
    where site_id = ${siteId} and day = ${day}::date
    union all
    select device_id, 0, energy_wh from device_day where site_id = ${siteId} and day = ${day}::date`.execute(
    db,
  );
  const byInput = new Map(rows.map(({ deviceId, addr, wh }) => [`${deviceId}/${addr}`, wh]));
  return ({ deviceIds, isUndivided }, addr) => {
    let sum: number | null = null;
    for (const id of deviceIds) {
      const wh = byInput.get(`${id}/${isUndivided ? 0 : addr}`);
      if (wh !== undefined) sum = (sum ?? 0) + wh;
    }
    return sum;
  };
}

/** Values per slot in units of the measurement; null without values on the whole day. */
function column(
  values: Float64Array | undefined,
  at: Float64Array,
  slots: Slots,
  now: number,
  perUnit: number,
  options: { intervalMs: number; offset?: number; perReading?: number; isLast?: boolean },
): Float64Array | null {
  if (!values) return null;
  const means = meansOf(values, at, slots, now, options);
  let isKnown = false;
  for (let i = 0; i < means.length; i++) {
    if (Number.isNaN(means[i]!)) continue;
    isKnown = true;
    means[i] = means[i]! / perUnit;
  }
  return isKnown ? means : null;
}

const perUnit = (key: 'power' | 'dcVoltage' | 'dcCurrent' | 'acVoltage' | 'temperature' | 'powerLimit') =>
  measures[key].storedPerUnit;

function modulesOf(
  { at, scalars: own, inputs: named, width }: DeviceReadings,
  { rootId, isUndivided, addrs }: Slot,
  slots: Slots,
  now: number,
): ModuleDayInput[] {
  const intervalMs = usualInterval(at);
  return addrs.flatMap((addr): ModuleDayInput[] => {
    if (!isUndivided && addr > width) return [];
    const source = isUndivided ? own : named;
    const place = isUndivided ? { intervalMs } : { intervalMs, offset: addr - 1, perReading: width };
    const of = (key: 'power' | 'dcVoltage' | 'dcCurrent') =>
      column(source[key], at, slots, now, perUnit(key), place);
    const voltageV = of('dcVoltage');
    return [
      {
        moduleId: moduleIdOf(rootId, addr),
        powerW: of('power') ?? gaps(slots.count),
        // With several modules on one input, the voltage of a single one is unknown.
        voltageV,
        currentA: of('dcCurrent'),
        energyWh: null,
      },
    ];
  });
}

function deviceOf(
  { at, scalars: own }: DeviceReadings,
  { rootId, ratedW }: Slot,
  slots: Slots,
  now: number,
): DeviceDayInput {
  const intervalMs = usualInterval(at);
  const limit =
    ratedW === null
      ? null
      : column(own.powerLimit, at, slots, now, perUnit('powerLimit') * ratedW, { intervalMs, isLast: true });
  return {
    deviceId: String(rootId),
    acVoltageV: column(own.acVoltage, at, slots, now, perUnit('acVoltage'), { intervalMs }),
    temperatureC: column(own.temperature, at, slots, now, perUnit('temperature'), { intervalMs }),
    statusBits: bitsOf(own.statusBits, at, slots),
    limitRatio: limit,
  };
}

/** Fault bits of a slot: all that any of its readings names. */
function bitsOf(words: Float64Array | undefined, at: Float64Array, slots: Slots): Uint16Array | null {
  if (!words || at.length === 0) return null;
  const bits = new Uint16Array(slots.count);
  for (let i = 0; i < at.length; i++) {
    const word = words[i]!;
    // What is not set is stored as absent.
    if (!(word > 0)) continue;
    const slot = Math.floor((at[i]! - slots.startMs) / slots.stepMs);
    if (slot >= 0 && slot < slots.count) bits[slot] = bits[slot]! | (word & 0xffff);
  }
  return bits;
}

const gaps = (count: number) => new Float64Array(count).fill(Number.NaN);

const unknownModule = (moduleId: string, count: number): ModuleDayInput => ({
  moduleId,
  powerW: gaps(count),
  voltageV: null,
  currentA: null,
  energyWh: null,
});

const unknownDevice = (deviceId: string): DeviceDayInput => ({
  deviceId,
  acVoltageV: null,
  temperatureC: null,
  statusBits: null,
  limitRatio: null,
});

type Values = Float32Array | Float64Array;

/** On the day of a replacement one device follows the other. */
function filled<V extends Values>(first: V | null, second: V | null): V | null {
  if (first === null || second === null) return first ?? second;
  for (let i = 0; i < first.length; i++) if (!Number.isNaN(second[i]!)) first[i] = second[i]!;
  return first;
}

const joined = (a: ModuleDayInput, b: ModuleDayInput): ModuleDayInput => ({
  moduleId: a.moduleId,
  powerW: filled(a.powerW, b.powerW)!,
  voltageV: filled(a.voltageV, b.voltageV),
  currentA: filled(a.currentA, b.currentA),
  energyWh: null,
});

const joinedDevice = (a: DeviceDayInput, b: DeviceDayInput): DeviceDayInput => ({
  deviceId: a.deviceId,
  acVoltageV: filled(a.acVoltageV, b.acVoltageV),
  temperatureC: filled(a.temperatureC, b.temperatureC),
  statusBits: b.statusBits ? b.statusBits.map((word, i) => word | (a.statusBits?.[i] ?? 0)) : a.statusBits,
  limitRatio: filled(a.limitRatio, b.limitRatio),
});
