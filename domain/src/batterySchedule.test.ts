import { describe, expect, it } from 'vitest';
import {
  type BatterySchedule,
  isSameSchedule,
  problemOf,
  readSchedule,
  type ScheduleWindow,
  scheduleVersion,
  windowAt,
} from './batterySchedule.ts';

const night: ScheduleWindow = {
  days: [1, 2, 3, 4, 5],
  from: 0,
  to: 360,
  mode: 'charge',
  powerW: 3000,
  targetRatio: 0.8,
};
const evening: ScheduleWindow = { ...night, from: 1020, to: 1320, mode: 'discharge', targetRatio: 0.2 };
const of = (...windows: ScheduleWindow[]): BatterySchedule => ({
  windows,
  reserveRatio: 0.1,
  isGridCharging: true,
});

describe('a schedule', () => {
  it('is good when its windows touch or lie on other days', () => {
    expect(problemOf(of(night, evening, { ...evening, from: 360, to: 1020 }))).toBeNull();
    expect(problemOf(of(night, { ...night, days: [6] }))).toBeNull();
  });

  it('is refused where a window has no time, ends before it begins, or begins before another ends', () => {
    expect(problemOf(of({ ...night, days: [] }))).toEqual({ key: 'noRange', window: 0 });
    expect(problemOf(of({ ...night, to: 0 }))).toEqual({ key: 'noRange', window: 0 });
    expect(problemOf(of(evening, { ...night, from: 400 }))).toEqual({ key: 'earlier', window: 1 });
    expect(problemOf(of(night, { ...night, days: [5], from: 359, to: 400 }))).toEqual({
      key: 'earlier',
      window: 1,
    });
  });

  it('is refused without power or target, and where it would take out the reserve', () => {
    expect(problemOf(of({ ...night, powerW: null }))?.key).toBe('noAmounts');
    expect(problemOf(of({ ...night, powerW: 10 }))?.key).toBe('noAmounts');
    expect(problemOf(of({ ...evening, targetRatio: 0.05 }))?.key).toBe('belowReserve');
    expect(
      problemOf(of({ ...evening, mode: 'selfUse', powerW: null, targetRatio: null, days: [6] })),
    ).toBeNull();
  });

  it('has one version however it is written, and another when anything differs', () => {
    const same = of(evening, { ...night, days: [5, 4, 3, 2, 1, 1] });
    expect(scheduleVersion(same)).toBe(scheduleVersion(of(night, evening)));
    expect(isSameSchedule(same, of(night, evening))).toBe(true);
    for (const other of [of(night), of(evening, { ...night, to: 361 }), { ...same, isGridCharging: false }]) {
      expect(scheduleVersion(other)).not.toBe(scheduleVersion(same));
      expect(isSameSchedule(other, same)).toBe(false);
    }
  });

  it('says which window holds at a minute', () => {
    expect(windowAt(of(night, evening), 1, 359)?.mode).toBe('charge');
    expect(windowAt(of(night, evening), 1, 360)).toBeUndefined();
    expect(windowAt(of(night, evening), 6, 100)).toBeUndefined();
  });

  it('is read from what a device says, and from nothing else', () => {
    const sent = JSON.parse(JSON.stringify(of(evening, night)));
    expect(isSameSchedule(readSchedule(sent)!, of(night, evening))).toBe(true);
    for (const wrong of [
      null,
      7,
      [],
      {},
      { ...sent, windows: 'all' },
      { ...sent, reserveRatio: 2 },
      { ...sent, windows: [{ ...night, days: [8] }] },
      { ...sent, windows: [{ ...night, from: '0' }] },
      { ...sent, windows: Array(29).fill(night) },
    ])
      expect(readSchedule(wrong)).toBeNull();
  });
});
