// What a day's counter readings are worth in energy. Pure; all energies here are stored steps of 0.1 Wh.
import { HOUR_MS } from '@helioport/domain/duration';

/** `day`: restarts at dawn, as in frames. `lifetime`: restarts only after an incident. */
export type CounterMode = 'day' | 'lifetime';

export interface CounterRules {
  mode: CounterMode;
  /** Rated power in W; null bounds jumps generously. */
  ratedW: number | null;
  /** The reading after which the counter starts at 0 again, where that is known. */
  wrapAt: number | null;
  /** One count of the device: a fall of no more is rounding. */
  step: number;
}

/** Bound for devices with unknown rating: far above any device on a low-voltage connection. */
const GENEROUS_W = 250_000;
/** A rise may be this much steeper than the rating … */
const STEEPNESS = 1.2;
/** … and arrival times may vary by this much, for example after a retransmission. */
const JITTER_MS = 120_000;
/** A fall below this share of the old reading is a restart from zero. */
const RESTART_BELOW = 0.05;
/** A fall from at least this share of the wrap limit is a wrap. */
const WRAP_FROM = 0.99;
/** Readings no further apart than this have no dawn between them. */
const NO_DAWN_WITHIN_MS = 2 * HOUR_MS;

/** Counts of the 16-bit counters in frames, in steps of 0.1 Wh, without and with channel blocks. */
const PLAIN_COUNT = 2.308;
const CHANNEL_COUNT = 36.2;

/** The rules of the day counters that frames carry. */
export function frameCounterRules(channelCount: number, ratedW: number | null): CounterRules {
  const count = channelCount === 0 ? PLAIN_COUNT : CHANNEL_COUNT;
  return { mode: 'day', ratedW, wrapAt: Math.round(65_536 * count), step: Math.ceil(count) };
}

/** The rules of the lifetime counters that JSON readings carry. */
export const lifetimeRules = (ratedW: number | null): CounterRules => ({
  mode: 'lifetime',
  ratedW,
  wrapAt: null,
  step: 1,
});

/** Whether a device can have made `rise` in this time: no more than rating x time x 1.2. */
function isPossible(rise: number, elapsedMs: number, rules: CounterRules): boolean {
  const mostW = (rules.ratedW ?? GENEROUS_W) * STEEPNESS;
  return rise <= (mostW * 10 * (Math.max(0, elapsedMs) + JITTER_MS)) / HOUR_MS + rules.step;
}

/** Growth across an overflow of the counter, or null if this fall is no overflow. */
function wrappedRise(from: number, to: number, elapsedMs: number, rules: CounterRules): number | null {
  // A counter above the limit has a larger range: that of a device whose day exceeds the range of a frame.
  if (rules.wrapAt === null || from < rules.wrapAt * WRAP_FROM || from > rules.wrapAt) return null;
  const rise = rules.wrapAt - from + to;
  return isPossible(rise, elapsedMs, rules) ? rise : null;
}

/** Value of a counter at an instant. */
export interface Reading {
  atMs: number;
  value: number;
}

/**
 * The reading from which a day counts, given its first reading and the last one before the day.
 *
 * A lifetime counter continues from the day before. A day counter restarts at dawn and counts from 0, unless it is
 * unchanged (a reading after midnight), was read less than two hours before (midnight sun), or cannot have reached this
 * value since midnight. If nothing fits, it counts from the first reading, so that no energy is invented.
 */
export function openingOf(
  first: Reading,
  before: Reading | null,
  dayStartMs: number,
  rules: CounterRules,
): number {
  if (rules.mode === 'lifetime') return before?.value ?? first.value;
  const isPossibleToday = isPossible(first.value, first.atMs - dayStartMs, rules);
  if (before === null) return isPossibleToday ? 0 : first.value;
  const rise = first.value - before.value;
  if (rise === 0) return before.value;
  const isPossibleSince = rise > 0 && isPossible(rise, first.atMs - before.atMs, rules);
  if (isPossibleSince && first.atMs - before.atMs <= NO_DAWN_WITHIN_MS) return before.value;
  if (isPossibleToday) return 0;
  return isPossibleSince ? before.value : first.value;
}

/**
 * Energy between two adjacent readings without knowledge of later ones: implausible rises, and falls that are no
 * restart, count nothing. Used for the running day; `energyOfDay` is more accurate afterwards.
 */
export function energyBetween(from: Reading, to: Reading, rules: CounterRules): number {
  const elapsedMs = to.atMs - from.atMs;
  const rise = to.value - from.value;
  if (rise >= 0) return isPossible(rise, elapsedMs, rules) ? rise : 0;
  if (-rise <= rules.step) return 0;
  const wrapped = wrappedRise(from.value, to.value, elapsedMs, rules);
  if (wrapped !== null) return wrapped;
  const isRestart = to.value < from.value * RESTART_BELOW && isPossible(to.value, elapsedMs, rules);
  return isRestart ? to.value : 0;
}

export interface CounterDay {
  /** Instants of the readings in ms, ascending. */
  atMs: ArrayLike<number>;
  /** The counter in each reading; NaN where it was not measured. */
  values: ArrayLike<number>;
  /** Place of the value in a reading of several; 0. */
  place?: number;
  /** Values per reading; 1. */
  perReading?: number;
  startMs: number;
  /** Instant before which production is impossible, for distributing the first reading of a day counter. */
  wakeMs: number;
  /** Usual time between two readings. */
  intervalMs: number;
  /** The last accepted reading before the day. */
  before: Reading | null;
  rules: CounterRules;
}

export interface EnergyOfDay {
  energy: number;
  /** A restart, a wrap, a glitch or a hole of more than three intervals was bridged. */
  isRepaired: boolean;
  /** Null when the counter was not measured that day. */
  first: Reading | null;
  opening: number | null;
  /** The last accepted reading, from which the next day continues. */
  closing: Reading | null;
}

/** Receives energy made between two instants. */
export type Spread = (fromMs: number, toMs: number, energy: number) => void;

/**
 * Energy of one local day from one counter.
 *
 * A plausible rise counts. Any other reading is held until the next one confirms or rejects it:
 * - the next one continues from the accepted reading: the held one was a glitch and counts nothing;
 * - the next one continues from the held one: the counter has really changed. After a fall to less than 5% it was
 *   reset, and its value is energy produced since. After a fall to an older value (DC interruption), the value was
 *   counted before, so only later rises count, from the lower value. After an implausible rise, only later rises count.
 * Falls of at most one count are rounding; a fall from the end of the counter's range to its start is an overflow.
 * The sum is never negative, and no energy is counted twice.
 */
export function energyOfDay(day: CounterDay, spread?: Spread): EnergyOfDay {
  const { rules, startMs, before, values, place = 0, perReading = 1 } = day;
  // Two numbers each instead of an object, and no function that shares them: a plant-day has some hundred thousand readings.
  let acceptedMs = Number.NaN;
  let accepted = Number.NaN;
  let heldMs = Number.NaN;
  let held = Number.NaN;
  let first: Reading | null = null;
  let opening: number | null = null;
  let energy = 0;
  let isRepaired = false;

  const count = day.atMs.length;
  for (let i = 0; i < count; i++) {
    const value = values[i * perReading + place] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const atMs = day.atMs[i] ?? startMs;
    if (first === null) {
      first = { atMs, value };
      opening = openingOf(first, before, startMs, rules);
      accepted = opening;
      acceptedMs = before !== null && opening === before.value ? before.atMs : startMs;
      if (opening === value && !(before !== null && opening === before.value)) acceptedMs = atMs;
    }
    const elapsedMs = atMs - acceptedMs;
    const rise = value - accepted;
    /** What was made, and since which reading. */
    let amount = rise;
    let from = accepted;
    let fromMs = acceptedMs;

    if (rise >= 0 && isPossible(rise, elapsedMs, rules)) {
      isRepaired ||= !Number.isNaN(held);
    } else if (rise < 0 && -rise <= rules.step) {
      acceptedMs = atMs;
      held = Number.NaN;
      continue;
    } else {
      const wrapped = rise < 0 ? wrappedRise(accepted, value, elapsedMs, rules) : null;
      const riseOfHeld = value - held;
      if (wrapped !== null) {
        isRepaired = true;
        amount = wrapped;
      } else if (riseOfHeld >= -rules.step && isPossible(riseOfHeld, atMs - heldMs, rules)) {
        // A day counter that restarts before it has counted today does so every morning.
        isRepaired ||= rules.mode === 'lifetime' || energy > 0;
        const isRestart = held < accepted * RESTART_BELOW && isPossible(held, heldMs - acceptedMs, rules);
        if (isRestart && held > 0) {
          energy += held;
          isRepaired ||= isBridge(day, accepted, acceptedMs, heldMs);
          if (spread) spread(sinceOf(day, accepted, acceptedMs, heldMs), heldMs, held);
        }
        amount = riseOfHeld;
        from = held;
        fromMs = heldMs;
      } else {
        held = value;
        heldMs = atMs;
        continue;
      }
    }
    if (amount > 0) {
      energy += amount;
      isRepaired ||= isBridge(day, from, fromMs, atMs);
      if (spread) spread(sinceOf(day, from, fromMs, atMs), atMs, amount);
    }
    accepted = value;
    acceptedMs = atMs;
    held = Number.NaN;
  }
  return { energy, isRepaired, first, opening, closing: first && { atMs: acceptedMs, value: accepted } };
}

/** Whether a rise bridges a hole of more than three intervals; the night before the day is none. */
function isBridge(
  { before, intervalMs, wakeMs }: CounterDay,
  from: number,
  fromMs: number,
  toMs: number,
): boolean {
  if (toMs - fromMs <= 3 * intervalMs || fromMs <= wakeMs) return false;
  return before === null || fromMs !== before.atMs || from !== before.value;
}

/** Since when a rise was made: not before the day, and by a counter that began at 0 not before it woke. */
const sinceOf = (
  { rules, startMs, wakeMs }: CounterDay,
  from: number,
  fromMs: number,
  toMs: number,
): number => Math.min(toMs, Math.max(fromMs, startMs, from === 0 && rules.mode === 'day' ? wakeMs : startMs));

/**
 * Energy of one direction from powers (0.1 W, NaN = not measured), by trapezoids: only for devices without a counter,
 * and never across a hole of more than three intervals. `sign` -1 counts what is below zero.
 */
export function energyFromPower(
  atMs: ArrayLike<number>,
  powers: ArrayLike<number>,
  intervalMs: number,
  sign: 1 | -1 = 1,
  spread?: Spread,
): number {
  let energy = 0;
  let last: Reading | null = null;
  for (let i = 0; i < powers.length; i++) {
    const power = powers[i] ?? Number.NaN;
    if (Number.isNaN(power)) continue;
    const now: Reading = { atMs: atMs[i] ?? 0, value: Math.max(0, sign * power) };
    if (last !== null && now.atMs - last.atMs <= 3 * intervalMs) {
      const amount = ((last.value + now.value) / 2) * ((now.atMs - last.atMs) / HOUR_MS);
      energy += amount;
      if (amount > 0) spread?.(last.atMs, now.atMs, amount);
    }
    last = now;
  }
  return energy;
}

/** Usual interval of readings: the median, or five minutes if there are too few. */
export function usualInterval(atMs: ArrayLike<number>): number {
  const count = atMs.length - 1;
  if (count < 3) return 300_000;
  // Most devices report by the clock: what more than half of the gaps are is their median, without sorting them.
  let most = Number.NaN;
  let votes = 0;
  for (let i = 0; i < count; i++) {
    const gap = atMs[i + 1]! - atMs[i]!;
    if (votes === 0) most = gap;
    votes += gap === most ? 1 : -1;
  }
  let times = 0;
  for (let i = 0; i < count; i++) if (atMs[i + 1]! - atMs[i]! === most) times++;
  if (2 * times > count) return Math.max(1000, most);
  const gaps = new Float64Array(count);
  for (let i = 0; i < count; i++) gaps[i] = atMs[i + 1]! - atMs[i]!;
  gaps.sort();
  return Math.max(1000, gaps[count >> 1]!);
}
