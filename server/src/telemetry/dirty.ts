// Days to be recomputed. Whatever changes the past only marks days; the roll-up takes them from here.

import { numbers, plainTexts } from './columns.ts';
import type { Queryable } from './queryable.ts';

export interface SiteDay {
  siteId: number;
  /** Plant-local, `YYYY-MM-DD`. */
  day: string;
}

/**
 * Marks days. The row of a mark that already waits is locked but not written: whoever takes it must not do so before
 * our reports can be seen. The last statement of a transaction, so that the lock is short.
 */
export async function markDays(sql: Queryable, days: readonly SiteDay[], nowMs: number): Promise<void> {
  if (days.length === 0) return;
  const sorted = [...days].sort((a, b) => a.siteId - b.siteId || (a.day < b.day ? -1 : 1));
  await sql.query({
    name: 'dirty-mark',
    text: `insert into dirty_day (site_id, day, marked_at)
           select s, d, to_timestamp($3::float8 / 1000) from unnest($1::bigint[], $2::date[]) as n(s, d)
           on conflict (site_id, day) do update set marked_at = excluded.marked_at, taken_at = null
           where dirty_day.taken_at is not null`,
    values: [numbers(sorted.map((d) => d.siteId)), plainTexts(sorted.map((d) => d.day)), nowMs],
  });
}
