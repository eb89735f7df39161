import { describe, expect, it } from 'vitest';
import { connectionsOf } from './connections.ts';

const all = new Set(['api', 'ingest', 'jobs'] as const);
const few = 2;

describe('the connections of a process', () => {
  it('are no more together than it may hold', () => {
    for (const parts of [all, new Set(['api'] as const)])
      for (const databaseConnections of [6, 7, 10, 28, 100]) {
        const { calls, reads, store } = connectionsOf({ parts, databaseConnections });
        expect(calls + reads + store).toBe(databaseConnections);
        expect(Math.min(calls, store)).toBeGreaterThanOrEqual(few);
        expect(reads).toBeGreaterThanOrEqual(1);
      }
  });

  it('are for reading most of all where there are calls, and for devices and jobs where there are none', () => {
    const databaseConnections = 28;
    expect(connectionsOf({ parts: all, databaseConnections })).toEqual({ calls: 5, reads: 11, store: 12 });
    const { store } = connectionsOf({ parts: new Set(['ingest', 'jobs'] as const), databaseConnections });
    expect(store).toBe(26);
  });
});
