// Tables large_files and large_file_pieces: what is attached to documents, firmware, and histories for their readers. A file is in memory nowhere as a
// whole: it comes in pieces, each a call of its own, and goes out piece by piece.
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { type FileEnds, TAIL_BYTES } from '../platform/fileKinds.ts';

export type FilePurpose = 'document' | 'firmware' | 'download' | 'site';

export interface LargeFile {
  id: number;
  key: string;
  purpose: FilePurpose;
  name: string;
  mime: string;
  bytes: number;
  received: number;
  sha256: string | null;
  userId: number | null;
}

const columns = sql`f.id, f.key, f.purpose, f.name, f.mime, f.bytes, f.received, f.sha256, f.user_id as "userId"`;

const newKey = () => randomBytes(24).toString('base64url');

/** Address of a large file below the portal's. */
export const largeFileAddress = (key: string): string => `/attachments/${key}`;

/** Announces a file; returns its number. */
export async function beginLargeFile(
  tx: Tx,
  file: { purpose: FilePurpose; name: string; bytes: number; userId: number | null; now: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into large_files (key, purpose, name, bytes, user_id, created_at)
    values (${newKey()}, ${file.purpose}, ${file.name}, ${file.bytes}, ${file.userId}, ${new Date(file.now)})
    returning id`.execute(tx);
  return rows[0]!.id;
}

/** A file that this person has announced, held until the transaction ends; undefined for any other. */
export async function lockLargeFile(tx: Tx, id: number, userId: number): Promise<LargeFile | undefined> {
  const { rows } = await sql<LargeFile>`
    select ${columns} from large_files f where f.id = ${id} and f.user_id = ${userId} for update`.execute(tx);
  return rows[0];
}

/** Adds the next piece of a held file; returns how much of it is there. */
export async function addPiece(
  tx: Tx,
  file: Pick<LargeFile, 'id' | 'received'>,
  data: Uint8Array,
): Promise<number> {
  await sql`
    insert into large_file_pieces (file_id, start_at, data) values (${file.id}, ${file.received}, ${Buffer.from(data)})`.execute(
    tx,
  );
  const received = file.received + data.length;
  await sql`update large_files set received = ${received} where id = ${file.id}`.execute(tx);
  return received;
}

/** The bytes of a file, piece by piece. */
export async function* piecesOf(db: Db | Tx, id: number): AsyncGenerator<Buffer> {
  for (let startAt = 0; ; ) {
    const { rows } = await sql<{ data: Buffer }>`
      select data from large_file_pieces where file_id = ${id} and start_at = ${startAt}`.execute(db);
    const data = rows[0]?.data;
    if (!data) return;
    yield data;
    startAt += data.length;
  }
}

/** Reads a file that has come in whole once: its sum, and its first and last bytes. */
export async function readThrough(tx: Tx, id: number): Promise<{ sha256: string; ends: FileEnds }> {
  const hash = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  let bytes = 0;
  for await (const piece of piecesOf(tx, id)) {
    hash.update(piece);
    if (bytes === 0) head = piece.subarray(0, 16);
    tail = Buffer.concat([tail, piece]).subarray(-TAIL_BYTES);
    bytes += piece.length;
  }
  return { sha256: hash.digest('hex'), ends: { head, tail, bytes } };
}

/** Notes what a file is that has come in whole. */
export async function finishLargeFile(
  tx: Tx,
  id: number,
  what: { sha256: string; mime: string },
): Promise<void> {
  await sql`update large_files set sha256 = ${what.sha256}, mime = ${what.mime} where id = ${id}`.execute(tx);
}

/** Ends a file that was written here, whose length nobody knew before. */
export async function closeLargeFile(
  tx: Tx,
  id: number,
  what: { bytes: number; sha256: string; mime: string },
): Promise<void> {
  await sql`update large_files set bytes = ${what.bytes} where id = ${id}`.execute(tx);
  await finishLargeFile(tx, id, what);
}

/** Deletes a file, with its pieces. */
export const deleteLargeFile = (db: Db | Tx, id: number): Promise<unknown> =>
  sql`delete from large_files where id = ${id}`.execute(db);

/** The whole file of an address; undefined for none. */
export async function largeFileOfKey(db: Db, key: string): Promise<LargeFile | undefined> {
  const { rows } = await sql<LargeFile>`
    select ${columns} from large_files f where f.key = ${key} and f.sha256 is not null`.execute(db);
  return rows[0];
}

/** Which of these files are whole and of this purpose. */
export async function wholeFiles(tx: Tx, ids: readonly number[], purpose: FilePurpose): Promise<LargeFile[]> {
  const { rows } = await sql<LargeFile>`
    select ${columns} from large_files f
    where f.id = any(${[...ids]}::bigint[]) and f.purpose = ${purpose} and f.sha256 is not null`.execute(tx);
  return rows;
}

/** Gives files new addresses and returns their keys: whoever was told the old ones has them no more. */
export async function renewAddresses(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const keys = ids.map(newKey);
  await sql`
    update large_files f set key = r.key
    from unnest(${[...ids]}::bigint[], ${keys}::text[]) as r (id, key) where f.id = r.id`.execute(tx);
  return keys;
}

/** Removes files that nobody uses and that were announced a day ago; returns how many. */
export async function deleteUnusedLargeFiles(db: Db, now: number): Promise<number> {
  const result = await sql`
    delete from large_files f
    where f.created_at < ${new Date(now - 86_400_000)}
      and not exists (select from document_files d where d.file_id = f.id)
      and not exists (select from firmware w where w.file_id = f.id)
      and not exists (select from downloads l where l.file_id = f.id)
      and not exists (select from site_files s where s.file_id = f.id and f.sha256 is not null)`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
