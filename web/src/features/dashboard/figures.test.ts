import { expect, test } from 'vitest';
import { plantCounts } from './figures.ts';

const counts = {
  siteCount: 21,
  statusMap: {},
  worst: 'major' as const,
  severityCounts: { critical: 0, major: 2, minor: 1, info: 3, none: 15 },
  verdictCounts: { bad: 2, notice: 4, good: 9, none: 6 },
  stateCounts: {
    live: 7,
    alert: 3,
    stale: 1,
    asleep: 1,
    offline: 1,
    silent: 2,
    uncommissioned: 4,
    notRegistered: 2,
  },
};

const rowsOf = (some: typeof counts) => plantCounts(some).map(({ count, to }) => [to, count]);

test('plants without devices and uncommissioned ones are not counted as operating normally', () => {
  expect(rowsOf(counts)).toEqual([
    ['/pvPlant?severity=critical', 0],
    ['/pvPlant?severity=major', 2],
    ['/pvPlant?severity=minor', 1],
    ['/pvPlant?severity=info', 3],
    ['/pvPlant?severity=none', 9],
    ['/pvPlant?state=uncommissioned', 4],
    ['/pvPlant?state=notRegistered', 2],
    ['/pvPlant', 21],
  ]);
});

test('the counts of plants add up to the total', () => {
  const rows = plantCounts(counts);
  expect(rows.slice(0, -1).reduce((sum, { count }) => sum + count, 0)).toBe(rows.at(-1)?.count);
});

test('states that no plant has are left out', () => {
  const none = { ...counts.stateCounts, uncommissioned: 0, notRegistered: 0 };
  expect(rowsOf({ ...counts, stateCounts: none }).map(([to]) => to)).not.toContain(
    '/pvPlant?state=uncommissioned',
  );
});
