// Health of the store: last check, mismatches, pending days, size.
import type { MendingState, SumKind } from '@helioport/domain/sums';
import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';

const ms = (at: RawBuilder<unknown>) => sql<number>`(extract(epoch from ${at}) * 1000)::float8`;

export interface FinishedCheck extends Columns<'totals_check', 'sums' | 'mismatches'> {
  startedAt: number;
  finishedAt: number;
  plants: number;
}

/** The last completed nightly check. Instants in ms. */
export async function lastCheck(db: Db): Promise<FinishedCheck | null> {
  const { rows } = await sql<FinishedCheck>`
    select ${ms(sql`started_at`)} as "startedAt", ${ms(sql`finished_at`)} as "finishedAt", sites as plants, sums, mismatches
    from totals_check where finished_at is not null order by started_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export interface FoundMismatch extends Columns<'totals_mismatch', 'day' | 'summed'> {
  sid: string;
  siteName: string;
  kind: SumKind;
  foundAt: number;
  /** Wh. */
  stored: number | null;
  state: MendingState;
}

/**
 * Found before `checkedAt` (ms, the start of the last completed check) and not again by it: mended. While its mark from
 * before it was found exists, the day is waiting; later marks do not count.
 */
const stateSql = (checkedAt: number | null): RawBuilder<MendingState> => sql`case
  when exists (select from dirty_day w where w.site_id = m.site_id and w.day = m.day and w.marked_at <= m.found_at) then 'waiting'
  when m.found_at < ${checkedAt === null ? null : new Date(checkedAt)}::timestamptz then 'mended'
  else 'recomputed' end`;

/** Mismatching totals of these plants (a subquery of `sites`): unresolved ones first, then the latest. */
export async function mismatchesOf(
  db: Db,
  sites: RawBuilder<unknown>,
  checkedAt: number | null,
  limit: number,
): Promise<FoundMismatch[]> {
  // Opening counters are stored in steps of a tenth.
  const unit = sql`case m.kind when 'opening' then 10 else 1 end`;
  const { rows } = await sql<FoundMismatch>`
    select s.sid, s.name as "siteName", m.kind, m.day, ${ms(sql`m.found_at`)} as "foundAt", m.stored / ${unit} as stored, m.summed / ${unit} as summed,
      ${stateSql(checkedAt)} as state
    from totals_mismatch m join ${sites} s on s.id = m.site_id
    order by ${stateSql(checkedAt)} = 'mended', m.found_at desc, s.sid, m.day desc, m.kind limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** How many of them are in each state. */
export async function mismatchCounts(
  db: Db,
  sites: RawBuilder<unknown>,
  checkedAt: number | null,
): Promise<Record<MendingState, number>> {
  const { rows } = await sql<{ state: MendingState; count: number }>`
    select ${stateSql(checkedAt)} as state, count(*) as count
    from totals_mismatch m join ${sites} s on s.id = m.site_id group by 1`.execute(db);
  const counts = { waiting: 0, recomputed: 0, mended: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

export interface DirtyDays {
  count: number;
  oldestDay: string | null;
  markedAt: number | null;
}

/** Days that wait to be recomputed, and when (ms) the one that waits longest was marked. */
export async function dirtyDays(db: Db): Promise<DirtyDays> {
  const { rows } = await sql<DirtyDays>`
    select count(*) as count, min(day) as "oldestDay", ${ms(sql`min(marked_at)`)} as "markedAt" from dirty_day`.execute(
    db,
  );
  return rows[0] ?? { count: 0, oldestDay: null, markedAt: null };
}

/** Readings of all plants on this day of their own calendars, as far as they are rolled up. */
export async function readingsOn(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ readings: number }>`
    select coalesce(sum(samples), 0)::float8 as readings from site_day where day = ${day}::date`.execute(db);
  return rows[0]?.readings ?? 0;
}

/** Bytes of the whole database. */
export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}
