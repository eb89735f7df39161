import { describe, expect, it } from 'vitest';
import { type Figure, quickSizes, type Run } from '../book.ts';
import { worseThan } from './compare.ts';
import { goalsOf } from './goals.ts';
import { pageOf } from './page.ts';
import { plotsOf } from './plots.ts';

const figures: Figure[] = [
  { id: 'ingestion.live', name: 'live', unit: 'readings/s', value: 20_000 },
  { id: 'ingestion.empty.each', name: 'empty', unit: 'readings/s', value: 10_000 },
  { id: 'ingestion.http.each', name: 'endpoint', unit: 'readings/s', value: 7_000 },
  { id: 'bytes.packed', name: 'packed', unit: 'B', value: 11 },
  { id: 'queries.list', name: 'list', unit: 'ms', value: 20, p95: 50, plants: 100 },
  { id: 'queries.list', name: 'list', unit: 'ms', value: 30, p95: 60, plants: 1000 },
];
const run = (changed: Partial<Record<string, number>> = {}): Run => ({
  at: '2026-11-22T18:00:00Z',
  machine: 'two cores',
  load: 0.1,
  minutes: 3,
  sizes: quickSizes,
  skipped: [],
  figures: figures.map((one) => ({ ...one, value: changed[one.id] ?? one.value })),
});

describe('performance page', () => {
  it('lists missed goals with the percentage', () => {
    const goals = goalsOf(run({ 'ingestion.http.each': 3_500 }));
    expect(goals.filter(({ isMet }) => !isMet).map(({ name, missedBy }) => [name, missedBy])).toEqual([
      ['HTTP endpoint / empty Node server, a connection per frame', '100%'],
      ['HTTP endpoint / live pipeline', '186%'],
    ]);
    expect(goalsOf(run()).filter(({ name }) => name.includes('empty Node server'))[0]?.isMet).toBe(true);
  });

  it('lists values more than 15% slower than in the previous run', () => {
    expect(worseThan(run(), run({ 'ingestion.live': 18_000, 'bytes.packed': 12 }))[0]).toContain(
      'No value is more',
    );
    const worse = worseThan(run(), run({ 'ingestion.live': 10_000, 'bytes.packed': 22 }));
    expect(worse).toHaveLength(2);
    expect(worse[0]).toContain('Slower by 100%: live');
    expect(worse[1]).toContain('Slower by 100%: packed');
    expect(worseThan({ ...run(), machine: 'another' }, run({ 'ingestion.live': 1 }))[0]).toContain(
      'Not compared',
    );
  });

  it('keeps the handwritten part in repeated runs', () => {
    const first = pageOf(run(), '# Performance\n\nHandwritten text.\n');
    const second = pageOf(run({ 'ingestion.live': 19_000 }), first);
    for (const page of [first, second]) expect(page.split('Handwritten text.')).toHaveLength(2);
    expect(second).toContain('| live | 19,000 |');
    expect(second).not.toContain('20,000');
    expect(second).toContain('| list | 20 (50) | 30 (60) |');
    expect(second.indexOf('## Goals')).toBeLessThan(second.indexOf('## Ingestion rates'));
  });

  it('plots measured sections in light and dark', () => {
    const plots = plotsOf(run());
    expect(Object.keys(plots)).toEqual(['ingestion', 'queries', 'bytes']);
    expect(plots.ingestion).toContain('>20,000<');
    expect(plots.ingestion).toContain('prefers-color-scheme:dark');
  });
});
