// Table feed_counters: counters of feeds that start at zero with each start of their program.
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import type { Feed } from './feeds.ts';

export interface FeedCounter {
  /** Newest start, ms since 1970. */
  startMs: number;
  /** What earlier starts have counted. */
  baseWh: number;
  lastWh: number;
}

type Key = Pick<Feed, 'id' | 'siteId'>;

/** The known counters among these. */
export async function counterStates(
  db: Db,
  { id, siteId }: Key,
  series: readonly string[],
): Promise<Map<string, FeedCounter>> {
  const { rows } = await sql<FeedCounter & { series: string }>`
    select series, (extract(epoch from started_at) * 1000)::float8 as "startMs", base_wh as "baseWh", last_wh as "lastWh"
    from feed_counters where site_id = ${siteId} and feed_id = ${id} and series = any(${[...new Set(series)]}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ series: one, ...state }) => [one, state]));
}

/** Stores the states of counters; a state never goes back behind a newer one. */
export async function saveCounters(
  db: Db,
  { id, siteId }: Key,
  states: ReadonlyMap<string, FeedCounter>,
): Promise<void> {
  if (states.size === 0) return;
  const all = [...states].sort(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    insert into feed_counters as c (site_id, feed_id, series, started_at, base_wh, last_wh)
    select f.site_id, f.id, n.series, n.started_at, n.base_wh, n.last_wh
    from feeds f, unnest(${all.map(([series]) => series)}::text[],
      ${all.map(([, state]) => new Date(state.startMs))}::timestamptz[],
      ${all.map(([, state]) => state.baseWh)}::float8[], ${all.map(([, state]) => state.lastWh)}::float8[])
      as n(series, started_at, base_wh, last_wh)
    where f.site_id = ${siteId} and f.id = ${id}
    on conflict (site_id, feed_id, series) do update set started_at = excluded.started_at, base_wh = excluded.base_wh,
      last_wh = excluded.last_wh
    where (excluded.started_at, excluded.last_wh) > (c.started_at, c.last_wh)`.execute(db);
}
