// Days to be recomputed. Whatever changes the past only marks days; the roll-up takes them from here.
import { HOUR_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import { type Db, inTransaction } from '../../platform/db.ts';
import { numbers, plainTexts } from '../columns.ts';
import { over, type Queryable } from '../queryable.ts';

export interface SiteDay {
  siteId: number;
  /** Plant-local, `YYYY-MM-DD`. */
  day: string;
}

/**
 * Marks days. An existing mark is locked but not written, so that a worker cannot take it before the new readings are
 * visible. Last statement of a transaction, so that locks are short.
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

/** A day that a worker is recalculating. */
export interface TakenDay extends SiteDay {
  takenAtMs: number;
}

/** Least interval between recalculations of a plant's running day, whose values come from `latest` in between. */
const RUNNING_DAY_EVERY_MS = 60_000;
/** A claim older than this belongs to a failed process. */
const GIVEN_UP_AFTER_MS = 5 * 60_000;
/** Marks younger than this wait for more readings: an import arrives in pieces. */
const SETTLE_MS = 500;

interface Candidate extends SiteDay {
  isRunning: boolean;
}

/**
 * Claims up to `limit` marked days exclusively. Days that may still be running somewhere on Earth get half of the
 * places, so neither an import of history nor many running days block the other. Running days wait until their mark is
 * a minute old, except the first time, and the longest waiting one comes first: under overload all are delayed equally.
 * Plants with a day in progress are skipped. `isHasty` skips the waiting. Days are returned oldest first; those of one
 * plant must be recalculated in that order.
 */
export async function takeDirty(
  db: Db,
  limit: number,
  nowMs: number,
  options: { isHasty?: boolean } = {},
): Promise<TakenDay[]> {
  const candidates = await candidatesOf(db, limit, nowMs, options.isHasty ?? false);
  if (candidates.length === 0) return [];
  const running = candidates.filter((c) => c.isRunning);
  const past = candidates.filter((c) => !c.isRunning);
  const ofRunning = Math.min(running.length, Math.max(limit >> 1, limit - past.length));
  const bySite = bySiteOf([...past.slice(0, limit - ofRunning), ...running.slice(0, ofRunning)]);
  // Adds a random fraction, so that two claims in the same millisecond differ.
  const takenAtMs = nowMs + Math.floor(Math.random() * 1000) / 1000;
  const taken = await inTransaction(db, 'write', async (tx) => {
    // A claim lost in a crash has no effect: the mark still exists.
    await sql`set local synchronous_commit = off`.execute(tx);
    const days: TakenDay[] = [];
    for (const [siteId, ofSite] of bySite) {
      days.push(
        ...(await takeOfSite(
          over(tx),
          siteId,
          ofSite.map((c) => c.day),
          takenAtMs,
        )),
      );
    }
    return days;
  });
  return taken.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.siteId - b.siteId));
}

/** Days grouped by plant, in their order. */
export function bySiteOf<D extends SiteDay>(days: readonly D[]): Map<number, D[]> {
  const bySite = new Map<number, D[]>();
  for (const day of days) {
    const ofSite = bySite.get(day.siteId);
    if (ofSite) ofSite.push(day);
    else bySite.set(day.siteId, [day]);
  }
  return bySite;
}

/** Marked days that are due, read without a lock: up to `limit` past ones, and as many that may be running. */
async function candidatesOf(db: Db, limit: number, nowMs: number, isHasty: boolean): Promise<Candidate[]> {
  const runningFrom = new Date(nowMs - 14 * HOUR_MS).toISOString().slice(0, 10);
  const givenUp = new Date(nowMs - GIVEN_UP_AFTER_MS);
  const isFree = sql`(taken_at is null or taken_at < ${givenUp})
    and (${isHasty} or marked_at <= ${new Date(nowMs - SETTLE_MS)})
    and site_id <> all (array(select site_id from dirty_day where taken_at >= ${givenUp}))`;
  const { rows } = await sql<Candidate>`
    (select site_id as "siteId", day, false as "isRunning" from dirty_day
     where day < ${runningFrom}::date and ${isFree} order by day, site_id limit ${limit})
    union all
    (select site_id, day, true from dirty_day m
     where day >= ${runningFrom}::date and ${isFree}
       and (${isHasty} or marked_at <= ${new Date(nowMs - RUNNING_DAY_EVERY_MS)}
         or not exists (select from site_day s where s.site_id = m.site_id and s.day = m.day))
     order by marked_at, day, site_id limit ${limit})`.execute(db);
  return rows;
}

/**
 * Claims those of these days of one plant that are free, unless the plant has a day in progress. Skips locked rows: a
 * mark that is being written is claimed next time.
 */
async function takeOfSite(
  query: Queryable,
  siteId: number,
  days: readonly string[],
  takenAtMs: number,
): Promise<TakenDay[]> {
  const { rows } = await query.query<Columns<'dirty_day', 'day'>>({
    name: 'dirty-take',
    text: `with free as (
             select day from dirty_day
             where site_id = $1 and day = any($2::date[])
               and (taken_at is null or taken_at < to_timestamp($4::float8 / 1000))
               and not exists (select from dirty_day t where t.site_id = $1 and t.taken_at >= to_timestamp($4::float8 / 1000))
             order by day for update skip locked
           )
           update dirty_day d set taken_at = to_timestamp($3::float8 / 1000) from free
           where d.site_id = $1 and d.day = free.day returning d.day`,
    values: [siteId, plainTexts(days), takenAtMs, takenAtMs - GIVEN_UP_AFTER_MS],
  });
  return rows.map(({ day }) => ({ siteId, day, takenAtMs }));
}

/** Clears the mark of a recomputed day, unless it was marked again meanwhile. */
export async function finishDirty(query: Queryable, { siteId, day, takenAtMs }: TakenDay): Promise<void> {
  await query.query({
    name: 'dirty-finish',
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
