import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { purposes, renewSecret, secretsOf } from './secrets.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('each purpose has a secret of its own, which stays, and is renewed without the others', async () => {
  const first = await secretsOf(database.db);
  expect(new Set(Object.values(first)).size).toBe(purposes.length);
  expect(await secretsOf(database.db)).toEqual(first);
  for (const purpose of purposes) {
    const before = await secretsOf(database.db);
    await renewSecret(database.db, purpose);
    const after = await secretsOf(database.db);
    expect(purposes.filter((one) => after[one] !== before[one])).toEqual([purpose]);
  }
});
