// Forward-only migrations: numbered SQL files, each applied once in one transaction, remembered with a checksum.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from './db.ts';
import { LOCKS } from './locks.ts';
import { StartRefused } from './startRefused.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Name and checksum of every migration that this version has, in their order. */
export function knownMigrations(): Map<string, string> {
  const names = fs.readdirSync(folder).filter((file) => /^\d{4}_\w+\.sql$/.test(file));
  return new Map(names.sort().map((name) => [name, checksumOf(textOf(name))]));
}

const textOf = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');
const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Migrations that a start would apply to the database at `url`; none for an empty one, which has nothing to lose.
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
    const applied = await appliedIn(client);
    return applied.size === 0 ? [] : [...knownMigrations().keys()].filter((name) => !applied.has(name));
  } finally {
    await client.end();
  }
}

/** When this version was made, ms: the day of its newest migration file. */
export const builtAt = (): number =>
  Math.max(...[...knownMigrations().keys()].map((name) => fs.statSync(path.join(folder, name)).mtimeMs));

/** When the first migration was applied to a database, ms: how old the installation is, or what was restored into it. */
export async function installedAt(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from min(applied_at)) * 1000)::float8 as at from migrations`.execute(db);
  return rows[0]?.at ?? 0;
}

/** What the database says was applied to it. @throws StartRefused where this version does not know one of them. */
async function appliedIn(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  const known = knownMigrations();
  const newer = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (newer.length > 0)
    throw new StartRefused(
      `The database was written by a newer Helioport (${newer.sort().at(-1)}). Start that version, or restore a backup that this one took.`,
    );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/**
 * Brings the database at `url` up to date and returns the names applied now. `isWanted` leaves migrations out, for a
 * backup of an earlier version. `complete` adds what follows from the
 * program rather than from a file, and names it; it runs under the same lock after the files. Throws when a file that was applied
 * has been edited since, because the database can no longer be what the files say.
 */
export async function migrate(
  url: string,
  complete: (client: pg.ClientBase) => Promise<string[]>,
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Of all processes only one migrates at a time.
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrate]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied = await appliedIn(client);
    const fresh: string[] = [];
    for (const [name, checksum] of knownMigrations()) {
      const known = applied.get(name);
      if (known === checksum || !isWanted(name)) continue;
      if (known !== undefined) throw new Error(`Migration ${name} was edited after it had been applied.`);
      await client.query('begin');
      await client.query(textOf(name));
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
      await client.query('commit');
      fresh.push(name);
    }
    return [...fresh, ...(await complete(client))];
  } finally {
    await client.end();
  }
}
