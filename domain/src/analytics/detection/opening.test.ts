// Groups whose modules face different ways, and what is no other direction of a group.
import { describe, expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { unevenGroups } from './opening.ts';
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
