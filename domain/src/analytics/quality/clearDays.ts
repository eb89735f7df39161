// Finds clear days from the power of a plant alone: neither its place nor its orientation need be known.

import { DAY_MS, HOUR_MS } from '../../duration.ts';
import { quantile } from '../statistics.ts';
import type { SlotValues } from '../types.ts';

/** Power of a day in consecutive slots. */
export interface PowerDay {
  /** Start of the day, ms UTC. */
  readonly startMs: number;
  readonly slotMs: number;
  /** W, mean of the slot; NaN is a gap. */
  readonly powerW: SlotValues;
}

const COARSE_MS = 15 * 60_000;

/** The day in slots of 15 minutes, or as it is if its slots are longer. A slot with less than half its values is a gap. */
export function coarseDay(day: PowerDay): PowerDay {
  const ratio = Math.round(COARSE_MS / day.slotMs);
  if (ratio <= 1) return day;
  const slots = Math.floor(day.powerW.length / ratio);
  const powerW = new Float64Array(slots);
  for (let slot = 0; slot < slots; slot++) {
    let sum = 0;
    let count = 0;
    for (let at = slot * ratio; at < (slot + 1) * ratio; at++) {
      if (!Number.isFinite(day.powerW[at]!)) continue;
      sum += day.powerW[at]!;
      count++;
    }
    powerW[slot] = 2 * count >= ratio ? sum / count : Number.NaN;
  }
  return { startMs: day.startMs, slotMs: day.slotMs * ratio, powerW };
}

export interface DayShape {
  /** Power that 3 % of the slots with production exceed, W. */
  readonly topW: number;
  readonly energyWh: number;
  /** Root mean square of the second differences in relation to the top: about 0.01 on a clear day, 0.2 among clouds. */
  readonly roughness: number;
  /** Share of the slots between first and last production that were received. */
  readonly completeness: number;
}

/** Production is counted from this share of the top. */
const PRODUCING = 0.05;

/** Shape of a day; null without production. */
export function dayShape(day: PowerDay): DayShape | null {
  const { powerW, slotMs } = day;
  const topW = quantile(
    powerW.filter((power) => power > 0),
    0.97,
  );
  if (!(topW > 0)) return null;
  const first = powerW.findIndex((power) => power > PRODUCING * topW);
  const last = powerW.findLastIndex((power) => power > PRODUCING * topW);
  let squares = 0;
  let bends = 0;
  let received = 0;
  let energyWh = 0;
  for (let slot = first; slot <= last; slot++) {
    const power = powerW[slot]!;
    if (!Number.isFinite(power)) continue;
    received++;
    energyWh += (power * slotMs) / HOUR_MS;
    const bend = (powerW[slot - 1] ?? Number.NaN) - 2 * power + (powerW[slot + 1] ?? Number.NaN);
    if (!Number.isFinite(bend)) continue;
    squares += (bend / topW) ** 2;
    bends++;
  }
  return {
    topW,
    energyWh,
    roughness: bends > 0 ? Math.sqrt(squares / bends) : Number.POSITIVE_INFINITY,
    completeness: received / (last - first + 1),
  };
}

/** A clear day is at most this rough. */
const MOST_ROUGH = 0.13;
/** And brings at least this share of the energy of the best days around it. */
const LEAST_ENERGY = 0.8;
const AROUND_DAYS = 20;
const LEAST_COMPLETE = 0.95;

/**
 * How clear each day is, 0 (not clear) to 1: smooth, complete, and with as much energy as the best days within 20 days.
 * `days` is in order of time; days may be missing.
 */
export function clearDayScores(days: readonly PowerDay[]): Float64Array {
  const shapes = days.map((day) => dayShape(coarseDay(day)));
  const energies = shapes.map((shape) => shape?.energyWh ?? Number.NaN);
  return Float64Array.from(shapes, (shape, at) => {
    if (shape === null || shape.completeness < LEAST_COMPLETE) return 0;
    const near: number[] = [];
    for (let other = Math.max(0, at - AROUND_DAYS); other <= at + AROUND_DAYS; other++) {
      const apart = Math.abs((days[other]?.startMs ?? Number.POSITIVE_INFINITY) - days[at]!.startMs);
      if (apart <= AROUND_DAYS * DAY_MS) near.push(energies[other]!);
    }
    const best = quantile(near, 0.9);
    if (!(shape.energyWh >= LEAST_ENERGY * best)) return 0;
    return Math.max(0, 1 - shape.roughness / MOST_ROUGH);
  });
}
