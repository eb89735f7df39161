// Energy of a device on its running day, updated with each reading. Cheap and without history of implausible values;
// the roll-up corrects it within a minute.
import { deviceKindByCode } from '@helioport/domain/deviceKinds';
import { measuresPer } from '@helioport/domain/measures';
import { createDayFinder, type DaySpan } from '@helioport/domain/periods';
import { roleOf } from '../kinds.ts';
import type { Cells, IncomingReading } from '../reading.ts';
import { type CounterRules, energyBetween, frameCounterRules, lifetimeRules, openingOf } from './energy.ts';

/** A row of `latest`, as far as the next reading needs it: of measures only the counters. Energies in Wh. */
export interface Running extends Cells {
  atMs: number;
  contentHash: number | null;
  day: string | null;
  dayWh: number;
  dayOutWh: number;
  beforeWh: number;
  chDayWh: readonly (number | null)[] | null;
  chBeforeWh: readonly (number | null)[] | null;
}

const finders = new Map<string, (ms: number) => DaySpan>();

/** The local day of an instant, from a memory per time zone. */
export function dayAt(ms: number, timeZone: string): DaySpan {
  let find = finders.get(timeZone);
  if (!find) {
    find = createDayFinder(timeZone);
    finders.set(timeZone, find);
  }
  return find(ms);
}

/** Wh to one decimal, as they are stored: sums of such numbers do not depend on their order. */
export const tenths = (wh: number): number => Math.round(wh * 10) / 10;

/** Rules of a device's main counter and channels: of the day where frames gave one, else of its lifetime. */
export function rulesOf(
  kind: number,
  hasDayCounter: boolean,
  channelCount: number,
  ratedW: number | null,
): CounterRules {
  return roleOf(kind) === 'sun' && hasDayCounter
    ? frameCounterRules(channelCount, ratedW)
    : lifetimeRules(ratedW);
}

/** What the counters of one reading have in common. */
interface Step {
  lastMs: number;
  nowMs: number;
  /** True when the new reading opens a new local day. */
  isNewDay: boolean;
  dayStartMs: number;
  rules: CounterRules;
}

type CounterValue = number | null | undefined;

/** Wh added to the running day by a counter that changes from `before` to `value`. */
function added(
  { lastMs, nowMs, isNewDay, dayStartMs, rules }: Step,
  before: CounterValue,
  value: CounterValue,
): number {
  if (value === null || value === undefined) return 0;
  const last = before === null || before === undefined ? null : { atMs: lastMs, value: before };
  const now = { atMs: nowMs, value };
  if (isNewDay) return Math.max(0, value - openingOf(now, last, dayStartMs, rules)) / 10;
  if (last === null)
    return rules.mode === 'day' ? Math.max(0, value - openingOf(now, null, dayStartMs, rules)) / 10 : 0;
  return energyBetween(last, now, rules) / 10;
}

const counterKeys = (place: 'device' | 'input') =>
  measuresPer(place)
    .filter(({ overTime }) => overTime === 'counter')
    .map(({ key }) => key);
const deviceCounters = counterKeys('device');
const inputCounters = counterKeys('input');

type Values = readonly (number | null)[];

/** The latest value of each entry; the list of the reading itself if complete, which is the normal case. */
const newestOf = (list: Values, known: Values): Values =>
  list.length >= known.length && !list.includes(null)
    ? list
    : Array.from({ length: Math.max(list.length, known.length) }, (_, i) => list[i] ?? known[i] ?? null);

/** Keeps the last value of counters missing in this reading, so that the next one can continue from it. */
function remember(last: Running, reading: IncomingReading): Pick<Cells, 'scalars' | 'inputs'> {
  const scalars = { ...last.scalars };
  for (const key of deviceCounters) {
    const value = reading.scalars[key];
    if (value !== null && value !== undefined) scalars[key] = value;
  }
  const inputs = { ...last.inputs };
  for (const key of inputCounters) {
    const list = reading.inputs[key];
    if (list) inputs[key] = newestOf(list, last.inputs[key] ?? []);
  }
  return { scalars, inputs };
}

/**
 * The running day after another reading, which must not be older than the last. Called for every reading of every
 * device, so it creates as few objects as possible.
 */
export function advance(last: Running, reading: IncomingReading): Running {
  const { day, startMs: dayStartMs } = dayAt(reading.atMs, reading.timeZone);
  const isNewDay = day !== last.day;
  const [main, second] = deviceKindByCode(reading.kind)?.counters ?? ['energy', 'energyTotal'];
  const isInverter = roleOf(reading.kind) === 'sun';
  const hasDayCounter = (reading.scalars[main] ?? null) !== null;
  // Counters of inputs are of the day or of the lifetime, as the device has them.
  const inputKey = inputCounters.find((key) => reading.inputs[key]);
  const channels = (inputKey && reading.inputs[inputKey]) ?? [];
  const rules = rulesOf(reading.kind, hasDayCounter, channels.length, reading.ratedW);
  const step: Step = { lastMs: last.atMs, nowMs: reading.atMs, isNewDay, dayStartMs, rules };

  const produced = isInverter && !hasDayCounter ? second : main;
  const mainWh = added(step, last.scalars[produced], reading.scalars[produced]);
  const outWh = isInverter ? 0 : added(step, last.scalars[second], reading.scalars[second]);

  // Inputs missing in a reading keep their values.
  const lastOf = inputKey && last.inputs[inputKey];
  const inputCount = Math.max(
    channels.length,
    lastOf?.length ?? 0,
    last.chDayWh?.length ?? 0,
    last.chBeforeWh?.length ?? 0,
  );
  const chDayWh: number[] = [];
  const chBeforeWh: number[] = [];
  for (let i = 0; i < inputCount; i++) {
    const dayWh = last.chDayWh?.[i] ?? 0;
    chDayWh.push(tenths((isNewDay ? 0 : dayWh) + added(step, lastOf?.[i], channels[i])));
    chBeforeWh.push(tenths((last.chBeforeWh?.[i] ?? 0) + (isNewDay ? dayWh : 0)));
  }

  const { scalars, inputs } = remember(last, reading);
  return {
    scalars,
    inputs,
    phases: {},
    atMs: reading.atMs,
    contentHash: reading.contentHash,
    day,
    dayWh: tenths((isNewDay ? 0 : last.dayWh) + mainWh),
    dayOutWh: tenths((isNewDay ? 0 : last.dayOutWh) + outWh),
    beforeWh: tenths(last.beforeWh + (isNewDay ? last.dayWh : 0)),
    chDayWh: inputCount > 0 ? chDayWh : null,
    chBeforeWh: inputCount > 0 ? chBeforeWh : null,
  };
}
