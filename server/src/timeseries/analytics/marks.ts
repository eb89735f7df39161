// Which plants wait for their evaluation, and who evaluates one: marks of days whose readings changed, and claims.
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import type { SiteDay } from '../marks/dirty.ts';
import { over, type Queryable } from '../queryable.ts';

/** Marks younger than this may be followed by others: a history is imported in pieces. */
const SETTLE_MS = 5_000;
/** An import that never pauses is evaluated after this time nevertheless. */
const SETTLE_MOST_MS = 10 * 60_000;
/** A claim that was not renewed for this time belongs to a process that was killed. */
export const GIVEN_UP_AFTER_MS = 5 * 60_000;
/** A running day is evaluated again once this much of it has been received. */
export const RUNNING_EVERY_MS = 30 * 60_000;
/** After midnight the last readings of a day arrive and are rolled up. */
export const AFTER_MIDNIGHT_MS = 5 * 60_000;

/**
 * Marks a completed local day after its roll-up has changed, in the transaction of the roll-up. The plant becomes due
 * once no mark has been added for some seconds.
 */
export async function markForEvaluation(
  query: Queryable,
  { siteId, day }: SiteDay,
  nowMs: number,
): Promise<void> {
  // The plant first, as the evaluation does, so that the two never wait for each other in a circle.
  await query.query({
    name: 'analytics-due',
    text: `insert into analytics_plant as p (site_id, due_at, marked_since)
           values ($1, to_timestamp(($2::float8 + $3::float8) / 1000), to_timestamp($2::float8 / 1000))
           on conflict (site_id) do update set is_background = false,
             marked_since = coalesce(p.marked_since, excluded.marked_since),
             due_at = least(excluded.due_at,
               coalesce(p.marked_since, excluded.marked_since) + $4::float8 / 1000 * interval '1 second')`,
    values: [siteId, nowMs, SETTLE_MS, SETTLE_MOST_MS],
  });
  await query.query({
    name: 'analytics-mark',
    text: `insert into day_to_evaluate (site_id, day, marked_at) values ($1, $2, to_timestamp($3::float8 / 1000))
           on conflict (site_id, day) do update set marked_at = excluded.marked_at`,
    values: [siteId, day, nowMs],
  });
}

/** Schedules an evaluation because a plant's location, arrays or ratings changed. In the transaction of the change. */
export async function reconsider(tx: Tx, siteId: number, nowMs: number): Promise<void> {
  await sql`
    update analytics_plant set due_at = least(due_at, ${new Date(nowMs + SETTLE_MS)})
    where site_id = ${siteId}`.execute(tx);
}

/** Schedules the first evaluation of a plant for the end of its running day. */
export async function expectEvaluation(query: Queryable, siteId: number, dueAtMs: number): Promise<void> {
  await query.query({
    name: 'analytics-expect',
    text: `insert into analytics_plant (site_id, due_at) values ($1, to_timestamp($2::float8 / 1000))
           on conflict (site_id) do nothing`,
    values: [siteId, dueAtMs],
  });
}

/** Whether any plant is due, or a running day has progressed. */
export async function isAnythingDue(db: Db, nowMs: number): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from analytics_plant where due_at <= ${new Date(nowMs)}
        and (taken_at is null or taken_at < ${new Date(nowMs - GIVEN_UP_AFTER_MS)}))
      or exists (select from site_analytics o join site_latest l on l.site_id = o.site_id
        where l.at > ${new Date(nowMs - RUNNING_EVERY_MS)}
          and (o.today_at is null or o.today_at < ${new Date(nowMs - RUNNING_EVERY_MS)})) as "isDue"`.execute(
    db,
  );
  return rows[0]?.isDue ?? false;
}

/** A plant that this process evaluates now. */
export interface Claim {
  siteId: number;
  /** Identifies this claim among those of all processes, ms. */
  takenAtMs: number;
  isBackground: boolean;
}

/**
 * Claims the plant that has been due longest, history of an upgrade after everything else; undefined when none is due.
 * No other process gets it until it is released, or given up.
 */
export const claimPlant = (db: Db, nowMs: number): Promise<Claim | undefined> =>
  inTransaction(db, 'write', async (tx) => {
    // Adds a random fraction, so that two claims in the same millisecond differ.
    const takenAtMs = nowMs + Math.floor(Math.random() * 1000) / 1000;
    const { rows } = await sql<Columns<'analytics_plant', 'siteId' | 'isBackground'>>`
      update analytics_plant p set taken_at = to_timestamp(${takenAtMs}::float8 / 1000), marked_since = null
      from (
        select site_id from analytics_plant
        where due_at <= ${new Date(nowMs)} and (taken_at is null or taken_at < ${new Date(nowMs - GIVEN_UP_AFTER_MS)})
        order by is_background, due_at limit 1 for update skip locked
      ) due
      where p.site_id = due.site_id
      returning p.site_id as "siteId", p.is_background as "isBackground"`.execute(tx);
    return rows[0] && { ...rows[0], takenAtMs };
  });

/**
 * Whether a claim still holds; keeps others from taking the plant until the transaction ends, and renews the claim.
 */
export async function holdClaim(tx: Tx, claim: Claim, nowMs: number): Promise<boolean> {
  const renewedMs = Math.max(nowMs, claim.takenAtMs) + Math.floor(Math.random() * 1000) / 1000;
  const { rows } = await over(tx).query({
    name: 'analytics-hold',
    text: `update analytics_plant set taken_at = to_timestamp($3::float8 / 1000)
           where site_id = $1 and taken_at = to_timestamp($2::float8 / 1000) returning site_id`,
    values: [claim.siteId, claim.takenAtMs, renewedMs],
  });
  if (rows.length === 0) return false;
  claim.takenAtMs = renewedMs;
  return true;
}

/** Releases a plant until it is due again. A mark added in the meantime makes it due earlier. */
export async function releasePlant(db: Db, claim: Claim, dueAtMs: number): Promise<void> {
  await sql`
    update analytics_plant p set taken_at = null, failures = 0, failure = '',
      is_background = is_background and ${dueAtMs <= claim.takenAtMs},
      due_at = least(${new Date(dueAtMs)}::timestamptz, case when marked_since is not null then due_at else 'infinity' end)
    where site_id = ${claim.siteId} and taken_at = to_timestamp(${claim.takenAtMs}::float8 / 1000)`.execute(
    db,
  );
}

/** Releases a plant whose evaluation failed: it is tried again later each time, at least once a day. */
export async function releaseFailed(db: Db, claim: Claim, reason: string, nowMs: number): Promise<void> {
  await sql`
    update analytics_plant set taken_at = null, failures = failures + 1, failure = ${reason.slice(0, 300)},
      due_at = ${new Date(nowMs)}::timestamptz + least(1440, 5 * 2 ^ least(failures, 10)) * interval '1 minute'
    where site_id = ${claim.siteId} and taken_at = to_timestamp(${claim.takenAtMs}::float8 / 1000)`.execute(
    db,
  );
}
