// What is stored of a day of a module.
import { expect, it } from 'vitest';
import { moduleResult } from './dayResult.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';

/** Expected energy in Wh of a module of 400 W; energies in Wh per W. */
function expectedWh(expected: number, clear: number, factor: number): number | null {
  const module = { model: { id: 'm', ratedW: 400 }, completeness: 1 };
  const features = { produced: 4, expected, clear, coverage: 1 };
  const entry = { module, features } as unknown as Entry;
  return moduleResult({ slots: 288 } as DayView, entry, factor).expectedWh;
}

it('adds what dust took to the expected energy, but not beyond what a clear sky offers', () => {
  expect(expectedWh(5, 6, 1.1)).toBeCloseTo(2200);
  expect(expectedWh(5, 6, 1.6)).toBeCloseTo(3000);
  expect(expectedWh(8, 6, 1)).toBeCloseTo(3200);
});
