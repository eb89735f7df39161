// Forward-only migrations: numbered SQL files, each applied once in one transaction and recorded with a checksum. Those
// that change very many rows run in steps (docs/guides/write-a-migration.md).
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from './db.ts';
import { LOCKS } from './locks.ts';
import { StartRefused } from './startRefused.ts';

const ownFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** The first line of a migration whose one statement is run again and again. */
const IN_STEPS = '-- in steps\n';
/** Table with the progress of a migration in steps; exists while one is in progress. */
export const STEPS = 'migration_steps';

/** A schema that marks a database in which a restore is under way, or was interrupted. */
export const RESTORING = 'helioport_restore';

/** Name and checksum of every migration that this version has, in their order. */
export function knownMigrations(folder = ownFolder): Map<string, string> {
  const names = fs.readdirSync(folder).filter((file) => /^\d{4}_\w+\.sql$/.test(file));
  return new Map(names.sort().map((name) => [name, checksumOf(textOf(folder, name))]));
}

const textOf = (folder: string, name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');
const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Migrations that a start would apply to the database at `url`; none for an empty one, which has no data to lose.
 * @throws StartRefused for a database of a newer version.
 */
export async function waitingMigrations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('migrations') is not null as exists",
    );
    if (!rows[0]?.exists) return [];
    await demandNoRestore(client);
    const applied = await appliedIn(client);
    return applied.size === 0 ? [] : [...knownMigrations().keys()].filter((name) => !applied.has(name));
  } finally {
    await client.end();
  }
}

/** When this version was made, ms: the day of its newest migration file. */
export const builtAt = (): number =>
  Math.max(...[...knownMigrations().keys()].map((name) => fs.statSync(path.join(ownFolder, name)).mtimeMs));

/** When the first migration was applied to a database, ms: how old the installation is, or what was restored into it. */
export async function installedAt(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from min(applied_at)) * 1000)::float8 as at from migrations`.execute(db);
  return rows[0]?.at ?? 0;
}

/** Migrations already applied to the database. @throws StartRefused if this version does not include one of them. */
async function appliedIn(client: pg.ClientBase, known = knownMigrations()): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  const newer = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (newer.length > 0)
    throw new StartRefused(
      `The database was written by a newer Helioport (${newer.sort().at(-1)}). Start that version, or restore a backup made by this version.`,
    );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** @throws StartRefused where a restore was interrupted: rows are missing that would seem deleted. */
async function demandNoRestore(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isMarked: boolean }>(
    'select to_regnamespace($1) is not null as "isMarked"',
    [RESTORING],
  );
  if (rows[0]?.isMarked)
    throw new StartRefused(
      'A restore into this database was interrupted. Run it again: npm run restore -- FOLDER',
    );
}

/** Options of `migrate`. */
interface How {
  /** Where the files are. */
  folder?: string;
  /** Leaves migrations out, for a backup of an earlier version. */
  isWanted?: (name: string) => boolean;
  /** True for a restore, which alone may go on in a database that is marked by one. */
  isRestore?: boolean;
  /** Called once before the first file with the number of files to apply. */
  onWaiting?: (count: number) => void;
  /**
   * Called after each committed step of a migration in steps, with the rows changed by all its steps, including those
   * before a restart.
   */
  onStep?: (name: string, rows: number) => void;
}

async function inOne(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await work();
  await client.query('commit');
}

const remember = (client: pg.ClientBase, name: string, checksum: string) =>
  client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);

/**
 * Runs the statement of a migration until no rows are left, each time in a transaction that also stores the progress,
 * so that it resumes after a kill. The progress is valid for this exact file; a changed text under the same name starts
 * again.
 */
async function applyInSteps(
  client: pg.ClientBase,
  { name, checksum, text }: { name: string; checksum: string; text: string },
  onStep: NonNullable<How['onStep']>,
): Promise<void> {
  await client.query(
    `create table if not exists ${STEPS} (name text primary key, checksum text not null, next text, rows bigint not null)`,
  );
  const { rows: kept } = await client.query<{ next: string | null; rows: string }>(
    `select next, rows::text from ${STEPS} where name = $1 and checksum = $2`,
    [name, checksum],
  );
  let next = kept[0]?.next ?? null;
  let rows = Number(kept[0]?.rows ?? 0);
  do {
    await inOne(client, async () => {
      const { rows: results } = await client.query<{ next: string | null; rows: number | string }>(text, [
        next,
      ]);
      const [step] = results;
      if (results.length !== 1 || !step || step.next === undefined || step.rows === undefined)
        throw new Error(`Migration ${name}: a step must return one row with next and rows.`);
      if (step.next !== null && step.next === next)
        throw new Error(`Migration ${name} does not advance beyond ${next}.`);
      next = step.next;
      rows += Number(step.rows);
      await client.query(
        `insert into ${STEPS} (name, checksum, next, rows) values ($1, $2, $3, $4)
         on conflict (name) do update set checksum = excluded.checksum, next = excluded.next, rows = excluded.rows`,
        [name, checksum, next, rows],
      );
      if (next !== null) return;
      await remember(client, name, checksum);
      await client.query(`drop table ${STEPS}`);
    });
    onStep(name, rows);
  } while (next !== null);
}

/**
 * Migrates the database at `url` and returns the names applied. `complete` applies changes that follow from the program
 * rather than from a file, and returns their names; it runs after the files under the same lock. Throws if an applied
 * file has been edited since, because the schema may then differ from the files.
 */
export async function migrate(
  url: string,
  complete: (client: pg.ClientBase) => Promise<string[]>,
  {
    folder = ownFolder,
    isWanted = () => true,
    isRestore = false,
    onWaiting,
    onStep = () => undefined,
  }: How = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks between two statements fails the next one.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Of all processes only one migrates at a time.
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrate]);
    if (!isRestore) await demandNoRestore(client);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const all = knownMigrations(folder);
    const applied = await appliedIn(client, all);
    onWaiting?.([...all.keys()].filter((name) => !applied.has(name) && isWanted(name)).length);
    const fresh: string[] = [];
    for (const [name, checksum] of all) {
      const known = applied.get(name);
      if (known === checksum || !isWanted(name)) continue;
      if (known !== undefined) throw new Error(`Migration ${name} was edited after it was applied.`);
      const text = textOf(folder, name);
      if (text.startsWith(IN_STEPS)) await applyInSteps(client, { name, checksum, text }, onStep);
      else
        await inOne(client, async () => {
          await client.query(text);
          await remember(client, name, checksum);
        });
      fresh.push(name);
    }
    return [...fresh, ...(await complete(client))];
  } finally {
    await client.end();
  }
}
