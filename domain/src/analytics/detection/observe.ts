// Runs the detectors of causes on devices, arrays and the plant over one day.

import { rightCurves } from './clockShift.ts';
import { communicationDay } from './communication.ts';
import { isOpen, type Observation } from './conditions.ts';
import { clockDay, keepCurves } from './curves.ts';
import type { DayView } from './dayView.ts';
import { deviceClockDay } from './deviceClock.ts';
import type { Entry } from './entry.ts';
import { heatDay } from './heat.ts';
import { learnFactors } from './learnedFactor.ts';
import { gridDay, reportedGridDay } from './limits.ts';
import { type Outage, outageDay } from './outage.ts';
import { COLD_C, lowestC, type SnowDay, snowDay } from './snow.ts';
import { lightFactors } from './soiledEnergy.ts';
import { soilingDay } from './soiling.ts';
import { usualIndex } from './soilingIndex.ts';
import { conditionsOf, type EngineState } from './state.ts';
import { swapDay } from './swaps.ts';
import { addFlags, FLAG, removeFlags, TRACK_DAYS } from './track.ts';
import { withoutProduced } from './unreported.ts';
import { orientationDay } from './wrongOrientation.ts';

/** Observations of the day, and whether snow may lie on modules. `outage`: hours without power in the whole plant. */
export function observe(
  view: DayView,
  state: EngineState,
  entries: readonly Entry[],
  outage: Outage | null,
): { observations: Observation[]; mayLie: boolean; isCold: boolean } {
  const { notes } = state;
  const snow = outage ? withoutSnow(view, notes) : snowOn(view, state, entries);
  const isCold = view.day - (notes.coldDay ?? -99) <= 2;
  const observations = snow.observation ? [snow.observation] : [];
  const working = outageDay(view, entries, outage);
  if (working) observations.push(working);
  const missing = new Set(
    conditionsOf(state, 'communication').flatMap((one) => (isOpen(one) ? [one.subjectId] : [])),
  );
  observations.push(...communicationDay(view, entries, notes, snow.mayLie, missing));
  rememberEnd(view, entries, notes);
  // A plant that gives nothing shows no other cause.
  if (outage) leaveOut(entries, observations);
  else if (snow.mayLie) {
    if (!snow.observation?.isPresent)
      observations.push(...reportedGridDay(view, entries, usualIndex(state.arrays)));
    for (const entry of entries) {
      entry.isGood = false;
      removeFlags(entry.module.track, TRACK_DAYS - 1, FLAG.good);
      addFlags(entry.module.track, TRACK_DAYS - 1, FLAG.odd | FLAG.snow);
    }
  } else {
    const heat = heatDay(view, entries);
    leaveOut(entries, heat);
    const isLimited = conditionsOf(state, 'curtailment').some(isOpen);
    const grid = gridDay(view, entries, notes, usualIndex(state.arrays), isLimited);
    const isCurtailed = grid.some(({ cause, isPresent }) => cause === 'curtailment' && isPresent);
    observations.push(...heat, ...grid);
    observations.push(...swapDay(view, entries, conditionsOf(state, 'swappedModules')));
    // A module at the position of another one follows the sun of the other's array.
    const swapped = modulesOf(conditionsOf(state, 'swappedModules').filter(isOpen));
    const placed = entries.filter(({ module }) => !swapped.has(module.model.id));
    keepCurves(view, placed, state.curves);
    const clock = conditionsOf(state, 'clock').find(({ scope }) => scope === 'plant');
    observations.push(...deviceClockDay(view, entries, state.conditions));
    observations.push(...clockDay(view, state.curves, entries, clock));
    const turned = conditionsOf(state, 'wrongOrientation');
    // A clock that may be wrong compares the power with the sun of another hour; one that is known to be is corrected.
    const isClockKnown = clock === undefined || isOpen(clock);
    if (isClockKnown)
      observations.push(...orientationDay(view, rightCurves(state.curves, clock), placed, notes, turned));
    const limitedSlots = grid.find(({ isPresent }) => isPresent)?.limitedSlots;
    const disturbance = {
      isDisturbed: (isCurtailed && limitedSlots === undefined) || !isClockKnown,
      limitedShare: limitedShareOf(entries, grid),
      ...(limitedSlots ? { limitedSlots } : {}),
    };
    observations.push(...soilingDay(view, placed, state.arrays, notes, disturbance));
    learnFactors(view, state.arrays, faultyArrays(state, entries));
  }
  return { observations, mayLie: snow.mayLie, isCold };
}

/** A day with an outage shows no snow, which may still fall on it. */
function withoutSnow(view: DayView, notes: Record<string, number>): SnowDay {
  if (lowestC(view) < COLD_C) notes.coldDay = view.day;
  return { observation: null, mayLie: false };
}

function snowOn(view: DayView, state: EngineState, entries: readonly Entry[]): SnowDay {
  const { notes } = state;
  const isLying = conditionsOf(state, 'snow').some(isOpen);
  const day = snowDay(view, entries, notes, isLying, lightFactors(state, view.input.day));
  return withoutProduced(day, entries, notes);
}

const modulesOf = (found: readonly { readonly moduleIds: readonly string[] }[]): ReadonlySet<string> =>
  new Set(found.flatMap(({ moduleIds }) => moduleIds));

/** Arrays with a module that an open finding on a fault is about. */
function faultyArrays(state: EngineState, entries: readonly Entry[]): ReadonlySet<string> {
  const open = [...state.findings, ...state.conditions.filter(isOpen)].filter(({ isFault }) => isFault);
  const ids = modulesOf(open);
  const faulty = entries.filter(({ module }) => ids.has(module.model.id));
  return new Set(faulty.map(({ module }) => module.model.arrayId ?? ''));
}

/** Share of the plant's energy that was produced at a limit of the power. */
function limitedShareOf(entries: readonly Entry[], grid: readonly Observation[]): number {
  const limitedWh = grid.reduce((sum, one) => sum + (one.limitedWh ?? 0), 0);
  const totalWh = entries.reduce(
    (sum, { module, features }) => sum + (features.actual || 0) * module.model.ratedW,
    0,
  );
  return totalWh > 0 ? Math.min(1, limitedWh / totalWh) : 0;
}

/** Days with a cause do not become normal: they are left out of the baselines of its modules. */
function leaveOut(entries: readonly Entry[], observations: readonly Observation[]): void {
  const ids = new Set(observations.flatMap(({ isPresent, moduleIds }) => (isPresent ? moduleIds : [])));
  for (const { module } of entries)
    if (ids.has(module.model.id)) addFlags(module.track, TRACK_DAYS - 1, FLAG.odd);
}

/** Whether the plant was dim when its readings ended: then devices without own supply are silent because it is dark. */
function rememberEnd(view: DayView, entries: readonly Entry[], notes: Record<string, number>): void {
  let last = -1;
  for (const { module } of entries)
    for (let slot = view.lastLight - 1; slot > last; slot--)
      if (!Number.isNaN(module.power[slot]!)) last = slot;
  if (last < 0) return;
  notes.seenDay = view.day;
  if (hasNightReadings(view, entries)) notes.nightDay = view.day;
  notes.dimEnd = entries.some(({ module }) => module.power[last]! > 0.06) ? 0 : 1;
}

/** Elevation of the sun in degrees below which no module supplies its device. */
const NIGHT_DEG = -3;

const hasNightReadings = ({ slots, elevationDeg }: DayView, entries: readonly Entry[]): boolean => {
  for (let slot = 0; slot < slots; slot++)
    if (elevationDeg[slot]! < NIGHT_DEG && entries.some(({ module }) => !Number.isNaN(module.power[slot]!)))
      return true;
  return false;
};
