// Soiling: an array, or all of them, that slowly gives less of what a clear sky offers.
import { DAY_MS } from '../../duration.ts';
import type { Observation } from './conditions.ts';
import { currentIndexOf, hasVoltages } from './currentIndex.ts';
import { isUneven } from './curves.ts';
import type { DayView } from './dayView.ts';
import {
  ABSOLUTE,
  CURRENT,
  commonOf,
  type Decline,
  declineOf,
  isGradual,
  type Limits,
  NEARBY,
  RELATIVE,
} from './decline.ts';
import type { Entry } from './entry.ts';
import { nearbyIndexOf, nearbyLight } from './nearbyIndex.ts';
import type { GroupReference } from './reference.ts';
import type { ArrayMemory } from './state.ts';
import { groupBy, medianOf } from './stats.ts';
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

/** What the power of an array is compared with. */
interface Source {
  /** Logarithms of the index of arrays by row. */
  readonly series: ReadonlyMap<string, Float64Array>;
  /** The same for the comparison of arrays with each other, where grazing light counts for less. */
  readonly frontal: ReadonlyMap<string, Float64Array>;
  readonly limits: Limits;
  /** Of an array that declines in relation to others. */
  readonly arrayLimits: Limits;
}

const seriesOf = (track: Track, field: 'ratio' | 'diffuse' | 'reference'): Float64Array =>
  Float64Array.from({ length: TRACK_DAYS }, (_, row) => Math.log(wideAt(track, row, field)));

/** Writes the indices of the day into the tracks of the arrays; returns what declines are looked for in. */
function keepIndices(
  view: DayView,
  byArray: ReadonlyMap<string, readonly Entry[]>,
  arrays: Map<string, ArrayMemory>,
  isDisturbed: boolean,
): Source[] {
  const light = nearbyLight(view);
  const [near, clear, frontal, nearFrontal] = [0, 0, 0, 0].map(() => new Map<string, Float64Array>());
  let isCurrent = false;
  for (const [id, own] of byArray) {
    const memory = arrays.get(id) ?? { track: emptyTrack() };
    arrays.set(id, memory);
    const { track } = memory;
    if (!advanceTrack(track, view.day)) continue;
    const { reference } = own.reduce((a, b) => (b.reference.strength > a.reference.strength ? b : a));
    const group = { ...reference.group, members: own.map(({ module }) => module) };
    isCurrent ||= hasVoltages(group);
    const set = (field: 'ratio' | 'diffuse' | 'reference', value: number, flags: number) => {
      if (isDisturbed || Number.isNaN(value)) return;
      addFlags(track, TRACK_DAYS - 1, flags);
      setWide(track, TRACK_DAYS - 1, field, value);
    };
    set('diffuse', currentIndexOf(view, group), FLAG.seen);
    if (light) set('reference', nearbyIndexOf(view, group, light), FLAG.seen);
    near!.set(id, seriesOf(track, 'reference'));
    // The light of an array whose orientation is not known changes with the season.
    if (!group.clear.isAssumed) clear!.set(id, seriesOf(track, 'diffuse'));
    // Slopes that face different ways gain and lose with the season in relation to other arrays.
    if (isUneven(own) || own.some((one) => one.reference.group.isSlope)) continue;
    set('ratio', indexOf(view, reference), FLAG.seen | FLAG.good);
    frontal!.set(id, seriesOf(track, 'ratio'));
    nearFrontal!.set(id, near!.get(id)!);
  }
  const clearSky: Source = isCurrent
    ? {
        series: clear!,
        frontal: frontal!,
        limits: CURRENT,
        arrayLimits: { ...CURRENT, mostSlope: undefined },
      }
    : { series: frontal!, frontal: frontal!, limits: ABSOLUTE, arrayLimits: RELATIVE };
  // Plants nearby are under the same haze.
  const nearby = { series: near!, frontal: nearFrontal!, limits: NEARBY, arrayLimits: NEARBY };
  return light ? [nearby, clearSky] : [clearSky];
}

/** Values from which an array is known. */
const KNOWN = 8;

/** A decline of all arrays; null if one of them stays, or fell within a day as by a limit or a fault of its own. */
function declineOfAll({ series, limits }: Source, common: Float64Array): Decline | null {
  const decline = declineOf(common, limits);
  if (decline === null) return null;
  const isShared = [...series.values()].every((values) => {
    const known = values.slice(decline.row).filter((value) => !Number.isNaN(value));
    if (known.length < KNOWN) return true;
    return !isContradicted(values, decline) && isGradual(values, decline, Number.POSITIVE_INFINITY);
  });
  return isShared ? decline : null;
}

/** A decline of one array in relation to the others and in absolute terms: seasons shift arrays against each other. */
function declineOfOne({ series, frontal, arrayLimits }: Source, id: string): Decline | null {
  const relative = new Float64Array(TRACK_DAYS);
  const own = frontal.get(id);
  const others = [...frontal].flatMap(([other, values]) => (other === id ? [] : [values]));
  if (own === undefined || others.length === 0) return null;
  for (let row = 0; row < TRACK_DAYS; row++)
    relative[row] = own[row]! - medianOf(others.map((values) => values[row]!));
  // The others show the same light: what the array lost is measured by them.
  const decline = declineOf(relative, RELATIVE);
  return decline === null || declineOf(series.get(id)!, arrayLimits) === null ? null : decline;
}

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
  const sources = keepIndices(view, byArray, arrays, isDisturbed);
  const seen = (
    name: string,
    valuesOf: (source: Source) => Float64Array | undefined,
    find: (source: Source, values: Float64Array) => Decline | null,
  ) => firstDecline(notes, name, sources, valuesOf, find, isDisturbed);
  const all = seen('soil', ({ series }) => commonOf([...series.values()]), declineOfAll);
  const result: Observation[] = [];
  if (all !== undefined)
    result.push(observed(view, entries, all, { scope: 'plant', subjectId: null }, notes));
  if (byArray.size < 2) return result;
  for (const id of byArray.keys()) {
    const one = seen(
      `soil:${id}`,
      ({ series }) => series.get(id),
      (source) => (all ? null : declineOfOne(source, id)),
    );
    if (one === undefined) continue;
    const scope = { scope: 'array' as const, subjectId: id };
    result.push(observed(view, byArray.get(id)!, all ? null : one, scope, notes));
  }
  return result;
}

/** Values at either end of a decline that tell whether another series shows it, and the share that it must show. */
const END_VALUES = 4;
const SHOWN = 0.5;

/** Whether another series stays at its level during a decline. */
function isContradicted(values: Float64Array | undefined, { row, drop }: Decline): boolean {
  const known = values?.slice(row).filter((value) => !Number.isNaN(value)) ?? [];
  if (known.length < 2 * END_VALUES) return false;
  return medianOf(known.slice(-END_VALUES)) - medianOf(known.slice(0, END_VALUES)) > SHOWN * drop;
}

/**
 * The decline that the first of the sources shows; null if none of them does, undefined if none has a value today. The
 * source that showed it first tells how it goes on.
 */
function firstDecline(
  notes: Record<string, number>,
  name: string,
  sources: readonly Source[],
  valuesOf: (source: Source) => Float64Array | undefined,
  find: (source: Source, values: Float64Array) => Decline | null,
  isDisturbed: boolean,
): Decline | null | undefined {
  let isKnown = false;
  const by = `${name}:by`;
  // A level without its source is of no use.
  if (notes[by] === undefined) delete notes[`${name}:level`];
  // Counted from the last source: that of plants nearby may come and go.
  const known = sources.length - (notes[by] ?? 0);
  for (const [i, source] of sources.entries()) {
    if (notes[by] !== undefined && sources[known] !== undefined && i !== known) continue;
    const values = valuesOf(source);
    if (values === undefined) continue;
    if (Number.isNaN(values[TRACK_DAYS - 1]!)) {
      // Dust lies on while something else takes power. Dull days count with the next sunny one: rain may end it before.
      const goesOn = isDisturbed && notes[by] !== undefined;
      const decline = goesOn ? lasting(notes, name, values, null) : null;
      if (decline !== null) return { ...decline, isUnseen: true };
      continue;
    }
    isKnown = true;
    const found = find(source, values);
    // Where the ratio to plants nearby stays, the light fell.
    const isHaze =
      found !== null && sources.slice(0, i).some((other) => isContradicted(valuesOf(other), found));
    const decline = lasting(notes, name, values, isHaze ? null : found);
    if (decline === null) continue;
    notes[by] = sources.length - i;
    return decline;
  }
  if (!isKnown) return undefined;
  if (notes[`${name}:level`] === undefined) delete notes[by];
  return null;
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
  const recovered = level + RECOVERED * drop;
  // A single day is enough not to count a loss, but not to end it.
  if (newest < recovered && values[TRACK_DAYS - 1]! >= recovered) return null;
  if (newest < recovered)
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
    ...{ ...base, isPresent: true, probability: 0.8, lostWh, earlierWh, weight: decline.isUnseen ? 0 : 1 },
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
