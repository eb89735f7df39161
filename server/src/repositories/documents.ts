// Tables documents and document_files: product information for users.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { renewAddresses } from './largeFiles.ts';

export interface DocumentFields {
  /** Web code. */
  language: string;
  /** '' for all. */
  product: string;
  title: string;
  /** Markdown. */
  text: string;
  isPublished: boolean;
  /** In the order shown. */
  files: readonly number[];
}

/** Writes a document down; returns its number. */
export async function createDocument(
  tx: Tx,
  { language, product, title, text, isPublished, files }: DocumentFields,
  by: { userId: number | null; at: Date; isDemo?: boolean },
): Promise<number> {
  const { rows } = await sql<Columns<'documents', 'id'>>`
    insert into documents (language, product, title, body, is_published, is_demo, user_id, created_at, updated_at)
    values (${language}, ${product}, ${title}, ${text}, ${isPublished}, ${by.isDemo ?? false}, ${by.userId}, ${by.at},
      ${by.at})
    returning id`.execute(tx);
  const { id } = rows[0]!;
  await setFiles(tx, id, files);
  return id;
}

/** A document, held until the transaction ends; undefined for none. */
export async function lockDocument(
  tx: Tx,
  id: number,
): Promise<{ title: string; isPublished: boolean } | undefined> {
  const { rows } = await sql<Columns<'documents', 'title' | 'isPublished'>>`
    select title, is_published as "isPublished" from documents where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Changes a held document to these fields. */
export async function updateDocument(
  tx: Tx,
  id: number,
  { language, product, title, text, isPublished, files }: DocumentFields,
  { wasPublished, at }: { wasPublished: boolean; at: Date },
): Promise<void> {
  await sql`
    update documents set language = ${language}, product = ${product}, title = ${title}, body = ${text},
      is_published = ${isPublished}, updated_at = ${at}
    where id = ${id}`.execute(tx);
  await setFiles(tx, id, files);
  // Users who read it while it was published have the URLs of its files.
  if (wasPublished && !isPublished) await renewAddresses(tx, files);
}

/** Deletes a held document with its files. */
export async function deleteDocument(tx: Tx, id: number): Promise<void> {
  await setFiles(tx, id, []);
  await sql`delete from documents where id = ${id}`.execute(tx);
}

/** Removed files are deleted immediately, so that their URLs become invalid. */
async function setFiles(tx: Tx, id: number, files: readonly number[]): Promise<void> {
  const { rows } = await sql<Columns<'document_files', 'fileId'>>`
    delete from document_files where document_id = ${id} returning file_id as "fileId"`.execute(tx);
  await sql`
    insert into document_files (document_id, file_id, position)
    select ${id}, file_id, position from unnest(${[...files]}::bigint[]) with ordinality as f (file_id, position)`.execute(
    tx,
  );
  await sql`
    delete from large_files f where f.id = any(${rows.map(({ fileId }) => fileId)}::bigint[])
      and not exists (select from document_files d where d.file_id = f.id)`.execute(tx);
}
