// Table history_imports: files of other portals and how far their import is. A job holds a row by a lease, so that
// another process continues where one has ended.
import { randomInt } from 'node:crypto';
import type { HistorySource, HistoryTotal } from '@helioport/domain/historyImports';
import { importVendor } from '@helioport/domain/historyImports';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../platform/db.ts';

export interface NewImport {
  siteId: number;
  fileName: string;
  source: HistorySource;
  stepMinutes: number;
  serial: string;
  /** What the job needs to read the file in the same way. */
  plan: object;
  content: Uint8Array;
  firstDay: string;
  lastDay: string;
  days: number;
  skippedDays: number;
  totals: Partial<Record<HistoryTotal, number>>;
  readings: number;
  userId: number;
  now: number;
}

/** An import whose readings are to be stored. */
export interface DueImport extends Columns<'history_imports', 'siteId' | 'id' | 'serial' | 'plan'> {
  content: Uint8Array;
  createdAtMs: number;
  /** Readings up to here are stored; null: none. */
  storedUntilMs: number | null;
}

const LEASE_MS = 120_000;
/** An import that fails so often is given up. */
const ATTEMPTS = 4;

/** Without letters and digits that look alike. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const newImportSerial = (): string =>
  Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');

/** Enters an import that a job will carry out. */
export async function addImport(tx: Tx, one: NewImport): Promise<number> {
  const { rows } = await sql<Columns<'history_imports', 'id'>>`
    insert into history_imports (site_id, file_name, source, step_minutes, serial, plan, content, first_day, last_day,
      days, skipped_days, totals, readings, state, created_at, created_by)
    values (${one.siteId}, ${one.fileName}, ${one.source}, ${one.stepMinutes}, ${one.serial},
      ${JSON.stringify(one.plan)}::jsonb, ${Buffer.from(one.content)}, ${one.firstDay}, ${one.lastDay}, ${one.days},
      ${one.skippedDays}, ${JSON.stringify(one.totals)}::jsonb, ${one.readings}, 'waiting', ${new Date(one.now)},
      ${one.userId})
    returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`import of plant ${one.siteId} missing after insert`);
  return id;
}

/** Takes the oldest import that no process works on. */
export async function takeImport(db: Db, now: number): Promise<DueImport | undefined> {
  return await inTransaction(db, 'write', async (tx) => {
    await sql`
      update history_imports set state = 'failed', content = null, ended_at = ${new Date(now)}, lease_until = null
      where state = 'storing' and lease_until < ${new Date(now)} and attempts >= ${ATTEMPTS}`.execute(tx);
    const { rows } = await sql<DueImport>`
      update history_imports i set state = 'storing', attempts = attempts + 1,
        lease_until = ${new Date(now + LEASE_MS)}
      where (site_id, id) = (
        select site_id, id from history_imports
        where state = 'waiting' or (state = 'storing' and lease_until < ${new Date(now)})
        order by created_at, id limit 1 for update skip locked)
      returning site_id as "siteId", id, serial, plan, content,
        (extract(epoch from created_at) * 1000)::float8 as "createdAtMs",
        (extract(epoch from stored_until) * 1000)::float8 as "storedUntilMs"`.execute(tx);
    return rows[0];
  });
}

/** Holds an import that is being stored until the transaction ends; false when it was undone. */
export async function holdImport(tx: Tx, { siteId, id }: { siteId: number; id: number }): Promise<boolean> {
  const { rows } = await sql`
    select from history_imports where site_id = ${siteId} and id = ${id} and state = 'storing' for update`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Notes how far an import is. The caller holds it. */
export async function noteStored(
  tx: Tx,
  { siteId, id }: { siteId: number; id: number },
  { untilMs, readings, now }: { untilMs: number; readings: number; now: number },
): Promise<void> {
  await sql`
    update history_imports set stored_until = ${new Date(untilMs)}, readings_done = ${readings}, attempts = 1,
      lease_until = ${new Date(now + LEASE_MS)} where site_id = ${siteId} and id = ${id}`.execute(tx);
}

/** All readings of an import are stored; its file is no longer needed. The caller holds it. */
export async function noteRolling(tx: Tx, { siteId, id }: { siteId: number; id: number }): Promise<void> {
  await sql`
    update history_imports set state = 'rolling', content = null, readings_done = readings, lease_until = null
    where site_id = ${siteId} and id = ${id}`.execute(tx);
}

/** Ends the imports whose days have their totals. */
export async function endRolled(db: Db, now: number): Promise<void> {
  await sql`
    update history_imports i set state = 'done', ended_at = ${new Date(now)}
    where state = 'rolling' and not exists (
      select from dirty_day d where d.site_id = i.site_id and d.day between i.first_day and i.last_day
        -- Days that are running are marked all the time.
        and d.day < ${new Date(now)}::timestamptz - interval '2 days')`.execute(db);
}

/** Lets another attempt follow soon; after several the import is given up. */
export async function putBackImport(
  db: Db,
  { siteId, id }: { siteId: number; id: number },
  { isGivenUp, isStopping, now }: { isGivenUp: boolean; isStopping: boolean; now: number },
): Promise<void> {
  await sql`
    update history_imports set
      state = case when ${isGivenUp} or (attempts >= ${ATTEMPTS} and not ${isStopping}) then 'failed' else 'waiting' end,
      content = case when ${isGivenUp} or (attempts >= ${ATTEMPTS} and not ${isStopping}) then null else content end,
      attempts = case when ${isStopping} then greatest(0, attempts - 1) else attempts end,
      ended_at = ${new Date(now)}, lease_until = null
    where site_id = ${siteId} and id = ${id} and state = 'storing'`.execute(db);
}

/** The devices of an import in its plant, with their serial numbers, held until the transaction ends. */
export async function devicesOfImport(
  tx: Tx,
  { siteId, serial }: { siteId: number; serial: string },
): Promise<{ id: number; serial: string }[]> {
  const { rows } = await sql<Columns<'devices', 'id' | 'serial'>>`
    select id, serial from devices
    where vendor = ${importVendor} and serial between ${`${serial}-`} and ${`${serial}-Z`} and site_id = ${siteId}
    order by id for update`.execute(tx);
  return rows;
}

/** Describes a claimed device as one that only has history. */
export async function describeImported(
  tx: Tx,
  deviceId: number,
  { kind, firstSeenMs, retiredMs }: { kind: string; firstSeenMs: number; retiredMs: number },
): Promise<void> {
  await sql`
    update devices set kind = ${kind}, first_seen_at = ${new Date(firstSeenMs)}, retired_at = ${new Date(retiredMs)}
    where id = ${deviceId}`.execute(tx);
}

/** Deletes an import and the rows of its devices, whose history is gone already. */
export async function deleteImport(
  tx: Tx,
  { siteId, id, deviceIds }: { siteId: number; id: number; deviceIds: readonly number[] },
): Promise<void> {
  await sql`delete from devices where id = any(${[...deviceIds]}::bigint[])`.execute(tx);
  await sql`delete from history_imports where site_id = ${siteId} and id = ${id}`.execute(tx);
}
