import { expect, it } from 'vitest';
import { checkClock } from './clock.ts';
import { section, withSection } from './page.ts';
import { checkPvwatts } from './pvwatts.ts';
import { checkQuality } from './quality.ts';
import { checkVectors } from './vectors.ts';

const missed = (results: readonly { what: string; result: string; isMet: boolean | null }[]) =>
  results.filter(({ isMet }) => isMet === false).map(({ what, result }) => `${what}: ${result}`);

it('meets the pvlib reference vectors', () => {
  const results = checkVectors();
  expect(missed(results)).toEqual([]);
  expect(results.length).toBeGreaterThan(15);
});

it('meets the months of the PVWatts reference year', () => {
  expect(missed(checkPvwatts())).toEqual([]);
});

it('finds the marked defects and no others in the measured series', () => {
  expect(missed(checkQuality())).toEqual([]);
});

it('finds clock changes to 15 minutes and none where there is none', () => {
  expect(missed(checkClock())).toEqual([]);
});

it('replaces the results between the markers of the page', () => {
  const page =
    'before\n<!-- results: written by npm run analytics -->\nold\n<!-- end of results -->\nafter\n';
  const group = { title: 'T', results: [{ what: 'a|b', expected: '1', result: '2', isMet: false }] };
  const written = withSection(page, section([group]));
  expect(written).toContain('| a\\|b | 1 | 2 | **missed** |');
  expect(written).not.toContain('old');
  expect(written.startsWith('before')).toBe(true);
  expect(written.endsWith('after\n')).toBe(true);
  expect(() => withSection('no markers', '')).toThrow('markers');
});
