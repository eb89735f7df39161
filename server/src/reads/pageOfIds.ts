// Which rows stand on a page of a long list, and how many there are in all: by their numbers, before anything else is
// read of them.
import { type RawBuilder, sql } from 'kysely';
import type { Share } from '../access/share.ts';
import type { Tx } from '../platform/db.ts';
import { runPrepared } from '../platform/prepared.ts';
import { pageSql } from '../platform/search.ts';

interface Page {
  size: number;
  num: number;
}

interface Asked {
  tx: Tx;
  share: Share;
  /** Name of the list, and what was asked of it, for those who are shown the same. */
  name: string;
  asked: unknown;
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
  /** Nothing narrows the rows: such texts are few, so they are kept prepared, and no plan for others' words is taken for theirs. */
  isWhole?: boolean;
}

interface Found {
  ids: number[];
  total: number;
}

/** So many rows at least are read for all who are shown the same; whoever turns the page finds them there. */
const STRETCH = 500;

/** The numbers on a page in their order, and of how many. */
export async function pageOfIds({ tx, share, name, asked, page }: Asked, query: Query): Promise<Found> {
  const isCountedApart = query.countedBy !== undefined;
  const read = (of: Page) => (isCountedApart ? idsOf(tx, query, of) : withTotal(tx, query, of));
  const { size, num } = page;
  const pages = share.isShared ? Math.ceil(STRETCH / size) : 1;
  const stretch = { size: size * pages, num: Math.floor(num / pages) };
  const { ids, total } = await share(name, [asked, stretch], () => read(stretch));
  const first = size * (num % pages);
  return {
    ids: ids.slice(first, first + size),
    total: isCountedApart ? await share(`${name}.total`, query.countedBy, () => countOf(tx, query)) : total,
  };
}

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
  // A page behind the last one tells nothing of those before it.
  const total = rows.length > 0 || page.num === 0 ? (rows[0]?.total ?? 0) : await countOf(tx, query);
  return { ids: rows.map((row) => row.id), total };
}
