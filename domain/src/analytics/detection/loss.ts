// Energy that a finding costs, from the rows of a track: what a day would have brought minus what it brought.
import type { Baseline } from './baseline.ts';
import type { ModuleView } from './moduleView.ts';
import { FLAG, flagsAt, TRACK_DAYS, type Track, wideAt } from './track.ts';

/**
 * Loss of a row in Wh per W of rating. It is signed, so that measurement noise cancels over the days; NaN if nothing is
 * known. What a day was expected to bring follows a slow decline with some days of delay: `isSlow` takes the normal ratio
 * to the group from before the decline instead.
 */
export function lossOfRow(track: Track, row: number, normal: Baseline, isSlow: boolean): number {
  const actual = wideAt(track, row, 'actual');
  const reference = wideAt(track, row, 'reference');
  const expected = isSlow
    ? reference * Math.exp(normal.energy)
    : wideAt(track, row, 'expected') * Math.exp(normal.offset);
  return expected - actual;
}

/** Days on either side of one with snow that show which share of its energy a module gives. */
const AROUND_DAYS = 10;
/** Share below which a module has failed: snow takes nothing from it. */
const FAILED = 0.2;

/**
 * Loss of a row on which snow may lie, Wh per W: snow covers one module longer than another, which is no loss of the
 * finding. It takes the same share of what the module gives as on the good days around since row `since`; without any, what
 * is left is the share `usual`.
 */
export function lossUnderSnow(
  track: Track,
  row: number,
  normal: Baseline,
  { isSlow, since, usual }: { readonly isSlow: boolean; readonly since: number; readonly usual: number },
): number {
  let [given, expected] = [0, 0];
  const last = Math.min(TRACK_DAYS - 1, row + AROUND_DAYS);
  for (let at = Math.max(since, row - AROUND_DAYS); at <= last; at++) {
    if ((flagsAt(track, at) & (FLAG.good | FLAG.snow)) !== FLAG.good) continue;
    const loss = lossOfRow(track, at, normal, isSlow);
    if (!Number.isFinite(loss)) continue;
    given += wideAt(track, at, 'actual');
    expected += wideAt(track, at, 'actual') + loss;
  }
  const share = expected > 0 ? given / expected : usual;
  return share < FAILED
    ? lossOfRow(track, row, normal, isSlow)
    : wideAt(track, row, 'actual') * (1 / Math.min(1, share) - 1);
}

/** Energy over what was expected from which a module used the limit that another one left, ratio. */
const LEFT_BY_OTHERS = 1.02;

/**
 * Energy of a row in Wh per W that a module produced because a weaker module of its device left it a part of the common
 * limit; 0 without a limit.
 */
export function gainOfRow({ track, cap }: Pick<ModuleView, 'track' | 'cap'>, row: number): number {
  if (!Number.isFinite(cap) || flagsAt(track, row) & FLAG.snow) return 0;
  const [actual, expected] = [wideAt(track, row, 'actual'), wideAt(track, row, 'expected')];
  return Math.max(0, actual - LEFT_BY_OTHERS * expected);
}
