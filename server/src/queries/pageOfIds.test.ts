import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { anonymous } from '../access/me.ts';
import { createShares } from '../access/share.ts';
import { inTransaction } from '../platform/db.ts';
import { pageOfIds } from './pageOfIds.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const ROWS = 1234;
const query = {
  id: sql`n.id`,
  from: sql`from generate_series(1, ${ROWS}::int) n (id) where true`,
  order: sql`order by n.id desc`,
};

/** Every page of a list, one behind the other, and two behind its end. */
async function allPages(size: number, more: { countedBy?: unknown; isShared: boolean }) {
  const { isShared, ...rest } = more;
  const share = createShares(isShared ? 60_000 : 0, () => 'all').of(anonymous);
  return await inTransaction(database.db, 'read', async (tx) => {
    const ids: number[] = [];
    const last = Math.ceil(ROWS / size) + 1;
    for (let num = 0; num <= last; num++) {
      const found = await pageOfIds(
        { tx, share, name: 'numbers', key: null, page: { size, num } },
        { ...query, ...rest },
      );
      expect(found.ids.length).toBe(Math.max(0, Math.min(size, ROWS - size * num)));
      expect(found.total).toBe(ROWS);
      ids.push(...found.ids);
    }
    return ids;
  });
}

it.each([
  ['alone', { isShared: false }],
  ['alone, counted apart', { isShared: false, countedBy: 'all' }],
  ['shared', { isShared: true }],
  ['shared, counted apart', { isShared: true, countedBy: 'all' }],
])('pages of any size make up the whole list, each row once: %s', async (_, how) => {
  const whole = Array.from({ length: ROWS }, (_none, i) => ROWS - i);
  for (const size of [7, 300, 499, 501, 1000]) expect(await allPages(size, how)).toEqual(whole);
});
