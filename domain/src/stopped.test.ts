import { expect, test } from 'vitest';
import { MINUTE_MS } from './duration.ts';
import { stoppedIn, type WatchedDevice, type WatchedPlant } from './stopped.ts';

const NOW = Date.UTC(2026, 5, 21, 11);
const at = [65, 50, 35, 20, 5].map((back) => NOW - back * MINUTE_MS);
const steady = (watts: number) => at.map(() => watts);

interface Made {
  watts?: number;
  inputs?: readonly number[];
  array?: number | null;
  more?: Partial<WatchedDevice>;
}

const device = (
  deviceId: number,
  { watts, inputs = [80, 80], array = 1, more = {} }: Made = {},
): WatchedDevice => ({
  deviceId,
  at,
  bits: steady(0),
  coldestC: 18,
  powerW: steady(watts ?? inputs.reduce((a, b) => a + b, 0)),
  inputs: inputs.map((one, i) => ({ addr: i + 1, arrayId: array, ratedW: 400, powerW: steady(one) })),
  ...more,
});
const look = (devices: WatchedDevice[], more: Partial<WatchedPlant> = {}) =>
  stoppedIn({ nowMs: NOW, devices, isAnotherAtWork: false, clearSkyShare: () => 0.5, ...more }).map(
    ({ key, deviceId, addrs }) => [key, deviceId, addrs],
  );

const zero = (id: number, more: Partial<WatchedDevice> = {}) => device(id, { inputs: [0, 0], more });

test('a plant of any size that reports and makes nothing in the light is found after an hour', () => {
  expect(look([zero(1)])).toEqual([['plantZero', 1, []]]);
  expect(look([zero(1), zero(2)])).toEqual([
    ['plantZero', 1, []],
    ['plantZero', 2, []],
  ]);
  expect(
    stoppedIn({ nowMs: NOW, devices: [zero(1)], isAnotherAtWork: false, clearSkyShare: () => 0.5 }),
  ).toMatchObject([{ begunAtMs: at[0] }]);
});

test('it is not found in little light, under possible snow, by a code, by a shorter time or through a hole', () => {
  expect(look([zero(1)], { clearSkyShare: (ms) => (ms < NOW - 59 * MINUTE_MS ? 0.19 : 0.4) })).toEqual([]);
  expect(look([zero(1, { coldestC: 4 })])).toEqual([]);
  expect(look([zero(1, { coldestC: null })])).toEqual([]);
  expect(look([zero(1, { bits: steady(0x0040) })])).toEqual([]);
  expect(look([zero(1, { bits: steady(0x8002) })])).toEqual([['plantZero', 1, []]]);
  expect(look([zero(1, { at: at.slice(1), powerW: steady(0).slice(1) })])).toEqual([]);
  const holed = [65, 40, 5].map((back) => NOW - back * MINUTE_MS);
  expect(look([zero(1, { at: holed, powerW: [0, 0, 0] })])).toEqual([]);
  expect(look([zero(1, { powerW: [0, 0, 3, 0, 0] })])).toEqual([]);
  expect(look([zero(1)], { isAnotherAtWork: true })).toEqual([]);
});

test('an inverter is found among those on the same planes, one sibling being enough', () => {
  expect(look([device(1), zero(2)])).toEqual([['makesNothing', 2, []]]);
  // Another roof may be in the shade, and an unknown one may be anywhere.
  expect(look([device(1), device(2, { inputs: [0, 0], array: 2 })])).toEqual([]);
  expect(look([device(1, { array: null }), device(2, { inputs: [0, 0], array: null })])).toEqual([]);
  // A gray hour: the siblings themselves produce less than a tenth of their rating.
  expect(look([device(1, { inputs: [39, 39] }), zero(2)])).toEqual([]);
  expect(look([device(1), zero(2, { bits: steady(0x0040) })])).toEqual([]);
  expect(look([device(1), device(2, { inputs: [2, 1] })])).toEqual([]);
});

test('a module is found among at least three of its plane, where the inputs tell of the power', () => {
  expect(look([device(1, { inputs: [80, 80, 0] })])).toEqual([['modulesMakeNothing', 1, [3]]]);
  expect(look([device(1, { inputs: [80, 0] })])).toEqual([]);
  expect(look([device(1, { inputs: [80, 80, 3] })])).toEqual([]);
  expect(look([device(1, { watts: 400, inputs: [80, 80, 0] })])).toEqual([]);
  const cold = device(1, { inputs: [80, 80, 0], more: { coldestC: -2 } });
  expect(look([cold])).toEqual([]);
});
