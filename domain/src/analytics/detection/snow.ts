// Snow: modules that give almost nothing by day while it is cold, and stay behind their neighbors until it has slid off.
import type { Observation } from './conditions.ts';
import { clearOf, type DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { measuredLight, usualBrightness } from './offeredLight.ts';
import { groupBy, medianOf } from './stats.ts';
import { FLAG, flagsAt, narrowAt, TRACK_DAYS } from './track.ts';

/** Temperature of the air in °C up to which snow falls and stays. */
export const COLD_C = 2.5;
/** Power below this share of the clear-sky power is that of a covered module, or of very dark clouds. */
const COVERED = 0.035;
/** Clear-sky power in W per W from which a slot counts. */
const BRIGHT = 0.08;
/** Days after a cold one on which snow may still lie. */
const COLD_DAYS = 3;
/** Share of what is offered below which a module stays behind. */
const BEHIND = 0.75;
/** Share of the modules that must be covered at the beginning, and that keeps an episode going. */
const MANY = 0.3;
const SOME = 0.08;
/** Days without a covered module after which what is left of the snow is gone. */
const LEFT_DAYS = 2;

/** Lowest air temperature of the day: of the weather, else of the devices, which are as cold as the air while idle. */
export function lowestC({ input, expected, slots }: DayView): number {
  let lowest = Number.POSITIVE_INFINITY;
  const sources = input.weather?.airTemperatureC
    ? [input.weather.airTemperatureC]
    : input.devices.map(({ temperatureC }) => temperatureC);
  for (const values of sources)
    for (let slot = 0; values && slot < Math.min(slots, values.length); slot++)
      if (values[slot]! > -60 && values[slot]! < lowest) lowest = values[slot]!;
  if (lowest < Number.POSITIVE_INFINITY) return lowest;
  // Nothing was measured today: the climate of the place.
  for (const value of expected.airTemperatureC) if (value < lowest) lowest = value;
  return lowest;
}

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

export interface SnowDay {
  readonly observation: Observation | null;
  /** Modules may be covered: nothing is concluded from low power. */
  readonly mayLie: boolean;
}

/** Whether a module gave almost nothing on this and the two days with values before it. */
export function isLongDark({ module }: Entry, days: number): boolean {
  let found = 0;
  for (let row = TRACK_DAYS - 1; row >= 0 && found < days; row--) {
    if (!(flagsAt(module.track, row) & FLAG.seen)) continue;
    if (!(narrowAt(module.track, row, 'dark') > 0.9)) return false;
    found++;
  }
  return found >= days;
}

/** Hours of usual power on the same day, and days without any, after which a module without power is not covered by snow. */
export const LIT_HOURS = 1;
const FAILED_DAYS = 3;

/**
 * Modules whose power is missing for another reason than snow: they worked earlier on the same day, while snow only ever
 * slides off, or they give nothing for days while the others work. Snow that falls by day covers the modules of several
 * devices: if those of one device stop and no others do, the device failed.
 */
function failedModules(entries: readonly Entry[]): ReadonlySet<Entry> {
  const tripped = entries.filter(({ features }) => features.litBefore >= LIT_HOURS);
  const dark = entries.filter((entry) => isLongDark(entry, FAILED_DAYS));
  const known = entries.filter(({ finding }) => finding !== null && NO_POWER.has(finding.cause));
  return new Set([
    ...tripped,
    ...known,
    ...(dark.length < MANY * entries.length ? dark : []),
    ...failedDevices(entries),
  ]);
}

/** The modules of devices that certainly failed, whatever lies on other modules. */
export const failedDevices = (entries: readonly Entry[]): ReadonlySet<Entry> =>
  new Set([...wholeDevices(entries), ...stoppedDevice(entries)]);

/** Days without power of whole devices, up to this share of the modules, while no other module is dark. */
const DEVICE_DARK_DAYS = 5;
const MOST = 0.6;

/** Modules of devices that give nothing for many days, while all others work. */
function wholeDevices(entries: readonly Entry[]): readonly Entry[] {
  const dark = new Set(entries.filter((entry) => isLongDark(entry, DEVICE_DARK_DAYS)));
  const others = entries.filter((entry) => !dark.has(entry));
  const lit = new Set(others.map(({ module }) => module.model.deviceId));
  const isWhole = [...dark].every(({ module }) => !lit.has(module.model.deviceId));
  const doOthersWork = others.every(({ features }) => features.dark < SOME);
  return isWhole && doOthersWork && dark.size <= MOST * entries.length ? [...dark] : [];
}

/** The modules of the day without power that snow may cover. */
export function coverableModules(entries: readonly Entry[]): ReadonlySet<Entry> {
  const failed = failedModules(entries);
  return new Set(entries.filter((entry) => !failed.has(entry) && !isLongDark(entry, FAILED_DAYS)));
}

/** Causes of open findings under which a module gives nothing. */
const NO_POWER: ReadonlySet<string> = new Set(['moduleFailure', 'inverterFailure']);

/**
 * The modules of the only device that stopped by day while others of its array work; none if others stopped as well, or if
 * snow lay on the days before, from which a slope may slide late.
 */
function stoppedDevice(entries: readonly Entry[]): readonly Entry[] {
  const stopped = entries.filter(({ features, finding }) => features.zeroFrom >= 0 && finding === null);
  const [own, ...more] = groupBy(stopped, ({ module }) => module.model.deviceId).values();
  if (own === undefined || more.length > 0) return [];
  const { deviceId, arrayId } = own[0]!.module.model;
  const inputs = entries.filter(({ module }) => module.model.deviceId === deviceId);
  const others = entries.filter(
    ({ module: { model } }) => model.arrayId === arrayId && model.deviceId !== deviceId,
  );
  const isWhole = own.length === inputs.length && others.length > 0;
  return isWhole && own.every((entry) => hasWorkedBefore(entry) && !wasCovered(entry)) ? own : [];
}

/** Whether snow may have lain on a module on the days before. */
function wasCovered({ module }: Entry): boolean {
  for (let row = TRACK_DAYS - 1 - COLD_DAYS; row < TRACK_DAYS - 1; row++)
    if (flagsAt(module.track, row) & FLAG.snow) return true;
  return false;
}

/** Power of the reference, W per W, and share of it from which a module works. */
const LIGHT = 0.015;
const WORKING = 0.6;
const WORKING_SLOTS = 6;

/** Whether a module worked on the day before its power ended. */
function hasWorkedBefore({ module, reference, features }: Entry): boolean {
  let slots = 0;
  for (let slot = 0; slot < features.zeroFrom; slot++)
    if (reference.power[slot]! > LIGHT && module.power[slot]! > WORKING * reference.power[slot]!) slots++;
  return slots >= WORKING_SLOTS;
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

/** Snow on the plant. `notes` remembers the last cold day, the last day with snow and how the plant went silent. */
export function snowDay(
  view: DayView,
  entries: readonly Entry[],
  notes: Record<string, number>,
  isLying: boolean,
  factorOf: (arrayId: string | null) => number,
): SnowDay {
  const hasValues = entries.some(({ module }) => module.completeness > 0);
  const lowest = lowestC(view);
  const isCold = lowest < COLD_C && (hasValues || mayBeSnow(view, notes));
  if (isCold) notes.coldDay = view.day;
  const mayBe = mayBeSnow(view, notes);
  if (!mayBe) {
    if (!isLying) return { observation: null, mayLie: false };
    return { observation: { ...snowOf(entries), isPresent: false }, mayLie: false };
  }
  const failed = failedModules(entries);
  let [many, low, seen, working, firstSlot] = [0, 0, 0, 0, view.slots];
  let [lostWh, hiddenWh] = [0, 0];
  const wasSnow = view.day - (notes.snowDay ?? -99) <= 2 || isLying;
  const lightOn = lightOf(view, entries, factorOf, wasSnow);
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
  const isPresent = (isCold || wasSnow) && ((many > 0 && many >= MANY * working) || isLeft);
  if (isPresent) notes.snowDay = view.day;
  if (isPresent) {
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
function lightOf(
  view: DayView,
  entries: readonly Entry[],
  factorOf: (arrayId: string | null) => number,
  wasSnow: boolean,
): Light {
  const measured = measuredLight(view, factorOf);
  const powerOf = measured ? measured.powerOf : usualPower(view, entries, wasSnow);
  return {
    isMeasured: measured !== null,
    energyOf: (entry) => uncoveredEnergy(view, entry, powerOf(entry.module.model.arrayId)),
  };
}

/** Share of the light from which the reference of a group is not covered and describes the light best. */
const UNCOVERED = 0.8;

/**
 * Energy offered to a module, Wh per W: that of the light, and from the hour on in which the reference shows that it is bare,
 * that of the reference. `light`: power of the array, W per W.
 */
function uncoveredEnergy(view: DayView, { module, reference }: Entry, light: Float64Array): number {
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
    energy += (isBare ? shown : offered) * view.hours;
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

const snowOf = (entries: readonly Entry[]) => ({
  cause: 'snow' as const,
  scope: 'plant' as const,
  subjectId: null,
  isFault: false,
  moduleIds: entries.map(({ module }) => module.model.id),
});
