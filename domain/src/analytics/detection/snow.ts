// Snow: modules that give almost nothing by day while it is cold, and stay behind their neighbors until it has slid off.
import { COLD_DAYS, failedModules, MANY, SOME } from './coldFailure.ts';
import type { Observation } from './conditions.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { BRIGHT, COVERED, lightUnderSnow } from './snowLight.ts';
import { groupBy, medianOf, quantileOf } from './stats.ts';
import { FLAG, flagsAt, TRACK_DAYS, wideAt } from './track.ts';

/** Temperature of the air in °C up to which snow falls and stays. */
export const COLD_C = 2.5;
/** Share of what is offered below which a module stays behind. */
const BEHIND = 0.75;
/** Share of the working modules that must be far behind the best ones of their array on a cold day for it to be snow. */
const MOSTLY_BEHIND = 0.5;
/** Share of the best module's energy, each in relation to its usual share, below which a module is far behind. */
const FAR_BEHIND = 0.65;
/** Quantile of the modules that counts as the best one. */
const BEST = 0.9;
/** Days from which the usual share is taken, at most and at least, and least energy of such a day, Wh per W. */
const USUAL_DAYS = 10;
const LEAST_DAYS = 3;
const LEAST_ENERGY = 0.1;
/** Least number of modules of an array, and of working modules of the plant, that are compared. */
const LEAST_MODULES = 3;
const LEAST_WORKING = 4;
/** Tilt in degrees from which no snow stays on modules: walls. */
const STEEP_DEG = 70;
/** Days without a covered module after which what is left of the snow is gone. */
const LEFT_DAYS = 2;

/** By how much the electronics of a device without load may be warmer than the air, K. */
const IDLE_K = 6;
/** Elevation of the sun in degrees below which a device has been without load for long enough to be as cold as the air. */
const NIGHT_DEG = -6;
/** Share of the working modules that snow covers if the air may only just have been cold enough. */
const NEARLY_ALL = 0.9;

/** Lowest temperatures of the day, °C. */
interface Lowest {
  readonly measured: number;
  /** The lowest that the air can have had: devices that report by day only are warmer than it. */
  readonly possible: number;
}

function lowestOf({ input, expected, slots, elevationDeg }: DayView): Lowest {
  let [lowest, isNight] = [Number.POSITIVE_INFINITY, false];
  const isWeather = Boolean(input.weather?.airTemperatureC);
  const sources = isWeather
    ? [input.weather!.airTemperatureC]
    : input.devices.map(({ temperatureC }) => temperatureC);
  for (const values of sources)
    for (let slot = 0; values && slot < Math.min(slots, values.length); slot++) {
      if (!(values[slot]! > -60)) continue;
      if (values[slot]! < lowest) lowest = values[slot]!;
      isNight ||= elevationDeg[slot]! < NIGHT_DEG;
    }
  if (lowest < Number.POSITIVE_INFINITY)
    return { measured: lowest, possible: isWeather || isNight ? lowest : lowest - IDLE_K };
  // Nothing was measured today: the climate of the place.
  for (const value of expected.airTemperatureC) if (value < lowest) lowest = value;
  return { measured: lowest, possible: lowest };
}

/** Lowest air temperature of the day: of the weather, else of the devices, which are about as cold as the air while idle. */
export const lowestC = (view: DayView): number => lowestOf(view).measured;

interface Cover {
  /** Share of the bright slots with values in which the module gave almost nothing. */
  readonly covered: number;
  /** Since when it was so without end, ms UTC; NaN if it is not at the end. */
  readonly bright: number;
  readonly first: number;
}

function coverOf(view: DayView, { module }: Entry): Cover {
  let [bright, covered, first] = [0, 0, -1];
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const clear = module.clear.dcPerRatedW[slot]!;
    const own = module.power[slot]!;
    if (clear < BRIGHT || Number.isNaN(own)) continue;
    bright++;
    if (own < COVERED * clear) {
      if (first < 0) first = slot;
      covered++;
    }
  }
  return { bright, covered: bright > 0 ? covered / bright : Number.NaN, first };
}

/** Working modules far behind the best ones of their array, in relation to their usual shares of its energy. */
function farBehind(entries: readonly Entry[], failed: ReadonlySet<Entry>): number {
  const working = entries.filter((entry) => !failed.has(entry) && entry.module.completeness > 0);
  let count = 0;
  for (const own of groupBy(working, ({ module }) => module.model.arrayId ?? '').values()) {
    if (own.length < LEAST_MODULES) continue;
    const ratios = ratiosToUsual(own);
    const best = quantileOf(ratios, BEST);
    count += ratios.filter((ratio) => ratio < FAR_BEHIND * best).length;
  }
  return count;
}

/** Energies of modules over their usual shares of the energy of all of them; empty while too few days are known. */
function ratiosToUsual(own: readonly Entry[]): number[] {
  const rows: number[] = [];
  const energyOf = ({ module }: Entry, row: number) => wideAt(module.track, row, 'actual') || 0;
  for (let row = TRACK_DAYS - 2; row >= 0 && rows.length < USUAL_DAYS; row--) {
    const isUsual = own.every(
      (entry) => energyOf(entry, row) >= LEAST_ENERGY && (flagsAt(entry.module.track, row) & FLAG.snow) === 0,
    );
    if (isUsual) rows.push(row);
  }
  if (rows.length < LEAST_DAYS) return [];
  const totals = rows.map((row) => own.reduce((sum, entry) => sum + energyOf(entry, row), 0));
  return own.map(
    (entry) =>
      (entry.features.actual || 0) / medianOf(rows.map((row, i) => energyOf(entry, row) / totals[i]!)),
  );
}

export interface SnowDay {
  readonly observation: Observation | null;
  /** Modules may be covered: nothing is concluded from low power. */
  readonly mayLie: boolean;
}

/** Days for which a module that stopped reporting is taken for covered while others show snow. */
const HIDDEN_DAYS = 14;

/** Whether a module reported lately. Devices that covered modules feed do not report: their light is lost as well. */
function wasSeen({ module }: Entry): boolean {
  for (let row = TRACK_DAYS - 1 - HIDDEN_DAYS; row < TRACK_DAYS; row++)
    if (flagsAt(module.track, row) & FLAG.seen) return true;
  return false;
}

/** Whether it was cold within some days, by what `snowDay` remembered. */
export const mayBeSnow = ({ day }: DayView, notes: Record<string, number>): boolean =>
  day - (notes.coldDay ?? -99) <= COLD_DAYS;

/** Modules on which snow can stay: not those on walls. */
function withoutWalls({ plant }: DayView, entries: readonly Entry[]): readonly Entry[] {
  const walls = new Set(
    plant.arrays.filter(({ tiltDeg }) => (tiltDeg ?? 0) >= STEEP_DEG).map(({ id }) => id),
  );
  return walls.size === 0 ? entries : entries.filter(({ module }) => !walls.has(module.model.arrayId ?? ''));
}

/** Snow on the plant. `notes` remembers the last cold day, the last day with snow and how the plant went silent. */
export function snowDay(
  view: DayView,
  all: readonly Entry[],
  notes: Record<string, number>,
  isLying: boolean,
  factorOf: (arrayId: string | null) => number,
): SnowDay {
  const entries = withoutWalls(view, all);
  const hasValues = entries.some(({ module }) => module.completeness > 0);
  const { measured: lowest, possible } = lowestOf(view);
  const isCold = lowest < COLD_C && (hasValues || mayBeSnow(view, notes));
  if (isCold) notes.coldDay = view.day;
  const mayBe = mayBeSnow(view, notes);
  const none = (): SnowDay => ({
    observation: isLying ? { ...snowOf(entries), isPresent: false } : null,
    mayLie: false,
  });
  const canBeCold = possible < COLD_C && hasValues;
  if (entries.length === 0 || (!mayBe && !canBeCold)) return none();
  const failed = failedModules(entries);
  let [many, low, seen, working, firstSlot] = [0, 0, 0, 0, view.slots];
  let [lostWh, hiddenWh] = [0, 0];
  const wasSnow = view.day - (notes.snowDay ?? -99) <= 2 || isLying;
  const lightOn = lightUnderSnow(view, entries, factorOf, wasSnow);
  for (const entry of entries) {
    const { covered, bright, first } = coverOf(view, entry);
    const { features, module } = entry;
    if (bright < 4) {
      if (wasSeen(entry))
        hiddenWh += Math.max(0, lightOn.energyOf(entry) - (features.actual || 0)) * module.model.ratedW;
      continue;
    }
    seen++;
    // What a module without power loses is counted by its own finding.
    if (failed.has(entry)) continue;
    working++;
    const isCovered = covered >= 0.4;
    if (isCovered) {
      many++;
      firstSlot = Math.min(firstSlot, first);
    }
    const isBehind =
      (isCovered && covered > 0.6) ||
      (features.actual < BEHIND * features.expected && features.expected > 0.1);
    if (isBehind) low++;
    const offered = Math.max(features.expected || 0, lightOn.energyOf(entry));
    const isLosing =
      isBehind || isCovered || (lightOn.isMeasured && (features.actual || 0) < BEHIND * offered);
    if (isLosing && offered > (features.actual || 0))
      lostWh += (offered - (features.actual || 0)) * module.model.ratedW;
  }
  const isWhole = canBeCold && working > 0 && many >= NEARLY_ALL * working;
  if (!mayBe && !isWhole) return none();
  const common = snowOf(entries);
  if (seen === 0) {
    // Devices that are fed by covered modules do not report.
    const isSilent = isLying || (notes.dimEnd === 1 && view.day - (notes.seenDay ?? -99) <= 1);
    // Readings that ended in good light, or of devices that report at night, did not end because of snow.
    const isSupplied = notes.nightDay !== undefined && notes.nightDay >= (notes.seenDay ?? view.day) - 1;
    if (isSupplied || (!isSilent && notes.dimEnd === 0)) return { observation: null, mayLie: false };
    if (!isSilent) return { observation: null, mayLie: mayBe };
    for (const entry of entries) lostWh += lightOn.energyOf(entry) * entry.module.model.ratedW;
    notes.seenDay = view.day;
    return { observation: { ...common, isPresent: true, lostWh, probability: 0.7 }, mayLie: true };
  }
  if (many > 0) notes.coveredDay = view.day;
  // Modules that stay behind although none has been covered for days have another fault.
  const isLeft =
    wasSnow && low > 0 && low >= SOME * working && view.day - (notes.coveredDay ?? -99) <= LEFT_DAYS;
  const isUneven =
    isCold && working >= LEAST_WORKING && farBehind(entries, failed) >= MOSTLY_BEHIND * working;
  const isPresent =
    isUneven || ((isCold || wasSnow || isWhole) && ((many > 0 && many >= MANY * working) || isLeft));
  if (isPresent) {
    notes.snowDay = view.day;
    if (isWhole) notes.coldDay = view.day;
    const sinceMs = view.input.startMs + (firstSlot < view.slots ? firstSlot : 0) * view.input.slotMs;
    const observation = {
      ...common,
      isPresent,
      lostWh: lostWh + hiddenWh,
      sinceMs,
      probability: many >= 0.7 * working ? 0.9 : 0.75,
      evidence: [{ name: 'temperature', value: lowest, unit: '°C' as const }],
    };
    return { observation, mayLie: true };
  }
  return {
    observation: isLying ? { ...common, isPresent: false } : null,
    mayLie: view.day - (notes.snowDay ?? -99) <= 2,
  };
}

const snowOf = (entries: readonly Entry[]) => ({
  cause: 'snow' as const,
  scope: 'plant' as const,
  subjectId: null,
  isFault: false,
  moduleIds: entries.map(({ module }) => module.model.id),
});
