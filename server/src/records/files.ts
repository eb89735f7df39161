// Table files: which uploaded files there are. Their bytes lie in the file store under the same hash.
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import type { FileStore } from '../platform/files.ts';

/** Keeps a file and returns its hash. A file that is there already counts as new: it is not collected soon. */
export async function keepFile(
  tx: Tx,
  store: FileStore,
  file: { data: Uint8Array; mime: string; now: number },
): Promise<string> {
  const hash = await store.put(file.data);
  const at = new Date(file.now);
  await sql`
    insert into files (hash, mime, bytes, created_at)
    values (${hash}, ${file.mime}, ${file.data.length}, ${at})
    on conflict (hash) do update set created_at = excluded.created_at`.execute(tx);
  return hash;
}

/** Address of a file below the portal's; '' for none. */
export const fileAddress = (hash: string | null): string => (hash === null ? '' : `/files/${hash}`);

/** Removes files that nobody uses and that lay about for a day; returns how many. */
export async function deleteUnusedFiles(db: Db, store: FileStore, now: number): Promise<number> {
  const { rows } = await sql<{ hash: string }>`
    delete from files f
    where created_at < ${new Date(now - 86_400_000)}
      and not exists (select 1 from users u where u.avatar_hash = f.hash)
      and not exists (select 1 from brands b where b.logo_hash = f.hash)
    returning hash`.execute(db);
  for (const { hash } of rows) await store.remove(hash);
  return rows.length;
}
