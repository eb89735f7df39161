// The running day of a device: its energy so far, carried forward report by report. Cheap and without memory of what
// was odd; the roll-up corrects it within a minute.
import { createDayFinder, type DaySpan } from '@helioport/domain/periods';
import {
  type CounterRules,
  energyBetween,
  frameCounterRules,
  lifetimeRules,
  openingOf,
} from '../rollup/energy.ts';
import { type IncomingReport, KIND, type Measured } from './report.ts';

/** A row of `latest`, as far as the next report needs it. Energies in Wh. */
export interface Running extends Pick<Measured, 'energy' | 'energyOut' | 'chEnergy'> {
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
  return kind === KIND.inverter && hasDayCounter
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

/** The running day after one more report, which must not be older than the last. */
export function advance(last: Running, report: IncomingReport): Running {
  const { day, startMs } = dayAt(report.atMs, report.timeZone);
  const isNewDay = day !== last.day;
  const hasDayCounter = report.energy !== null;
  const rules = rulesOf(report.kind, hasDayCounter, report.chEnergy?.length ?? 0, report.ratedW);
  const step = (before: number | null | undefined, value: number | null, stepRules: CounterRules) =>
    added({
      before: before === null || before === undefined ? null : { atMs: last.atMs, value: before },
      nowMs: report.atMs,
      value,
      isNewDay,
      dayStartMs: startMs,
      rules: stepRules,
    });

  const isInverter = report.kind === KIND.inverter;
  const produced = isInverter && !hasDayCounter ? report.energyOut : report.energy;
  const producedBefore = isInverter && !hasDayCounter ? last.energyOut : last.energy;
  const mainWh = step(producedBefore, produced, rules);
  const outWh = isInverter ? 0 : step(last.energyOut, report.energyOut, rules);

  const channels = report.chEnergy ?? [];
  const chWh = channels.map((value, i) => step(last.chEnergy?.[i], value, rules));
  const dayOf = (i: number) => last.chDayWh?.[i] ?? 0;
  const beforeOf = (i: number) => last.chBeforeWh?.[i] ?? 0;
  const hasChannels = channels.length > 0;

  return {
    atMs: report.atMs,
    contentHash: report.contentHash,
    // A counter that was not measured this time is remembered, so that the next one can go on from it.
    energy: report.energy ?? last.energy,
    energyOut: report.energyOut ?? last.energyOut,
    chEnergy: hasChannels ? channels.map((value, i) => value ?? last.chEnergy?.[i] ?? null) : last.chEnergy,
    day,
    dayWh: tenths((isNewDay ? 0 : last.dayWh) + mainWh),
    dayOutWh: tenths((isNewDay ? 0 : last.dayOutWh) + outWh),
    beforeWh: tenths(last.beforeWh + (isNewDay ? last.dayWh : 0)),
    chDayWh: hasChannels
      ? chWh.map((wh, i) => tenths((isNewDay ? 0 : dayOf(i)) + wh))
      : isNewDay
        ? null
        : last.chDayWh,
    chBeforeWh: hasChannels
      ? chWh.map((_, i) => tenths(beforeOf(i) + (isNewDay ? dayOf(i) : 0)))
      : last.chBeforeWh,
  };
}
