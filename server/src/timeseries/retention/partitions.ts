// Partitions of the raw tables: created ahead and on demand; dropped when their retention ends or they are empty.
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../platform/db.ts';
import { LOCKS } from '../../platform/locks.ts';

/** SQLSTATE of a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';
const WEEK_MS = 7 * DAY_MS;
/** A Monday, so that weekly partitions begin on Mondays. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

interface Span {
  name: string;
  startMs: number;
  endMs: number;
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function monthOf(atMs: number): Span {
  const at = new Date(atMs);
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth();
  const startMs = Date.UTC(year, month, 1);
  return {
    name: `reading_${dayText(startMs).slice(0, 7).replace('-', '_')}`,
    startMs,
    endMs: Date.UTC(year, month + 1, 1),
  };
}

function weekOf(atMs: number): Span {
  const startMs = Math.floor((atMs - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;
  return { name: `raw_frame_${dayText(startMs).replaceAll('-', '_')}`, startMs, endMs: startMs + WEEK_MS };
}

/** Caches existing partitions, so that a batch queries the system catalog for new months and weeks only. */
export interface Partitions {
  /** Makes sure that readings and raw frames of these instants have their place. Safe to race for. */
  ensure(readingsAtMs: Iterable<number>, rawAtMs: Iterable<number>): Promise<void>;
  /** Clears the cache after an error about a missing partition. */
  clear(): void;
}

export function createPartitions(pool: pg.Pool): Partitions {
  const known = new Set<string>();
  let lastMonth: Span | undefined;
  let lastWeek: Span | undefined;

  const make = async (parent: 'reading' | 'raw_frame', span: Span) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1)', [LOCKS.makePartition]);
      const { rows } = await client.query<{ exists: boolean }>(
        'select to_regclass($1) is not null as exists',
        [span.name],
      );
      if (!rows[0]?.exists) {
        // Attached afterwards, because `create table … partition of` would lock the parent exclusively.
        await client.query(
          `create table ${span.name} (like ${parent} including defaults including constraints)`,
        );
        await client.query(
          `alter table ${parent} attach partition ${span.name} for values from ('${dayText(span.startMs)} 00:00Z') to ('${dayText(span.endMs)} 00:00Z')`,
        );
      }
      await client.query('commit');
      known.add(span.name);
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  };

  return {
    async ensure(readingsAtMs, rawAtMs) {
      for (const atMs of readingsAtMs) {
        if (lastMonth && atMs >= lastMonth.startMs && atMs < lastMonth.endMs) continue;
        const month = monthOf(atMs);
        if (!known.has(month.name)) await make('reading', month);
        lastMonth = month;
      }
      for (const atMs of rawAtMs) {
        if (lastWeek && atMs >= lastWeek.startMs && atMs < lastWeek.endMs) continue;
        const week = weekOf(atMs);
        if (!known.has(week.name)) await make('raw_frame', week);
        lastWeek = week;
      }
    },
    clear() {
      known.clear();
      lastMonth = undefined;
      lastWeek = undefined;
    },
  };
}

export interface Partition {
  name: string;
  holds: 'reading' | 'raw_frame';
  /** UTC day, YYYY-MM-DD. */
  from: string;
  bytes: number;
  /** As PostgreSQL estimates; null where it has not looked yet. */
  rows: number | null;
}

/** All months of readings and weeks of raw frames, the newest first, with their indexes in `bytes`. */
export async function partitionsOf(db: Db): Promise<Partition[]> {
  const { rows } = await sql<Omit<Partition, 'from'>>`
    select c.relname as name, p.relname as holds, pg_total_relation_size(c.oid) as bytes,
      nullif(greatest(c.reltuples, -1), -1)::float8 as rows
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where i.inhparent in ('reading'::regclass, 'raw_frame'::regclass)
    order by 2 desc, 1 desc`.execute(db);
  return rows.map((row) => {
    const date = row.name.slice(row.holds.length + 1).replaceAll('_', '-');
    return { ...row, from: row.holds === 'reading' ? `${date}-01` : date };
  });
}

/** Days for which partitions are created ahead. */
const MADE_AHEAD_DAYS = 40;

/** Creates partitions ahead, so that no reading waits for its partition at midnight. */
export async function makeAhead(pool: pg.Pool, nowMs: number): Promise<void> {
  const instants = Array.from({ length: MADE_AHEAD_DAYS + 1 }, (_, days) => nowMs + days * DAY_MS);
  await createPartitions(pool).ensure(instants, instants.slice(0, 8));
}

/**
 * Drops monthly partitions of readings that ended before an instant: empty ones, because their days are compressed, or
 * `all`; returns their names. A later reading for such a month creates it again. Waits for a lock three seconds at
 * most: a month in use is dropped next time.
 */
export async function dropMonths(
  db: Db,
  endedBeforeMs: number,
  which: 'empty' | 'all',
  isStopping: () => boolean = () => false,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'reading'::regclass order by 1`.execute(db);
  const dropped: string[] = [];
  const mayGo = async (on: Db, name: string) =>
    which === 'all' ||
    (await sql<{ is: boolean }>`select not exists (select 1 from ${sql.table(name)}) as is`.execute(on))
      .rows[0]?.is === true;
  for (const { name } of rows) {
    if (isStopping()) break;
    const startMs = Date.parse(`${name.slice('reading_'.length).replace('_', '-')}-01T00:00:00Z`);
    if (!(monthOf(startMs).endMs <= endedBeforeMs) || !(await mayGo(db, name))) continue;
    try {
      const isGone = await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '3s'`.execute(tx);
        // In the order in which a reading locks them.
        await sql`lock table only reading in access exclusive mode`.execute(tx);
        if (!(await mayGo(tx, name))) return false;
        await sql`drop table ${sql.table(name)}`.execute(tx);
        return true;
      });
      if (isGone) dropped.push(name);
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    }
  }
  return dropped;
}

/**
 * Drops the weeks of raw frames that ended more than `days` before `nowMs`; returns their names. Whole partitions
 * only: deleting rows would cost as much as writing them.
 */
export async function dropOldRaw(db: Db, days: number, nowMs: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'raw_frame'::regclass order by 1`.execute(db);
  const dropped: string[] = [];
  for (const { name } of rows) {
    const startMs = Date.parse(`${name.slice('raw_frame_'.length).replaceAll('_', '-')}T00:00:00Z`);
    if (!(startMs + WEEK_MS <= nowMs - days * DAY_MS)) continue;
    await db.transaction().execute(async (tx) => {
      // Skipped until the next night rather than blocking ingestion behind a long query.
      await sql`set local lock_timeout = '3s'`.execute(tx);
      await sql`drop table ${sql.table(name)}`.execute(tx);
    });
    dropped.push(name);
  }
  return dropped;
}
