// Declines of arrays by several sources: which source shows one first, whether the others contradict it, and when it is over.
import { type Decline, declineOf, isGradual, RELATIVE } from './decline.ts';
import type { Drift } from './seasonalDrift.ts';
import type { Source } from './soilingIndex.ts';
import { medianOf } from './stats.ts';
import { TRACK_DAYS } from './track.ts';

/** Values from which an array is known. */
const KNOWN = 8;

/** What the season can do to the median of arrays; those without frontal light have no values. */
const middleOf =
  (drifts: readonly Drift[]): Drift =>
  (from, to) => {
    const known = drifts.map((drift) => drift(from, to)).filter(Number.isFinite);
    return known.length > 0 ? medianOf(known) : Number.POSITIVE_INFINITY;
  };

/** The arrays of a source that face the way they were entered, as far as is known; all of them if none does. */
export function trustedOf({
  series,
  implausible,
}: Pick<Source, 'series' | 'implausible'>): ReadonlyMap<string, Float64Array> {
  const trusted = new Map([...series].filter(([id]) => !implausible.has(id)));
  return trusted.size > 0 ? trusted : series;
}

/**
 * A decline of all arrays, by what those have in common that are trusted; null if any of them stays, or fell within a day as
 * by a limit or a fault of its own.
 */
export function declineOfAll(source: Source, common: Float64Array): Decline | null {
  const { series, limits, drifts } = source;
  const decline = declineOf(
    common,
    limits,
    middleOf([...trustedOf(source).keys()].map((id) => drifts.get(id)!)),
  );
  if (decline === null) return null;
  const isShared = [...series.values()].every((values) => {
    const known = values.slice(decline.row).filter((value) => !Number.isNaN(value));
    if (known.length < KNOWN) return true;
    return !isContradicted(values, decline) && isGradual(values, decline, Number.POSITIVE_INFINITY);
  });
  return isShared ? decline : null;
}

/** How clear a decline in relation to other arrays must be in absolute terms: the light of single days scatters more. */
const CONFIRMED = { drop: 0.06, score: 3 } as const;

/** Values of an array in relation to the median of the others; null without others. */
function relativeTo(
  all: ReadonlyMap<string, Float64Array>,
  id: string,
  implausible: ReadonlySet<string>,
): Float64Array | null {
  const own = all.get(id);
  const others = [...all].flatMap(([other, values]) =>
    other === id || implausible.has(other) ? [] : [values],
  );
  if (own === undefined || others.length === 0) return null;
  return own.map((value, row) => value - medianOf(others.map((values) => values[row]!)));
}

/**
 * A decline of one array in relation to the others and in absolute terms: seasons shift arrays against each other. Where the
 * others face several ways, they are compared all over the day, and the decline must be as clear as one of the whole plant.
 * So it must where the others may face another way than they were entered.
 */
export function declineOfOne(
  { series, frontal, limits, arrayLimits, drifts, implausible }: Source,
  id: string,
): Decline | null {
  const own = drifts.get(id)!;
  const facing = relativeTo(frontal, id, implausible);
  const throughout = relativeTo(series, id, implausible);
  if (facing === null && throughout === null)
    return series.has(id) && series.size > 1 ? declineOf(series.get(id)!, limits, own) : null;
  // The others show the same light: what the array lost is measured by them.
  const others = middleOf(
    [...drifts].flatMap(([other, drift]) => (other === id || implausible.has(other) ? [] : [drift])),
  );
  const either: Drift = (from, to) => Math.hypot(own(from, to), others(from, to));
  const decline =
    (facing && declineOf(facing, RELATIVE, either)) ?? (throughout && declineOf(throughout, limits, either));
  if (decline === null) return null;
  return declineOf(series.get(id)!, { ...arrayLimits, ...CONFIRMED }, own) === null ? null : decline;
}

/**
 * Values at either end of a decline that tell whether another series shows it, and the share that it must show: of one under
 * the same haze, and of one in which clearer air may hide a part.
 */
const END_VALUES = 4;
const SHOWN = 0.5;
const SHOWN_IN_SUN = 0.3;

/** Whether another series stays at its level during a decline. */
function isContradicted(values: Float64Array | undefined, { row, drop }: Decline, shown = SHOWN): boolean {
  const known = values?.slice(row).filter((value) => !Number.isNaN(value)) ?? [];
  if (known.length < 2 * END_VALUES) return false;
  return medianOf(known.slice(-END_VALUES)) - medianOf(known.slice(0, END_VALUES)) > shown * drop;
}

/**
 * The decline that the first of the sources shows; null if none of them does, undefined if none has a value today. The
 * source that showed it first tells how it goes on.
 */
export function firstDecline(
  notes: Record<string, number>,
  name: string,
  sources: readonly Source[],
  valuesOf: (source: Source) => Float64Array | undefined,
  find: (source: Source, values: Float64Array) => Decline | null,
  isDisturbed: boolean,
  hazeFreeOf: (source: Source) => Float64Array | undefined = () => undefined,
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
    // Where the ratio to plants nearby stays, the light fell. So it did where high sun lost less than low sun.
    const isHaze =
      found !== null &&
      (sources.slice(0, i).some((other) => isContradicted(valuesOf(other), found)) ||
        isContradicted(hazeFreeOf(source), found));
    // Dust lowers calm sunshine as well. A shadow, or another clock, takes the energy of the day but leaves sunny hours alone.
    const isPartial =
      found !== null &&
      sources.slice(i + 1).some((other) => isContradicted(valuesOf(other), found, SHOWN_IN_SUN));
    const decline = lasting(notes, name, values, isHaze || isPartial ? null : found);
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
