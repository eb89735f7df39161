// First recorded day of many plants.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import type { Fleet } from './fleet.ts';

/** First local day with data of any of these plants, YYYY-MM-DD; null: none. */
export async function recordedSince(tx: Tx, { sites, isWhole }: Fleet): Promise<string | null> {
  const ids = sql`select v.id from ${sites} v`;
  // The first of all days is at the start of their index. Those of some plants may be far behind others, so there each
  // plant gets an index lookup.
  const first: RawBuilder<unknown> = isWhole
    ? sql`select d.day from site_day d where d.site_id in (${ids}) order by d.day limit 1`
    : sql`select min((select min(d.day) from site_day d where d.site_id = v.id)) as day from ${sites} v`;
  // A plant has no day yet before its first is summed up.
  const { rows } = await sql<{ since: string | null }>`
    with first as materialized (${first})
    select least((select day from first), min(sl.day)) as since from site_latest sl
    where sl.site_id in (${ids}) and sl.day < coalesce((select day from first), 'infinity')
      and not exists (select from site_day d where d.site_id = sl.site_id)`.execute(tx);
  return rows[0]?.since ?? null;
}
