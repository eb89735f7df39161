// Days to be recomputed. Whatever changes the past only marks days; the roll-up takes them from here.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { numbers, plainTexts } from '../columns.ts';
import type { Queryable } from '../queryable.ts';

export interface SiteDay {
  siteId: number;
  /** Plant-local, `YYYY-MM-DD`. */
  day: string;
}

/**
 * Marks days. The row of a mark that already waits is locked but not written: whoever takes it must not do so before
 * our reports can be seen. The last statement of a transaction, so that the lock is short.
 */
export async function markDays(query: Queryable, days: readonly SiteDay[], nowMs: number): Promise<void> {
  if (days.length === 0) return;
  const sorted = [...days].sort((a, b) => a.siteId - b.siteId || (a.day < b.day ? -1 : 1));
  await query.query({
    name: 'dirty-mark',
    text: `insert into dirty_day (site_id, day, marked_at)
           select s, d, to_timestamp($3::float8 / 1000) from unnest($1::bigint[], $2::date[]) as n(s, d)
           on conflict (site_id, day) do update set marked_at = excluded.marked_at, taken_at = null
           where dirty_day.taken_at is not null`,
    values: [numbers(sorted.map((d) => d.siteId)), plainTexts(sorted.map((d) => d.day)), nowMs],
  });
}

/** A day that somebody recomputes now. */
export interface TakenDay extends SiteDay {
  takenAtMs: number;
}

/** The running day of a plant is recomputed at most this often: its figures come from `latest` meanwhile. */
const RUNNING_DAY_EVERY_MS = 60_000;
/** Who has not finished by then was killed. */
const GIVEN_UP_AFTER_MS = 5 * 60_000;
/** Marks younger than this may still get company: a history that is being brought in comes in pieces. */
const SETTLE_MS = 500;

/**
 * Takes up to `limit` marked days, oldest days first, which nobody else then gets. Days that may still be running
 * somewhere on earth wait until their mark is a minute old, except for their first time. `isHasty` waits for nothing.
 */
export async function takeDirty(
  db: Db,
  limit: number,
  nowMs: number,
  options: { isHasty?: boolean } = {},
): Promise<TakenDay[]> {
  const isHasty = options.isHasty ?? false;
  const takenAtMs = nowMs;
  const runningFrom = new Date(nowMs - 14 * 3_600_000).toISOString().slice(0, 10);
  const { rows } = await sql<SiteDay>`
    with due as (
      select site_id, day from dirty_day m
      where (taken_at is null or taken_at < ${new Date(nowMs - GIVEN_UP_AFTER_MS)})
        and (${isHasty} or marked_at <= ${new Date(nowMs - SETTLE_MS)})
        and (${isHasty} or day < ${runningFrom}::date or marked_at <= ${new Date(nowMs - RUNNING_DAY_EVERY_MS)}
          or not exists (select from site_day s where s.site_id = m.site_id and s.day = m.day))
      order by day, site_id limit ${limit}
      for update of m skip locked
    )
    update dirty_day d set taken_at = ${new Date(takenAtMs)} from due
    where d.site_id = due.site_id and d.day = due.day
    returning d.site_id as "siteId", d.day`.execute(db);
  return rows
    .map((row) => ({ ...row, takenAtMs }))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.siteId - b.siteId));
}

/** Clears the mark of a recomputed day, unless it was marked again meanwhile. */
export async function finishDirty(query: Queryable, { siteId, day, takenAtMs }: TakenDay): Promise<void> {
  await query.query({
    text: `delete from dirty_day where site_id = $1 and day = $2 and taken_at = to_timestamp($3::float8 / 1000)`,
    values: [siteId, day, takenAtMs],
  });
}

/** Seconds since the oldest waiting day was marked; 0 when none waits. */
export async function rollupLagSeconds(db: Db, nowMs: number): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    select (extract(epoch from min(marked_at)) * 1000)::float8 as at from dirty_day`.execute(db);
  const at = rows[0]?.at ?? nowMs;
  return Math.max(0, (nowMs - at) / 1000);
}
