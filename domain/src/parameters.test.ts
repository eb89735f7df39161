import { describe, expect, it } from 'vitest';
import { deviceKind } from './deviceKinds.ts';
import {
  gridCodeOf,
  hasParameters,
  isAllowed,
  outcomeOf,
  parameterOf,
  parameters,
  rangeOf,
} from './parameters.ts';

const german = gridCodeOf('DE')!;
const american = gridCodeOf('US')!;

describe('grid codes', () => {
  it('hold where they say, and nowhere else', () => {
    expect([german.title, american.title]).toEqual(['EN 50549-1:2019', 'IEEE 1547-2018']);
    expect([gridCodeOf('BR'), gridCodeOf(''), gridCodeOf('de')]).toEqual([undefined, undefined, undefined]);
  });

  it('say of every parameter what it may be', () => {
    for (const one of parameters)
      for (const code of [german, american]) {
        const range = rangeOf(one, code);
        expect('choices' in range ? range.choices.length : range.max - range.min).toBeGreaterThan(0);
      }
  });
});

describe('a value', () => {
  it.each([
    ['overVoltage', 276, true],
    ['overVoltage', 276.1, false],
    ['overVoltage', 253.05, false],
    ['overVoltage', 229.9, false],
    ['overVoltage', Number.NaN, false],
    ['promptTime', 0.1, true],
    ['promptTime', 0.105, false],
    ['reconnectTime', 9, false],
    ['nominalFrequency', 50, true],
    ['nominalFrequency', 60, false],
    ['powerMode', 3, false],
  ])('of %s: %d in Germany: %s', (key, value, isGood) => {
    expect(isAllowed(parameterOf(key)!, value, german)).toBe(isGood);
  });
});

describe('an answer', () => {
  it.each([
    [{ overVoltage: 253 }, { overVoltage: 253.04, reconnectTime: 60 }, 'confirmed'],
    [{ overVoltage: 253 }, { overVoltage: 253.1 }, 'refused'],
    [{ overVoltage: 253 }, { reconnectTime: 60 }, 'refused'],
    [{}, { reconnectTime: 60 }, 'confirmed'],
    [{}, {}, 'refused'],
    [{}, { Object: 1 }, 'refused'],
  ])('to %j that says %j: %s', (wanted, reported, outcome) => {
    expect(outcomeOf(wanted, reported as Record<string, number>)).toBe(outcome);
  });
});

it('has only what stands at the grid, and gateways, for devices with parameters', () => {
  const has = (['microinverter', 'meter', 'battery', 'gateway', 'allInOne', 'stringMachine'] as const).filter(
    (key) => hasParameters(deviceKind(key)),
  );
  expect(has).toEqual(['microinverter', 'gateway', 'allInOne', 'stringMachine']);
});
