// Groups whose modules face different ways, and what is no other direction of a group.
import { describe, expect, it } from 'vitest';
import type { Condition } from './conditions.ts';
import type { Entry } from './entry.ts';
import { explainFindings, unevenGroups } from './opening.ts';
import { emptyState, type OpenFinding } from './state.ts';
import { SECTORS } from './track.ts';

const group = { key: 'a|0' };

/** A module whose ratio to its group changes by so much (logarithm) over a quarter of a turn of the sun. */
function entryOf(id: string, turn: number): Entry {
  const sectors = Float64Array.from({ length: SECTORS }, (_, sector) => (turn * sector) / 12);
  const baseline = { days: 20, sectors, counts: new Uint8Array(SECTORS).fill(5) };
  return { module: { model: { id }, baseline }, reference: { group } } as unknown as Entry;
}

describe('a group', () => {
  it('is uneven where its modules follow the sun in several ways', () => {
    const turned = [entryOf('a', 0), entryOf('b', 0.4), entryOf('c', 0)];
    expect(unevenGroups(turned, new Set()).size).toBe(1);
    expect(unevenGroups([entryOf('a', 0), entryOf('b', 0.02), entryOf('c', 0)], new Set()).size).toBe(0);
  });

  it('is not uneven by a module that was swapped, but by the others', () => {
    const swapped = [entryOf('a', 0), entryOf('b', 0.4), entryOf('c', 0)];
    expect(unevenGroups(swapped, new Set(['b'])).size).toBe(0);
    expect(unevenGroups([...swapped, entryOf('d', -0.4)], new Set(['b'])).size).toBe(1);
  });
});

describe('a finding on a module that a condition explains', () => {
  const explainedBy = (cause: Condition['cause']) => {
    const finding = {
      cause: 'newShading',
      scope: 'module',
      moduleIds: ['b'],
      probability: 0.9,
      lostWh: 41_000,
      recentWh: [900, 1000],
    } as unknown as OpenFinding;
    const state = { ...emptyState(), findings: [finding] };
    explainFindings(state, {
      cause,
      scope: 'module',
      moduleIds: ['a', 'b'],
      probability: 0.85,
    } as unknown as Condition);
    return finding;
  };

  it('has lost nothing if the module was swapped, and keeps its loss if the device is hot', () => {
    expect(explainedBy('swappedModules')).toMatchObject({ cause: 'swappedModules', lostWh: 0, recentWh: [] });
    expect(explainedBy('thermalDerating')).toMatchObject({ cause: 'thermalDerating', lostWh: 41_000 });
  });
});
