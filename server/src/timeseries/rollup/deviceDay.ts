// One device's day from its readings. Pure; what the roll-up writes down.
import { HOUR_MS } from '@helioport/domain/duration';
import { type MeasureKey, measures } from '@helioport/domain/measures';
import { QUARTER_MS } from '@helioport/domain/prices';
import { dayMeans } from '../catalogue.ts';
import {
  energyFromPower,
  energyOfDay,
  openingOf,
  type Reading,
  type Spread,
  usualInterval,
} from '../counters/energy.ts';
import { rulesOf, tenths } from '../counters/running.ts';
import { roleOf } from '../kinds.ts';
import type { DeviceReadings } from '../readings/readingParts.ts';
import { CURVE_STEP_MS, meansOf } from '../slots/slots.ts';

/** Last counter values of a device before a day: main, second, inputs. */
export interface CounterValues {
  atMs: number;
  counters: readonly (number | null)[];
}

export interface DayFrame {
  startMs: number;
  endMs: number;
  /** Sunrise, or midnight where it is unknown: the first reading of a day counter was made after it. */
  wakeMs: number;
  /** Also calculates energies by quarter-hour, because prices depend on the time of day. */
  withQuarters?: boolean;
}

export interface ModuleDay {
  addr: number;
  energyWh: number;
  peakW: number | null;
}

export interface DeviceDay {
  deviceId: number;
  kind: number;
  /** Inverter: produced. Meter: imported. Battery: charged. */
  energyWh: number;
  /** Meter: exported. Battery: discharged. Null for inverters. */
  outWh: number | null;
  peakW: number | null;
  samples: number;
  intervalMs: number;
  isRepaired: boolean;
  /** Wh per hour from midnight on; they sum up to the day exactly. */
  hoursWh: number[];
  outHoursWh: number[];
  /** The same by quarter-hour; empty if not requested. */
  quartersWh: number[];
  outQuartersWh: number[];
  /** W, the highest in each hour; null for hours without readings. */
  hourPeaksW: (number | null)[];
  modules: ModuleDay[];
  /** Daily means in the order of `dayMeans`, in their units; null without values. */
  means: (number | null)[];
  first: CounterValues;
  /** Counter values from which the day counts. */
  opening: (number | null)[];
  closing: CounterValues;
}

export const hoursIn = ({ startMs, endMs }: DayFrame): number => Math.ceil((endMs - startMs) / HOUR_MS);

/** Spreads energies evenly over the steps of a day that they were made in. */
function createSteps({ startMs, endMs }: DayFrame, stepMs: number): { sums: Float64Array; spread: Spread } {
  const sums = new Float64Array(Math.max(1, Math.ceil((endMs - startMs) / stepMs)));
  const last = sums.length - 1;
  return {
    sums,
    spread(fromMs, toMs, energy) {
      const first = Math.max(0, Math.floor((fromMs - startMs) / stepMs));
      // What is made at one instant, such as midnight itself, is made in the step that begins there.
      const until = Math.min(last, Math.max(first, Math.floor((toMs - 1 - startMs) / stepMs)));
      for (let step = first; step <= until; step++) {
        const beginsAt = startMs + step * stepMs;
        const overlapMs = Math.min(toMs, beginsAt + stepMs) - Math.max(fromMs, beginsAt);
        sums[step]! += toMs > fromMs ? (energy * overlapMs) / (toMs - fromMs) : energy;
      }
    },
  };
}

/** Energies of one direction by hour, and by quarter-hour if requested. */
function createDaySteps(frame: DayFrame) {
  const hours = createSteps(frame, HOUR_MS);
  const quarters = frame.withQuarters ? createSteps(frame, QUARTER_MS) : null;
  const spread: Spread = (fromMs, toMs, energy) => {
    hours.spread(fromMs, toMs, energy);
    quarters?.spread(fromMs, toMs, energy);
  };
  return {
    spread,
    hoursWh: () => stepsInWh(hours.sums),
    quartersWh: () => (quarters === null ? [] : stepsInWh(quarters.sums)),
  };
}

/** Steps in Wh to one decimal, rounded so that they still sum up to the rounded day. */
function stepsInWh(sums: Float64Array): number[] {
  let exact = 0;
  let given = 0;
  return Array.from(sums, (sum) => {
    exact += sum / 10;
    const step = tenths(tenths(exact) - given);
    given = tenths(given + step);
    return step;
  });
}

const highest = (values: Float64Array, from = 0, step = 1): number | null => {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = from; i < values.length; i += step) if (values[i]! > most) most = values[i]!;
  return most === Number.NEGATIVE_INFINITY ? null : most / 10;
};

function isMeasured(values: Float64Array, from = 0, step = 1): boolean {
  for (let i = from; i < values.length; i += step) if (!Number.isNaN(values[i]!)) return true;
  return false;
}

const every = (values: Float64Array, offset: number, step: number): Float64Array => {
  const picked = new Float64Array(values.length / step);
  for (let i = 0; i < picked.length; i++) picked[i] = values[i * step + offset]!;
  return picked;
};

/** The values of one counter in the readings: all of a list, or one place of each reading. */
interface Column {
  values: Float64Array;
  place?: number;
  perReading?: number;
}

interface Result {
  energy: number;
  isRepaired: boolean;
  first: number | null;
  opening: number | null;
  closing: number | null;
}

/** Data of a device for the roll-up in addition to its readings. */
export interface DeviceFacts {
  ratedW: number | null;
  before: CounterValues | null;
}

/** The day of one device that reported at least once. */
export function deviceDay(
  readings: DeviceReadings,
  { ratedW, before }: DeviceFacts,
  frame: DayFrame,
): DeviceDay {
  const { at, kind, width } = readings;
  const power = readings.scalars.mainPower!;
  const intervalMs = usualInterval(at);
  const hasDayCounter = roleOf(kind) === 'sun' && isMeasured(readings.scalars.mainCounter!);
  const rules = rulesOf(kind, hasDayCounter, width, ratedW);

  const measure = (
    slot: number,
    { values, place = 0, perReading = 1 }: Column,
    powersOf: () => Float64Array,
    sign: 1 | -1,
    spread?: Spread,
  ): Result => {
    const known = before?.counters[slot] ?? null;
    const last: Reading | null = before && known !== null ? { atMs: before.atMs, value: known } : null;
    if (!isMeasured(values, place, perReading)) {
      const energy = energyFromPower(at, powersOf(), intervalMs, sign, spread);
      return { energy, isRepaired: false, first: null, opening: null, closing: known };
    }
    const counter = {
      atMs: at,
      values,
      place,
      perReading,
      startMs: frame.startMs,
      wakeMs: frame.wakeMs,
      intervalMs,
      before: last,
      rules,
    };
    const { energy, isRepaired, first, opening, closing } = energyOfDay(counter, spread);
    return { energy, isRepaired, first: first?.value ?? null, opening, closing: closing?.value ?? known };
  };
  const unmeasured = (slot: number): Result => ({
    energy: 0,
    isRepaired: false,
    first: null,
    opening: null,
    closing: before?.counters[slot] ?? null,
  });

  const mainSteps = createDaySteps(frame);
  const outSteps = createDaySteps(frame);
  const isInverter = roleOf(kind) === 'sun';
  // A battery that charges takes power in, which its sign shows as negative.
  const inSign = roleOf(kind) === 'storage' ? -1 : 1;
  const powerOf = () => power;
  const energy = { values: readings.scalars.mainCounter! };
  const energyOut = { values: readings.scalars.secondCounter! };
  const isLifetimeInverter = isInverter && !hasDayCounter && isMeasured(energyOut.values);
  const main = isLifetimeInverter ? unmeasured(0) : measure(0, energy, powerOf, inSign, mainSteps.spread);
  const second = isLifetimeInverter
    ? measure(1, energyOut, powerOf, 1, mainSteps.spread)
    : isInverter
      ? unmeasured(1)
      : measure(1, energyOut, powerOf, inSign === 1 ? -1 : 1, outSteps.spread);

  const inputs = Array.from({ length: width }, (_, i) =>
    measure(
      2 + i,
      { values: readings.inputs.inputCounter!, place: i, perReading: width },
      () => every(readings.inputs.power!, i, width),
      1,
    ),
  );
  const all = [main, second, ...inputs];
  return {
    deviceId: readings.deviceId,
    kind,
    energyWh: tenths((isLifetimeInverter ? second.energy : main.energy) / 10),
    outWh: isInverter ? null : tenths(second.energy / 10),
    peakW: highest(power),
    samples: at.length,
    intervalMs,
    isRepaired: main.isRepaired || second.isRepaired,
    hoursWh: mainSteps.hoursWh(),
    outHoursWh: outSteps.hoursWh(),
    quartersWh: mainSteps.quartersWh(),
    outQuartersWh: outSteps.quartersWh(),
    hourPeaksW: hourPeaks(at, power, frame),
    modules: inputs.map((input, i) => ({
      addr: i + 1,
      energyWh: tenths(input.energy / 10),
      peakW: highest(readings.inputs.power!, i, width),
    })),
    means: dayMeans.map(({ key }) => meanOfDay(readings, key, frame)),
    first: { atMs: at[0]!, counters: all.map((result) => result.first) },
    opening: all.map((result) => result.opening),
    // Inputs without a reading on this day keep their counters.
    closing: {
      atMs: at[at.length - 1]!,
      counters: [...all.map((result) => result.closing), ...(before?.counters.slice(all.length) ?? [])],
    },
  };
}

/** Counters of a day without readings. */
const unread = (atMs: number): CounterValues => ({ atMs, counters: [] });

/**
 * The day of a device that another portal measured: one energy without readings. Its hours are unknown; prices by the
 * time of day take it as made evenly by daylight.
 */
export function importedDeviceDay(
  { deviceId, kind, energyWh }: { deviceId: number; kind: number; energyWh: number },
  frame: DayFrame,
  untilMs: number,
): DeviceDay {
  const steps = createDaySteps(frame);
  steps.spread(frame.wakeMs, untilMs, energyWh * 10);
  return {
    deviceId,
    kind,
    energyWh,
    outWh: null,
    peakW: null,
    samples: 0,
    intervalMs: 0,
    isRepaired: false,
    hoursWh: [],
    outHoursWh: [],
    quartersWh: steps.quartersWh(),
    outQuartersWh: [],
    hourPeaksW: [],
    modules: [],
    means: dayMeans.map(() => null),
    first: unread(frame.startMs),
    opening: [],
    closing: unread(frame.startMs),
  };
}

/**
 * The mean of a measurement over the time of a day that its readings cover: a value counts until the next one, a gap
 * does not count. Null without values.
 */
function meanOfDay({ at, scalars }: DeviceReadings, key: MeasureKey, frame: DayFrame): number | null {
  const values = scalars[key];
  if (!values) return null;
  const { startMs, endMs } = frame;
  const slots = { startMs, stepMs: CURVE_STEP_MS, count: Math.ceil((endMs - startMs) / CURVE_STEP_MS) };
  const known = meansOf(values, at, slots, endMs).filter((value) => !Number.isNaN(value));
  if (known.length === 0) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return Math.round((mean / measures[key].storedPerUnit) * 1e4) / 1e4;
}

function hourPeaks(at: Float64Array, power: Float64Array, frame: DayFrame): (number | null)[] {
  const peaks = Array.from<null, number | null>({ length: hoursIn(frame) }, () => null);
  for (let i = 0; i < at.length; i++) {
    const hour = Math.floor((at[i]! - frame.startMs) / HOUR_MS);
    const watts = power[i]! / 10;
    if (!Number.isNaN(watts) && (peaks[hour] === null || watts > (peaks[hour] ?? 0))) peaks[hour] = watts;
  }
  return peaks;
}

/**
 * Whether a day that counted from `opening` must be recalculated because, with the counters in `before`, it would count
 * from another value.
 */
export function isOpeningStale(
  day: { kind: number; first: CounterValues; opening: readonly (number | null)[]; startMs: number },
  before: CounterValues | null,
  ratedW: number | null,
): boolean {
  const hasDayCounter = roleOf(day.kind) === 'sun' && (day.first.counters[0] ?? null) !== null;
  const rules = rulesOf(day.kind, hasDayCounter, Math.max(0, day.opening.length - 2), ratedW);
  return day.opening.some((opening, slot) => {
    const first = day.first.counters[slot] ?? null;
    if (first === null) return false;
    const known = before?.counters[slot] ?? null;
    const last = before && known !== null ? { atMs: before.atMs, value: known } : null;
    return openingOf({ atMs: day.first.atMs, value: first }, last, day.startMs, rules) !== opening;
  });
}
