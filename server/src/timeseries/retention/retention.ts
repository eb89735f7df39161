// How long single reports are kept. What is older goes, blocks plant by plant and rows by whole months; the sums of its
// hours, days, months and years stay as they are and are never recomputed.
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { over } from '../queryable.ts';
import { holdRollUps } from '../rollup/rollup.ts';
import { dropMonths } from './partitions.ts';

const SITES_AT_ONCE = 50;
/** Packed days removed in one transaction, during which the roll-ups of their plant wait. */
const DAYS_AT_ONCE = 1_000;

export interface Retention {
  /** Null: for ever. */
  years: number | null;
  /** First day whose reports are all still there, on every plant's calendar; null: nothing was removed. */
  detailFrom: string | null;
}

/** What the administrator wants, and what has come of it. */
export async function retentionOf(db: Db): Promise<Retention> {
  const statement = sql<Retention>`select years, detail_from as "detailFrom" from retention`;
  const [stored] = await runPrepared(db, 'retention', statement);
  return stored ?? { years: null, detailFrom: null };
}

/** The first day whose reports are kept when `years` are, at this instant: always the first of a month. */
export function firstKeptDay(nowMs: number, years: number): string {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), 1)).toISOString().slice(0, 10);
}

/** Sets for how many years reports are kept, null for ever. Nothing goes before the next run of `dropOldDetail`. */
export async function setRetention(tx: Tx, years: number | null): Promise<void> {
  await sql`
    insert into retention (years) values (${years})
    on conflict (is_only) do update set years = excluded.years`.execute(tx);
}

/** How many days of how many plants have single reports from before a day, which would go with it. */
export async function detailBefore(db: Db, day: string): Promise<{ days: number; plants: number }> {
  const { detailFrom } = await retentionOf(db);
  const { rows } = await sql<{ days: number; plants: number }>`
    select coalesce(sum(days), 0)::int as days, count(*)::int as plants from (
      select count(*) as days from site_day
      where day < ${day}::date and day >= ${detailFrom ?? '0001-01-01'}::date group by site_id
    ) n`.execute(db);
  return rows[0] ?? { days: 0, plants: 0 };
}

/** What a run removed. */
export interface Dropped {
  days: number;
  months: string[];
  /** False: it was stopped, and the next run goes on. */
  isDone: boolean;
}

/**
 * Removes the reports that are older than the administrator wants. From the first moment on their days count as without
 * detail, for screens and for roll-ups, whether they have gone yet or not; so a run may end anywhere, and the next one
 * goes on. Reports that come late for such a day go with the next run.
 */
export async function dropOldDetail(
  db: Db,
  nowMs: number,
  isStopping: () => boolean = () => false,
): Promise<Dropped> {
  const dropped: Dropped = { days: 0, months: [], isDone: false };
  const detailFrom = await advance(db, nowMs);
  if (detailFrom === null) return { ...dropped, isDone: true };
  // The first kept day begins up to fourteen hours before that of UTC.
  const before = addDays(detailFrom, -1);
  for (let last = 0; ; ) {
    const { rows } = await sql<{ siteId: number }>`
      select distinct site_id as "siteId" from latest where site_id > ${last} order by 1 limit ${SITES_AT_ONCE}`.execute(
      db,
    );
    const next = rows.at(-1);
    if (!next) break;
    last = next.siteId;
    for (const { siteId } of rows) {
      for (let gone = DAYS_AT_ONCE; gone === DAYS_AT_ONCE; dropped.days += gone) {
        if (isStopping()) return dropped;
        gone = await dropBlocks(db, siteId, before);
      }
    }
  }
  // Every plant was held once since its days count as without detail: no roll-up that began before still reads them.
  dropped.months = await dropMonths(db, Date.parse(before), 'all', isStopping);
  return { ...dropped, isDone: !isStopping() };
}

/** Moves the first kept day on to where it belongs now; null where nothing is to go, nor ever went. */
async function advance(db: Db, nowMs: number): Promise<string | null> {
  const { years, detailFrom } = await retentionOf(db);
  const wanted = years === null ? null : firstKeptDay(nowMs, years);
  if (wanted === null || (detailFrom !== null && detailFrom >= wanted)) return detailFrom;
  // The condition is repeated in the statement, because the setting may have changed since.
  const { rows } = await sql<{ detailFrom: string }>`
    update retention set detail_from = greatest(detail_from, ${wanted}::date) where years = ${years}
    returning detail_from as "detailFrom"`.execute(db);
  return rows[0]?.detailFrom ?? detailFrom;
}

/** Removes some packed days of a plant from before a UTC day, while its roll-ups wait; returns how many. */
const dropBlocks = (db: Db, siteId: number, before: string): Promise<number> =>
  inTransaction(db, 'write', async (tx) => {
    await holdRollUps(tx, siteId);
    await over(tx).query({
      name: 'retention-curves',
      text: 'delete from site_curve where site_id = $1 and day < $2',
      values: [siteId, before],
    });
    const { rowCount } = await over(tx).query({
      name: 'retention-blocks',
      text: `with old as (
               select b.device_id, b.day from latest n
               cross join lateral (
                 select device_id, day from report_block
                 where site_id = $1 and device_id = n.device_id and day < $2 order by day limit $3
               ) b where n.site_id = $1 limit $3
             )
             delete from report_block b using old o where b.site_id = $1 and b.device_id = o.device_id and b.day = o.day`,
      values: [siteId, before, DAYS_AT_ONCE],
    });
    return rowCount ?? 0;
  });
