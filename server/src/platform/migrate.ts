// Forward-only migrations: numbered SQL files, each applied once in one transaction, remembered with a checksum.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { LOCKS } from './locks.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Brings the database at `url` up to date and returns the names applied now. `complete` adds what follows from the
 * program rather than from a file, and names it; it runs under the same lock after the files. Throws when a file that was applied
 * has been edited since, because the database can no longer be what the files say.
 */
export async function migrate(
  url: string,
  complete: (client: pg.ClientBase) => Promise<string[]>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Of all processes only one migrates at a time.
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrate]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const fresh: string[] = [];
    for (const name of fs
      .readdirSync(folder)
      .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
      .sort()) {
      const text = fs.readFileSync(path.join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      const known = applied.get(name);
      if (known === checksum) continue;
      if (known !== undefined) throw new Error(`Migration ${name} was edited after it had been applied.`);
      await client.query('begin');
      await client.query(text);
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
      await client.query('commit');
      fresh.push(name);
    }
    return [...fresh, ...(await complete(client))];
  } finally {
    await client.end();
  }
}
