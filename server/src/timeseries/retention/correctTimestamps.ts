// Moves readings received under a wrong clock to their correct time: rows, compressed days and raw bytes, of devices
// without a clock. Derived data is recalculated on both sides.

import type { ClockShift } from '@helioport/domain/clockDeviation';
import { DAY_MS } from '@helioport/domain/duration';
import { stateRule } from '@helioport/domain/state';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Columns } from '../../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { unpackBlock } from '../codec/block.ts';
import type { BlockReadings } from '../codec/blockShape.ts';
import { msOf, numbers } from '../columns.ts';
import { dayAt } from '../counters/running.ts';
import { markDays } from '../marks/dirty.ts';
import { over, type Queryable } from '../queryable.ts';
import { pickReadings, readingRow } from '../readings/blockReadings.ts';
import { holdRollUps } from '../rollup/rollup.ts';
import { renewOfPlant } from './ahead.ts';
import { storeBlocks } from './pack.ts';
import { createPartitions } from './partitions.ts';

/** Plants per statement. */
const SITES_AT_ONCE = 50;
/** Rows inserted per statement. */
const ROWS_AT_ONCE = 5_000;

/** Devices of a plant that may have readings in a span. */
export interface Touched {
  siteId: number;
  timeZone: string;
  deviceIds: number[];
}

/** The plants (0: unclaimed devices) with readings affected by a shift, in order. */
export async function* touchedBy(db: Db, shift: ClockShift): AsyncGenerator<Touched> {
  for (let after = -1; ; ) {
    const { rows: next } = await sql<{ id: number }>`
      select distinct l.site_id as id from latest l left join sites s on s.id = l.site_id
      where l.site_id > ${after} and (${shift.sid} = '' or s.sid = ${shift.sid}) order by 1 limit ${SITES_AT_ONCE}`.execute(
      db,
    );
    const last = next.at(-1)?.id;
    if (last === undefined) return;
    // One plant at a time: in a distributed database, its rows are on one host.
    for (const { id } of next) {
      const plant = await touchedOf(db, id, shift);
      if (plant.deviceIds.length > 0) yield plant;
    }
    after = last;
  }
}

/** Reads the devices first: a distributed database cannot join distributed with local tables. */
async function touchedOf(db: Db, siteId: number, shift: ClockShift): Promise<Touched> {
  const [from, to] = [new Date(shift.fromMs), new Date(shift.toMs)];
  const { rows: devices } = await sql<{ timeZone: string; deviceId: number; isNow: boolean }>`
    select coalesce((select timezone from sites where id = ${siteId}), 'UTC') as "timeZone",
      l.device_id as "deviceId", l.at between ${from} and ${to} as "isNow"
    from latest l where l.site_id = ${siteId}`.execute(db);
  const { rows: before } = await sql<{ deviceId: number }>`
    select d as "deviceId" from unnest(${devices.map(({ deviceId }) => deviceId)}::bigint[]) d
    where exists (select from reading r where r.site_id = ${siteId} and r.device_id = d and r.at between ${from} and ${to})
      or exists (select from reading_block b where b.site_id = ${siteId} and b.device_id = d
        and b.day between ${utcDay(shift.fromMs)}::date and ${utcDay(shift.toMs)}::date)`.execute(db);
  const now = devices.filter(({ isNow }) => isNow);
  const deviceIds = new Set([...now, ...before].map(({ deviceId }) => deviceId));
  return {
    siteId,
    timeZone: devices[0]?.timeZone ?? 'UTC',
    deviceIds: [...deviceIds].sort((a, b) => a - b),
  };
}

const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** How many readings of a plant a shift would move. */
export async function countShifted(db: Db, plant: Touched, shift: ClockShift): Promise<number> {
  return await inTransaction(db, 'read', async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from reading where site_id = ${plant.siteId} and device_id = any(${plant.deviceIds}::bigint[])
        and at between ${new Date(shift.fromMs)} and ${new Date(shift.toMs)} and not has_own_time`.execute(
      tx,
    );
    const blocks = await splitBlocks(over(tx), plant, shift);
    return (rows[0]?.count ?? 0) + blocks.reduce((sum, { moving }) => sum + (moving?.at.length ?? 0), 0);
  });
}

/** Makes the months and weeks that a shift moves readings to. Before its transactions. */
export async function createPartitionsFor(pool: pg.Pool, { fromMs, toMs, byMs }: ClockShift): Promise<void> {
  const instants: number[] = [];
  for (let at = fromMs + byMs; at < toMs + byMs; at += DAY_MS) instants.push(at);
  instants.push(toMs + byMs);
  await createPartitions(pool).ensure(instants, instants);
}

type Row = Record<string, unknown> & { device_id: number; at: string };
interface Moving {
  deviceId: number;
  /** Original time. */
  atMs: number;
  row: Row;
}

/** Progress of a correction, stored in its transactions. */
export interface Books {
  /** Notes a plant as done; false where it was before. */
  take(tx: Tx, siteId: number): Promise<boolean>;
  /** Notes how many readings of it moved. */
  count(tx: Tx, readings: number): Promise<void>;
  /**
   * Updates the first reading times of a plant's devices; returns the span in which this changes the expected devices.
   */
  refirstSeen(
    tx: Tx,
    of: { siteId: number; fromMs: number; toMs: number },
    firstAtMs: ReadonlyMap<number, number>,
  ): Promise<{ fromMs: number; toMs: number } | null>;
}

/**
 * Moves the readings of one plant and marks the days on both sides, in one transaction that also notes the plant as done. Returns how many moved; 0 where the plant was done before.
 */
export async function shiftPlant(
  db: Db,
  plant: Touched,
  shift: ClockShift,
  { books, now }: { books: Books; now: number },
): Promise<number> {
  const { siteId, timeZone } = plant;
  return await inTransaction(db, 'write', async (tx) => {
    if (siteId !== 0) await holdRollUps(tx, siteId);
    if (!(await books.take(tx, siteId))) return 0;
    const query = over(tx);
    await query.query({
      text: `select from latest where site_id = $1 and device_id = any($2::bigint[]) order by device_id for update`,
      values: [siteId, numbers(plant.deviceIds)],
    });
    const moving = await takeOut(query, plant, shift);
    const placedMs = await bringBack(query, moving, shift.byMs);
    await moveBytes(query, plant, moving, shift);
    const days = new Set(
      [...moving.map(({ atMs }) => atMs), ...placedMs].map((atMs) => dayAt(atMs, timeZone).day),
    );
    const affected = await books.refirstSeen(tx, { siteId, ...shift }, await firstReadings(tx, plant));
    if (affected && siteId !== 0) {
      const span = [dayAt(affected.fromMs, timeZone).day, dayAt(affected.toMs, timeZone).day];
      const { rows } = await query.query<Columns<'site_day', 'day'>>({
        text: 'select day from site_day where site_id = $1 and day between $2::date and $3::date',
        values: [siteId, ...span],
      });
      for (const { day } of rows) days.add(day);
    }
    await renewOfPlant(tx, plant, now + stateRule.aheadMs, now);
    if (siteId !== 0)
      await markDays(
        query,
        [...days].map((day) => ({ siteId, day })),
        now,
      );
    await books.count(tx, moving.length);
    return moving.length;
  });
}

/**
 * Removes the readings of a range from rows and blocks. At the same instant, the row arrived later and takes
 * precedence.
 */
async function takeOut(query: Queryable, plant: Touched, shift: ClockShift): Promise<Moving[]> {
  const { siteId, deviceIds } = plant;
  const { rows } = await query.query<{ deviceId: number; atMs: number; row: Row }>({
    text: `with gone as (
             delete from reading r where r.site_id = $1 and r.device_id = any($2::bigint[])
               and r.at between to_timestamp($3::float8 / 1000) and to_timestamp($4::float8 / 1000) and not r.has_own_time
             returning r.*
           )
           select r.device_id as "deviceId", ${msOf('r.at')} as "atMs", to_jsonb(r) as row from gone r`,
    values: [siteId, numbers(deviceIds), shift.fromMs, shift.toMs],
  });
  const moving = new Map<string, Moving>();
  for (const { deviceId, atMs, row } of rows)
    moving.set(`${deviceId} ${Math.round(atMs)}`, { deviceId, atMs: Math.round(atMs), row });
  const staying: { deviceId: number; day: string; readings: BlockReadings }[] = [];
  const gone: { deviceId: number; day: string }[] = [];
  for (const { deviceId, day, moving: compressed, staying: rest } of await splitBlocks(query, plant, shift)) {
    if (compressed === null) continue;
    compressed.at.forEach((atMs, i) => {
      const key = `${deviceId} ${atMs}`;
      if (!moving.has(key))
        moving.set(key, {
          deviceId,
          atMs,
          row: { ...readingRow(compressed, i), site_id: siteId, device_id: deviceId, at: '' },
        });
    });
    if (rest === null) gone.push({ deviceId, day });
    else staying.push({ deviceId, day, readings: rest });
  }
  await query.query({
    text: `delete from reading_block b using unnest($2::bigint[], $3::date[]) as n(d, day)
           where b.site_id = $1 and b.device_id = n.d and b.day = n.day`,
    values: [siteId, numbers(gone.map((b) => b.deviceId)), `{${gone.map((b) => b.day).join(',')}}`],
  });
  await storeBlocks(query, siteId, staying);
  return [...moving.values()];
}

/** Splits the compressed days that overlap a range into moving and remaining readings; null for none. */
async function splitBlocks(query: Queryable, { siteId, deviceIds }: Touched, { fromMs, toMs }: ClockShift) {
  const { rows } = await query.query<Columns<'reading_block', 'deviceId' | 'day' | 'bytes'>>({
    text: `select device_id as "deviceId", day, bytes from reading_block
           where site_id = $1 and device_id = any($2::bigint[]) and day between $3::date and $4::date`,
    values: [siteId, numbers(deviceIds), utcDay(fromMs), utcDay(toMs)],
  });
  return rows.map(({ deviceId, day, bytes }) => {
    const readings = unpackBlock(bytes);
    const hasOwnTime = readings.scalars.get('has_own_time');
    const isMoving = (i: number) =>
      readings.at[i]! >= fromMs && readings.at[i]! <= toMs && hasOwnTime?.[i] !== 1;
    return {
      deviceId,
      day,
      moving: pickReadings(readings, isMoving),
      staying: pickReadings(readings, (i) => !isMoving(i)),
    };
  });
}

/**
 * Inserts readings at their corrected times and returns these, ms. If the time is taken, the moved reading is placed in
 * the next free millisecond, even beyond midnight.
 */
async function bringBack(query: Queryable, moving: readonly Moving[], byMs: number): Promise<number[]> {
  const placedMs: number[] = [];
  let waiting = moving.map(({ atMs, row }) => ({ ...row, atMs: atMs + byMs }));
  while (waiting.length > 0) {
    const placed = new Set<string>();
    for (let i = 0; i < waiting.length; i += ROWS_AT_ONCE) {
      const some = waiting
        .slice(i, i + ROWS_AT_ONCE)
        .map(({ atMs, ...row }) => ({ ...row, at: new Date(atMs) }));
      const { rows } = await query.query<{ deviceId: number; atMs: number }>({
        text: `with placed as (
                 insert into reading select * from jsonb_populate_recordset(null::reading, $1::jsonb) on conflict do nothing
                 returning device_id, at
               )
               select device_id as "deviceId", ${msOf('at')} as "atMs" from placed`,
        values: [JSON.stringify(some)],
      });
      for (const { deviceId, atMs } of rows) {
        placed.add(`${deviceId} ${Math.round(atMs)}`);
        placedMs.push(Math.round(atMs));
      }
    }
    waiting = waiting
      .filter((row) => !placed.has(`${row.device_id} ${row.atMs}`))
      .map((row) => ({ ...row, atMs: row.atMs + 1 }));
  }
  return placedMs;
}

/** Moves the raw bytes of these readings, and unreadable bytes, which belong to no device. */
async function moveBytes(
  query: Queryable,
  { siteId }: Touched,
  moving: readonly Moving[],
  { fromMs, toMs, byMs, sid }: ClockShift,
): Promise<void> {
  await query.query({
    text: `update raw_frame f set at = f.at + $3 * interval '1 millisecond'
           from unnest($1::bigint[], $2::float8[]) as n(d, at) where f.device_id = n.d and f.at = to_timestamp(n.at / 1000)`,
    values: [numbers(moving.map((m) => m.deviceId)), numbers(moving.map((m) => m.atMs)), byMs],
  });
  if (siteId !== 0 || sid !== '') return;
  await query.query({
    text: `update raw_frame set at = at + $3 * interval '1 millisecond' where device_id = 0
             and at between to_timestamp($1::float8 / 1000) and to_timestamp($2::float8 / 1000)`,
    values: [fromMs, toMs, byMs],
  });
}

/** The oldest reading of each of these devices, ms. */
async function firstReadings(tx: Tx, { siteId, deviceIds }: Touched): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; at: number | null }>`
    select n.id, ${sql.raw(
      msOf(`least((select r.at from reading r where r.site_id = ${siteId} and r.device_id = n.id order by r.at limit 1),
      (select b.first_at from reading_block b where b.site_id = ${siteId} and b.device_id = n.id order by b.day limit 1))`),
    )} as at
    from unnest(${[...deviceIds]}::bigint[]) as n(id)`.execute(tx);
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])));
}
