// Whether the energies of the days show a loss that power in steady light suggests: how much is missing, and on how many days.
import type { Baseline } from './baseline.ts';
import type { Entry } from './entry.ts';
import { lossOfRow } from './loss.ts';
import { FLAG, flagsAt, TRACK_DAYS, type Track, wideAt } from './track.ts';

/** Share of the energy since the beginning that must be missing by the counters, too. */
const LEAST_SHARE = 0.008;

/**
 * Whether the days since a row miss energy in relation to what was normal before it, as the finding will count it
 * (`lossOfRow`). Unknown counts as missing.
 */
export function isWorthwhileSince(
  { module: { track, baseline } }: Entry,
  first: number,
  normal: Baseline | null,
  isSlow: boolean,
): boolean {
  let [lost, due] = [0, 0];
  for (let row = first; row < TRACK_DAYS; row++) {
    const loss = lossOfRow(track, row, normal ?? baseline, isSlow);
    if (Number.isNaN(loss)) continue;
    lost += loss;
    due += loss + wideAt(track, row, 'actual');
  }
  return due === 0 || lost >= LEAST_SHARE * due;
}

/** Share of a loss that the energies must show, and their error, as shares of the expected energy. */
const SHOWN = 0.25;
const ENERGY_ERROR = 0.01;

/**
 * Whether the energies contradict a loss of all power, a negative logarithm. Levels come from steady light only: where
 * inverters clip around noon or clouds leave a single calm hour, that may be another direction of the module or a short
 * shadow, and the energy of the day is complete.
 */
export const isContradicted = (share: number, drop: number): boolean =>
  share < SHOWN * (1 - Math.exp(drop)) - ENERGY_ERROR;

/** Whether the energies of the good days since the beginning show a loss as well. */
export const isWorthwhile = (track: Track, first: number, entry: Entry): boolean =>
  lostShare(track, first, entry) >= LEAST_SHARE;

/** Energy that was expected on a day and what of it is missing, Wh per W; NaN without energies. */
function energiesOf(track: Track, row: number, { module }: Entry): [due: number, lost: number] {
  const due = wideAt(track, row, 'reference') * Math.exp(module.baseline.energy);
  return [due, Math.min(due, wideAt(track, row, 'expected')) - wideAt(track, row, 'actual')];
}

/** Share of the expected energy that is missing on the good days since a row; NaN without energies. */
export function lostShare(track: Track, first: number, entry: Entry): number {
  let lost = 0;
  let due = 0;
  for (let row = first; row < TRACK_DAYS; row++) {
    if (!(flagsAt(track, row) & FLAG.good)) continue;
    const [expected, loss] = energiesOf(track, row, entry);
    if (Number.isNaN(loss)) continue;
    lost += loss;
    due += expected;
  }
  return due > 0 ? lost / due : Number.NaN;
}

/** Share of a large loss that the energy of a day must show to count as one of its days. */
const SHOWN_ON_DAY = 0.5;

/**
 * Good days since a row whose energy shows a large loss, too; days without energies count. A large loss opens a finding
 * after two days: snow that slides off one module last is such a loss on a single one.
 */
export function daysShown(track: Track, first: number, entry: Entry, drop: number): number {
  let days = 0;
  for (let row = first; row < TRACK_DAYS; row++) {
    if (!(flagsAt(track, row) & FLAG.good)) continue;
    const [due, lost] = energiesOf(track, row, entry);
    if (!(lost < SHOWN_ON_DAY * (1 - Math.exp(drop)) * due)) days++;
  }
  return days;
}
