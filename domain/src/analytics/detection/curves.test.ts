import { describe, expect, it } from 'vitest';
import { clearSkyDay } from '../irradiance/expectedDay.ts';
import { sunDay } from '../irradiance/sunPosition.ts';
import { clockDay, type StoredCurve } from './curves.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { packBytes } from './pack.ts';

describe('a clock', () => {
  const site = { latitude: 48, longitude: 11, altitudeM: 500 };
  const SLOT_MS = 15 * 60_000;
  const FIRST = 20_601;
  const DAYS = 36;

  /** Power of a clear day whose timestamps are late, as it is stored. */
  function lateCurve(day: number, lateMin: number, isAsleepAtDusk = false): StoredCurve {
    const startMs = day * 86_400_000;
    const sun = sunDay(site, startMs - lateMin * 60_000, SLOT_MS, 96);
    const { ghi } = clearSkyDay(sun, site.altitudeM, 3);
    const lastLight = ghi.findLastIndex((value) => value > 250);
    const bytes = Uint8Array.from(ghi, (value, slot) =>
      isAsleepAtDusk && slot > lastLight && slot < 90 ? 255 : Math.min(254, Math.round(0.2 * value)),
    );
    const power = packBytes(bytes);
    return { day, startMs, slotMs: SLOT_MS, power };
  }

  /** Observations of a plant whose larger and smaller arrays are late from the middle of the days on. */
  function clockOf(
    largeMin: number,
    smallMin: number | null,
    isLargeAsleep = false,
    { lateDays = DAYS / 2, offset = 0 } = {},
  ) {
    const daysOf = (minutes: number, isAsleep = false) =>
      Array.from({ length: DAYS }, (_, d) =>
        lateCurve(FIRST + d, d < DAYS - lateDays ? 0 : minutes, isAsleep),
      );
    const curves = new Map([['large', daysOf(largeMin, isLargeAsleep)]]);
    if (smallMin !== null) curves.set('small', daysOf(smallMin));
    const entries = [...(smallMin === null ? [] : ['small']), 'large', 'large'].map((arrayId, m) => ({
      module: { model: { id: `m${m}`, arrayId } },
    }));
    const day = Math.ceil((FIRST + DAYS) / 3) * 3 + offset;
    const view = { day, plant: site } as unknown as DayView;
    return clockDay(view, curves, entries as unknown as Entry[], undefined);
  }

  it('is wrong if all arrays are late from the same day on', () => {
    expect(clockOf(60, 60)).toMatchObject([{ cause: 'clock', isPresent: true }]);
  });

  it('is right if another array keeps its hours: modules were swapped or failed', () => {
    expect(clockOf(60, 0)).toEqual([]);
    expect(clockOf(0, 60)).toEqual([]);
  });

  it('is wrong by 15 minutes only if two arrays share it, and counts as half an observation then', () => {
    expect(clockOf(15, 15)).toMatchObject([{ isPresent: true, weight: 0.5 }]);
    expect(clockOf(15, null)).toMatchObject([{ isPresent: false }]);
    expect(clockOf(60, null)).toMatchObject([{ isPresent: true, weight: 1 }]);
  });

  it('is checked on each day once it seems to have changed, and on every third one otherwise', () => {
    expect(clockOf(60, 60, false, { lateDays: 5, offset: 1 })).toMatchObject([{ isPresent: true }]);
    expect(clockOf(60, 60, false, { lateDays: DAYS / 2, offset: 1 })).toEqual([]);
  });

  it('shows on another array where devices sleep while the sun still reaches the largest', () => {
    expect(clockOf(60, 60, true)).toMatchObject([{ isPresent: true }]);
    expect(clockOf(60, null, true)).toEqual([]);
  });
});
