// Tables files and file_bytes: uploaded pictures. The bytes are in the database, so that every process shows what was
// uploaded at any other, and one backup holds everything.
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { fileHashOf, readOldFile } from '../platform/files.ts';

/** Keeps a file and returns its hash. A file that is there already counts as new: it is not collected soon. */
export async function keepFile(
  tx: Tx,
  file: { data: Uint8Array; mime: string; now: number },
): Promise<string> {
  const hash = fileHashOf(file.data);
  const at = new Date(file.now);
  await sql`
    insert into files (hash, mime, bytes, created_at)
    values (${hash}, ${file.mime}, ${file.data.length}, ${at})
    on conflict (hash) do update set created_at = excluded.created_at`.execute(tx);
  await putBytes(tx, hash, file.data);
  return hash;
}

const putBytes = (db: Db | Tx, hash: string, data: Uint8Array) =>
  sql`
    insert into file_bytes (hash, data) values (${hash}, ${Buffer.from(data)}) on conflict do nothing`.execute(
    db,
  );

/** A file with its type; undefined when there is none. */
export async function readFile(
  db: Db | Tx,
  hash: string,
): Promise<{ mime: string; data: Buffer } | undefined> {
  const { rows } = await sql<{ mime: string; data: Buffer }>`
    select f.mime, b.data from files f join file_bytes b on b.hash = f.hash where f.hash = ${hash}`.execute(
    db,
  );
  return rows[0];
}

/** Address of a file below the portal's; '' for none. */
export const fileAddress = (hash: string | null): string => (hash === null ? '' : `/files/${hash}`);

/** Moves files stored in the folder of an earlier version to the database; returns their number. */
export async function adoptOldFiles(db: Db, dataDir: string): Promise<number> {
  const { rows } = await sql<{ hash: string }>`
    select hash from files f where not exists (select 1 from file_bytes b where b.hash = f.hash)`.execute(db);
  let adopted = 0;
  for (const { hash } of rows) {
    const data = await readOldFile(dataDir, hash);
    if (!data) continue;
    await putBytes(db, hash, data);
    adopted++;
  }
  return adopted;
}

/** Deletes files that are unused for a day; returns their number. */
export async function deleteUnusedFiles(db: Db, now: number): Promise<number> {
  const result = await sql`
    delete from files f
    where created_at < ${new Date(now - DAY_MS)}
      and not exists (select 1 from users u where u.avatar_hash = f.hash)
      and not exists (select 1 from brands b where b.logo_hash = f.hash)
      and not exists (select 1 from sites s where s.picture_hash = f.hash)
      and not exists (select 1 from module_pages p where p.picture_hash = f.hash)
      and not exists (select 1 from products r where r.picture_hash = f.hash)
      and not exists (select 1 from commissioning_photos c where c.picture_hash = f.hash)
      and not exists (select 1 from case_photos p where p.picture_hash = f.hash)`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
