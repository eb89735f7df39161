import { describe, expect, it } from 'vitest';
import { arrayOf, expectedDay } from '../irradiance/expectedDay.ts';
import { clearDayScores, coarseDay, dayShape, type PowerDay } from './clearDays.ts';
import { estimateClock, findClockChanges } from './clock.ts';
import { clockDays } from './dayEnds.ts';
import { estimateOrientation } from './orientation.ts';

const place = { latitude: 48.1, longitude: 11.6, altitudeM: 520 };
const SLOT_MS = 300_000;
const plane = { id: 'a', tiltDeg: 30, azimuthDeg: 200 };

/** Same clouds in every run: a third of the days broken, a sixth overcast. */
function cloudAt(day: number, slot: number): number {
  if (day % 6 === 3) return 0.25 + 0.05 * Math.sin(slot);
  if (day % 3 === 1)
    return 0.65 + 0.35 * Math.sin(slot * 0.7 + day) * Math.cos(slot * 0.13 * (1 + (day % 5)));
  return 1;
}

const clearPower = (startMs: number) => {
  const input = { startMs, slotMs: SLOT_MS, slots: 288, weather: null };
  return arrayOf(expectedDay({ ...place, arrays: [plane] }, input), plane.id).dcPerRatedW;
};

const days: PowerDay[] = Array.from({ length: 120 }, (_, number) => {
  const startMs = Date.UTC(2026, 2, 1 + number) - 3_600_000;
  const powerW = clearPower(startMs).map(
    (power, slot) => Math.round(4000 * power * cloudAt(number, slot)) / 10,
  );
  return { startMs, slotMs: SLOT_MS, powerW };
});

/** Days whose timestamps are later by `minutes` from a day on. */
const shifted = (from: number, minutes: number): PowerDay[] =>
  days.map((day, at) => {
    const slots = (minutes * 60_000) / SLOT_MS;
    if (at < from) return day;
    return { ...day, powerW: Float64Array.from(day.powerW, (_, slot) => day.powerW[slot - slots] ?? 0) };
  });

const changesOf = (series: readonly PowerDay[]) =>
  findClockChanges(clockDays(series, place.longitude), place.latitude);

describe('clock', () => {
  it('is right where it is right', () => {
    const { changes, lateMin } = estimateClock(days, place);
    expect(changes).toEqual([]);
    expect(new Set(lateMin)).toEqual(new Set([0]));
  });

  it.each([60, -60, 30, 15, -15])('changes by %d minutes on the day it does', (minutes) => {
    const [change, ...others] = changesOf(shifted(70, minutes));
    expect(others).toEqual([]);
    expect(change!.minutes).toBe(minutes);
    expect(Math.abs(change!.index - 70)).toBeLessThanOrEqual(1);
  });

  it('is found wrong from the first day on if it is wrong by hours', () => {
    expect(new Set(estimateClock(shifted(0, 120), place).lateMin)).toEqual(new Set([120]));
    expect(new Set(estimateClock(shifted(0, -120), place).lateMin)).toEqual(new Set([-120]));
  });

  it('is found wrong by an hour from the first day on if the orientation is known', () => {
    const clear = days.map(({ startMs }) => ({ startMs, slotMs: SLOT_MS, powerW: clearPower(startMs) }));
    for (const minutes of [60, -60]) {
      expect(new Set(estimateClock(shifted(0, minutes), place, clear).lateMin)).toEqual(new Set([minutes]));
    }
    expect(new Set(estimateClock(days, place, clear).lateMin)).toEqual(new Set([0]));
  });

  it('is not blamed for a tree that hides the mornings', () => {
    const shaded = days.map((day, at) =>
      at < 60
        ? day
        : { ...day, powerW: day.powerW.map((power, slot) => (slot < 120 ? power * 0.02 : power)) },
    );
    expect(changesOf(shaded)).toEqual([]);
  });

  it('is not judged by a few days or by days without power', () => {
    expect(changesOf(days.slice(0, 5))).toEqual([]);
    const dark = days.map((day) => ({ ...day, powerW: new Float64Array(288) }));
    expect(changesOf(dark)).toEqual([]);
    expect(estimateClock([], place).changes).toEqual([]);
  });
});

describe('clear days', () => {
  it('are the smooth and strong ones', () => {
    const scores = clearDayScores(days);
    days.forEach((_day, at) => {
      if (at % 3 === 0 && at % 6 !== 3) expect(scores[at]).toBeGreaterThan(0.5);
      if (at % 6 === 3) expect(scores[at]).toBe(0);
    });
  });

  it('are not those with gaps, nor those without production', () => {
    const gappy = {
      ...days[0]!,
      powerW: days[0]!.powerW.map((power, slot) => (slot % 3 === 0 ? power : Number.NaN)),
    };
    expect(clearDayScores([gappy, ...days.slice(1, 30)])[0]).toBe(0);
    expect(dayShape({ ...days[0]!, powerW: new Float64Array(288) })).toBeNull();
  });

  it('are averaged to 15 minutes', () => {
    const coarse = coarseDay({
      startMs: 0,
      slotMs: SLOT_MS,
      powerW: Float64Array.of(1, 2, 3, 4, Number.NaN, Number.NaN),
    });
    expect([...coarse.powerW]).toEqual([2, Number.NaN]);
    expect(coarse.slotMs).toBe(900_000);
  });
});

describe('orientation', () => {
  it('is found from power alone, with clipping and any scale', () => {
    const clipped = days.map((day) => ({
      ...day,
      powerW: day.powerW.map((power) => Math.min(2.5 * power, 750)),
    }));
    const estimate = estimateOrientation(clipped, place)!;
    expect(Math.abs(estimate.tiltDeg - 30)).toBeLessThan(3);
    expect(Math.abs(estimate.azimuthDeg - 200)).toBeLessThan(4);
    expect(estimate.azimuthErrorDeg).toBeGreaterThan(2);
    expect(estimate.azimuthErrorDeg).toBeLessThan(15);
  });

  it('is unknown without clear days', () => {
    expect(
      estimateOrientation(
        days.filter((_day, at) => at % 6 === 3),
        place,
      ),
    ).toBeNull();
    expect(estimateOrientation([], place)).toBeNull();
  });
});
