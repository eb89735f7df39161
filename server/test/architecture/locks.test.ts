import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LOCK_CLASSES, LOCKS } from '../../src/platform/locks.ts';
import { repeatedNumbers, strayLocks, strayLocksIn } from './locks.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('advisory locks', () => {
  it('have their numbers in one place, each its own', () => {
    expect(strayLocks(root)).toEqual([]);
    expect(repeatedNumbers({ ...LOCKS, ...LOCK_CLASSES })).toEqual([]);
  });

  it.each([
    'const LOCK = 7_340_002;',
    'sql`select pg_advisory_xact_lock(1, 7340003)`',
    "client.query('select pg_try_advisory_lock($1)', [LOCK])",
    'sql`select pg_advisory_xact_lock(hashtextextended(x, 12))`',
  ])('are seen elsewhere: %s', (source) => {
    expect(strayLocksIn(source)).toHaveLength(1);
  });

  it.each([
    "client.query('select pg_advisory_lock($1)', [LOCKS.migrate])",
    '// pg_advisory_lock',
    'const x = 734;',
  ])('are no stray ones in: %s', (source) => {
    expect(strayLocksIn(source)).toEqual([]);
  });

  it('that share a number are seen', () => {
    expect(repeatedNumbers({ a: 1, b: 2, c: 1 })).toEqual(['a = c']);
  });
});
