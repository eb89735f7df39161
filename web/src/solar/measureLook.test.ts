import { expect, test, vi } from 'vitest';
import { lookOf } from './measureLook.ts';

vi.mock('@helioport/domain/measureList', async (original) => {
  const { measureList } = await original<{ measureList: Record<string, object> }>();
  const planted = { ...measureList.acVoltage, word: 'measure.signalStrength', colour: 'export', decimals: 3 };
  return { measureList: { ...measureList, dewOnGlass: planted } };
});

test('a measure that was planted has its own words, colour and places', () => {
  const { name } = lookOf({ key: 'signalStrength', name: '' });
  expect(lookOf({ key: 'dewOnGlass', name: 'Dew' })).toEqual({ name, color: 'export', decimals: 3 });
  expect(lookOf({ key: 'dewOnGlass', addr: 2, name: 'Dew_2' }).name).toBe(`${name} 2`);
});

test('a charge is read in %, and what nobody knows is never drawn as production', () => {
  expect(lookOf({ key: 'soc', name: 'SOC' }).decimals).toBe(1);
  expect(lookOf({ key: 'notPlanted', name: 'Mist' })).toEqual({ name: 'Mist', color: 'muted', decimals: 1 });
  expect(lookOf({ name: 'Nameless' }).color).toBe('muted');
});
