// Slopes of a roof that were entered as one array: their modules follow the sun differently over the day.
import type { Baseline } from './baseline.ts';
import type { Entry } from './entry.ts';
import type { ModuleView } from './moduleView.ts';
import { medianOf, medianOfFirst, quantileOf, robustSigma } from './stats.ts';
import { SECTORS } from './track.ts';

/** Good days from which the course over the day is known. */
const LEAST_DAYS = 4;
/** Sunny days behind a sector, sectors that must be known, and their least distance in a pair. */
const LEAST_VALUES = 2;
const LEAST_SECTORS = 5;
/** Sectors that suffice if they span a quarter: where inverters clip, only morning and evening are known. */
const FEW_SECTORS = 4;
const PAIR_SECTORS = 3;
/** Sectors in 90 degrees of hour angle. */
const QUARTER = 12;
/** Share of the modules whose course must be known. */
const KNOWN = 0.8;
/** Modules that make a slope: fewer have no reference of their own. */
const LEAST_MODULES = 3;
/** Least distance of two slopes (logarithm), and in relation to the scatter within them. */
const APART = 0.07;
/** Good days up to which they must be further apart: readings at other instants move single sectors of a few days. */
const EARLY_DAYS = 10;
const APART_EARLY = 0.15;
const SIGMAS = 4;

/**
 * Change of the ratio to the reference (logarithm) over a quarter of a turn of the sun: the median slope over pairs of
 * sectors, because a chimney shades single ones (Theil 1950). NaN if unknown.
 */
export function turnOf({ sectors, counts }: Baseline): number {
  const known: number[] = [];
  for (let sector = 0; sector < SECTORS; sector++) if (counts[sector]! >= LEAST_VALUES) known.push(sector);
  const isWide = known.length >= FEW_SECTORS && known.at(-1)! - known[0]! >= QUARTER;
  if (known.length < LEAST_SECTORS && !isWide) return Number.NaN;
  const slopes = new Float64Array((known.length * known.length) / 2);
  let count = 0;
  for (let i = 0; i < known.length; i++)
    for (let j = i + 1; j < known.length; j++) {
      const [from, to] = [known[i]!, known[j]!];
      if (to - from >= PAIR_SECTORS) slopes[count++] = (sectors[to]! - sectors[from]!) / (to - from);
    }
  return QUARTER * medianOfFirst(slopes, count);
}

/** Place of the cut between two groups of sorted values with the least squares within them; -1 for too few values. */
function bestCut(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [best, most, sum] = [-1, 0, 0];
  values.forEach((value, i) => {
    const isPossible = i >= LEAST_MODULES && i <= values.length - LEAST_MODULES;
    // Squares between the groups: the more of them, the fewer within.
    const between = sum ** 2 / i + sum ** 2 / (values.length - i);
    if (isPossible && between > most) [best, most] = [i, between];
    sum += value - mean;
  });
  return best;
}

/** Puts the modules of one array into two slopes, if they clearly follow the sun in two ways; null if not. */
function split(modules: readonly ModuleView[]): ReadonlyMap<string, number> | null {
  const known = modules
    .filter(({ baseline }) => baseline.days >= LEAST_DAYS)
    .map((module) => ({ module, turn: turnOf(module.baseline) }))
    .filter(({ turn }) => !Number.isNaN(turn))
    .sort((a, b) => a.turn - b.turn);
  if (known.length < KNOWN * modules.length) return null;
  const cut = bestCut(known.map(({ turn }) => turn));
  if (cut < 0) return null;
  const sides = [known.slice(0, cut), known.slice(cut)].map((side) => side.map(({ turn }) => turn));
  const middles = sides.map((side) => medianOf(side));
  const scatter = Math.max(...sides.map((side, i) => robustSigma(side, middles[i]!)));
  const apart = middles[1]! - middles[0]!;
  const isEarly = medianOf(known.map(({ module }) => module.baseline.days)) < EARLY_DAYS;
  if (apart < (isEarly ? APART_EARLY : APART) || apart < SIGMAS * scatter) return null;
  const halves = [known.slice(0, cut), known.slice(cut)].map((side) => side.map(({ module }) => module));
  return new Map(
    modules.map((module) => {
      const side = halves.findIndex((half) => half.includes(module));
      return [module.model.id, side >= 0 ? side : closer(module, halves)];
    }),
  );
}

/** Which of two slopes the levels of a module are closer to, sector by sector, where its own turn is not known. */
function closer({ baseline }: ModuleView, halves: readonly (readonly ModuleView[])[]): number {
  const [first, second] = halves.map((half) =>
    medianOf(
      baseline.sectors.map((level, sector) =>
        Math.abs(level - medianOf(half.map((one) => one.baseline.sectors[sector]!))),
      ),
    ),
  );
  return second! < first! ? 1 : 0;
}

/**
 * Modules of one array in one or two slopes. A split is kept in `notes`: what is normal for a module is learned in relation
 * to its own slope from then on. Modules that came later count for the first slope.
 */
export function slopesOf(modules: readonly ModuleView[], notes: Record<string, number>): ModuleView[][] {
  const noteOf = ({ model }: ModuleView) => `slope:${model.id}`;
  if (!modules.some((one) => noteOf(one) in notes))
    for (const [id, slope] of split(modules) ?? []) notes[`slope:${id}`] = slope;
  const second = modules.filter((one) => notes[noteOf(one)] === 1);
  return second.length === 0 ? [[...modules]] : [modules.filter((one) => notes[noteOf(one)] !== 1), second];
}

/**
 * Distance of the modules of one array in what they give in the morning compared with the afternoon (logarithm), between the
 * quantiles on both sides: shade on single modules is no other direction.
 */
const UNEVEN = 0.12;
const EACH_SIDE = 0.2;

/** Whether the modules of an array face different directions, as two slopes entered as one array do. */
export function isUneven(own: readonly Entry[]): boolean {
  const turns = own.map(({ module }) => turnOf(module.baseline));
  return quantileOf(turns, 1 - EACH_SIDE) - quantileOf(turns, EACH_SIDE) > UNEVEN;
}
