// A clock that is wrong by a known time: the readings are compared with the sun of the instants at which they were taken.
import { describe, expect, it } from 'vitest';
import { findingsOfDays, southPlant } from '../../../test/southPlant.ts';
import { HOUR_MS, MINUTE_MS } from '../../duration.ts';
import { dayBounds, dayNumber, dayOfNumber } from '../../periods.ts';
import { expectedDay } from '../irradiance/expectedDay.ts';
import type { Finding, PlantDayInput } from '../types.ts';
import { dropWrongDays, lateMinOf, outsideAt, rightCurves } from './clockShift.ts';
import type { Condition } from './conditions.ts';
import { dayView } from './dayView.ts';
import { emptySky } from './sky.ts';
import { emptyState } from './state.ts';
import { addFlags, advanceTrack, emptyTrack, FLAG, flagsAt, setWide, TRACK_DAYS, wideAt } from './track.ts';

const SLOT_MS = 300_000;
const plant = southPlant({ modules: 4, inputsPerDevice: 1, latitude: 50 });

const FIRST = dayNumber('2025-05-01');

/** A sunny day whose timestamps are `lateMin` minutes late; `kept` of the light passes the glass. */
function dayOf(index: number, lateMin: number, kept: number): PlantDayInput {
  const day = dayOfNumber(FIRST + index);
  const { startMs } = dayBounds(day, plant.timeZone);
  const base = { startMs, slotMs: SLOT_MS, slots: 288, weather: null };
  const taken = { ...base, startMs: startMs - lateMin * MINUTE_MS };
  const { dcPerRatedW } = expectedDay(plant, taken).arrays.get('south')!;
  const modules = plant.modules.map(({ id }, m) => ({
    moduleId: id,
    powerW: dcPerRatedW.map(
      (clear, slot) => 400 * clear * kept * 0.95 * (1 + 0.004 * Math.sin(17 * slot + 5 * m + index)),
    ),
    voltageV: dcPerRatedW.map((clear) => (clear > 0 ? 34 : 0)),
    currentA: null,
    energyWh: null,
  }));
  return { day, ...base, modules, devices: [], nearbyClearness: null };
}

/** Findings of 75 days: the clock is an hour late from day 20 on, dust takes `perDay` of the light from day 35 on. */
const findingsOf = (perDay: number): Finding[] =>
  findingsOfDays(plant, 75, (index) =>
    dayOf(index, index < 20 ? 0 : 60, 1 - perDay * Math.max(0, index - 35)),
  );

describe('a plant with a clock that is an hour late', () => {
  it('shows its dust as well, with about the right loss', () => {
    const findings = findingsOf(0.006);
    expect(findings.map(({ cause }) => cause).sort()).toEqual(['clock', 'soiling']);
    const dust = findings.find(({ cause }) => cause === 'soiling')!;
    let trueWh = 0;
    for (let index = 36; index < 75; index++)
      for (const { powerW } of dayOf(index, 60, 0.006 * (index - 35)).modules)
        for (const power of powerW) trueWh += (power * SLOT_MS) / HOUR_MS;
    expect(Math.abs(dust.lostWh / trueWh - 1)).toBeLessThan(0.15);
  });

  it('is not soiled without dust', () => {
    expect(findingsOf(0).map(({ cause }) => cause)).toEqual(['clock']);
  });
});

describe('a day with late timestamps', () => {
  it('has the sun of the instants at which the readings were taken, in slots as recorded', () => {
    const input = dayOf(0, 60, 1);
    const [right, late] = [dayView(plant, input), dayView(plant, input, 60)];
    expect(late.elevationDeg[150]).toBeCloseTo(right.elevationDeg[138]!, 6);
    expect(late.firstLight).toBe(right.firstLight + 12);
    expect(late.input.startMs).toBe(input.startMs);
  });

  it('has weather and plants nearby of the same instants', () => {
    const values = Float64Array.from({ length: 288 }, (_, slot) => slot);
    const weather = { ghiWm2: values, airTemperatureC: null, windMs: null, rainMm: null };
    const moved = outsideAt({ ...dayOf(0, 0, 1), weather, nearbyClearness: values }, 12);
    expect(moved.nearbyClearness![150]).toBe(138);
    expect(moved.nearbyClearness![0]).toBeNaN();
    expect(moved.weather!.ghiWm2![150]).toBe(138);
    const early = outsideAt({ ...dayOf(0, 0, 1), nearbyClearness: values }, -12);
    expect(early.nearbyClearness![150]).toBe(162);
  });
});

const clock = (detectedMs: number | null): Condition => ({
  key: 'k',
  cause: 'clock',
  scope: 'plant',
  subjectId: null,
  moduleIds: [],
  probability: 0.85,
  isFault: true,
  sinceMs: 5000,
  sinceDay: 0,
  detectedMs,
  lastDay: 0,
  days: 2,
  absent: 0,
  absentSinceMs: null,
  lostWh: 0,
  recentWh: [],
  evidence: [{ name: 'minutesLate', value: -60, unit: 'min' }],
});

describe('what was recorded by a wrong clock', () => {
  it('is corrected once the finding is open', () => {
    expect(lateMinOf([clock(null)])).toBe(0);
    expect(lateMinOf([clock(9000)])).toBe(-60);
    const curves = new Map([
      ['a', [4000, 6000].map((startMs) => ({ day: 0, startMs, slotMs: SLOT_MS, power: '' }))],
    ]);
    expect(
      rightCurves(curves, clock(9000))
        .get('a')!
        .map(({ startMs }) => startMs),
    ).toEqual([4000, 6000 + HOUR_MS]);
    expect(rightCurves(curves, undefined)).toBe(curves);
  });

  it('before that is forgotten', () => {
    const state = emptyState();
    const [array, module] = [emptyTrack(), emptyTrack()];
    for (let day = 100; day <= 110; day++)
      for (const track of [array, module]) {
        advanceTrack(track, day);
        setWide(track, TRACK_DAYS - 1, 'diffuse', 0.9);
        addFlags(track, TRACK_DAYS - 1, FLAG.good);
      }
    state.arrays.set('a', { track: array });
    state.modules.set('m', { identity: '', track: module, sky: emptySky(), frozen: null });
    dropWrongDays(state, 106);
    const rows = [105, 106, 110].map((day) => TRACK_DAYS - 1 - (110 - day));
    expect(rows.map((row) => Number.isNaN(wideAt(array, row, 'diffuse')))).toEqual([false, true, true]);
    expect(rows.map((row) => (flagsAt(module, row) & FLAG.odd) !== 0)).toEqual([false, true, true]);
  });
});
