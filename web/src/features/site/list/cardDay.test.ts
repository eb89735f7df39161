import { expect, it } from 'vitest';
import { type Curve, cardDayOf } from './cardDay.ts';

const curve = (patch: Partial<Curve>) =>
  ({ sid: 'A', day: '2026-06-21', powerW: [], steps: 48, ...patch }) as Curve;
const night = { todayPower: 0, lastReportAt: 1 };

it('shows no figure before it is known whether the plant has yet to produce today', () => {
  expect(cardDayOf(night, undefined, false)).toBeUndefined();
  expect(cardDayOf(night, curve({ isToday: false, energyKwh: 12 }), true)).toEqual({
    isToday: false,
    energyKwh: 12,
  });
});

it('shows what the plant produced today without waiting', () => {
  expect(cardDayOf({ todayPower: 3, lastReportAt: 1 }, undefined, false)).toEqual({
    isToday: true,
    energyKwh: 3,
  });
});

it('shows today where the curves could not be fetched, and 0 only of a plant with readings', () => {
  expect(cardDayOf(night, undefined, true)).toEqual({ isToday: true, energyKwh: 0 });
  expect(cardDayOf(night, curve({ isToday: true, energyKwh: null }), true)).toEqual({
    isToday: true,
    energyKwh: 0,
  });
  expect(cardDayOf({ todayPower: 0, lastReportAt: null }, undefined, true)).toEqual({
    isToday: true,
    energyKwh: null,
  });
});
