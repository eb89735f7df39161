import { describe, expect, it } from 'vitest';
import { type Figure, quickSizes, type Run } from '../book.ts';
import { worseThan } from './compare.ts';
import { goalsOf } from './goals.ts';
import { pageOf } from './page.ts';
import { plotsOf } from './plots.ts';

const figures: Figure[] = [
  { id: 'doors.live', name: 'live', unit: 'reports/s', value: 20_000 },
  { id: 'doors.empty.each', name: 'empty', unit: 'reports/s', value: 10_000 },
  { id: 'doors.http.each', name: 'door', unit: 'reports/s', value: 7_000 },
  { id: 'bytes.packed', name: 'packed', unit: 'B', value: 11 },
  { id: 'reads.list', name: 'list', unit: 'ms', value: 20, p95: 50, plants: 100 },
  { id: 'reads.list', name: 'list', unit: 'ms', value: 30, p95: 60, plants: 1000 },
];
const run = (changed: Partial<Record<string, number>> = {}): Run => ({
  ...{
    at: '2026-11-22T18:00:00Z',
    machine: 'two cores',
    load: 0.1,
    minutes: 3,
    sizes: quickSizes,
    skipped: [],
  },
  figures: figures.map((one) => ({ ...one, value: changed[one.id] ?? one.value })),
});

describe('the page of a run', () => {
  it('names goals that are missed, and by how much', () => {
    const goals = goalsOf(run({ 'doors.http.each': 3_500 }));
    expect(goals.filter(({ isMet }) => !isMet).map(({ name, missedBy }) => [name, missedBy])).toEqual([
      ['HTTP door over an empty door of Node, a connection per frame', '100 %'],
      ['HTTP door over the live pipeline', '186 %'],
    ]);
    expect(goalsOf(run()).filter(({ name }) => name.includes('empty door'))[0]?.isMet).toBe(true);
  });

  it('says what is more than 15 % worse than the run before, whichever way is worse', () => {
    expect(worseThan(run(), run({ 'doors.live': 18_000, 'bytes.packed': 12 }))[0]).toContain(
      'Nothing is more',
    );
    const worse = worseThan(run(), run({ 'doors.live': 10_000, 'bytes.packed': 22 }));
    expect(worse).toHaveLength(2);
    expect(worse[0]).toContain('Worse by 100 %: live');
    expect(worse[1]).toContain('Worse by 100 %: packed');
    expect(worseThan({ ...run(), machine: 'another' }, run({ 'doors.live': 1 }))[0]).toContain(
      'Not compared',
    );
  });

  it('keeps what was written by hand, however often it is written', () => {
    const first = pageOf(run(), undefined, '# Performance\n\nWhat a person wrote.\n');
    const second = pageOf(run({ 'doors.live': 19_000 }), run(), first);
    for (const page of [first, second]) expect(page.split('What a person wrote.')).toHaveLength(2);
    expect(second).toContain('| live | 19,000 |');
    expect(second).not.toContain('20,000');
    expect(second.indexOf('## Ratios and goals')).toBeLessThan(second.indexOf('## Reports in'));
  });

  it('draws what was measured, legible in light and dark', () => {
    const plots = plotsOf(run());
    expect(Object.keys(plots)).toEqual(['doors', 'reads', 'bytes']);
    expect(plots.doors).toContain('>20,000<');
    expect(plots.doors).toContain('prefers-color-scheme:dark');
  });
});
