import { expect, test } from 'vitest';
import { isDatabaseAway, outageOf } from './outage.ts';

test.each([
  [{ code: '57P01' }, true],
  [{ code: '57P03' }, true],
  [{ code: '08006' }, true],
  [{ code: 'ECONNREFUSED' }, true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Client has encountered a connection error and is not queryable'), true],
  [{ code: '23505' }, false],
  [{ code: '57014' }, false],
  [new Error('something else'), false],
  [undefined, false],
])('%o says that the database is away: %s', (error, isAway) => {
  expect(isDatabaseAway(error)).toBe(isAway);
});

test('a full disk and a standby are told apart', () => {
  expect(outageOf({ code: '53100' })).toBe('disk-full');
  expect(outageOf({ code: '25006' })).toBe('read-only');
  expect(outageOf(new Error('anything'))).toBe('database');
});
