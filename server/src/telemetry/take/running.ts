// The running day of a device: its energy so far, carried forward report by report. Cheap and without memory of what
// was odd; the roll-up corrects it within a minute.
import { deviceKindByCode } from '@helioport/domain/deviceKinds';
import { measuresPer } from '@helioport/domain/measures';
import { createDayFinder, type DaySpan } from '@helioport/domain/periods';
import { tradeOf } from '../kinds.ts';
import {
  type CounterRules,
  energyBetween,
  frameCounterRules,
  lifetimeRules,
  openingOf,
} from '../rollup/energy.ts';
import type { Cells, IncomingReport } from './report.ts';

/** A row of `latest`, as far as the next report needs it: of measures only the counters. Energies in Wh. */
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
  return tradeOf(kind) === 'sun' && hasDayCounter
    ? frameCounterRules(channelCount, ratedW)
    : lifetimeRules(ratedW);
}

interface Step {
  before: { atMs: number; value: number } | null;
  nowMs: number;
  value: number | null;
  /** True when the new report opens a new local day. */
  isNewDay: boolean;
  dayStartMs: number;
  rules: CounterRules;
}

/** Wh that the step adds to the running day. */
function added({ before, nowMs, value, isNewDay, dayStartMs, rules }: Step): number {
  if (value === null) return 0;
  const now = { atMs: nowMs, value };
  if (isNewDay) return Math.max(0, value - openingOf(now, before, dayStartMs, rules)) / 10;
  if (before === null)
    return rules.mode === 'day' ? Math.max(0, value - openingOf(now, null, dayStartMs, rules)) / 10 : 0;
  return energyBetween(before, now, rules) / 10;
}

const counterKeys = (place: 'device' | 'input') =>
  measuresPer(place)
    .filter(({ overTime }) => overTime === 'counter')
    .map(({ key }) => key);
const deviceCounters = counterKeys('device');
const inputCounters = counterKeys('input');

/** A counter that was not measured this time is remembered, so that the next one can go on from it. */
function remember(last: Running, report: IncomingReport): Cells {
  const scalars = { ...last.scalars };
  for (const key of deviceCounters) {
    const value = report.scalars[key];
    if (value !== null && value !== undefined) scalars[key] = value;
  }
  const inputs = { ...last.inputs };
  for (const key of inputCounters) {
    const list = report.inputs[key];
    const known = last.inputs[key] ?? [];
    if (list)
      inputs[key] = Array.from(
        { length: Math.max(list.length, known.length) },
        (_, i) => list[i] ?? known[i] ?? null,
      );
  }
  return { scalars, inputs, phases: {} };
}

/** The running day after one more report, which must not be older than the last. */
export function advance(last: Running, report: IncomingReport): Running {
  const { day, startMs } = dayAt(report.atMs, report.timeZone);
  const isNewDay = day !== last.day;
  const [main, second] = deviceKindByCode(report.kind)?.counters ?? ['energy', 'energyTotal'];
  const isInverter = tradeOf(report.kind) === 'sun';
  const hasDayCounter = (report.scalars[main] ?? null) !== null;
  // Counters of inputs are of the day or of the lifetime, as the device has them.
  const inputKey = inputCounters.find((key) => report.inputs[key]);
  const channels = (inputKey && report.inputs[inputKey]) ?? [];
  const rules = rulesOf(report.kind, hasDayCounter, channels.length, report.ratedW);
  const step = (before: number | null | undefined, value: number | null | undefined) =>
    added({
      before: before === null || before === undefined ? null : { atMs: last.atMs, value: before },
      nowMs: report.atMs,
      value: value ?? null,
      isNewDay,
      dayStartMs: startMs,
      rules,
    });

  const produced = isInverter && !hasDayCounter ? second : main;
  const mainWh = step(last.scalars[produced], report.scalars[produced]);
  const outWh = isInverter ? 0 : step(last.scalars[second], report.scalars[second]);

  // A report that does not name all inputs, or none, changes nothing of those that it does not name.
  const lastOf = inputKey && last.inputs[inputKey];
  const lists = [channels, lastOf, last.chDayWh, last.chBeforeWh];
  const inputs = Array.from({ length: Math.max(...lists.map((list) => list?.length ?? 0)) }, (_, i) => {
    const dayWh = last.chDayWh?.[i] ?? 0;
    return {
      dayWh: tenths((isNewDay ? 0 : dayWh) + step(lastOf?.[i], channels[i])),
      beforeWh: tenths((last.chBeforeWh?.[i] ?? 0) + (isNewDay ? dayWh : 0)),
    };
  });
  const ofInputs = (pick: (input: (typeof inputs)[number]) => number): number[] | null =>
    inputs.length > 0 ? inputs.map(pick) : null;

  return {
    ...remember(last, report),
    atMs: report.atMs,
    contentHash: report.contentHash,
    day,
    dayWh: tenths((isNewDay ? 0 : last.dayWh) + mainWh),
    dayOutWh: tenths((isNewDay ? 0 : last.dayOutWh) + outWh),
    beforeWh: tenths(last.beforeWh + (isNewDay ? last.dayWh : 0)),
    chDayWh: ofInputs((input) => input.dayWh),
    chBeforeWh: ofInputs((input) => input.beforeWh),
  };
}
