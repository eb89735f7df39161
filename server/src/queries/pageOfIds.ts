// IDs of the rows on one page of a long list, and the total count, determined before any other column is read.
import { type RawBuilder, sql } from 'kysely';
import type { Share } from '../access/share.ts';
import type { Tx } from '../platform/db.ts';
import { runPrepared } from '../platform/prepared.ts';
import { pageSql } from '../platform/search.ts';

interface Page {
  size: number;
  num: number;
}

interface PageRequest {
  tx: Tx;
  share: Share;
  /** Name and parameters of the list, as the key of shared results. */
  name: string;
  key: unknown;
  page: Page;
}

interface Query {
  /** The number of a row. */
  id: RawBuilder<unknown>;
  /** `from … where …`. */
  from: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /**
   * What the total depends on, where counting costs less than what rows are sorted by: they are counted by a statement
   * of their own, and the database need not hold all rows for the sake of a page. Without it by the same reading.
   */
  countedBy?: unknown;
  /**
   * `from … where …` of rows that precede all others in this order and can be found more cheaply. If they fill the
   * first page, the others are not read. May match none.
   */
  head?: RawBuilder<unknown>;
  /** No filters: the few statement texts are prepared, and no generic plan of filtered ones applies. */
  isWhole?: boolean;
}

interface Found {
  ids: number[];
  total: number;
}

/** Fewest rows read per query and shared by all users with the same view, so that the following pages need no query. */
const STRETCH = 500;

/** The numbers on a page in their order, and of how many. */
export async function pageOfIds({ tx, share, name, key, page }: PageRequest, query: Query): Promise<Found> {
  const isCountedApart = query.countedBy !== undefined;
  const read = (of: Page) => (isCountedApart ? idsOf(tx, query, of) : withTotal(tx, query, of));
  const { size, num } = page;
  // Most who open a list see its first page only.
  if (query.head && num === 0)
    return await share(name, [key, page], () => withHead(tx, query, query.head as RawBuilder<unknown>, size));
  const pages = share.isShared ? Math.ceil(STRETCH / size) : 1;
  const stretch = { size: size * pages, num: Math.floor(num / pages) };
  const { ids, total } = await share(name, [key, stretch], () => read(stretch));
  const first = size * (num % pages);
  return {
    ids: ids.slice(first, first + size),
    total: isCountedApart ? await share(`${name}.total`, query.countedBy, () => countOf(tx, query)) : total,
  };
}

/** The first page out of the rows at the head of the list, or where these do not fill it, out of all. */
async function withHead(
  tx: Tx,
  { id, from, order, isWhole }: Query,
  head: RawBuilder<unknown>,
  size: number,
): Promise<Found> {
  const statement = sql<{ id: number; total: number }>`
    with head as materialized (
      select ${id} as id, row_number() over (${order}) as place ${head} ${order} limit ${size}
    ), filled as materialized (select count(*) = ${size}::int as is from head)
    select p.id, p.total from (
      select h.id, (select count(*) ${from}) as total, h.place from head h where (select f.is from filled f)
      union all
      select r.id, r.total, row_number() over () from (
        select ${id} as id, count(*) over () as total ${from} and not (select f.is from filled f) ${order} limit ${size}
      ) r
    ) p order by p.place`;
  return foundOf(
    isWhole ? await runPrepared(tx, 'page-head', statement) : (await statement.execute(tx)).rows,
  );
}

const foundOf = (rows: readonly { id: number; total: number }[]): Found => ({
  ids: rows.map((row) => row.id),
  total: rows[0]?.total ?? 0,
});

async function idsOf(tx: Tx, { id, from, order }: Query, page: Page): Promise<Found> {
  const { rows } = await sql<{ id: number }>`select ${id} as id ${from} ${order} ${pageSql(page)}`.execute(
    tx,
  );
  return { ids: rows.map((row) => row.id), total: 0 };
}

const countOf = async (tx: Tx, { from }: Query): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count ${from}`.execute(tx)).rows[0]?.count ?? 0;

/** A page, and how many rows there are, by one reading: what rows are filtered by is dear. */
async function withTotal(tx: Tx, query: Query, page: Page): Promise<Found> {
  const { id, from, order, isWhole } = query;
  const statement = sql<{ id: number; total: number }>`
    select ${id} as id, count(*) over () as total ${from} ${order} ${pageSql(page)}`;
  const rows = isWhole ? await runPrepared(tx, 'page-ids', statement) : (await statement.execute(tx)).rows;
  // A page after the last one has no rows with the total.
  const total = rows.length > 0 || page.num === 0 ? (rows[0]?.total ?? 0) : await countOf(tx, query);
  return { ids: rows.map((row) => row.id), total };
}
