import { expect, test } from 'vitest';
import { differencesOf } from './parameterSets.ts';

test('what a device lacks is what differs in the steps of the parameter, or was never read', () => {
  const wanted = { overVoltage: 253, reconnectTime: 60, powerMode: 1, nonsense: 5 };
  const reported = { overVoltage: 253.04, reconnectTime: 61 };
  expect(differencesOf(wanted, reported).map(({ parameter, now }) => [parameter.key, now])).toEqual([
    ['reconnectTime', 61],
    ['powerMode', null],
  ]);
});
