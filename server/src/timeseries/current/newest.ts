// Current values of the devices of many plants, for subscribers of all of them.
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db.ts';
import { everyMeasure, type Values, valuesOf } from '../catalogue.ts';

export interface Newest {
  sn: string;
  /** Instant of the newest reading in ms. */
  atMs: number;
  values: Values;
}

/** Current values of the devices in these plants; devices that never reported are absent. */
export async function newestOf(db: Db, siteIds: readonly number[]): Promise<Newest[]> {
  const { rows } = await sql<{ sn: string; atMs: number } & Record<string, unknown>>`
    select d.sn, (extract(epoch from l.at) * 1000)::float8 as "atMs", ${everyMeasure('l')}
    from latest l join devices d on d.id = l.device_id and d.site_id = l.site_id
    where l.site_id = any(${siteIds}::bigint[]) and d.retired_at is null`.execute(db);
  return rows.map((row) => ({ sn: row.sn, atMs: row.atMs, values: valuesOf(row) }));
}

/** Readings may have arrived since a note was last updated. */
const SLACK_MS = 2 * 60_000;

/**
 * Latest stored reading, ms, received while the clock is not known to have been ahead of `nowMs`; null without one.
 * Reads all current rows.
 */
export async function newestReliable(db: Db | Tx, nowMs: number): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select (extract(epoch from max(l.at)) * 1000)::float8 as at from latest l
    where not exists (
      select from clock_notes n where n.settled_at is null and n.kind = 'ahead' and n.from_at > ${new Date(nowMs)}
        and l.at between n.from_at and n.to_at + ${SLACK_MS} * interval '1 millisecond')`.execute(db);
  const at = rows[0]?.at ?? 0;
  return at > 0 ? at : null;
}
