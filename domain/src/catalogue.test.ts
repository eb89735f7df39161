import { describe, expect, test } from 'vitest';
import { brandById, brands } from './brands.ts';
import { deviceKind, deviceKindByCode, deviceKinds } from './deviceKinds.ts';
import { equivalentsOf } from './equivalents.ts';
import { alertCode, faults, faultsOf, isAlert, isLowLight, primaryFault } from './faults.ts';
import { fromStore, measures, toStore } from './measures.ts';
import { productByModelByte, productByName, productByNumber, products } from './products.ts';
import { statusByCode } from './status.ts';
import {
  decimalText,
  formatEnergy,
  formatPower,
  kwh,
  kwhText,
  moneyText,
  rounded,
  wattText,
} from './units.ts';

describe('products', () => {
  test('are found by byte, number and name', () => {
    expect(productByModelByte(0xe6)?.name).toBe('BDM-2250');
    expect(productByNumber(11)?.name).toBe('BDM-2250');
    expect(productByName('BDM-1200-LV')?.inputs).toBe(3);
    expect(productByModelByte(0x8b)).toBeUndefined();
    expect(products).toHaveLength(10);
  });
});

describe('faults', () => {
  test('sixteen codes, each with one bit', () => {
    expect(faults.map((f) => f.code)).toEqual([
      '0001',
      '0002',
      '0004',
      '0008',
      '0010',
      '0020',
      '0040',
      '0080',
      '0100',
      '0200',
      '0400',
      '0800',
      '1000',
      '2000',
      '4000',
      '8000',
    ]);
    expect(new Set(faults.map((f) => f.titleKey)).size).toBe(16);
  });

  test('a word is read as code, as list and as the one that matters most', () => {
    expect(alertCode(0)).toBe('0000');
    expect(alertCode(0x8002)).toBe('8002');
    expect(alertCode(0x1_0000)).toBe('0000');
    expect(faultsOf(0x2010).map((f) => f.code)).toEqual(['0010', '2000']);
    expect(primaryFault(0x2010)?.code).toBe('2000');
    expect(primaryFault(0x0030)?.code).toBe('0010');
    expect(primaryFault(0)).toBeUndefined();
  });

  test('low light is no alert', () => {
    expect(isLowLight(0x8002)).toBe(true);
    expect(isLowLight(0x0002)).toBe(true);
    expect(isLowLight(0x8010)).toBe(false);
    expect(isLowLight(0)).toBe(false);
    expect(isAlert(0x8002)).toBe(false);
    expect(isAlert(0x8010)).toBe(true);
  });
});

test('a status is found by its number', () => {
  expect(statusByCode(-1)?.title).toBe('offline');
  expect(statusByCode(9)).toBeUndefined();
});

test('measures are stored as integers in the steps that the tables name', () => {
  expect(toStore('power', 1512.64)).toBe(15126);
  expect(fromStore('power', 15126)).toBe(1512.6);
  expect(toStore('dcVoltage', 33.371)).toBe(3337);
  expect(toStore('frequency', 49.9921)).toBe(49992);
  expect(toStore('temperature', -7.26)).toBe(-73);
  expect(toStore('soc', 0.4567)).toBe(457);
  expect(toStore('energy', null)).toBeNull();
  expect(toStore('energy', Number.NaN)).toBeNull();
  expect(fromStore('energy', null)).toBeNull();
  for (const kind of deviceKinds) for (const key of kind.measures) expect(measures[key].key).toBe(key);
  expect(deviceKindByCode(1)).toBe(deviceKind('meter'));
});

describe('units', () => {
  test.each([
    [0, '0', 'W'],
    [5.834, '5.83', 'W'],
    [999.4, '999', 'W'],
    [999.6, '1.00', 'kW'],
    [12_345, '12.3', 'kW'],
    [-2500, '-2.50', 'kW'],
    [275_000, '275', 'kW'],
    [2_750_000, '2.75', 'MW'],
  ])('%d W', (w, value, unit) => {
    expect(formatPower(w, 'en-US')).toEqual({ value, unit, text: `${value}\u00a0${unit}` });
  });

  test('in the reader’s language, and a dash for what is missing', () => {
    expect(formatEnergy(12_345, 'de-DE').text).toBe('12,3\u00a0kWh');
    expect(formatEnergy(4.2e12, 'en-US').text).toBe('4,200\u00a0GWh');
    expect(formatEnergy(null, 'de-DE').text).toBe('–');
  });

  test('on the wire: plain decimals', () => {
    expect(kwhText(5483)).toBe('5.483');
    expect(kwhText(1_234_567_890)).toBe('1234567.89');
    expect(kwhText(null)).toBe('0');
    expect(kwhText(200_000)).toBe('200');
    expect(kwh(5483.4)).toBe(5.483);
    expect(wattText(1499.6)).toBe('1500');
    expect(moneyText(2.5)).toBe('2.5');
    expect(decimalText(-0.0001, 2)).toBe('0');
    expect(Object.is(rounded(-0.0001, 2), 0)).toBe(true);
    expect(decimalText(Number.NaN, 2)).toBe('0');
  });
});

test('200 kWh that spared 199.4 kg stand for 9 trees, 3333 bulb hours and half a barrel', () => {
  const e = equivalentsOf(200_000, 199.4);
  expect(Math.round(e.trees)).toBe(9);
  expect(Math.round(e.lightHours)).toBe(3333);
  expect(e.oilBarrels).toBeCloseTo(0.5, 1);
  // 687.6 miles at 290 g.
  expect(e.carKm / 1.609344).toBeCloseTo(687.6, 1);
});

test('fourteen brands, and Helioport for every other number', () => {
  expect(brands.map((b) => b.id)).toEqual(Array.from({ length: 14 }, (_, i) => i));
  expect(brandById(0).name).toBe('Helioport');
  expect(brandById(4711).name).toBe('Helioport');
  expect(brandById(-1).name).toBe('Helioport');
});
