// A plant that reports but gives nothing in daylight: switched off, or without a grid.
import type { IrradianceSource } from '../types.ts';
import { LIT_HOURS } from './coldFailure.ts';
import type { Observation } from './conditions.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { hasReadingAt } from './missingReadings.ts';
import type { ModuleView } from './moduleView.ts';
import { measuredLight, offeredPower, usualBrightness } from './offeredLight.ts';
import { directOf, type GroupReference, normalPower } from './reference.ts';
import { COLD_C, lowestC, mayBeSnow } from './snow.ts';

/** Elevation of the sun in degrees and clear-sky power in W per W from which a plant must give something. */
const SUN_DEG = 10;
const BRIGHT = 0.2;
/** Power below this share of a clear sky is none, also under the darkest clouds; at least so much, W per W. */
const NOTHING = 0.005;
const LEAST = 0.002;
/** Hours without power that count, and those of a day without any that prove an outage. */
const HOURS = 1;
const WHOLE_DAY_HOURS = 3;
/** Power limit, as a ratio, below which a device is switched off by order. */
const SWITCHED_OFF = 0.05;
/** Power over that of a clear sky before a trip on cold days: snow falls from dark clouds. */
const SUDDEN = 0.3;
/** Days with evidence that a whole day stands for; two single interruptions are a pattern. */
const PROOF = 2;
/** Days with power that are known of a plant that works. */
const WORKING_DAYS = 3;
/** Days without readings after which an outage that lasted until then goes on. */
const ONGOING_DAYS = 4;

export interface Outage {
  /** 1 at the slots without power. */
  readonly isDark: Uint8Array;
  readonly first: number;
  /** The plant gave nothing in all good light of the day. */
  readonly isWholeDay: boolean;
  /** Power that the day offers an array, W per W. */
  readonly offered: (arrayId: string | null) => Float64Array;
  /** What it is known from; `clearSky`: the usual share of the clear sky. */
  readonly source: IrradianceSource;
}

interface OutageContext {
  /** Keeps the last day that ended without power. */
  readonly notes: Record<string, number>;
  readonly factorOf: (arrayId: string | null) => number;
}

/** What a slot shows of a plant: -1 nothing is known or the light is weak, 0 dark, 1 at work. */
type Sight = -1 | 0 | 1;

function sightAt(view: DayView, modules: readonly ModuleView[], slot: number): Sight {
  let isKnown = false;
  let most = 0;
  for (const { power, clear } of modules) {
    const own = power[slot]!;
    if (Number.isNaN(own)) continue;
    isKnown = true;
    const sky = clear.dcPerRatedW[slot]!;
    if (sky > most) most = sky;
    if (own > Math.max(LEAST, NOTHING * sky)) return 1;
  }
  const isBright = isKnown && most >= BRIGHT && view.elevationDeg[slot]! >= SUN_DEG;
  return isBright && !isSwitchedOff(view, slot) ? 0 : -1;
}

/** Whether all devices that report a limit at a slot are switched off by order. */
function isSwitchedOff({ input }: DayView, slot: number): boolean {
  let isOff = false;
  for (const { limitRatio } of input.devices) {
    const limit = limitRatio?.[slot] ?? Number.NaN;
    if (limit >= SWITCHED_OFF) return false;
    isOff ||= limit < SWITCHED_OFF;
  }
  return isOff;
}

/** Whether the plant gave much of a clear sky directly before a slot. */
const wasSunny = (modules: readonly ModuleView[], slot: number): boolean =>
  modules.some(({ power, clear }) => power[slot - 1]! > SUDDEN * clear.dcPerRatedW[slot - 1]!);

/**
 * Stretches of an hour or more in which no module of the plant gave anything in good light; null without any. On cold days
 * snow looks the same, unless the plant gave good power until a moment before or has been dark since a warmer day.
 */
export function outageOf(
  view: DayView,
  all: readonly ModuleView[],
  { notes, factorOf }: OutageContext,
): Outage | null {
  const modules = all.filter(({ completeness }) => completeness > 0);
  const reporting = modules.map((module) => ({ module }));
  if (modules.length === 0) return null;
  const isDark = new Uint8Array(view.slots);
  const needed = Math.max(1, Math.round(HOURS / view.hours));
  const since = view.day - (notes.darkEnd ?? Number.NaN);
  const isOngoing = since > 0 && since <= ONGOING_DAYS;
  const isCold = () => !isOngoing && (mayBeSnow(view, notes) || lowestC(view) < COLD_C);
  let [run, from, first, lit, dark] = [0, -1, -1, 0, 0];
  let canBeSnow = false;
  const close = () => {
    const isProof = run >= needed && !canBeSnow;
    if (isProof) {
      isDark.fill(1, from, from + run);
      dark += run;
      if (first < 0) first = from;
    }
    run = 0;
    return isProof;
  };
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const sight = sightAt(view, modules, slot);
    if (sight === 0) {
      if (run === 0) {
        from = slot;
        canBeSnow = !(lit * view.hours >= LIT_HOURS && wasSunny(modules, slot)) && isCold();
      }
      run = slot - from + 1;
    } else if (sight === 1) {
      close();
      lit++;
    } else if (run > 0 && !isSwitchedOff(view, slot) && hasReadingAt(reporting, slot)) run = slot - from + 1;
  }
  const isAtEnd = close();
  if (isAtEnd) notes.darkEnd = view.day;
  else if (lit > 0) delete notes.darkEnd;
  if (first < 0) return null;
  const brightness = usualBrightness(
    all.map(({ track }) => track),
    WORKING_DAYS,
  );
  // Nothing is known of a plant that has not worked yet.
  if (Number.isNaN(brightness)) return null;
  const measured = measuredLight(view, factorOf);
  const known = new Map<string | null, Float64Array>();
  const offered = (arrayId: string | null) => {
    const power = known.get(arrayId) ?? offeredPower(view, measured, brightness, arrayId);
    known.set(arrayId, power);
    return power;
  };
  const isWholeDay = lit === 0 && dark * view.hours >= WHOLE_DAY_HOURS;
  if (isWholeDay) {
    // The light of the morning is lost as well.
    for (let slot = view.firstLight; slot < first; slot++)
      isDark[slot] = hasReadingAt(reporting, slot) ? 1 : 0;
    first = Math.max(view.firstLight, isDark.indexOf(1));
  }
  if (hasProduced(view, modules, { isDark, offered })) return null;
  return { isDark, first, isWholeDay, offered, source: measured?.source ?? 'clearSky' };
}

/** Share of what the dark hours offered that counters must have gained without power to prove production. */
const GAINED = 0.2;

/** Whether the counters show that the plant produced in the dark hours: then its devices do not report their power. */
function hasProduced(
  view: DayView,
  modules: readonly ModuleView[],
  { isDark, offered }: Pick<Outage, 'isDark' | 'offered'>,
): boolean {
  let [gainedWh, offeredWh] = [0, 0];
  for (const { model, counter, integral } of modules) {
    if (Number.isNaN(counter)) continue;
    gainedWh += Math.max(0, counter - (integral || 0)) * model.ratedW;
    const light = offered(model.arrayId);
    for (let slot = 0; slot < isDark.length; slot++)
      if (isDark[slot] === 1) offeredWh += light[slot]! * model.ratedW * view.hours;
  }
  return gainedWh > GAINED * offeredWh;
}

/** A reference with the light that the day offered where the plant gave nothing: dark modules do not show it. */
export function withOfferedLight(reference: GroupReference, { isDark, offered }: Outage): GroupReference {
  const { group } = reference;
  const light = offered(group.arrayId);
  const power = reference.power.slice();
  const direct = reference.direct.slice();
  const isSteady = reference.isSteady.slice();
  const isCalm = reference.isCalm.slice();
  for (let slot = 0; slot < isDark.length; slot++) {
    if (isDark[slot] === 0) continue;
    power[slot] = light[slot]!;
    direct[slot] = group.clear.dcPerRatedW[slot]! > 0 ? directOf(group.clear, slot, light[slot]!) : 0;
    isSteady[slot] = 0;
    isCalm[slot] = 0;
  }
  return { ...reference, power, direct, isSteady, isCalm };
}

/** Energy of a module, Wh per W of rating, from which it works. */
const WORKING_WH = 0.01;

/** The observation of a day with an outage; of one without, that the plant works if a module gave anything, else null. */
export function outageDay(
  view: DayView,
  entries: readonly Entry[],
  outage: Outage | null,
): Observation | null {
  const seen = entries.filter(({ module }) => module.completeness > 0);
  const base = {
    cause: 'inverterFailure' as const,
    scope: 'plant' as const,
    subjectId: null,
    moduleIds: seen.map(({ module }) => module.model.id),
  };
  if (!outage) {
    // Dark days under a low sun or under snow do not show that the power is back.
    const isWorking = seen.some(({ module }) => module.integral > WORKING_WH || module.counter > WORKING_WH);
    return isWorking ? { ...base, isPresent: false } : null;
  }
  let lostWh = 0;
  for (const { module, reference } of seen)
    for (let slot = outage.first; slot < view.lastLight; slot++)
      if (outage.isDark[slot] === 1)
        lostWh += normalPower(module, reference, view.sector[slot]!, slot) * module.model.ratedW * view.hours;
  const darkSlots = outage.isDark.reduce((sum, one) => sum + one, 0);
  return {
    ...base,
    isPresent: true,
    lostWh,
    probability: outage.source === 'clearSky' ? 0.9 : 0.95,
    weight: outage.isWholeDay ? PROOF : 1,
    sinceMs: view.input.startMs + outage.first * view.input.slotMs,
    evidence: [
      { name: 'powerRatio', value: 0, unit: 'ratio' },
      { name: 'minutesWithoutPower', value: Math.round(darkSlots * view.hours * 60), unit: 'min' },
    ],
  };
}
