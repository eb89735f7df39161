// Table site_files: which large files are documents of which plant.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { addPiece, beginLargeFile, deleteLargeFile, finishLargeFile } from './largeFiles.ts';

/** Number of documents of a plant, unfinished uploads included. */
export async function siteFileCount(tx: Tx, siteId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from site_files where site_id = ${siteId}`.execute(tx);
  return rows[0]!.count;
}

/** Makes an announced file a document of a plant. */
export const addSiteFile = (tx: Tx, siteId: number, fileId: number): Promise<unknown> =>
  sql`insert into site_files (site_id, file_id) values (${siteId}, ${fileId})`.execute(tx);

/** The plant of an announced document and whether all of it has arrived; undefined for any other file. */
export async function siteOfFile(
  tx: Tx,
  fileId: number,
): Promise<{ siteId: number; isComplete: boolean } | undefined> {
  const { rows } = await sql<{ siteId: number; isComplete: boolean }>`
    select s.site_id as "siteId", f.sha256 is not null as "isComplete"
    from site_files s join large_files f on f.id = s.file_id where s.file_id = ${fileId} for update of f`.execute(
    tx,
  );
  return rows[0];
}

/** Deletes a document of a plant with its bytes; returns its name, undefined if the plant has no such document. */
export async function deleteSiteFile(tx: Tx, siteId: number, fileId: number): Promise<string | undefined> {
  const { rows } = await sql<Columns<'large_files', 'name'>>`
    select f.name from site_files s join large_files f on f.id = s.file_id
    where s.site_id = ${siteId} and s.file_id = ${fileId}`.execute(tx);
  if (rows[0]) await deleteLargeFile(tx, fileId);
  return rows[0]?.name;
}

/** A complete document of a plant. */
export interface SiteFile extends Columns<'large_files', 'id' | 'name' | 'mime' | 'bytes' | 'userId'> {
  sha256: string;
  addedAt: Date;
}

/** The complete documents of a plant, oldest first. */
export async function siteFilesOf(tx: Tx, siteId: number): Promise<SiteFile[]> {
  const { rows } = await sql<SiteFile>`
    select f.id, f.name, f.mime, f.bytes, f.sha256, f.created_at as "addedAt", f.user_id as "userId"
    from site_files s join large_files f on f.id = s.file_id
    where s.site_id = ${siteId} and f.sha256 is not null order by f.created_at, f.id`.execute(tx);
  return rows;
}

/** Adds a complete document to a plant. Its bytes are read once. */
export async function importSiteFile(
  tx: Tx,
  siteId: number,
  { addedAt, mime, sha256, ...file }: Omit<SiteFile, 'id'>,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const id = await beginLargeFile(tx, { ...file, purpose: 'site', now: addedAt.getTime() });
  let received = 0;
  for await (const piece of pieces) received = await addPiece(tx, { id, received }, piece);
  await finishLargeFile(tx, id, { sha256, mime });
  await addSiteFile(tx, siteId, id);
}
