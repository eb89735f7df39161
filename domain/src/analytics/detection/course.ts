// Courses over a day: power and clear sky of some modules, and values that devices report now and then.
import type { SlotValues } from '../types.ts';
import type { Observation } from './conditions.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { quantileOf } from './stats.ts';

/** Longest time for which the last value of a device holds, hours: some report every 15 minutes only. */
const HELD_HOURS = 0.25;

/** Values of a device at all slots: the last one until the next. */
export function held({ slots, hours }: DayView, values: SlotValues): Float64Array {
  const result = new Float64Array(slots).fill(Number.NaN);
  let [value, since] = [Number.NaN, 0];
  for (let slot = 0; slot < slots; slot++) {
    const own = values[slot] ?? Number.NaN;
    if (Number.isNaN(own)) since++;
    else [value, since] = [own, 0];
    if (since * hours < HELD_HOURS) result[slot] = value;
  }
  return result;
}

/** Power and clear sky of modules at the slots, W per W of their rating; NaN and 0 where nothing is known. */
export function courseOf(view: DayView, entries: readonly Entry[]) {
  const ratedW = entries.reduce((sum, { module }) => sum + module.model.ratedW, 0);
  const power = new Float64Array(view.slots).fill(Number.NaN);
  const sky = new Float64Array(view.slots);
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    let [sum, expected] = [0, 0];
    for (const { module } of entries) {
      const own = module.power[slot]!;
      if (Number.isNaN(own)) continue;
      sum += own * module.model.ratedW;
      expected += module.clear.dcPerRatedW[slot]! * module.model.ratedW;
    }
    if (expected > 0) power[slot] = sum / ratedW;
    sky[slot] = expected / ratedW;
  }
  return { power, sky, ratedW };
}

/** What a limit cost on a day. */
export type Presence = Pick<
  Observation,
  'lostWh' | 'earlierWh' | 'limitedWh' | 'limitedSlots' | 'isFault' | 'evidence' | 'sinceMs' | 'weight'
>;

/** Power of modules at the rating of their device: conversion takes some percent. */
const DC_OF_CAP = 1.04;

/** Power that modules with a known one have at a slot under a share of the clear sky, W: at most what their devices pass on. */
export function offeredW(entries: readonly Entry[], slot: number, share: number): number {
  let sum = 0;
  for (const { module } of entries)
    if (!Number.isNaN(module.power[slot]!))
      sum += Math.min(DC_OF_CAP * module.cap, share * module.clear.dcPerRatedW[slot]!) * module.model.ratedW;
  return sum;
}

/**
 * Ratio to the clear sky that the light offers on a day with a limit: that of the free slots, at most the usual one, because
 * the model offers more or less than the modules give in sunshine. NaN as usual ratio: unknown.
 */
export function freeShare(free: Iterable<number>, usual: number): number {
  const share = Math.max(0.8, Math.min(1.05, quantileOf(free, 0.8) || 0.9));
  return Math.min(usual || share, share);
}
