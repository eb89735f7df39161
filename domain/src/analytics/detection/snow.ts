// Snow: modules that give almost nothing by day while it is cold, and stay behind their neighbors until it has slid off.
import type { Observation } from './conditions.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { measuredLight, usualBrightness } from './offeredLight.ts';
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
 * slides off, or they are the few that give nothing for days while the others work.
 */
function failedModules(entries: readonly Entry[]): ReadonlySet<Entry> {
  const tripped = entries.filter(({ features }) => features.litBefore >= LIT_HOURS);
  const dark = entries.filter((entry) => isLongDark(entry, FAILED_DAYS));
  return new Set(dark.length < MANY * entries.length ? [...tripped, ...dark] : tripped);
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
  let [many, low, seen, firstSlot] = [0, 0, 0, view.slots];
  let [lostWh, hiddenWh] = [0, 0];
  const lightOn = lightOf(view, entries, factorOf);
  for (const entry of entries) {
    const { covered, bright, first } = coverOf(view, entry);
    const { features, module } = entry;
    if (bright < 4) {
      if (wasSeen(entry))
        hiddenWh += Math.max(0, lightOn.energyOf(entry) - (features.actual || 0)) * module.model.ratedW;
      continue;
    }
    seen++;
    const isCovered = covered >= 0.4 && !failed.has(entry);
    if (isCovered) {
      many++;
      firstSlot = Math.min(firstSlot, first);
    }
    const isBehind =
      (isCovered && covered > 0.6) ||
      (features.actual < BEHIND * features.expected && features.expected > 0.1);
    if (isBehind) low++;
    // Where the reference is covered too, the modules do not show the light of the day.
    const light = isCovered || (lightOn.isMeasured && !failed.has(entry)) ? lightOn.energyOf(entry) : 0;
    const offered = features.expected > UNCOVERED * light ? features.expected : light;
    const isLosing = isBehind || isCovered || (features.actual || 0) < BEHIND * light;
    if (isLosing && offered > (features.actual || 0))
      lostWh += (offered - (features.actual || 0)) * module.model.ratedW;
  }
  const common = snowOf(entries);
  const wasSnow = view.day - (notes.snowDay ?? -99) <= 2 || isLying;
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
  const isLeft = wasSnow && low >= SOME * seen && view.day - (notes.coveredDay ?? -99) <= LEFT_DAYS;
  const isPresent = (isCold || wasSnow) && (many >= MANY * seen || isLeft);
  if (isPresent) notes.snowDay = view.day;
  if (isPresent) {
    const sinceMs = view.input.startMs + (firstSlot < view.slots ? firstSlot : 0) * view.input.slotMs;
    const observation = {
      ...common,
      isPresent,
      lostWh: lostWh + hiddenWh,
      sinceMs,
      probability: many >= 0.7 * seen ? 0.9 : 0.75,
      evidence: [{ name: 'temperature', value: lowest, unit: '°C' as const }],
    };
    return { observation, mayLie: true };
  }
  return {
    observation: isLying ? { ...common, isPresent: false } : null,
    mayLie: view.day - (notes.snowDay ?? -99) <= 2,
  };
}

/** Share of the light from which the reference of a group is not covered and describes the light best. */
const UNCOVERED = 0.8;

/** What the light of a day offers while modules are covered. */
interface Light {
  /** Whether weather or plants nearby measured it on this day. */
  readonly isMeasured: boolean;
  /** Wh per W. */
  readonly energyOf: (entry: Entry) => number;
}

/** Energy that the light of the day offers a module, Wh per W: from weather or plants nearby, else from the usual light. */
function lightOf(
  view: DayView,
  entries: readonly Entry[],
  factorOf: (arrayId: string | null) => number,
): Light {
  const measured = measuredLight(view, factorOf);
  if (measured === null) {
    const usual = usualBrightness(
      entries.map(({ module }) => module.track),
      KNOWN_DAYS,
    );
    // Snow falls on dull days and lies on usual ones.
    const brightness = Number.isNaN(usual) ? DULL : (DULL + usual) / 2;
    return { isMeasured: false, energyOf: ({ features }) => brightness * (features.clear || 0) };
  }
  const energyOf = ({ module }: Entry) => {
    let energy = 0;
    for (const power of measured.powerOf(module.model.arrayId))
      if (power > 0) energy += Math.min(module.cap, power) * view.hours;
    return energy;
  };
  return { isMeasured: true, energyOf };
}

/** Days with known brightness from which that of a plant is usual. */
const KNOWN_DAYS = 10;
/** Share of the clear-sky energy of a dull winter day. */
const DULL = 0.3;

const snowOf = (entries: readonly Entry[]) => ({
  cause: 'snow' as const,
  scope: 'plant' as const,
  subjectId: null,
  isFault: false,
  moduleIds: entries.map(({ module }) => module.model.id),
});
