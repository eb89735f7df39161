// Retention of detailed readings. Older ones are deleted, blocks plant by plant and rows by whole months; totals of
// hours, days, months and years stay unchanged and are never recalculated.
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { over } from '../queryable.ts';
import { holdRollUps } from '../rollup/rollup.ts';
import { dropMonths } from './partitions.ts';

const SITES_AT_ONCE = 50;
/** Compressed days deleted per transaction, during which the roll-ups of their plant wait. */
const DAYS_AT_ONCE = 1_000;

export interface Retention {
  /** Null: for ever. */
  years: number | null;
  /** First day with all readings, in every plant's time zone; null: nothing was deleted. */
  detailFrom: string | null;
}

/** The administrator's setting, and the current state. */
export async function retentionOf(db: Db): Promise<Retention> {
  const statement = sql<Retention>`select years, detail_from as "detailFrom" from retention`;
  const [stored] = await runPrepared(db, 'retention', statement);
  return stored ?? { years: null, detailFrom: null };
}

/** First day to keep for a retention of `years` at this instant: always the first of a month. */
export function firstKeptDay(nowMs: number, years: number): string {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), 1)).toISOString().slice(0, 10);
}

/** Sets the retention in years, null for unlimited. Nothing is deleted before the next run of `dropOldDetail`. */
export async function setRetention(tx: Tx, years: number | null): Promise<void> {
  await sql`
    insert into retention (years) values (${years})
    on conflict (is_only) do update set years = excluded.years`.execute(tx);
}

/** How many days of how many plants have single readings from before a day, which would go with it. */
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
  /** False: stopped, and the next run continues. */
  isDone: boolean;
}

/**
 * Deletes readings past the retention period. Their days count as without detail from the start, for screens and
 * roll-ups, whether deleted yet or not, so a run may stop anywhere and the next one continues. Late readings of such
 * days are deleted in the next run.
 */
export async function dropOldDetail(
  db: Db,
  nowMs: number,
  isStopping: () => boolean = () => false,
): Promise<Dropped> {
  const dropped: Dropped = { days: 0, months: [], isDone: false };
  const detailFrom = await advance(db, nowMs);
  if (detailFrom === null) return { ...dropped, isDone: true };
  // The first kept day starts up to fourteen hours before that of UTC.
  const before = addDays(detailFrom, -1);
  for (let last = 0; ; ) {
    const { rows } = await sql<Columns<'latest', 'siteId'>>`
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

/** Advances the first kept day; null if nothing is or was to be deleted. */
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

/** Deletes some compressed days of a plant before a UTC day, with its roll-ups locked; returns their number. */
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
                 select device_id, day from reading_block
                 where site_id = $1 and device_id = n.device_id and day < $2 order by day limit $3
               ) b where n.site_id = $1 limit $3
             )
             delete from reading_block b using old o where b.site_id = $1 and b.device_id = o.device_id and b.day = o.day`,
      values: [siteId, before, DAYS_AT_ONCE],
    });
    return rowCount ?? 0;
  });
