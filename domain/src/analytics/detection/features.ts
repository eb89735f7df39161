// One day of a module against the reference of its group, reduced to the few numbers that its track keeps.
import type { DayView } from './dayView.ts';
import type { ModuleView } from './moduleView.ts';
import { type GroupReference, relativeOf } from './reference.ts';
import { clamp, medianOfFirst, quantileOf } from './stats.ts';
import { addFlags, FLAG, SECTORS, setNarrow, setSector, setWide, TRACK_DAYS } from './track.ts';

export interface DayFeatures {
  /** Wh per W of rating: from the counter or by integration; NaN if unknown. */
  readonly produced: number;
  /** The same without what the counter brought along from days before; whole days after `wholeDay`. */
  readonly actual: number;
  /** Wh per W of rating if nothing is wrong; NaN without a reference. */
  readonly expected: number;
  /** Energy of a healthy module of the group, Wh per W; NaN without a reference. */
  readonly reference: number;
  /** The part of `expected` in slots that were measured. */
  readonly expectedSeen: number;
  /** Wh per W of rating under a clear sky, by the reference's clear-sky model. */
  readonly clear: number;
  /** Share of `clear` in slots with a reference. */
  readonly coverage: number;
  readonly ratio: number;
  readonly diffuse: number;
  readonly voltage: number;
  readonly slope: number;
  readonly voltageSlope: number;
  readonly bright: number;
  /** Share of the reference energy in measured slots without any power. */
  readonly dark: number;
  readonly sectors: Float64Array;
  /** First slot of the first stretch of an hour without power in good light, and the slot where the hour was full; -1: none. */
  readonly zeroFrom: number;
  readonly zeroKnownAt: number;
  /** Hours of good light with usual power before that stretch; 0 without one. */
  readonly litBefore: number;
  /** Whether the module gave nothing until its last measurement in good light. */
  readonly isZeroAtEnd: boolean;
}

/** Reference power in W per W below which a slot is not compared, and above which it counts as good light. */
const DIM = 0.03;
const BRIGHT = 0.1;
/** Power below this share of what is expected is nothing, and above this one about usual. */
const NOTHING = 0.015;
const USUAL = 0.7;
/** Share of direct light from which a slot tells about the direction of the sun, and up to which it does not. */
const DIRECT = 0.5;
const DIFFUSE = 0.25;
/** Share of the limit above which what is expected may have been limited. */
export const LIMITED = 0.97;

export function dayFeatures(view: DayView, module: ModuleView, reference: GroupReference): DayFeatures {
  const { hours, sector } = view;
  const clearPower = reference.group.clear.dcPerRatedW;
  const sectors = new Float64Array(SECTORS).fill(Number.NaN);
  // A third of a sector's 30 minutes must have been bright and steady.
  const least = Math.max(1, Math.round(1 / 6 / hours));
  let open = -1;
  let count = 0;
  let [actualAll, referenceAll, actualDiffuse, referenceDiffuse] = [0, 0, 0, 0];
  let [expected, expectedSeen, clear, clearKnown, dark, seen, healthy] = [0, 0, 0, 0, 0, 0, 0];
  let [voltage, voltageWeight] = [0, 0];
  // Weighted sums of the straight lines of power and voltage ratio over the reference.
  let [w, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0];
  let [v, vx, vy, vxx, vxy] = [0, 0, 0, 0, 0];
  let [run, runFrom, zeroFrom, zeroKnownAt] = [0, -1, -1, -1];
  let [lit, litBefore] = [0, 0];
  let isZero = false;
  const needed = 1 / hours;
  let referenceSlots = 0;
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const base = reference.power[slot]!;
    clear += clearPower[slot]! * hours;
    if (Number.isNaN(base)) continue;
    clearKnown += clearPower[slot]! * hours;
    referenceSlots++;
    const share = reference.direct[slot]!;
    const at = sector[slot]!;
    const relative = relativeOf(module, at, share);
    const normal = Math.min(base * relative, module.cap * 1.04);
    expected += normal * hours;
    healthy += Math.min(base, module.cap * 1.04) * hours;
    const own = module.power[slot]!;
    if (Number.isNaN(own)) continue;
    expectedSeen += normal * hours;
    if (base < DIM) continue;
    seen += base;
    if (own < NOTHING * normal) {
      dark += base;
      if (base > BRIGHT) {
        if (run === 0) runFrom = slot;
        run++;
        isZero = true;
        if (run >= needed && zeroFrom < 0) {
          [zeroFrom, zeroKnownAt] = [runFrom, slot];
          litBefore = lit * hours;
        }
      }
    } else if (base > BRIGHT) {
      [run, isZero] = [0, false];
      if (own > USUAL * normal) lit++;
    }
    if (reference.isSteady[slot] === 0 || (module.isSteady[slot] === 0 && reference.isCalm[slot] === 0))
      continue;
    const isPeerLimited = reference.isClipped[slot] === 1;
    const isLimited = isPeerLimited || own >= LIMITED * module.cap || base * relative >= LIMITED * module.cap;
    const isDirect = share >= DIRECT && base >= BRIGHT && at >= 0;
    const inSun = isLimited
      ? ratioAtLimit(own, isPeerLimited ? base : Number.NaN, clearPower[slot]!, module, at)
      : own / base;
    if (isDirect && !Number.isNaN(inSun)) {
      if (at !== open) {
        if (open >= 0) sectors[open] = closeSector(count, least);
        open = at;
        count = 0;
      }
      if (count < inSector.length) inSector[count++] = inSun;
    }
    if (isLimited) continue;
    actualAll += own;
    referenceAll += base;
    if (share < DIFFUSE) {
      actualDiffuse += own;
      referenceDiffuse += base;
    }
    if (base > 0.08) {
      const weight = base * base;
      const y = clamp(own / (base * relative), 0, 2);
      w += weight;
      wx += weight * base;
      wy += weight * y;
      wxx += weight * base * base;
      wxy += weight * base * y;
    }
    const volts = module.voltageV?.[slot] ?? Number.NaN;
    const usual = reference.voltageV[slot]!;
    if (base > BRIGHT && volts > 1 && usual > 1) {
      const y = clamp(volts / usual, 0.1, 2);
      voltage += y * base;
      voltageWeight += base;
      v += base;
      vx += base * base;
      vy += base * y;
      vxx += base * base * base;
      vxy += base * base * y;
    }
  }
  if (open >= 0) sectors[open] = closeSector(count, least);
  const hasLine = w > 0 && wxx / w - (wx / w) ** 2 > SPREAD ** 2;
  const hasVoltageLine = v > 0 && vxx / v - (vx / v) ** 2 > SPREAD ** 2;
  const produced = producedOf(module, expectedSeen);
  const coverage = clear > 0 ? clearKnown / clear : 0;
  return {
    produced,
    actual: ofOneDay(
      module,
      produced,
      coverage >= LEAST_COVERAGE ? expected / coverage : expected,
      expectedSeen,
    ),
    expected: referenceSlots > 0 ? expected : Number.NaN,
    reference: referenceSlots > 0 ? healthy : Number.NaN,
    expectedSeen,
    clear,
    sectors,
    zeroFrom,
    zeroKnownAt,
    litBefore,
    isZeroAtEnd: isZero,
    coverage,
    ratio: referenceAll * hours > 0.05 ? actualAll / referenceAll : Number.NaN,
    diffuse: referenceDiffuse * hours > 0.08 ? actualDiffuse / referenceDiffuse : Number.NaN,
    voltage: voltageWeight > 0 ? voltage / voltageWeight : Number.NaN,
    slope: hasLine ? -(w * wxy - wx * wy) / (w * wxx - wx * wx) : Number.NaN,
    voltageSlope: hasVoltageLine ? -(v * vxy - vx * vy) / (v * vxx - vx * vx) : Number.NaN,
    bright: clear > 0 ? expected / clear : Number.NaN,
    dark: seen > 0 ? dark / seen : Number.NaN,
  };
}

/**
 * Share of the limit below which a module certainly gives less than its peers whose inverters limit the power. A hot device
 * gives less at the same hours, which must not become normal for its modules before it is recognized.
 */
const BELOW = 0.65;
/** Share of the clear sky that a limit must leave for a module that reaches it to be as usual: lower ones hide shade. */
const TELLING = 0.8;
/** Power over that of the clear sky up to which the light comes from where the model sees it, ratio. */
const MOST_OF_CLEAR = 1.1;

/**
 * Ratio of a module to its reference while inverters limit the power: as usual at its own limit, if that lets
 * through most of the clear sky; at most its share of the limited power well below it; NaN otherwise. `base`: power of its
 * peers at their limit; NaN if they are not, because they should be by the model alone.
 */
function ratioAtLimit(
  own: number,
  base: number,
  clear: number,
  { cap, baseline }: ModuleView,
  sector: number,
): number {
  if (own >= LIMITED * cap)
    return own >= TELLING * clear && own <= MOST_OF_CLEAR * clear ? usualInSun(baseline, sector) : Number.NaN;
  return own < BELOW * Math.min(base, cap) ? own / base : Number.NaN;
}

/**
 * Ratio that is usual for a module in the sun at a sector. That of the whole day contains the shade at other times, which is
 * all that remains of it where the inverters limit the sunny ones.
 */
const usualInSun = ({ ratio, diffuse, sectors }: ModuleView['baseline'], sector: number): number =>
  Math.exp(Math.max(ratio, diffuse, Number.isNaN(sectors[sector]!) ? ratio : sectors[sector]!));

/** Ratios of the slots of one sector. */
const inSector = new Float64Array(64);
const closeSector = (count: number, least: number) =>
  count >= least ? medianOfFirst(inSector, count) : Number.NaN;

/** Standard deviation of the reference over the day below which a line over it means nothing. */
const SPREAD = 0.12;

/** Energy of the day: the counter, unless it contradicts a complete day of power. */
function producedOf(module: ModuleView, expectedSeen: number): number {
  const { counter, completeness, integral } = module;
  if (Number.isNaN(counter)) return integral;
  if (Number.isNaN(integral)) return counter;
  const isImplausible =
    completeness >= 0.95 && Math.abs(counter - integral) > 0.1 * integral + 0.05 * expectedSeen;
  return isImplausible ? integral : counter;
}

/** Ratio of a counter to the energy that the readings let expect above which it holds days before as well. */
const SEVERAL_DAYS = 1.5;

/**
 * Produced energy of the day alone. The first reading after an interruption brings along what a lifetime counter gained.
 * `expected` is that of the whole day, with the hours in which the plant has no readings.
 */
function ofOneDay(module: ModuleView, produced: number, expected: number, expectedSeen: number): number {
  const { integral } = module;
  if (!(produced > integral) || !(expected > expectedSeen)) return produced;
  const isTelling = expectedSeen > 0.3 * expected;
  const own = isTelling ? (integral * expected) / expectedSeen : integral + expected - expectedSeen;
  return produced > SEVERAL_DAYS * own + 0.05 * expected ? own : produced;
}

/** Share of a day's clear-sky energy with a reference below which nothing is said of the whole day. */
const LEAST_COVERAGE = 0.1;

/**
 * The features with energies of the whole day where readings of the plant are missing for some hours. A counter goes on
 * meanwhile, so that what is expected must cover the day as well; without a counter, both energies are extrapolated.
 */
export function wholeDay(features: DayFeatures, { counter }: ModuleView): DayFeatures {
  const { coverage, actual, expected, expectedSeen, reference } = features;
  const factor = coverage >= LEAST_COVERAGE ? 1 / coverage : Number.NaN;
  return {
    ...features,
    actual: Number.isNaN(counter) ? actual * factor : actual,
    expected: expected * factor,
    expectedSeen: expectedSeen * factor,
    reference: reference * factor,
  };
}

/** Members of a group from which its energy is calibrated. */
const LEAST_MEMBERS = 3;

/** Power over the share of the inverter's limit from which a module uses that of a weaker one of its device. */
const OVER_SHARE = 1.08;

/** Whether a module gave more than its share of the limit on this day. */
function isOverShare({ power, cap }: ModuleView): boolean {
  if (!Number.isFinite(cap)) return false;
  return power.some((value) => value > OVER_SHARE * cap);
}

/**
 * Ratio of the energy that healthy members of a group produced to what the reference predicts for them, NaN if too few
 * are known. Readings sample the power at instants, counters do not: on days with broken clouds they differ by some
 * percent.
 */
export function energyCalibration(members: readonly { module: ModuleView; features: DayFeatures }[]): number {
  const ratios = members.flatMap(({ module, features }) => {
    const isUsable =
      !module.isExcluded && module.completeness >= 0.9 && !(features.dark > 0.02) && !isOverShare(module);
    const ratio = features.actual / features.expected;
    return isUsable && features.expected > 0.05 && ratio > 0.5 && ratio < 2 ? [ratio] : [];
  });
  return ratios.length < LEAST_MEMBERS ? Number.NaN : quantileOf(ratios, 0.55);
}

/** The features with energies scaled by the group's calibration; unchanged if there is none. */
export const calibrated = (features: DayFeatures, factor: number): DayFeatures =>
  Number.isNaN(factor)
    ? features
    : {
        ...features,
        expected: features.expected * factor,
        expectedSeen: features.expectedSeen * factor,
        reference: features.reference * factor,
      };

/** Writes the features as the newest row of the module's track. */
export function keepFeatures(module: ModuleView, features: DayFeatures, flags: number): void {
  const { track } = module;
  const row = TRACK_DAYS - 1;
  addFlags(track, row, flags | FLAG.seen);
  setWide(track, row, 'actual', features.actual);
  setWide(track, row, 'expected', features.expected);
  setWide(track, row, 'reference', features.reference);
  setWide(track, row, 'ratio', features.ratio);
  setWide(track, row, 'diffuse', features.diffuse);
  setWide(track, row, 'voltage', features.voltage);
  setNarrow(track, row, 'slope', features.slope);
  setNarrow(track, row, 'voltageSlope', features.voltageSlope);
  setNarrow(track, row, 'bright', features.bright);
  setNarrow(track, row, 'dark', features.dark);
  for (let sector = 0; sector < SECTORS; sector++) setSector(track, row, sector, features.sectors[sector]!);
}
