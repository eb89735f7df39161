// The light that a day offers modules under snow.
import { clearOf, type DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { measuredLight, usualBrightness } from './offeredLight.ts';
import { medianOf } from './stats.ts';

/** Power below this share of the clear-sky power is that of a covered module, or of very dark clouds. */
export const COVERED = 0.035;
/** Clear-sky power in W per W from which a slot counts. */
export const BRIGHT = 0.08;

/** What the light of a day offers while modules are covered. */
interface Light {
  /** Whether weather or plants nearby measured it on this day. */
  readonly isMeasured: boolean;
  /** Wh per W. */
  readonly energyOf: (entry: Entry) => number;
}

/**
 * Energy that the light of the day offers a module: from weather or plants nearby, else from the usual light. `wasSnow`: snow
 * lay on the days before.
 */
export function lightUnderSnow(
  view: DayView,
  entries: readonly Entry[],
  factorOf: (arrayId: string | null) => number,
  wasSnow: boolean,
): Light {
  const measured = measuredLight(view, factorOf);
  const powerOf = measured ? measured.powerOf : usualPower(view, entries, wasSnow);
  return {
    isMeasured: measured !== null,
    energyOf: (entry) => uncoveredEnergy(view, entry, powerOf(entry.module.model.arrayId), measured !== null),
  };
}

/** Share of the light from which the reference of a group is not covered and describes the light best. */
const UNCOVERED = 0.8;
/** Share of the usual light from which the reference of a group tells that the hour is dull, or its snow is thin. */
const DIMLY_SHOWN = 0.15;

/**
 * Energy offered to a module, Wh per W: that of the light, and from the hour on in which the reference shows that it is bare,
 * that of the reference. Between the usual light and a reference that may be covered, their geometric mean is the guess.
 * `light`: power of the array, W per W.
 */
function uncoveredEnergy(
  view: DayView,
  { module, reference }: Entry,
  light: Float64Array,
  isMeasured: boolean,
): number {
  const perHour = Math.round(1 / view.hours);
  let [energy, isBare] = [0, false];
  for (let from = view.firstLight; from < view.lastLight; from += perHour) {
    let [shown, offered, brightest] = [0, 0, 0];
    for (let slot = from; slot < Math.min(from + perHour, view.lastLight); slot++) {
      shown += Math.min(module.cap, reference.power[slot]! || 0);
      offered += Math.min(module.cap, light[slot]! || 0);
      brightest = Math.max(brightest, light[slot]! || 0);
    }
    isBare ||= brightest > BRIGHT && shown > UNCOVERED * offered;
    const isDim = !isMeasured && shown > DIMLY_SHOWN * offered && shown < offered;
    energy += (isBare ? shown : isDim ? Math.sqrt(shown * offered) : offered) * view.hours;
  }
  return energy;
}

/** Days with known brightness from which that of a plant is usual. */
const KNOWN_DAYS = 4;
/** Share of the clear-sky energy of a dull winter day. */
const DULL = 0.3;
/** Least clear-sky power in W per W at which an hour shows how bright the day is. */
const LIGHT_ENOUGH = 0.15;

/**
 * Power of arrays under the usual light. Snow falls on dull days; those on which it lies are less bright than usual ones.
 * Hours in which modules are bare already show whether this one is brighter.
 */
function usualPower(
  view: DayView,
  entries: readonly Entry[],
  wasSnow: boolean,
): (arrayId: string | null) => Float64Array {
  const usual = usualBrightness(
    entries.map(({ module }) => module.track),
    KNOWN_DAYS,
  );
  const common = wasSnow && !Number.isNaN(usual) ? (2 * DULL + usual) / 3 : DULL;
  const brighter: number[] = [];
  for (const { reference } of new Map(entries.map((entry) => [entry.reference.group, entry])).values()) {
    let coveredSlots = 0;
    for (let slot = view.firstLight; slot < view.lastLight; slot++) {
      const clear = reference.group.clear.dcPerRatedW[slot]!;
      if (!(clear > LIGHT_ENOUGH)) continue;
      const share = reference.power[slot]! / clear;
      if (share < COVERED) coveredSlots++;
      // Before snow falls, the sky is no measure of what follows.
      else if (share > common && coveredSlots * view.hours >= 1) brighter.push(Math.min(1, share));
    }
  }
  const isShown = brighter.length * view.hours >= 1;
  const brightness = isShown ? (common + medianOf(brighter)) / 2 : common;
  return (arrayId) => clearOf(view, arrayId).dcPerRatedW.map((clear) => brightness * clear);
}
