import { expect, it } from 'vitest';
import { compareVersions } from './versions.ts';

it('puts versions in the order in which they came', () => {
  const old = ['', '1.9', '1.10', '1.10.1', '2.0-beta', '2.0-rc', 'v2', '2.0.1', '10'];
  const shuffled = [...old].sort((a, b) => (a.length > b.length ? -1 : 1));
  expect(shuffled.sort(compareVersions)).toEqual(old);
  expect(compareVersions('1.4', '1.4.0')).toBe(0);
  expect(compareVersions('3.01.25', '3.1.25')).toBe(0);
});
