// A module that slowly gives less than the others of its group: too slowly for the tests of change, because what is normal
// for it follows the decline. Its days as a whole show a line that falls.
import { baselineBefore } from './baseline.ts';
import { type Candidate, startOfDay } from './candidate.ts';
import { causesOfLevel, evidenceOf } from './cause.ts';
import { contrastSince } from './contrast.ts';
import type { DayView } from './dayView.ts';
import { type Entry, entryLevels } from './entry.ts';
import { isWorthwhileSince } from './materiality.ts';
import { usable } from './reference.ts';
import { medianOf, robustSigma } from './stats.ts';
import { dayOfRow, FLAG, flagsAt, TRACK_DAYS, type Track } from './track.ts';
import { type Courses, coursesOf, isSlowDecline } from './trend.ts';

/** Smallest decline that is reported, a negative logarithm: modules of one type age alike by far less within two months. */
const LEAST_DROP = -0.03;
/** Good days that must be known in all and within the decline, and days over which it must reach. */
const DAYS = 20;
const FALLING_DAYS = 12;
const LEAST_SPAN = 25;
/** Days at either end whose median counts, and good days before the decline that show what is normal. */
const EDGE_DAYS = 6;
const BEFORE_DAYS = 5;
/** Working members of a group that make one of them the exception. */
const LEAST_MEMBERS = 3;
/**
 * Decline in standard deviations of its estimate. Season and dirt move healthy modules of a group apart by up to 2.5 % in two
 * months, which LEAST_DROP excludes; the days scatter around that by about half a percent.
 */
const SCORE = 10;
const LEAST_SIGMA = 0.004;
/** Days with a decline that the second half of it must still show, as a share of its slope. */
const STILL = 0.4;
const SLOW: ReadonlySet<string> = new Set(['degradation', 'unknown']);

/** Levels of undisturbed good days in relation to the oldest ones; null while too few are known. */
function sinceOldest(track: Track, entry: Entry): Float64Array | null {
  const levels = entryLevels(entry);
  for (let row = 0; row < TRACK_DAYS; row++) if (flagsAt(track, row) & FLAG.odd) levels[row] = Number.NaN;
  const known = levels.filter((level) => !Number.isNaN(level));
  if (known.length < DAYS) return null;
  const oldest = medianOf(known.subarray(0, EDGE_DAYS));
  // Most modules do not decline: the rest is not needed for them.
  if (medianOf(known.subarray(-EDGE_DAYS)) - oldest > LEAST_DROP) return null;
  return levels.map((level) => level - oldest);
}

/** Whether the line explains the days, falls far enough for their scatter, and has not ended. */
function isCertain(levels: Float64Array, { slope: { from, drop } }: Courses): boolean {
  const span = TRACK_DAYS - 1 - from;
  const perDay = drop / (span + 1);
  const rests: number[] = [];
  const late: number[] = [];
  const middle: number[] = [];
  for (let row = from; row < TRACK_DAYS; row++) {
    if (Number.isNaN(levels[row]!)) continue;
    rests.push(levels[row]! - perDay * (row - from + 1));
    if (row > TRACK_DAYS - 1 - span / 4) late.push(levels[row]!);
    else if (row >= TRACK_DAYS - 1 - (3 * span) / 4 && row < TRACK_DAYS - 1 - span / 2)
      middle.push(levels[row]!);
  }
  if (rests.length < FALLING_DAYS || span < LEAST_SPAN || drop > LEAST_DROP) return false;
  const sigma = Math.max(LEAST_SIGMA, robustSigma(rests, medianOf(rests)));
  // Standard error of a line over so many days, by its whole length.
  if (-drop < SCORE * sigma * Math.sqrt(12 / rests.length)) return false;
  return medianOf(late) - medianOf(middle) <= STILL * perDay * (span / 2);
}

/** A slow loss of all power in relation to the group. */
export function slowCandidate(view: DayView, entry: Entry): Candidate | null {
  const { module, weights, reference } = entry;
  const { track } = module;
  if (!entry.isGood || usable(reference.group.members).length < LEAST_MEMBERS) return null;
  const levels = sinceOldest(track, entry);
  const courses = levels && coursesOf(levels);
  if (!levels || !courses || !isSlowDecline(courses, TRACK_DAYS - 1) || !isCertain(levels, courses))
    return null;
  // What is normal is seen before the decline, or on its first days.
  let [row, before] = [0, 0];
  while (row < TRACK_DAYS && before < BEFORE_DAYS) if (!Number.isNaN(levels[row++]!)) before++;
  const sinceDay = dayOfRow(track, Math.max(row, courses.slope.from));
  const normal = baselineBefore(track, sinceDay);
  if (normal === null || !isWorthwhileSince(entry, Math.max(row, courses.slope.from), normal, true))
    return null;
  const contrast = contrastSince(track, TRACK_DAYS - 8, normal, weights);
  const [best] = causesOfLevel(contrast, true);
  if (!SLOW.has(best!.cause)) return null;
  return {
    entry,
    sinceDay,
    kind: 'level',
    window: null,
    depth: medianOf(levels.filter((level) => !Number.isNaN(level)).subarray(-EDGE_DAYS)),
    cause: best!.cause,
    probability: best!.probability,
    sinceMs: startOfDay(view, sinceDay),
    detectedMs: view.endMs,
    evidence: evidenceOf(contrast),
  };
}
