// Reads the course of a day: curves in equal slots aligned to the plant's midnight, playback, detailed readings. Null
// is a gap and never 0: charts distinguish night from missing readings.
import type { DeviceRole } from '@helioport/domain/deviceKinds';
import {
  allMeasures,
  isPer,
  type MeasureKey,
  measures,
  measuresPer,
  type Place,
} from '@helioport/domain/measures';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import type { Values } from '../catalogue.ts';
import { roleOf } from '../kinds.ts';
import { type DeviceReadings, PHASES, type ReadingsOf } from '../readings/readingParts.ts';
import { kindsOf, readReadings, readReadingsOf } from '../readings/readings.ts';
import { addTo, CURVE_STEP_MINUTES, meansOf, type Slots, slotsOfDay } from '../slots/slots.ts';
import { inWholeSteps, powerOf } from './power.ts';
import type { Scope } from './series.ts';
import { knownOfDay } from './storedCurve.ts';

const inSi = (values: Float64Array, key: MeasureKey): (number | null)[] => {
  const perUnit = measures[key].storedPerUnit;
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value / perUnit));
};

export interface Curve extends Slots {
  /** W, one per slot; null is a gap. */
  values: (number | null)[];
}

type RequestedMeasures = Pick<ReadingsOf, 'scalars' | 'inputs' | 'phases'>;

const spanOf = ({ startMs, count, stepMs }: Slots) => ({ fromMs: startMs, toMs: startMs + count * stepMs });

const readDay = (db: Db, { siteId, deviceId }: Scope, slots: Slots, measuresToRead: RequestedMeasures) =>
  readReadings(db, { siteId, deviceId, ...spanOf(slots), ...measuresToRead });

/** What is summed up in a curve: inverters give production, meters the grid (+ import), batteries + discharging. */
interface PowerRequest {
  /** Plant-local, `YYYY-MM-DD`. */
  day: string;
  stepMinutes: number;
}

/**
 * Power of a local day in steps of minutes: per slot the sum over the devices of `role` (of one device: whatever it
 * is) of their mean in the slot, to 0.1 W.
 */
export async function powerOfDay(
  db: Db,
  scope: Scope,
  { role = 'sun', ...what }: PowerRequest & { role?: DeviceRole },
  now: number,
): Promise<Curve> {
  const { deviceId } = scope;
  if (deviceId === undefined) {
    const { powers, ...slots } = await powersOfDay(db, scope, { ...what, roles: [role] }, now);
    return { ...slots, values: powers[role] ?? [] };
  }
  const slots = slotsOfDay(what.day, scope.timeZone, what.stepMinutes);
  const readings = await readDay(db, scope, slots, onlyPower);
  return { ...slots, values: inWatts(powerOf(readings, null, slots, now)) };
}

/** Curves of several roles. */
export interface Curves extends Slots {
  /** W, one per slot and requested role; null is a gap. */
  powers: Partial<Record<DeviceRole, (number | null)[]>>;
}

/**
 * Power of a plant's local day by several roles, each as by `powerOfDay`: from the stored curve of a completed day if
 * it is valid, else from the readings of the devices with these roles.
 */
export async function powersOfDay(
  db: Db,
  { siteId, timeZone }: Scope,
  { day, stepMinutes, roles }: PowerRequest & { roles: readonly DeviceRole[] },
  now: number,
): Promise<Curves> {
  const slots = slotsOfDay(day, timeZone, stepMinutes);
  const span = spanOf(slots);
  // Means of means are not the means of other steps. Of a day that is not over the last values depend on the hour.
  const mayBeStored = stepMinutes === CURVE_STEP_MINUTES && now >= span.toMs;
  const which = { siteId, ...span, ...onlyPower };
  const { kinds, power } = mayBeStored
    ? await knownOfDay(db, siteId, day, slots)
    : { kinds: await kindsOf(db, which), power: null };
  const readings = power
    ? []
    : await readReadingsOf(
        db,
        which,
        kinds.filter(([, kind]) => roles.some((role) => role === roleOf(kind))),
      );
  const powers: Curves['powers'] = {};
  for (const role of roles) powers[role] = inWatts(power?.[role] ?? powerOf(readings, role, slots, now));
  return { ...slots, powers };
}

const onlyPower = { scalars: ['mainPower'], inputs: [] } satisfies RequestedMeasures;

const inWatts = (power: Float64Array): (number | null)[] => inSi(inWholeSteps(power), 'power');

/** Whether the last value of a step stands for it, not the mean. */
export const isLast = (key: MeasureKey): boolean => measures[key].overTime === 'last';

/** Whose line: of the device (`addr` 0), or of an input or phase from 1. */
export interface LineKey {
  key: MeasureKey;
  place: Place;
  addr: number;
}

export interface MeasuredLine extends LineKey {
  /** In the unit of the measure, one per slot; null is a gap. */
  values: (number | null)[];
}

/** Lines of one device over a local day, aligned to the same slots. Lines without values are absent. */
export interface Lines extends Slots {
  lines: MeasuredLine[];
}

// Counters are drawn as energy, not as lines.
const lineKeys = (place: Place): MeasureKey[] =>
  measuresPer(place)
    .filter(({ overTime }) => overTime !== 'counter')
    .map(({ key }) => key);

/** What can stand for the one input of a device that names none. */
const ofEither = new Set(allMeasures.filter(({ per }) => per === 'both').map(({ key }) => key));

/**
 * All measurements of a device on a local day, in steps of minutes. A producer without inputs in its readings gets one
 * with its own values.
 */
export async function linesOfDay(
  db: Db,
  scope: Scope & { deviceId: number },
  what: { day: string; stepMinutes: number },
  now: number,
): Promise<Lines> {
  const slots = slotsOfDay(what.day, scope.timeZone, what.stepMinutes);
  const measuresToRead = {
    scalars: lineKeys('device'),
    inputs: lineKeys('input'),
    phases: lineKeys('phase'),
  };
  const [device] = await readDay(db, scope, slots, measuresToRead);
  if (!device) return { ...slots, lines: [] };
  const { at, width } = device;
  const lines: MeasuredLine[] = [];
  const add = (line: LineKey, values: Float64Array, offset = 0, perReading = 1) => {
    if (values.every((value) => Number.isNaN(value))) return;
    const means = inSi(
      meansOf(values, at, slots, now, { offset, perReading, isLast: isLast(line.key) }),
      line.key,
    );
    if (means.some((value) => value !== null)) lines.push({ ...line, values: means });
  };
  const hasOwnInput = width === 0 && roleOf(device.kind) === 'sun';
  for (const key of measuresToRead.scalars) {
    const values = device.scalars[key]!;
    add({ key, place: 'device', addr: 0 }, values);
    if (hasOwnInput && ofEither.has(key)) add({ key, place: 'input', addr: 1 }, values);
  }
  for (const key of measuresToRead.inputs)
    for (let i = 0; i < width; i++) add({ key, place: 'input', addr: i + 1 }, device.inputs[key]!, i, width);
  for (const key of measuresToRead.phases)
    for (let i = 0; i < PHASES; i++) add({ key, place: 'phase', addr: i + 1 }, device.phases[key]![i]!);
  return { ...slots, lines };
}

/** The lines for which values exist, of the measurements that can be lines. */
export const lineKeysOf = ({ scalars, inputs, phases }: Values): LineKey[] =>
  allMeasures
    .filter(({ overTime }) => overTime !== 'counter')
    .flatMap((measure) => {
      const { key } = measure;
      const listed = (place: Place, lists: Values['inputs']): LineKey[] =>
        isPer(measure, place)
          ? (lists[key] ?? []).flatMap((value, i) => (value === null ? [] : [{ key, place, addr: i + 1 }]))
          : [];
      const own: LineKey[] = scalars[key] === undefined ? [] : [{ key, place: 'device', addr: 0 }];
      return [...own, ...listed('input', inputs), ...listed('phase', phases)];
    });

export interface Playback extends Slots {
  /** W, the plant's (or device's) power per slot; null is a gap. */
  powerW: (number | null)[];
  /** Every input by device and `addr`. `powers` are W, one per slot; -1 is a gap. */
  modules: { deviceId: number; addr: number; powers: Int32Array }[];
}

/** Module powers between two instants in steps of minutes, whole watts: what the layout plays back. */
export async function playback(
  db: Db,
  scope: Scope,
  what: { fromMs: number; toMs: number; stepMinutes: number },
  now: number,
): Promise<Playback> {
  const stepMs = what.stepMinutes * 60_000;
  const slots = {
    startMs: what.fromMs,
    stepMs,
    count: Math.max(0, Math.ceil((what.toMs - what.fromMs) / stepMs)),
  };
  const sum = new Float64Array(slots.count).fill(Number.NaN);
  const modules: Playback['modules'] = [];
  for (const device of await readDay(db, scope, slots, { scalars: ['power'], inputs: ['power'] })) {
    if (roleOf(device.kind) !== 'sun') continue;
    const whole = meansOf(device.scalars.power!, device.at, slots, now);
    addTo(sum, whole);
    for (const { addr, means } of inputsOf(device, whole, slots, now)) {
      const powers = new Int32Array(slots.count);
      for (let i = 0; i < powers.length; i++) {
        const mean = means[i]!;
        powers[i] = Number.isNaN(mean) ? -1 : Math.max(0, Math.round(mean / 10));
      }
      modules.push({ deviceId: device.deviceId, addr, powers });
    }
  }
  return { ...slots, powerW: inSi(sum, 'power'), modules };
}

function inputsOf(device: DeviceReadings, whole: Float64Array, slots: Slots, now: number) {
  if (device.width === 0) return [{ addr: 1, means: whole }];
  return Array.from({ length: device.width }, (_, i) => ({
    addr: i + 1,
    means: meansOf(device.inputs.power!, device.at, slots, now, { offset: i, perReading: device.width }),
  }));
}

/** Highest power between two local days (both included) and, for a plant, when it was. Null without readings. */
export async function peakOf(
  db: Db,
  { siteId, deviceId }: Scope,
  from: string,
  to: string,
): Promise<{ powerW: number; day: string; atMs: number | null } | null> {
  const query =
    deviceId === undefined
      ? sql<{ powerW: number; day: string; atMs: number | null }>`
          select peak_w as "powerW", day, (extract(epoch from peak_at) * 1000)::float8 as "atMs" from site_day
          where site_id = ${siteId} and day between ${from} and ${to} and peak_w is not null
          order by peak_w desc, day limit 1`
      : sql<{ powerW: number; day: string; atMs: number | null }>`
          select peak_w as "powerW", day, null as "atMs" from device_day
          where site_id = ${siteId} and device_id = ${deviceId} and day between ${from} and ${to} and peak_w is not null
          order by peak_w desc, day limit 1`;
  return (await query.execute(db)).rows[0] ?? null;
}
