// Restores a backup into an empty database, all or nothing. A backup is untrusted: SQL only contains names that exist
// in the migrated database, and parsed values.
import fs from 'node:fs';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { knownMigrations, migrate } from '../migrate.ts';
import { inEmptyDatabase } from './restoreRole.ts';
import {
  boundOf,
  type Manifest,
  partitionedIn,
  partitionsIn,
  quoted,
  sequencesOf,
  tablesOf,
  tiesOf,
} from './shape.ts';
import { BackupFailed, consume, readTable, verifyBackup } from './write.ts';

interface Options {
  folder: string;
  /** What follows from the program rather than from a migration; see `migrate`. */
  complete: (client: pg.ClientBase) => Promise<string[]>;
  /** Folder of the database, whose disk must have space for the decompressed backup. */
  store?: string;
  onTable?: (done: number, of: number, name: string) => void;
}

/** Verified with the others, and not restored: every user logs in again. */
const NOT_RESTORED: ReadonlySet<string> = new Set(['sessions']);

/**
 * Restores a backup into the empty database at `url` and migrates it to this version. The files are verified before
 * anything is written, and the rows are loaded in one transaction with all constraints checked. Rejects with
 * `BackupFailed` for a database with content, a backup of a newer version, or an invalid one.
 */
export async function restore(url: string, { folder, complete, store, onTable }: Options): Promise<Manifest> {
  const manifest = await verifyBackup(folder, store === undefined ? {} : { mostBytes: freeBytes(store) });
  const known = knownMigrations();
  for (const { name, checksum } of manifest.migrations)
    if (known.get(name) !== checksum)
      throw new BackupFailed(
        `The backup contains ${name}, which this version does not support. Restore it with the version that created it, or a newer one.`,
      );
  const had = new Set(manifest.migrations.map(({ name }) => name));
  await inEmptyDatabase(url, async (address) => {
    await migrate(address, complete, { isWanted: (name) => had.has(name), isRestore: true });
    await load(address, { folder, manifest, onTable });
    await migrate(address, complete, { isRestore: true });
  });
  return manifest;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize;
}

interface Load {
  folder: string;
  manifest: Manifest;
  onTable: Options['onTable'];
}

async function load(url: string, { folder, manifest, onTable }: Load): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    // Users belong to companies and companies to users: tied again when all of them are there.
    const ties = await tiesOf(client);
    for (const { table, name } of ties)
      await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
    await shapeLike(client, manifest);
    await demandKnown(client, manifest);
    await fill(client, folder, manifest, onTable);
    for (const { table, name, definition } of ties)
      await fitting(table, () =>
        client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`),
      );
    for (const { name, last, isCalled } of manifest.sequences)
      await fitting(name, () => client.query('select setval($1, $2, $3)', [quoted(name), last, isCalled]));
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** The partitions of the backup in place of those that a new database has, and no rows in any table. */
async function shapeLike(client: pg.ClientBase, { partitions }: Manifest): Promise<void> {
  for (const { name } of await partitionsIn(client)) await client.query(`drop table ${quoted(name)}`);
  const parents = new Set(await partitionedIn(client));
  for (const { name, parent, bound } of partitions) {
    const limits = boundOf(bound);
    if (!parents.has(parent) || !name.startsWith(`${parent}_`))
      throw new BackupFailed(
        `The backup names ${name} as a partition of ${parent}, which this version does not support.`,
      );
    if (limits === undefined)
      throw new BackupFailed(`The backup contains bounds of ${name} that are not a time range.`);
    await fitting(name, () =>
      client.query(`create table ${quoted(name)} partition of ${quoted(parent)} ${limits}`),
    );
  }
  const tables = await tablesOf(client);
  // What migrations write is in the backup too, as it was changed since.
  await client.query(`truncate table ${tables.map(({ name }) => quoted(name)).join(', ')}`);
}

/** Every table once, with columns that it has; sequences that there are. */
async function demandKnown(client: pg.ClientBase, { tables, sequences }: Manifest): Promise<void> {
  const known = new Map((await tablesOf(client)).map(({ name, columns }) => [name, new Set(columns)]));
  const seen = new Set<string>();
  for (const { name, columns } of tables) {
    const had = known.get(name);
    if (!had)
      throw new BackupFailed(`The backup contains the table ${name}, which this version does not support.`);
    if (seen.has(name)) throw new BackupFailed(`The backup contains the table ${name} twice.`);
    seen.add(name);
    const foreign = columns.find((column, index) => !had.has(column) || columns.indexOf(column) !== index);
    if (foreign !== undefined)
      throw new BackupFailed(
        `The backup contains the column ${foreign} of ${name}, which this version does not support.`,
      );
  }
  const missing = [...known.keys()].find((name) => !seen.has(name));
  if (missing !== undefined) throw new BackupFailed(`The backup does not contain the table ${missing}.`);
  const numbers = new Set((await sequencesOf(client)).map(({ name }) => name));
  const unknown = sequences.find(({ name }) => !numbers.has(name));
  if (unknown)
    throw new BackupFailed(
      `The backup contains the sequence ${unknown.name}, which this version does not support.`,
    );
}

async function fill(
  client: pg.Client,
  folder: string,
  { tables }: Manifest,
  onTable: Options['onTable'],
): Promise<void> {
  for (const [index, table] of tables.entries()) {
    const { name, columns, file, rows } = table;
    onTable?.(index, tables.length, name);
    if (NOT_RESTORED.has(name)) continue;
    const target = client.query(
      copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`),
    );
    const reading = readTable(folder, table);
    await fitting(name, () => consume(file, [...reading.streams, target]));
    // Compared again: the file may have been changed since it was verified.
    reading.demandAsWritten();
    if (target.rowCount !== rows)
      throw new BackupFailed(`${file} of the backup contains ${target.rowCount} rows instead of ${rows}.`);
  }
}

interface Refusal extends Error {
  severity?: string;
  detail?: string;
  /** Where in a COPY: table, line and column. */
  where?: string;
}

/** Adds the table and row that the database rejected to the error, if known. */
async function fitting<T>(table: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { severity, message, detail, where = '' } = error as Refusal;
    if (severity === undefined) throw error;
    const [, row, column] = /line (\d+)(?:, column (\w+))?/.exec(where) ?? [];
    const place = `${row ? `Row ${row}` : 'A row'} of ${table}${column ? ` (column ${column})` : ''}`;
    throw new BackupFailed(`${place} is not valid: ${message}${detail ? ` (${detail})` : ''}.`);
  }
}
