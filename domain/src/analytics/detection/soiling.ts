// Soiling: an array, or all of them, that slowly gives less of what a clear sky offers.
import { DAY_MS } from '../../duration.ts';
import type { Observation } from './conditions.ts';
import { isUneven } from './curves.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { nearbyIndexOf, nearbyLight } from './nearbyIndex.ts';
import type { GroupReference } from './reference.ts';
import type { ArrayMemory } from './state.ts';
import { groupBy, medianOf, robustSigma } from './stats.ts';
import {
  addFlags,
  advanceTrack,
  dayOfRow,
  emptyTrack,
  FLAG,
  rowOfDay,
  setWide,
  TRACK_DAYS,
  type Track,
  wideAt,
} from './track.ts';

/** Hour angles around noon that are used, as sectors. */
const FIRST_SECTOR = 6;
const LAST_SECTOR = 17;
/** Elevation of the sun in degrees below which the horizon may take light from an array as the season goes on. */
const HIGH_SUN_DEG = 25;
/** Clear-sky power in W per W below which light is grazing: seasons change how well a model describes it. */
const FRONTAL = 0.4;
const CLEAR = 0.6;
const LEAST_SLOTS = 6;

/** Power of an array in calm sunshine over that of a clear sky; NaN on other days. */
function indexOf(view: DayView, reference: GroupReference): number {
  const values: number[] = [];
  const nearby = view.input.nearbyClearness;
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const sector = view.sector[slot]!;
    if (sector < FIRST_SECTOR || sector > LAST_SECTOR) continue;
    const clear = reference.group.clear.dcPerRatedW[slot]!;
    if (
      view.elevationDeg[slot]! < HIGH_SUN_DEG ||
      clear < FRONTAL ||
      reference.isCalm[slot] === 0 ||
      reference.isClipped[slot] === 1
    )
      continue;
    if (reference.direct[slot]! < 0.45) continue;
    // Haze lowers all plants nearby.
    const haze = nearby && nearby[slot]! > 0.8 && nearby[slot]! < 1.15 ? nearby[slot]! : 1;
    const value = reference.power[slot]! / clear / haze;
    if (value > CLEAR * 0.8 && value < 1.4) values.push(value);
  }
  return values.length * view.hours * 12 >= LEAST_SLOTS * 2 ? medianOf(values) : Number.NaN;
}

/** Days with an index from which it is usual. */
const USUAL_DAYS = 5;

/** Power in calm sunshine over that of a clear sky as it usually is; NaN while unknown. */
export function usualIndex(arrays: ReadonlyMap<string, ArrayMemory>): number {
  const usual = [...arrays.values()].flatMap(({ track }) => {
    const values = Array.from({ length: TRACK_DAYS }, (_, row) => wideAt(track, row, 'ratio'));
    const known = values.filter((value) => !Number.isNaN(value));
    return known.length < USUAL_DAYS ? [] : [medianOf(known)];
  });
  return medianOf(usual);
}

interface Decline {
  /** Row of its beginning; 0 if it has stopped. */
  readonly row: number;
  /** Logarithm per day, negative; 0 if it has stopped. */
  readonly slope: number;
  readonly drop: number;
  /** Logarithm of the loss by row, at most 0. */
  readonly course: Float64Array;
}

/** How large and how clear a decline must be. */
interface Limits {
  /** Least decline in total, logarithm. */
  readonly drop: number;
  /** Least ratio of the decline to the scatter. */
  readonly score: number;
  /** Least number of values. */
  readonly values: number;
  /** Steepest decline per day, logarithm: dust does not fall faster. A step that explains the values better is no decline. */
  readonly mostSlope?: number;
}

/** Smallest decline per day, logarithm, and its least duration. */
const LEAST_SLOPE = 0.003;
const LEAST_DAYS = 12;
/** Arrays in relation to each other: the sky is the same, but seasons and horizons move them apart. */
export const RELATIVE: Limits = { drop: 0.12, score: 8, values: 10 };
/** In relation to a clear sky, whose haze changes over weeks. */
export const ABSOLUTE: Limits = { drop: 0.18, score: 12, values: 14 };
/** In relation to plants nearby, under the same sky: what differs from day to day is chance. */
export const NEARBY: Limits = { drop: 0.12, score: 7, values: 12, mostSlope: 0.016 };

/** The clearest steady decline that ends with the newest value; null without one. */
export function declineOf(values: Float64Array, limits: Limits): Decline | null {
  const at: number[] = [];
  values.forEach((value, row) => {
    if (!Number.isNaN(value)) at.push(row);
  });
  if (at.length < limits.values) return null;
  let best: Omit<Decline, 'course'> | null = null;
  let bestScore = limits.score;
  const last = at.length - 1;
  for (let first = 0; first <= last - limits.values + 1; first++) {
    const span = at[last]! - at[first]!;
    if (span < LEAST_DAYS || span > 50) continue;
    const slopes: number[] = [];
    for (let i = first; i <= last; i++)
      for (let j = i + 3; j <= last; j++)
        slopes.push((values[at[j]!]! - values[at[i]!]!) / (at[j]! - at[i]!));
    const slope = medianOf(slopes);
    if (!(slope < -LEAST_SLOPE) || -slope * span < limits.drop) continue;
    const rests = at.slice(first).map((row) => values[row]! - slope * row);
    const level = medianOf(rests);
    const sigma = Math.max(0.012, robustSigma(rests, level));
    const count = last - first + 1;
    const score = (-slope * span * Math.sqrt(count / 12)) / sigma;
    // A step is no decline: both halves must fall.
    const middle = at[first]! + span / 2;
    const early = at.slice(first).filter((row) => row <= middle);
    const late = at.slice(first).filter((row) => row > middle);
    const fall = (rows: readonly number[]) => {
      const half = Math.floor(rows.length / 2);
      const mean = (part: readonly number[]) => medianOf(part.map((row) => values[row]!));
      return mean(rows.slice(half)) - mean(rows.slice(0, half));
    };
    if (!(fall(early) < 0.25 * slope * span * 0.5) || !(fall(late) < 0.25 * slope * span * 0.5)) continue;
    // The newest value lies on the line.
    if (values[at[last]!]! - slope * at[last]! - level > 0.35 * -slope * span) continue;
    // Few low days make a line that is steeper than what was lost. Medians at both ends lie inside the line.
    const edge = Math.min(FIRST_VALUES, Math.floor(count / 3));
    const mean = (rows: readonly number[]) => medianOf(rows.map((row) => values[row]!));
    const lost = mean(at.slice(-edge)) - mean(at.slice(first, first + edge));
    if (-lost * ((count - 1) / (count - edge)) < limits.drop) continue;
    if (score > bestScore) {
      bestScore = score;
      best = { row: at[first]!, slope, drop: slope * span };
    }
  }
  if (best === null || (limits.mostSlope !== undefined && !isGradual(values, best, limits.mostSlope)))
    return null;
  return { ...best, course: courseOf(values, best.row) };
}

/** Squares of a step over those of a line below which values fell within a day. */
const STEP = 0.8;

/** Whether values since a row fell day by day, and not faster than `most` a day: limits and faults begin within one. */
function isGradual(
  values: Float64Array,
  { row, slope }: Pick<Decline, 'row' | 'slope'>,
  most: number,
): boolean {
  if (-slope > most) return false;
  const x: number[] = [];
  const y: number[] = [];
  for (let at = row; at < values.length; at++)
    if (!Number.isNaN(values[at]!)) {
      x.push(at);
      y.push(values[at]!);
    }
  const squares = (part: readonly number[]) => {
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    return part.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  };
  let step = Number.POSITIVE_INFINITY;
  for (let cut = 2; cut <= y.length - 2; cut++)
    step = Math.min(step, squares(y.slice(0, cut)) + squares(y.slice(cut)));
  const line = squares(y.map((value, i) => value - slope * x[i]!));
  return step >= STEP * line;
}

/** Values on either side of the beginning of a decline, and rows on either side of a row, whose median counts. */
const FIRST_VALUES = 5;
const AROUND = 4;

/** What is lost by row since the beginning of a decline, as measured: its line begins too early where haze came before. */
function courseOf(values: Float64Array, from: number): Float64Array {
  const course = new Float64Array(values.length);
  const known = (part: Float64Array) => part.filter((value) => !Number.isNaN(value));
  const before = medianOf([
    ...known(values.slice(0, from)).slice(-FIRST_VALUES),
    ...known(values.slice(from)).slice(0, FIRST_VALUES),
  ]);
  let now = 0;
  for (let row = from; row < values.length; row++) {
    const near = medianOf(values.slice(Math.max(from, row - AROUND), row + AROUND + 1));
    if (!Number.isNaN(near)) now = Math.min(0, near - before);
    course[row] = now;
  }
  return course;
}

/** Logarithms of the index of an array by row: in relation to plants nearby, or to the clear sky. */
const seriesOf = (track: Track, isNearby: boolean): Float64Array =>
  Float64Array.from({ length: TRACK_DAYS }, (_, row) =>
    Math.log(
      isNearby ? wideAt(track, row, 'actual') / wideAt(track, row, 'expected') : wideAt(track, row, 'ratio'),
    ),
  );

/** Declines of arrays on their own, or of all of them alike. `isDisturbed`: the power of the day has other reasons. */
export function soilingDay(
  view: DayView,
  entries: readonly Entry[],
  arrays: Map<string, ArrayMemory>,
  notes: Record<string, number>,
  isDisturbed: boolean,
): Observation[] {
  const byArray = groupBy(entries, ({ module }) => module.model.arrayId ?? '');
  for (const id of arrays.keys()) if (!byArray.has(id)) arrays.delete(id);
  const series = new Map<string, Float64Array>();
  const light = nearbyLight(view);
  let isNew = false;
  for (const [id, own] of byArray) {
    // Slopes that face different ways gain and lose with the season.
    if (isUneven(own) || own.some(({ reference }) => reference.group.isSlope)) continue;
    const memory = arrays.get(id) ?? { track: emptyTrack() };
    arrays.set(id, memory);
    if (!advanceTrack(memory.track, view.day)) continue;
    const largest = own.reduce((a, b) => (b.reference.strength > a.reference.strength ? b : a));
    const index = isDisturbed ? Number.NaN : indexOf(view, largest.reference);
    if (!Number.isNaN(index)) {
      isNew = true;
      addFlags(memory.track, TRACK_DAYS - 1, FLAG.seen | FLAG.good);
      setWide(memory.track, TRACK_DAYS - 1, 'ratio', index);
    }
    const nearby = light && !isDisturbed ? nearbyIndexOf(view, largest.reference.group, light) : null;
    if (nearby) {
      isNew = true;
      addFlags(memory.track, TRACK_DAYS - 1, FLAG.seen);
      setWide(memory.track, TRACK_DAYS - 1, 'actual', nearby.actual);
      setWide(memory.track, TRACK_DAYS - 1, 'expected', nearby.expected);
    }
    series.set(id, seriesOf(memory.track, light !== null));
  }
  if (!isNew) return [];
  const result: Observation[] = [];
  const common = commonOf([...series.values()]);
  // Plants nearby are under the same haze.
  const limits = light ? NEARBY : ABSOLUTE;
  const all = lasting(notes, 'soil', common, declineOf(common, limits));
  result.push(observed(view, entries, all, { scope: 'plant', subjectId: null }, notes));
  if (series.size < 2) return result;
  for (const [id, values] of series) {
    const relative = new Float64Array(TRACK_DAYS);
    for (let row = 0; row < TRACK_DAYS; row++)
      relative[row] =
        values[row]! - medianOf([...series].filter(([other]) => other !== id).map(([, one]) => one[row]!));
    const own = declineOf(relative, RELATIVE);
    const both = declineOf(values, light ? NEARBY : RELATIVE);
    // Relative to the others and in absolute terms: seasons shift arrays against each other.
    const isOwn = all === null && own !== null && both !== null;
    const decline = lasting(notes, `soil:${id}`, values, isOwn ? both : null);
    result.push(
      observed(
        view,
        byArray.get(id)!,
        all === null ? decline : null,
        { scope: 'array', subjectId: id },
        notes,
      ),
    );
  }
  return result;
}

/**
 * What arrays have in common by row: their median, each shifted to the level of the one with the most values. An array that
 * has no values any more, as the sun leaves it, is no decline of the others.
 */
export function commonOf(series: readonly Float64Array[]): Float64Array {
  const known = (values: Float64Array) =>
    values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
  const base = series.reduce((a, b) => (known(b) > known(a) ? b : a));
  // Without a day in common the shift, and with it the array, is unknown.
  const shifts = series.map((values) => medianOf(values.map((value, row) => value - base[row]!)));
  return base.map((_, row) => medianOf(series.map((values, i) => values[row]! - shifts[i]!)));
}

/** Share of a decline that must come back before it is over. */
const RECOVERED = 0.5;
const NEWEST = 3;

/** A decline that has stopped lasts until the power comes back. `notes` keep its level before and its drop. */
function lasting(
  notes: Record<string, number>,
  name: string,
  values: Float64Array,
  decline: Decline | null,
): Decline | null {
  const newest = medianOf(values.filter((value) => !Number.isNaN(value)).slice(-NEWEST));
  if (decline !== null) {
    notes[`${name}:level`] = newest - decline.drop;
    notes[`${name}:drop`] = decline.drop;
    return decline;
  }
  const level = notes[`${name}:level`];
  const drop = notes[`${name}:drop`];
  if (level === undefined || drop === undefined) return null;
  if (newest < level + RECOVERED * drop)
    return {
      row: 0,
      slope: 0,
      drop: newest - level,
      course: new Float64Array(TRACK_DAYS).fill(newest - level),
    };
  delete notes[`${name}:level`];
  delete notes[`${name}:drop`];
  return null;
}

function observed(
  view: DayView,
  entries: readonly Entry[],
  decline: Decline | null,
  scope: Pick<Observation, 'scope' | 'subjectId'>,
  notes: Record<string, number>,
): Observation {
  const base = {
    ...{ cause: 'soiling' as const, ...scope },
    moduleIds: entries.map(({ module }) => module.model.id),
  };
  const counted = `soil:${scope.subjectId ?? ''}:counted`;
  if (decline === null) {
    delete notes[counted];
    return { ...base, isPresent: false };
  }
  const { track } = entries[0]!.module;
  let [lostWh, earlierWh] = [0, 0];
  // Days before the finding and days without sunshine lose as well.
  const first = Math.max(decline.row, rowOfDay(track, (notes[counted] ?? 0) + 1));
  for (let row = first; row < TRACK_DAYS; row++) {
    let lost = 0;
    for (const { module } of entries)
      lost +=
        (Math.exp(-decline.course[row]!) - 1) *
        (wideAt(module.track, row, 'actual') || 0) *
        module.model.ratedW;
    if (row < TRACK_DAYS - 1) earlierWh += lost;
    else lostWh = lost;
  }
  notes[counted] = view.day;
  return {
    ...{ ...base, isPresent: true, probability: 0.8, lostWh, earlierWh },
    ...(decline.slope < 0
      ? { sinceMs: view.input.startMs - (view.day - dayOfRow(track, decline.row)) * DAY_MS }
      : {}),
    evidence: [
      ...(decline.slope < 0
        ? [{ name: 'declinePerDay', value: 100 * decline.slope, unit: 'percentPerDay' as const }]
        : []),
      { name: 'powerRatio', value: Math.exp(decline.drop), unit: 'ratio' },
    ],
  };
}
