// Checks of one series of equally spaced values. Each returns a mask with 1 at the values it objects to. NaN is a gap: it
// is never flagged, and runs end at it.

import { median, scaledMad } from '../statistics.ts';
import type { SlotValues } from '../types.ts';

type Mask = Uint8Array;

/** Values outside `low` to `high`. */
export function outOfRange(values: SlotValues, low: number, high: number): Mask {
  return Uint8Array.from(values, (value) => (value < low || value > high ? 1 : 0));
}

/** Repetitions that make a value stuck. */
const STUCK_RUN = 6;
/** Shortest straight line that counts as interpolated, values and ms. */
const STRAIGHT_RUN = 6;
const STRAIGHT_MS = 90 * 60_000;

/**
 * The same value above `floor` in at least `run` slots. Values at or below `floor` repeat naturally: at night, and by
 * rounding at dawn.
 */
export function stuck(values: SlotValues, floor: number, run = STUCK_RUN): Mask {
  const mask = new Uint8Array(values.length);
  let from = 0;
  for (let at = 1; at <= values.length; at++) {
    if (at < values.length && values[at] === values[from]) continue;
    if (at - from >= run && values[from]! > floor) mask.fill(1, from, at);
    from = at;
  }
  return mask;
}

/** Smallest step between values, as far as 2000 of them tell; 0 if all are equal. */
export function resolutionOf(values: SlotValues): number {
  const sorted = Float64Array.from(new Set(values.slice(0, 2000)))
    .filter(Number.isFinite)
    .sort();
  let least = Number.POSITIVE_INFINITY;
  const noise = 1e-9 * Math.abs(sorted.at(-1) ?? 0);
  for (let i = 1; i < sorted.length; i++) {
    const step = sorted[i]! - sorted[i - 1]!;
    if (step > noise && step < least) least = step;
  }
  return Number.isFinite(least) ? least : 0;
}

/** True if all values from `from` to `to` (inclusive) lie on the line through the first and the last. */
function isStraight(values: SlotValues, from: number, to: number, tolerance: number): boolean {
  const slope = (values[to]! - values[from]!) / (to - from);
  for (let at = from + 1; at < to; at++) {
    if (Math.abs(values[at]! - values[from]! - slope * (at - from)) > tolerance) return false;
  }
  return true;
}

/**
 * Values on a straight line: filled in by the sender. The line has at least six values and lasts 90 minutes, because noiseless
 * power runs straight for a while where its curvature changes sign. Values at or below `floor` are left out. The
 * tolerance is the resolution of the values.
 */
export function interpolated(values: SlotValues, floor: number, slotMs: number): Mask {
  const mask = new Uint8Array(values.length);
  const tolerance = 1.01 * resolutionOf(values);
  const run = Math.max(STRAIGHT_RUN, Math.ceil(STRAIGHT_MS / slotMs));
  let from = 0;
  while (from + run <= values.length) {
    let to = from + run - 1;
    const isGap = !Number.isFinite(values[from]!) || !Number.isFinite(values[to]!);
    if (isGap || !isStraight(values, from, to, tolerance)) {
      from++;
      continue;
    }
    while (to + 1 < values.length && isStraight(values, from, to + 1, tolerance)) to++;
    for (let at = from; at <= to; at++) if (values[at]! > floor) mask[at] = 1;
    from = to;
  }
  return mask;
}

/** Neighbors on each side that an outlier is compared with. */
const SIDE = 5;
const OUTLIER_LIMIT = 6;

/** Typical distance of the values around `at` from the mean of their two neighbors, without those next to `at`. */
function roughness(values: SlotValues, at: number): number {
  const bends: number[] = [];
  for (let near = at - SIDE; near <= at + SIDE; near++) {
    if (Math.abs(near - at) < 2) continue;
    const bend = values[near]! - ((values[near - 1] ?? Number.NaN) + (values[near + 1] ?? Number.NaN)) / 2;
    if (Number.isFinite(bend)) bends.push(Math.abs(bend));
  }
  return bends.length > 0 ? 1.4826 * median(bends) : 0;
}

/** True if a value is farther than `least` from one of the five on a side, or at an end: a cheap test before the medians. */
function isApart(values: SlotValues, at: number, direction: -1 | 1, least: number): boolean {
  for (let side = 1; side <= SIDE; side++) {
    const near = values[at + direction * side];
    if (near === undefined) return side === 1;
    if (Math.abs(values[at]! - near) > least) return true;
  }
  return false;
}

/**
 * Values that differ from both sides: a Hampel filter that follows slopes and lets steps pass. A value is flagged if it
 * is farther than `least` from the medians of the five values before and of the five after, in the same direction, and
 * farther from the means of pairs at equal distance than six times their spread and the roughness of the series there.
 */
export function outliers(values: SlotValues, least: number): Mask {
  const mask = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (!isApart(values, at, -1, least) || !isApart(values, at, 1, least)) continue;
    const before = value - median(values.subarray(Math.max(0, at - SIDE), at));
    const after = value - median(values.subarray(at + 1, at + SIDE + 1));
    // At an end only one side is known.
    const [first, second] = [before, after].map((distance, i) =>
      Number.isNaN(distance) ? [after, before][i]! : distance,
    ) as [number, number];
    if (!(Math.min(Math.abs(first), Math.abs(second)) > least) || first * second < 0) continue;
    const pairs: number[] = [];
    for (let side = 1; side <= SIDE; side++) {
      const pair = (values[at - side] ?? Number.NaN) + (values[at + side] ?? Number.NaN);
      if (Number.isFinite(pair)) pairs.push(pair / 2);
    }
    const near = pairs.length >= 3 ? pairs : [...values.subarray(Math.max(0, at - SIDE), at + SIDE + 1)];
    const spread = Math.max(scaledMad(near), roughness(values, at));
    if (Math.abs(value - median(near)) > OUTLIER_LIMIT * spread) mask[at] = 1;
  }
  return mask;
}

/** Slots in which a night value exceeds `limit`: the sun is more than 6 degrees below the horizon. */
export function nightProduction(powerW: SlotValues, zenithDeg: Float64Array, limit: number): Mask {
  return Uint8Array.from(powerW, (power, slot) => (zenithDeg[slot]! > 96 && power > limit ? 1 : 0));
}

/** Received share of the slots with `isDue`, 0 to 1; NaN if no slot is due. */
export function completeness(values: SlotValues, isDue: (slot: number) => boolean): number {
  let due = 0;
  let received = 0;
  for (let slot = 0; slot < values.length; slot++) {
    if (!isDue(slot)) continue;
    due++;
    if (Number.isFinite(values[slot]!)) received++;
  }
  return due === 0 ? Number.NaN : received / due;
}
