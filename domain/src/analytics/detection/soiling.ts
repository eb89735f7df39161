// Soiling: an array, or all of them, that slowly gives less of what a clear sky offers.
import type { Observation } from './conditions.ts';
import { isUneven } from './curves.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import type { GroupReference } from './reference.ts';
import type { ArrayMemory } from './state.ts';
import { groupBy, medianOf, robustSigma } from './stats.ts';
import { addFlags, advanceTrack, dayOfRow, emptyTrack, FLAG, setWide, TRACK_DAYS, wideAt } from './track.ts';

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

interface Decline {
  /** Row of its beginning. */
  readonly row: number;
  /** Logarithm per day, negative. */
  readonly slope: number;
  readonly drop: number;
}

/** How large and how clear a decline must be. */
interface Limits {
  /** Least decline in total, logarithm. */
  readonly drop: number;
  /** Least ratio of the decline to the scatter. */
  readonly score: number;
  /** Least number of values. */
  readonly values: number;
}

/** Smallest decline per day, logarithm, and its least duration. */
const LEAST_SLOPE = 0.003;
const LEAST_DAYS = 12;
/** Arrays in relation to each other: the sky is the same, but seasons and horizons move them apart. */
const RELATIVE: Limits = { drop: 0.12, score: 8, values: 10 };
/** In relation to a clear sky, whose haze changes over weeks. */
const ABSOLUTE: Limits = { drop: 0.18, score: 12, values: 14 };

/** The clearest steady decline that ends with the newest value; null without one. */
function declineOf(values: Float64Array, limits: Limits): Decline | null {
  const at: number[] = [];
  values.forEach((value, row) => {
    if (!Number.isNaN(value)) at.push(row);
  });
  if (at.length < limits.values) return null;
  let best: Decline | null = null;
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
    if (score > bestScore) {
      bestScore = score;
      best = { row: at[first]!, slope, drop: slope * span };
    }
  }
  return best;
}

/** Declines of arrays on their own, or of all of them alike. */
export function soilingDay(
  view: DayView,
  entries: readonly Entry[],
  arrays: Map<string, ArrayMemory>,
  notes: Record<string, number>,
): Observation[] {
  const byArray = groupBy(entries, ({ module }) => module.model.arrayId ?? '');
  for (const id of arrays.keys()) if (!byArray.has(id)) arrays.delete(id);
  const series = new Map<string, Float64Array>();
  let isNew = false;
  for (const [id, own] of byArray) {
    // Slopes that face different ways gain and lose with the season.
    if (isUneven(own) || own.some(({ reference }) => reference.group.isSlope)) continue;
    const memory = arrays.get(id) ?? { track: emptyTrack() };
    arrays.set(id, memory);
    if (!advanceTrack(memory.track, view.day)) continue;
    const largest = own.reduce((a, b) => (b.reference.strength > a.reference.strength ? b : a));
    const index = indexOf(view, largest.reference);
    if (!Number.isNaN(index)) {
      isNew = true;
      addFlags(memory.track, TRACK_DAYS - 1, FLAG.seen | FLAG.good);
      setWide(memory.track, TRACK_DAYS - 1, 'ratio', index);
    }
    const values = new Float64Array(TRACK_DAYS);
    for (let row = 0; row < TRACK_DAYS; row++) values[row] = Math.log(wideAt(memory.track, row, 'ratio'));
    series.set(id, values);
  }
  if (!isNew) return [];
  const result: Observation[] = [];
  const common = new Float64Array(TRACK_DAYS);
  for (let row = 0; row < TRACK_DAYS; row++)
    common[row] = medianOf([...series.values()].map((one) => one[row]!));
  const all = lasting(notes, 'soil', common, declineOf(common, ABSOLUTE));
  result.push(observed(view, entries, all, { scope: 'plant', subjectId: null }));
  if (series.size < 2) return result;
  for (const [id, values] of series) {
    const relative = new Float64Array(TRACK_DAYS);
    for (let row = 0; row < TRACK_DAYS; row++)
      relative[row] =
        values[row]! - medianOf([...series].filter(([other]) => other !== id).map(([, one]) => one[row]!));
    const own = declineOf(relative, RELATIVE);
    const both = declineOf(values, RELATIVE);
    // In relation to the others and by itself: seasons move arrays against each other.
    const isOwn = all === null && own !== null && both !== null;
    const decline = lasting(notes, `soil:${id}`, values, isOwn ? both : null);
    result.push(
      observed(view, byArray.get(id)!, all === null ? decline : null, { scope: 'array', subjectId: id }),
    );
  }
  return result;
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
  if (newest < level + RECOVERED * drop) return { row: TRACK_DAYS - 1, slope: 0, drop: newest - level };
  delete notes[`${name}:level`];
  delete notes[`${name}:drop`];
  return null;
}

function observed(
  view: DayView,
  entries: readonly Entry[],
  decline: Decline | null,
  scope: Pick<Observation, 'scope' | 'subjectId'>,
): Observation {
  const base = {
    ...{ cause: 'soiling' as const, ...scope },
    moduleIds: entries.map(({ module }) => module.model.id),
  };
  if (decline === null) return { ...base, isPresent: false };
  const track = entries[0]!.module.track;
  let lostWh = 0;
  for (const { module, features } of entries)
    lostWh += (Math.exp(-decline.drop) - 1) * (features.actual || 0) * module.model.ratedW;
  return {
    ...{ ...base, isPresent: true, probability: 0.8, lostWh },
    sinceMs: view.input.startMs - (view.day - dayOfRow(track, decline.row)) * 86_400_000,
    evidence: [
      ...(decline.slope < 0
        ? [{ name: 'declinePerDay', value: 100 * decline.slope, unit: 'percentPerDay' as const }]
        : []),
      { name: 'powerRatio', value: Math.exp(decline.drop), unit: 'ratio' },
    ],
  };
}
