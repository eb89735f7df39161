// Disk space of the store: in total, by day and by plant.
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import { databaseBytes } from '../query/health.ts';

const SITES_AT_ONCE = 50;
const STALE_AFTER_MS = 20 * HOUR_MS;
/** Range of samples for the growth: too short is inaccurate, older ones are outdated. */
const NOTES_KEPT_DAYS = 400;
const GROWTH_OVER_DAYS = 30;
const LEAST_DAYS = 2;

/** Notes how large the database is now, in place of what was noted earlier on this UTC day. */
export async function noteSize(db: Db, nowMs: number, freeBytes: number | null): Promise<void> {
  await sql`
    insert into store_days (day, database_bytes, free_bytes, noted_at)
    values ((${new Date(nowMs)}::timestamptz at time zone 'UTC')::date, ${await databaseBytes(db)}, ${freeBytes}, ${new Date(nowMs)})
    on conflict (day) do update
    set database_bytes = excluded.database_bytes, free_bytes = excluded.free_bytes, noted_at = excluded.noted_at`.execute(
    db,
  );
  await sql`delete from store_days where noted_at < ${new Date(nowMs - NOTES_KEPT_DAYS * DAY_MS)}`.execute(
    db,
  );
}

export interface DiskOutlook {
  /** Of the newest note, ms. */
  at: number;
  freeBytes: number | null;
  /** Bytes in 30 days; null before there are notes of two days. */
  growthPerMonth: number | null;
  daysLeft: number | null;
}

/** Forecast of the disk space from the samples of the last 30 days; null without samples. */
export async function diskOutlook(db: Db): Promise<DiskOutlook | null> {
  const { rows } = await sql<{ at: number; free: number | null; bytes: number }>`
    select (extract(epoch from noted_at) * 1000)::float8 as at, free_bytes as free, database_bytes as bytes
    from store_days order by day desc limit ${GROWTH_OVER_DAYS + 1}`.execute(db);
  const [newest] = rows;
  const oldest = rows.at(-1);
  if (!newest || !oldest) return null;
  const days = (newest.at - oldest.at) / DAY_MS;
  const perDay = days < LEAST_DAYS ? null : (newest.bytes - oldest.bytes) / days;
  return {
    at: Math.round(newest.at),
    freeBytes: newest.free,
    growthPerMonth: perDay === null ? null : Math.round(perDay * 30),
    daysLeft:
      perDay === null || perDay <= 0 || newest.free === null ? null : Math.floor(newest.free / perDay),
  };
}

/** Measures plants that were not lately, as many as there is time for; returns how many. */
export async function measureSites(db: Db, nowMs: number, isStopping: () => boolean): Promise<number> {
  let measured = 0;
  while (!isStopping()) {
    const { rows } = await sql<Columns<'sites', 'id'>>`
      select s.id from sites s left join site_sizes z on z.site_id = s.id
      where z.measured_at is null or z.measured_at < ${new Date(nowMs - STALE_AFTER_MS)}
      order by z.measured_at nulls first, s.id limit ${SITES_AT_ONCE}`.execute(db);
    if (rows.length === 0) break;
    const ids = rows.map(({ id }) => id);
    await sql`
      with blocks as (
        select site_id, sum(readings) as readings, sum(pg_column_size(bytes)) as bytes from reading_block
        where site_id = any(${ids}::bigint[]) group by 1
      ), curves as (
        select site_id, sum(pg_column_size(bytes)) as bytes from site_curve where site_id = any(${ids}::bigint[]) group by 1
      ), loose as (
        select site_id, count(*) as readings from reading where site_id = any(${ids}::bigint[]) group by 1
      )
      insert into site_sizes (site_id, readings, block_bytes, row_readings, measured_at)
      select s.id, coalesce(b.readings, 0) + coalesce(r.readings, 0), coalesce(b.bytes, 0) + coalesce(c.bytes, 0),
        coalesce(r.readings, 0),
        ${new Date(nowMs)}
      from unnest(${ids}::bigint[]) s(id) left join blocks b on b.site_id = s.id
      left join curves c on c.site_id = s.id left join loose r on r.site_id = s.id
      on conflict (site_id) do update set readings = excluded.readings, block_bytes = excluded.block_bytes,
        row_readings = excluded.row_readings, measured_at = excluded.measured_at`.execute(db);
    measured += rows.length;
  }
  return measured;
}

export interface SiteSize {
  sid: string;
  siteName: string;
  readings: number;
  bytes: number;
}

/** Those of these plants (a sub-select of `sites`) that hold the most readings. A reading in a row has the size of all. */
export async function largestSites(db: Db, sites: RawBuilder<unknown>, limit: number): Promise<SiteSize[]> {
  const { rows } = await sql<SiteSize>`
    select s.sid, s.name as "siteName", z.readings::float8 as readings,
      round(z.block_bytes + z.row_readings * o.bytes)::float8 as bytes
    from site_sizes z join ${sites} s on s.id = z.site_id
    cross join (
      select coalesce(sum(pg_total_relation_size(c.oid)) / nullif(sum(greatest(c.reltuples, 0)), 0), 0)::float8 as bytes
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'reading'::regclass
    ) o
    order by z.readings desc, s.sid limit ${limit}`.execute(db);
  return rows;
}

/** Bytes of the blocks and curves of days that are over, with their indexes. */
export async function compressedBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('reading_block') + pg_total_relation_size('site_curve') as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}
