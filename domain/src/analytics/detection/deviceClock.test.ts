// The clock of one device is wrong while those of the others are right.
import { describe, expect, it } from 'vitest';
import { findingsOfDays, southPlant } from '../../../test/southPlant.ts';
import { DAY_MS } from '../../duration.ts';
import { dayBounds, dayNumber, dayOfNumber } from '../../periods.ts';
import { expectedDay } from '../irradiance/expectedDay.ts';
import type { Finding, PlantDayInput } from '../types.ts';

const SLOT_MS = 300_000;
const FIRST = dayNumber('2025-05-01');
const plant = southPlant({ modules: 8, inputsPerDevice: 2, latitude: 50 });

/** Light that clouds leave, 0 to 1: always the same for the same instant. */
const cloud = (ms: number): number => {
  const minute = ms / 60_000;
  return 0.65 + 0.2 * Math.sin(minute / 11 + Math.sin(minute / 37)) + 0.15 * Math.sin(minute / 23 + 2);
};

interface Sky {
  readonly isChanging: boolean;
  /** Minutes by which the timestamps of a device are late on a day. */
  lateMin(deviceId: string, index: number): number;
  /** Degrees by which the modules of a device face further west than the others. */
  turned?(deviceId: string): number;
  /** Hours of the day (UTC) from which the sun reaches the modules of a device. */
  sunFrom?(deviceId: string): number;
}

function dayOf(index: number, sky: Sky): PlantDayInput {
  const { isChanging, lateMin, turned, sunFrom } = sky;
  const day = dayOfNumber(FIRST + index);
  const { startMs } = dayBounds(day, plant.timeZone);
  const base = { startMs, slotMs: SLOT_MS, slots: 288, weather: null };
  const modules = plant.modules.map(({ id, deviceId }) => {
    const taken = { ...base, startMs: startMs - lateMin(deviceId, index) * 60_000 };
    const arrays = plant.arrays.map((array) => ({
      ...array,
      azimuthDeg: array.azimuthDeg! + (turned?.(deviceId) ?? 0),
    }));
    const clear = expectedDay({ ...plant, arrays }, taken).arrays.get('south')!.dcPerRatedW;
    const share = (slot: number) => {
      const ms = taken.startMs + slot * SLOT_MS;
      const isShaded = (ms % DAY_MS) / 3_600_000 < (sunFrom?.(deviceId) ?? 0);
      return (isChanging ? cloud(ms) : 0.97) * (isShaded ? 0.1 : 1);
    };
    return {
      moduleId: id,
      powerW: clear.map((value, slot) => 400 * value * share(slot)),
      voltageV: null,
      currentA: null,
      energyWh: null,
    };
  });
  return { day, ...base, modules, devices: [], nearbyClearness: null };
}

const findingsOf = (days: number, sky: Sky): Finding[] =>
  findingsOfDays(plant, days, (index) => dayOf(index, sky));

const dayOfMs = (ms: number): number => Math.round((ms - dayOf(0, rightSky).startMs) / DAY_MS);
const rightSky: Sky = { isChanging: true, lateMin: () => 0 };

describe('the clock of a device', () => {
  it('is reported with its error in minutes until it is right again, and its modules have no other finding', () => {
    const late = (deviceId: string, index: number) =>
      deviceId === 'd2' && index >= 12 && index < 24 ? 60 : 0;
    const found = findingsOf(34, { isChanging: true, lateMin: late });
    expect(found).toHaveLength(1);
    const [finding] = found;
    expect(finding).toMatchObject({
      cause: 'clock',
      scope: 'device',
      subjectId: 'd2',
      moduleIds: ['m4', 'm5'],
    });
    expect(finding!.evidence).toContainEqual({ name: 'minutesLate', value: 60, unit: 'min' });
    expect(dayOfMs(finding!.sinceMs)).toBe(12);
    expect(dayOfMs(finding!.detectedMs)).toBe(15);
    expect(dayOfMs(finding!.untilMs!)).toBe(24);
  });

  it('shows where it is early, too', () => {
    const found = findingsOf(16, {
      isChanging: true,
      lateMin: (id, index) => (id === 'd0' && index >= 8 ? -45 : 0),
    });
    expect(found.map(({ cause, subjectId }) => [cause, subjectId])).toEqual([['clock', 'd0']]);
    expect(found[0]!.evidence).toContainEqual({ name: 'minutesLate', value: -45, unit: 'min' });
  });

  it('shows by the course of clear days as well, but not where shadows or another orientation change it', () => {
    const clear = { isChanging: false, lateMin: () => 0 };
    const clocks = (sky: Sky) =>
      findingsOf(16, sky).filter(({ scope, cause }) => cause === 'clock' && scope === 'device');
    const found = clocks({ ...clear, lateMin: (id, index) => (id === 'd2' && index >= 8 ? 120 : 0) });
    expect(found.map(({ subjectId }) => subjectId)).toEqual(['d2']);
    expect(found[0]!.evidence).toContainEqual({ name: 'minutesLate', value: 120, unit: 'min' });
    expect(clocks({ ...clear, turned: (id) => (id === 'd2' ? 70 : 0) })).toEqual([]);
    expect(clocks({ ...clear, sunFrom: (id) => (id === 'd2' ? 10 : 0) })).toEqual([]);
  });

  it('is no finding while all clocks are right, nor where half of the devices differ from the others', () => {
    expect(findingsOf(20, rightSky)).toEqual([]);
    const half = findingsOf(12, { isChanging: true, lateMin: (id) => (id === 'd0' || id === 'd1' ? 60 : 0) });
    expect(half.filter(({ scope, cause }) => cause === 'clock' && scope === 'device')).toEqual([]);
  });
});
