import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cyclesIn, folderGraph, importGraph } from './cycles.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('import cycles', () => {
  it('do not exist between files', () => {
    const graph = importGraph(root, false);
    expect(graph.size).toBeGreaterThan(500);
    expect(cyclesIn(graph)).toEqual([]);
  });

  it('do not exist between the folders of the time-series store, types included', () => {
    const folders = folderGraph(importGraph(root, true), 'server/src/timeseries');
    expect([...folders.keys()]).toEqual(expect.arrayContaining(['codec', 'counters', 'rollup', 'query']));
    expect(cyclesIn(folders)).toEqual([]);
  });

  it('are found when one is planted', () => {
    const planted = new Map([
      ['a/1.ts', new Set(['a/2.ts'])],
      ['a/2.ts', new Set(['b/1.ts'])],
      ['b/1.ts', new Set(['a/1.ts', 'b/2.ts'])],
      ['b/2.ts', new Set<string>()],
    ]);
    expect(cyclesIn(planted)).toEqual([['a/1.ts', 'a/2.ts', 'b/1.ts']]);
    const files = new Map(
      [...planted].map(([from, to]) => [`x/${from}`, new Set([...to].map((t) => `x/${t}`))]),
    );
    expect(cyclesIn(folderGraph(files, 'x'))).toEqual([['a', 'b']]);
  });
});
