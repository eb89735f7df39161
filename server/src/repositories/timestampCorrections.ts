// Tables time_corrections and time_correction_sites: timestamp corrections and their progress.
import type { ClockShift } from '@helioport/domain/clockDeviation';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';

export interface TimestampCorrection {
  id: number;
  isFinished: boolean;
}

const sameSpan = ({ fromMs, toMs, byMs, sid }: ClockShift) => sql`
  from_at = ${new Date(fromMs)} and to_at = ${new Date(toMs)} and by_ms = ${byMs} and sid = ${sid}`;

/** The last move of exactly this; undefined where there was none. */
export async function findCorrection(
  db: Db | Tx,
  shift: ClockShift,
): Promise<TimestampCorrection | undefined> {
  const { rows } = await sql<TimestampCorrection>`
    select id, finished_at is not null as "isFinished" from time_corrections
    where ${sameSpan(shift)} order by id desc limit 1`.execute(db);
  return rows[0];
}

export async function beginCorrection(db: Db | Tx, shift: ClockShift, now: number): Promise<number> {
  const { rows } = await sql<Columns<'time_corrections', 'id'>>`
    insert into time_corrections (from_at, to_at, by_ms, sid, started_at)
    values (${new Date(shift.fromMs)}, ${new Date(shift.toMs)}, ${shift.byMs}, ${shift.sid}, ${new Date(now)})
    returning id`.execute(db);
  return rows[0]!.id;
}

/** Notes a plant as done, with its readings; false where it was before. In the transaction that moves them. */
export async function recordCorrectedSite(tx: Tx, id: number, siteId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into time_correction_sites (site_id, correction_id) values (${siteId}, ${id}) on conflict do nothing returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function countCorrected(tx: Tx, id: number, reports: number): Promise<void> {
  await sql`update time_corrections set readings = readings + ${reports} where id = ${id}`.execute(tx);
}

/** Ends a move; returns how many readings it moved in all its runs. */
export async function finishCorrection(db: Db | Tx, id: number, now: number): Promise<number> {
  const { rows } = await sql<Columns<'time_corrections', 'readings'>>`
    update time_corrections set finished_at = ${new Date(now)} where id = ${id} returning readings`.execute(
    db,
  );
  return rows[0]?.readings ?? 0;
}
