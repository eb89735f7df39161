import { expect, it } from 'vitest';
import { hasLostPower, powerShare } from './campaigns.ts';

it('a device has lost power when its siblings have not', () => {
  const before = powerShare(300, [290, 310]);
  expect(before).toBe(1);
  expect(hasLostPower(before, powerShare(100, [280, 320]), 30)).toBe(true);
  // A cloud is over all of them.
  expect(hasLostPower(before, powerShare(100, [95, 105]), 30)).toBe(false);
  expect(hasLostPower(before, powerShare(0, [5, 10]), 30)).toBe(false);
  expect(hasLostPower(powerShare(300, []), powerShare(0, [290]), 30)).toBe(false);
});
