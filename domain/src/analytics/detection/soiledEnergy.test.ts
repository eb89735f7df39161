// The bound of what dust can have taken on a day.
import { expect, it } from 'vitest';
import { offeredBeyond } from './soiledEnergy.ts';
import { emptyTrack, setNarrow, setWide, TRACK_DAYS } from './track.ts';

it('bounds what dust took by a quarter above the clear sky, and by nothing where that is unknown', () => {
  const track = emptyTrack();
  const row = TRACK_DAYS - 1;
  expect(offeredBeyond(track, row, 4)).toBe(Number.POSITIVE_INFINITY);
  setWide(track, row, 'expected', 4);
  setNarrow(track, row, 'bright', 0.8);
  expect(offeredBeyond(track, row, 4)).toBeCloseTo(2.25, 1);
  expect(offeredBeyond(track, row, 7)).toBe(0);
});
