// Soiling: an array, or all of them, that slowly gives less of what a clear sky offers.
import { startOfDay } from './candidate.ts';
import type { Observation } from './conditions.ts';
import type { DayView } from './dayView.ts';
import { commonOf, type Decline } from './decline.ts';
import type { Entry } from './entry.ts';
import { newestSoiling, offeredBeyond } from './soiledEnergy.ts';
import { declineOfAll, declineOfOne, firstDecline, trustedOf } from './soilingDecline.ts';
import { type Disturbance, keepIndices, type Source } from './soilingIndex.ts';
import type { ArrayMemory } from './state.ts';
import { groupBy } from './stats.ts';
import { dayOfRow, narrowAt, rowOfDay, TRACK_DAYS, wideAt } from './track.ts';

/** Declines of arrays on their own, or of all of them alike. `disturbance`: other reasons for the power of the day. */
export function soilingDay(
  view: DayView,
  entries: readonly Entry[],
  arrays: Map<string, ArrayMemory>,
  notes: Record<string, number>,
  disturbance: Disturbance,
): Observation[] {
  rememberRain(view, notes);
  const byArray = groupBy(entries, ({ module }) => module.model.arrayId ?? '');
  for (const id of arrays.keys()) if (!byArray.has(id)) arrays.delete(id);
  const sources = keepIndices(view, byArray, arrays, disturbance, notes);
  const { isDisturbed } = disturbance;
  const seen = (
    name: string,
    valuesOf: (source: Source) => Float64Array | undefined,
    find: (source: Source, values: Float64Array) => Decline | null,
    hazeFree?: (source: Source) => Float64Array | undefined,
  ) => firstDecline(notes, name, sources, valuesOf, find, isDisturbed, hazeFree);
  const all = seen(
    'soil',
    (source) => commonOf([...trustedOf(source).values()]),
    declineOfAll,
    ({ hazeFree, implausible }) =>
      hazeFree && commonOf([...trustedOf({ series: hazeFree, implausible }).values()]),
  );
  const result: Observation[] = [];
  if (all !== undefined)
    result.push(observed(view, entries, all, { scope: 'plant', subjectId: null }, notes, arrays));
  if (byArray.size < 2) return result;
  for (const id of byArray.keys()) {
    const one = seen(
      `soil:${id}`,
      ({ series }) => series.get(id),
      (source) => (all ? null : declineOfOne(source, id)),
    );
    if (one === undefined) continue;
    const scope = { scope: 'array' as const, subjectId: id };
    result.push(observed(view, byArray.get(id)!, all ? null : one, scope, notes, arrays));
  }
  return result;
}

/** Rain of a day that washes modules, mm: from 5 mm on, less leaves dust (Kimber and others, IEEE WCPEC 2006). */
const WASHING_MM = 5;

/** Keeps the newest day with enough rain to wash modules, where a weather source measures it. */
function rememberRain({ day, input: { weather } }: DayView, notes: Record<string, number>): void {
  let mm = 0;
  for (const value of weather?.rainMm ?? []) if (value > 0) mm += value;
  if (mm >= WASHING_MM) [notes.rainDay, notes.rainMm] = [day, Math.round(10 * mm) / 10];
}

/** The newest washing rain from a day on; null without any. */
const rainSince = ({ rainDay, rainMm }: Record<string, number>, day: number) =>
  rainDay === undefined || rainDay < day ? null : { day: rainDay, mm: rainMm! };

/** Share of a day on which the dust of before a rain still lay; the hour of the rain is not used. */
const shareBefore = (rainDay: number, day: number): number => (day < rainDay ? 1 : day === rainDay ? 0.5 : 0);

/** Share of the energy of a row of an array that was produced at a limit. */
const limitedAt = (memory: ArrayMemory | undefined, row: number): number =>
  memory ? narrowAt(memory.track, row, 'limited') || 0 : 0;

function observed(
  view: DayView,
  entries: readonly Entry[],
  decline: Decline | null,
  scope: Pick<Observation, 'scope' | 'subjectId'>,
  notes: Record<string, number>,
  arrays: ReadonlyMap<string, ArrayMemory>,
): Observation {
  const base = {
    cause: 'soiling' as const,
    ...scope,
    moduleIds: entries.map(({ module }) => module.model.id),
  };
  const counted = `soil:${scope.subjectId ?? ''}:counted`;
  const newestDrop = newestSoiling(scope.subjectId);
  const { track } = entries[0]!.module;
  // Days before the finding and days without sunshine lose as well.
  const uncounted = rowOfDay(track, (notes[counted] ?? 0) + 1);
  /** Energy that dust takes on a row, Wh. `course`: logarithm of the power that it leaves. */
  const lostOn = (row: number, course: number) =>
    entries.reduce((sum, { module }) => {
      const actual = wideAt(module.track, row, 'actual') || 0;
      // Where a limit cuts off the power, dust takes none of it.
      const free = 1 - limitedAt(arrays.get(module.model.arrayId ?? ''), row);
      const loss = Math.min(
        (Math.exp(-course) - 1) * free * actual,
        offeredBeyond(module.track, row, actual),
      );
      return sum + loss * module.model.ratedW;
    }, 0);
  let earlierWh = 0;
  if (decline === null) {
    const drop = notes[newestDrop];
    delete notes[newestDrop];
    const rain = drop === undefined ? null : rainSince(notes, dayOfRow(track, uncounted));
    // The dust lay until the rain. Without a weather source, that fell on any of the days since the last sunny one.
    for (let row = Math.max(0, uncounted); drop !== undefined && row < TRACK_DAYS - 1; row++)
      earlierWh += lostOn(row, drop) * (rain === null ? 0.5 : shareBefore(rain.day, dayOfRow(track, row)));
    // A clean day within a decline: what comes later is counted from here, and nothing is counted twice.
    if (notes[`soil${scope.subjectId === null ? '' : `:${scope.subjectId}`}:level`] !== undefined)
      notes[counted] = view.day;
    return {
      ...base,
      isPresent: false,
      earlierWh,
      ...(rain === null
        ? {}
        : {
            sinceMs: startOfDay(view, rain.day),
            endedBy: { name: 'rain', value: rain.mm, unit: 'mm' as const },
          }),
    };
  }
  for (let row = Math.max(decline.row, uncounted); row < TRACK_DAYS - 1; row++)
    earlierWh += lostOn(row, decline.course[row]!);
  const newest = decline.course[TRACK_DAYS - 1]!;
  const lostWh = lostOn(TRACK_DAYS - 1, newest);
  notes[counted] = view.day;
  notes[newestDrop] = newest;
  return {
    ...base,
    isPresent: true,
    probability: 0.8,
    lostWh,
    earlierWh,
    weight: decline.isUnseen ? 0 : 1,
    ...(decline.slope < 0 ? { sinceMs: startOfDay(view, dayOfRow(track, decline.row)) } : {}),
    evidence: [
      ...(decline.slope < 0
        ? [{ name: 'declinePerDay', value: 100 * decline.slope, unit: 'percentPerDay' as const }]
        : []),
      { name: 'powerRatio', value: Math.exp(decline.drop), unit: 'ratio' },
    ],
  };
}
