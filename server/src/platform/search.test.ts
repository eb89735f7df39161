import { searchKey } from '@helioport/domain/searchKey';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { allOf, anyOf, contains, hasWords, orderBy, pageSql } from './search.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const words = sql`(values (1, 'Haus 100%_Sonne'), (2, 'haus'), (3, 'C:\\roof'), (4, null)) as t(id, name)`;
const name = sql`t.name`;

const found = async (condition: ReturnType<typeof allOf>, tail = sql`order by id`) => {
  const { rows } = await sql<{ id: number }>`select id from ${words} where ${condition} ${tail}`.execute(
    database.db,
  );
  return rows.map(({ id }) => id);
};

describe('a search text', () => {
  it.each([
    ['HAUS', [1, 2]],
    ['%', [1]],
    ['_', [1]],
    ['0%_s', [1]],
    ['h%s', []],
    ['\\', [3]],
    ["'; drop table users; --", []],
  ])('%s means itself', async (text, ids) => {
    expect(await found(contains(name, text))).toEqual(ids);
  });
});

describe('words', () => {
  it.each([
    ['Zielińska ŁÓDŹ', 'zielinska lodz'],
    ['Straße GROẞ', 'strasse gross'],
    ['Ægir Œuvre Þór Ðorđe Øst', 'aegir oeuvre thor dorde ost'],
    ['Ångström Île çà NAÏVE', 'angstrom ile ca naive'],
    ['１２３ﬁ', '123fi'],
    ['東京 北京', '東京 北京'],
    ['', ''],
  ])('%s has the search key %s, here and in the database', async (text, expected) => {
    const { rows } = await sql<{ key: string }>`select search_key(${text}::text) as key`.execute(database.db);
    expect([searchKey(text), rows[0]?.key]).toEqual([expected, expected]);
  });

  it('are all found, in any order, and mean themselves', async () => {
    expect(await found(hasWords(sql`search_key(${name})`, 'sonne häus'))).toEqual([1]);
    expect(await found(hasWords(sql`search_key(${name})`, 'sonne roof'))).toEqual([]);
    expect(await found(hasWords(sql`search_key(${name})`, '%_'))).toEqual([1]);
  });
});

describe('conditions', () => {
  it('count only where they are asked for', async () => {
    expect(await found(allOf(['', null, false]))).toEqual([1, 2, 3, 4]);
    expect(await found(allOf(['', sql`id > 1`, sql`id < 4`]))).toEqual([2, 3]);
    expect(await found(allOf([sql`id > 1`, anyOf([sql`id = 1`, sql`id = 3`])]))).toEqual([3]);
  });
});

describe('orders', () => {
  const order = (...sort: { field: 'name'; order: 'asc' | 'desc' }[]) => orderBy(sort, { name }, sql`id`);

  it('put what is missing below everything, and end in one order for all', async () => {
    expect(await found(allOf([]), order())).toEqual([1, 2, 3, 4]);
    expect((await found(allOf([]), order({ field: 'name', order: 'asc' })))[0]).toBe(4);
    expect((await found(allOf([]), order({ field: 'name', order: 'desc' })))[3]).toBe(4);
  });

  it('cut pages that do not overlap', async () => {
    const page = (num: number) => found(allOf([]), sql`${order()} ${pageSql({ size: 3, num })}`);
    expect([await page(0), await page(1), await page(2)]).toEqual([[1, 2, 3], [4], []]);
  });
});
