// A backup brought back: into an empty database, all or nothing.
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { knownMigrations, migrate } from '../migrate.ts';
import { type Manifest, migrationsOf, partitionsIn, quoted, tablesOf, tiesOf } from './shape.ts';
import { BackupFailed, verifyBackup } from './write.ts';

interface Options {
  folder: string;
  /** What follows from the program rather than from a migration; see `migrate`. */
  complete: (client: pg.ClientBase) => Promise<string[]>;
  onTable?: (done: number, of: number, name: string) => void;
}

/**
 * Fills the empty database at `url` with a backup and brings it up to this version. The files are verified before
 * anything is written, and the rows come in one transaction, under the eyes of every constraint. Rejects with
 * `BackupFailed` for a database that holds something, and for a backup that a newer version took.
 */
export async function restore(url: string, { folder, complete, onTable }: Options): Promise<Manifest> {
  const manifest = await verifyBackup(folder);
  const known = knownMigrations();
  for (const { name, checksum } of manifest.migrations)
    if (known.get(name) !== checksum)
      throw new BackupFailed(
        `The backup holds ${name}, which this version does not know: restore it with the version that took it, or a newer one.`,
      );
  await demandEmpty(url);
  const had = new Set(manifest.migrations.map(({ name }) => name));
  await migrate(url, complete, { isWanted: (name) => had.has(name) });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    // People belong to companies and companies to people: tied again when all of them are there.
    const ties = await tiesOf(client);
    for (const { table, name } of ties)
      await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
    await shapeLike(client, manifest);
    await fill(client, folder, manifest, onTable);
    for (const { table, name, definition } of ties)
      await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
    for (const { name, last, isCalled } of manifest.sequences)
      await client.query('select setval($1, $2, $3)', [quoted(name), last, isCalled]);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await migrate(url, complete);
  return manifest;
}

/** A database in which somebody works is never overwritten, also not one of another program. */
async function demandEmpty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ tables: boolean; ours: boolean }>(
      `select exists (select from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace) as tables,
         to_regclass('public.migrations') is not null as ours`,
    );
    const { tables = false, ours = false } = rows[0] ?? {};
    if (!tables) return;
    // A restore that was killed leaves tables without plants and people: it may be tried again.
    if (ours && (await migrationsOf(client)).length > 0) {
      const { rows: held } = await client.query('select from users union all select from sites limit 1');
      if (held.length === 0) return;
    }
    throw new BackupFailed(
      'The database is not empty. Restore into a new one: another DATA_DIR, or another database in DATABASE_URL.',
    );
  } finally {
    await client.end();
  }
}

/** The pieces of the backup in place of those that a new database has, and nothing in any table. */
async function shapeLike(client: pg.ClientBase, { partitions }: Manifest): Promise<void> {
  for (const { name } of await partitionsIn(client)) await client.query(`drop table ${quoted(name)}`);
  for (const { name, parent, bound } of partitions)
    await client.query(`create table ${quoted(name)} partition of ${quoted(parent)} ${bound}`);
  const tables = await tablesOf(client);
  // What migrations write down is in the backup too, as it was changed since.
  await client.query(`truncate table ${tables.map(({ name }) => quoted(name)).join(', ')}`);
}

async function fill(
  client: pg.Client,
  folder: string,
  { tables }: Manifest,
  onTable: Options['onTable'],
): Promise<void> {
  for (const [index, { name, columns, file }] of tables.entries()) {
    onTable?.(index, tables.length, name);
    const target = client.query(
      copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`),
    );
    await pipeline(fs.createReadStream(path.join(folder, file)), createGunzip(), target);
    if (target.rowCount !== tables[index]?.rows)
      throw new BackupFailed(
        `${file} of the backup brought ${target.rowCount} rows instead of ${tables[index]?.rows}.`,
      );
  }
}
