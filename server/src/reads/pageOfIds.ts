// Which rows stand on a page of a long list, and how many there are in all: by their numbers, before anything else is
// read of them.
import { type RawBuilder, sql } from 'kysely';
import type { Share } from '../access/share.ts';
import type { Tx } from '../platform/db.ts';
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
}

/** The numbers on a page in their order, and of how many. */
export async function pageOfIds(
  { tx, share, name, asked, page }: Asked,
  query: Query,
): Promise<{ ids: number[]; total: number }> {
  const { id, from, order } = query;
  if (!share.isShared) return await pageOf(tx, query, page);
  const all = await share(name, asked, async () =>
    (await sql<{ id: number }>`select ${id} as id ${from} ${order}`.execute(tx)).rows.map((row) => row.id),
  );
  return { ids: all.slice(page.size * page.num, page.size * (page.num + 1)), total: all.length };
}

/** A page, and how many rows there are, by one reading: what rows are filtered by is dear. */
async function pageOf(tx: Tx, { id, from, order }: Query, page: Page) {
  const { rows } = await sql<{ id: number; total: number }>`
    select ${id} as id, count(*) over () as total ${from} ${order} ${pageSql(page)}`.execute(tx);
  // A page behind the last one tells nothing of those before it.
  const total =
    rows.length > 0 || page.num === 0
      ? (rows[0]?.total ?? 0)
      : ((await sql<{ count: number }>`select count(*) as count ${from}`.execute(tx)).rows[0]?.count ?? 0);
  return { ids: rows.map((row) => row.id), total };
}
