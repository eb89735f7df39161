// Table downloads: histories exported to files for one user each. A worker holds a row by a lease, so that another
// process continues after a failure.

import {
  DOWNLOAD_DAYS,
  DOWNLOADS_MOST,
  DOWNLOADS_OPEN,
  type downloadFormats,
} from '@helioport/contract/deviceDownloads';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../platform/db.ts';
import { lockKey } from '../platform/locks.ts';
import { addPiece, beginLargeFile, closeLargeFile, deleteLargeFile, renewAddresses } from './largeFiles.ts';

export interface NewDownload {
  userId: number;
  sid: string;
  sn: string;
  format: (typeof downloadFormats)[number];
  lan: number;
  /** Ids; none: all. */
  columns: readonly string[];
  from: string;
  to: string;
}

export interface DueDownload extends NewDownload {
  id: number;
  /** Which attempt this is, from 1. */
  attempt: number;
}

/** Progress of a worker. */
export interface Written {
  days: number;
  rows: number;
}

export const LEASE_MS = 60_000;
const ADDRESS_MS = 60_000;
/** A file that could not be written three times is given up. */
const ATTEMPTS = 3;

/** Queues a file for export; undefined if the user has reached their limit. */
export async function beginDownload(tx: Tx, one: NewDownload, now: number): Promise<number | undefined> {
  await lockKey(tx, 'downloads', one.userId);
  const { rows } = await sql<Columns<'downloads', 'id'>>`
    insert into downloads (user_id, sid, sn, format, lan, columns, from_day, to_day, created_at)
    select ${one.userId}, ${one.sid}, ${one.sn}, ${one.format}, ${one.lan}, ${[...one.columns]}::text[],
      ${one.from}, ${one.to}, ${new Date(now)}
    where (select count(*) filter (where state in ('waiting', 'writing')) < ${DOWNLOADS_OPEN}
      and count(*) < ${DOWNLOADS_MOST} from downloads where user_id = ${one.userId})
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Claims the oldest export without a worker; deletes partial files of failed workers. */
export async function takeDownload(db: Db, now: number): Promise<DueDownload | undefined> {
  return await inTransaction(db, 'write', async (tx) => {
    await sql`
      update downloads set state = 'failed', reason = 'trouble', ended_at = ${new Date(now)}, lease_until = null
      where state = 'writing' and lease_until < ${new Date(now)} and attempts >= ${ATTEMPTS}`.execute(tx);
    const { rows } = await sql<DueDownload & { fileId: number | null }>`
      update downloads d set state = 'writing', attempts = attempts + 1, days_done = 0, row_count = 0,
        lease_until = ${new Date(now + LEASE_MS)}
      where id = (
        select id from downloads
        where state = 'waiting' or (state = 'writing' and lease_until < ${new Date(now)})
        order by created_at, id limit 1 for update skip locked)
      returning id, user_id as "userId", sid, sn, format, lan, columns, from_day as "from", to_day as "to",
        attempts as attempt, file_id as "fileId"`.execute(tx);
    const due = rows[0];
    if (due?.fileId) await deleteLargeFile(tx, due.fileId);
    return due;
  });
}

/** Makes the empty file of a download that is being written; undefined when it was stopped. */
export async function openDownload(
  db: Db,
  { id, userId }: DueDownload,
  { name, now }: { name: string; now: number },
): Promise<number | undefined> {
  return await inTransaction(db, 'write', async (tx) => {
    if (!(await holds(tx, id))) return undefined;
    // Its length is known when it is whole.
    const fileId = await beginLargeFile(tx, { purpose: 'download', name, bytes: 1, userId, now });
    await sql`update downloads set file_id = ${fileId} where id = ${id}`.execute(tx);
    return fileId;
  });
}

/** Whether a download is still being written, held until the transaction ends. */
async function holds(tx: Tx, id: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from downloads where id = ${id} and state = 'writing' for update`.execute(tx);
  return rows.length > 0;
}

/** Appends the rows written since the last call and stores the progress; false if the export was stopped. */
export async function continueDownload(
  db: Db,
  { id }: DueDownload,
  file: { id: number; received: number },
  what: { data: Uint8Array; written: Written; now: number },
): Promise<boolean> {
  return await inTransaction(db, 'write', async (tx) => {
    if (!(await holds(tx, id))) return false;
    if (what.data.length > 0) await addPiece(tx, file, what.data);
    await sql`
      update downloads set days_done = ${what.written.days}, row_count = ${what.written.rows},
        lease_until = ${new Date(what.now + LEASE_MS)} where id = ${id}`.execute(tx);
    return true;
  });
}

/** The file is whole. */
export async function finishDownload(
  db: Db,
  { id }: DueDownload,
  fileId: number,
  what: { bytes: number; sha256: string; mime: string; now: number },
): Promise<void> {
  await inTransaction(db, 'write', async (tx) => {
    if (!(await holds(tx, id))) return;
    await closeLargeFile(tx, fileId, what);
    await sql`
      update downloads set state = 'done', ended_at = ${new Date(what.now)}, lease_until = null where id = ${id}`.execute(
      tx,
    );
  });
}

/** Fails an export; only the reason is kept. */
export async function failDownload(db: Db, id: number, reason: string, now: number): Promise<void> {
  await inTransaction(db, 'write', async (tx) => {
    const { rows } = await sql<Columns<'downloads', 'fileId'>>`
      update downloads set state = 'failed', reason = ${reason}, ended_at = ${new Date(now)}, lease_until = null
      where id = ${id} returning file_id as "fileId"`.execute(tx);
    if (rows[0]?.fileId) await deleteLargeFile(tx, rows[0].fileId);
  });
}

/** Returns the export to the queue; after the last attempt it fails. */
export async function putBackDownload(db: Db, { id, attempt }: DueDownload, now: number): Promise<void> {
  if (attempt >= ATTEMPTS) return await failDownload(db, id, 'trouble', now);
  await sql`update downloads set state = 'waiting', lease_until = null where id = ${id} and state = 'writing'`.execute(
    db,
  );
}

/** A completed file of this user, and its device; undefined for any other. */
export async function ownDownload(
  tx: Tx,
  id: number,
  userId: number,
): Promise<{ sid: string; sn: string; state: string; fileId: number | null } | undefined> {
  const { rows } = await sql<Columns<'downloads', 'sid' | 'sn' | 'state' | 'fileId'>>`
    select sid, sn, state, file_id as "fileId" from downloads where id = ${id} and user_id = ${userId}`.execute(
    tx,
  );
  return rows[0];
}

/** A new address of its file, which opens for a minute; returns the key. */
export async function addressDownload(tx: Tx, id: number, fileId: number, now: number): Promise<string> {
  const [key = ''] = await renewAddresses(tx, [fileId]);
  await sql`update downloads set address_until = ${new Date(now + ADDRESS_MS)} where id = ${id}`.execute(tx);
  return key;
}

/** Whose file this is and of which device, while its address opens. */
export async function openedDownload(
  db: Db,
  fileId: number,
  now: number,
): Promise<{ userId: number; sid: string; sn: string } | undefined> {
  const { rows } = await sql<Columns<'downloads', 'userId' | 'sid' | 'sn'>>`
    select user_id as "userId", sid, sn from downloads
    where file_id = ${fileId} and state = 'done' and address_until > ${new Date(now)}`.execute(db);
  return rows[0];
}

/** Deletes a file of this user and stops its export; false for any other file. */
export async function deleteDownload(tx: Tx, id: number, userId: number): Promise<boolean> {
  const { rows } = await sql<Columns<'downloads', 'fileId'>>`
    delete from downloads where id = ${id} and user_id = ${userId} returning file_id as "fileId"`.execute(tx);
  if (rows[0]?.fileId) await deleteLargeFile(tx, rows[0].fileId);
  return rows.length > 0;
}

/** Deletes files past their retention; returns their number. */
export async function deleteOldDownloads(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with old as (
      delete from downloads where ended_at < ${new Date(now - DOWNLOAD_DAYS * DAY_MS)} returning file_id),
    files as (delete from large_files where id in (select file_id from old))
    select count(*) as gone from old`.execute(db);
  return rows[0]?.gone ?? 0;
}
