import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterPoints } from './mapClusters.ts';

const somewhere = fc.record({
  x: fc.double({ min: 0, max: 2000, noNaN: true }),
  y: fc.double({ min: 0, max: 2000, noNaN: true }),
});

describe('clusters of a map', () => {
  test('hold every point once, whatever the points', () => {
    fc.assert(
      fc.property(fc.array(somewhere, { maxLength: 300 }), (points) => {
        const gathered = clusterPoints(points, 48).flatMap((cluster) => cluster.points);
        expect(gathered).toHaveLength(points.length);
        expect(new Set(gathered).size).toBe(points.length);
      }),
    );
  });

  test('join what would overlap and leave alone what would not', () => {
    const clusters = clusterPoints(
      [
        { x: 47, y: 47 },
        { x: 49, y: 49 },
        { x: 200, y: 47 },
      ],
      48,
    );
    expect(clusters.map(({ points }) => points.length)).toEqual([2, 1]);
    expect(clusters[0]).toMatchObject({ x: 48, y: 48 });
  });

  test('of 20,000 points are found while nobody notices', () => {
    const points = Array.from({ length: 20_000 }, (_, i) => ({
      x: (i * 7919) % 4096,
      y: (i * 104729) % 4096,
    }));
    const before = process.cpuUsage();
    clusterPoints(points, 48);
    // CPU time, which is independent of other processes.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(300);
  });
});
