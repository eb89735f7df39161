import { expect, test } from 'vitest';
import {
  type ConfigurableDevice,
  changesOf,
  hasBad,
  type ParameterNow,
  valueTyped,
  withTyped,
} from './parameterValues.ts';

const reconnect: ParameterNow = {
  key: 'reconnectTime',
  title: 'Reconnect time',
  unit: 's',
  decimals: 0,
  value: 60,
  readAt: 1,
  min: 10,
  max: 600,
  choices: [],
  needsSecond: false,
};
const mode: ParameterNow = {
  key: 'powerMode',
  title: 'Power mode',
  unit: '',
  decimals: 0,
  value: null,
  readAt: null,
  min: null,
  max: null,
  choices: [{ value: 1, title: 'four' }],
  needsSecond: false,
};

test.each([
  [reconnect, undefined, undefined],
  [reconnect, ' ', undefined],
  [reconnect, '60', undefined],
  [reconnect, '61', 61],
  [reconnect, '61.5', null],
  [reconnect, '601', null],
  [reconnect, 'soon', null],
  [mode, '1', 1],
  [mode, '2', null],
])('%o with %j: %j', (parameter, text, value) => {
  expect(valueTyped(parameter, text)).toBe(value);
});

test('only what differs and is allowed is a change', () => {
  const device = { parameters: [reconnect, mode] } as unknown as ConfigurableDevice;
  const typed = { reconnectTime: '60', powerMode: '1' };
  expect(changesOf(device, typed).map(({ parameter, value }) => [parameter.key, value])).toEqual([
    ['powerMode', 1],
  ]);
  expect(hasBad(device, typed)).toBe(false);
  expect(hasBad(device, { reconnectTime: '5' })).toBe(true);
});

test('a box that was emptied has nothing to keep', () => {
  const typed = withTyped(withTyped({}, 'a', '5'), 'b', '6');
  expect(typed).toEqual({ a: '5', b: '6' });
  expect(withTyped(withTyped(typed, 'a', ' '), 'b', '')).toEqual({});
});
