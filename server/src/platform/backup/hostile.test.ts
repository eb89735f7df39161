// A backup is untrusted: damaged, forged and malicious ones end in one sentence and leave the database empty.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seedDemo } from '../../../seed/demo.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { addMissingColumns } from '../../timeseries/catalogue.ts';
import { createPartitions } from '../../timeseries/retention/partitions.ts';
import { inTransaction } from '../db.ts';
import { migrate } from '../migrate.ts';
import { StartRefused } from '../startRefused.ts';
import { restore } from './restore.ts';
import { boundOf, type Manifest } from './shape.ts';
import { BackupFailed, backUp, verifyBackup } from './write.ts';

const NOW = Date.UTC(2026, 5, 20, 12);
const GOOD_BOUND = "FOR VALUES FROM ('2026-06-01 00:00:00+00') TO ('2026-07-01 00:00:00+00')";

let source: TestDatabase;
let into: string;
let good: string;
const opened: string[] = [];

async function query<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}
const admin = (statement: string) => query(inject('postgresUrl'), statement);

async function emptyDatabase(): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await admin(`create database ${name} template template0`);
  opened.push(name);
  return inject('postgresUrl').replace(/\/[^/]*$/, `/${name}`);
}

/** Everything in a database that a restore could have left. */
const leftIn = (url: string) =>
  query<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p', 'S') and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     union all select nspname from pg_namespace where nspname = 'helioport_restore'
     union all select rolname from pg_roles, pg_database d
       where rolname = 'helioport_restore_' || d.oid and datname = current_database()`,
  );

beforeAll(async () => {
  into = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-hostile-'));
  source = await freshDatabase();
  await inTransaction(source.db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedDemo(tx, NOW);
  });
  await createPartitions(source.pool).ensure([NOW], [NOW]);
  await query(
    source.url,
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
     select 'x', min(id), now(), now(), now() + interval '1 day' from users`,
  );
  ({ folder: good } = await backUp(source.url, { into, why: 'manual' }));
});
afterAll(async () => {
  await source.close();
  for (const name of opened) await admin(`drop database if exists ${name} with (force)`);
  fs.rmSync(into, { recursive: true, force: true });
});

interface Copy {
  folder: string;
  manifest: Manifest;
  /** The entry of a table. */
  table(name: string): Manifest['tables'][number];
  /** Replaces the rows of a table and updates its entries in the manifest. */
  fill(name: string, text: string): void;
}

function copyOf(change: (copy: Copy) => void): string {
  const folder = fs.mkdtempSync(path.join(into, 'copy-'));
  fs.cpSync(good, folder, { recursive: true });
  const file = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest;
  const table = (name: string) => manifest.tables.find((one) => one.name === name)!;
  const copy: Copy = {
    folder,
    manifest,
    table,
    fill(name, text) {
      const compressed = gzipSync(text);
      fs.writeFileSync(path.join(folder, `${name}.copy.gz`), compressed);
      Object.assign(table(name), {
        rows: text.split('\n').length - 1,
        bytes: compressed.length,
        unpacked: text.length,
        sha256: createHash('sha256').update(compressed).digest('hex'),
      });
    },
  };
  change(copy);
  // A change may have replaced the manifest itself.
  if (
    JSON.stringify(manifest) !==
    JSON.stringify(JSON.parse(fs.readFileSync(path.join(good, 'manifest.json'), 'utf8')))
  )
    fs.writeFileSync(file, JSON.stringify(manifest));
  return folder;
}

const rowsOf = (folder: string, name: string) =>
  gunzipSync(fs.readFileSync(path.join(folder, `${name}.copy.gz`))).toString();
const partOf = (manifest: Manifest) => manifest.partitions.find(({ parent }) => parent === 'reading')!;

const cases: [string, (copy: Copy) => void, RegExp][] = [
  [
    'a cut manifest',
    ({ folder }) => {
      const file = path.join(folder, 'manifest.json');
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').slice(0, -200));
    },
    /manifest\.json is not a backup manifest: it is truncated or damaged/,
  ],
  [
    'a huge manifest',
    ({ folder }) => fs.writeFileSync(path.join(folder, 'manifest.json'), Buffer.alloc(17_000_000, 32)),
    /manifest\.json is not a backup manifest: it is too large/,
  ],
  [
    'a manifest that is a link',
    ({ folder }) => {
      fs.rmSync(path.join(folder, 'manifest.json'));
      fs.symlinkSync(path.join(good, 'manifest.json'), path.join(folder, 'manifest.json'));
    },
    /manifest\.json is not a backup manifest/,
  ],
  [
    'a wrong checksum',
    ({ table }) => Object.assign(table('users'), { sha256: '0'.repeat(64) }),
    /users\.copy\.gz of the backup does not match its checksum/,
  ],
  [
    'statements in the limits of a partition',
    ({ manifest }) =>
      Object.assign(partOf(manifest), {
        bound: `${GOOD_BOUND}; create table pwned (); copy pwned to program 'id'`,
      }),
    /contains bounds of reading_\w+ that are not a time range/,
  ],
  [
    'a path that leaves the folder',
    ({ table }) => Object.assign(table('users'), { file: '../../../etc/passwd' }),
    /tables\.\d+\.file is not the file of its table/,
  ],
  [
    'an absolute path',
    ({ table }) => Object.assign(table('users'), { file: '/etc/passwd' }),
    /is not the file of its table/,
  ],
  [
    'a file that is a link',
    ({ folder }) => {
      fs.rmSync(path.join(folder, 'users.copy.gz'));
      fs.symlinkSync(path.join(good, 'users.copy.gz'), path.join(folder, 'users.copy.gz'));
    },
    /users\.copy\.gz of the backup cannot be read/,
  ],
  [
    'a folder in place of a file',
    ({ folder }) => {
      fs.rmSync(path.join(folder, 'users.copy.gz'));
      fs.mkdirSync(path.join(folder, 'users.copy.gz'));
    },
    /users\.copy\.gz of the backup cannot be read: it is not a regular file/,
  ],
  [
    'a table that is not known',
    ({ manifest, folder, table }) => {
      fs.copyFileSync(path.join(folder, 'users.copy.gz'), path.join(folder, 'pg_authid.copy.gz'));
      manifest.tables.push({ ...table('users'), name: 'pg_authid', file: 'pg_authid.copy.gz' });
    },
    /contains the table pg_authid, which this version does not support/,
  ],
  [
    'the book of migrations as a table',
    ({ manifest, folder, table }) => {
      fs.copyFileSync(path.join(folder, 'users.copy.gz'), path.join(folder, 'migrations.copy.gz'));
      manifest.tables.push({ ...table('users'), name: 'migrations', file: 'migrations.copy.gz' });
    },
    /contains the table migrations, which this version does not support/,
  ],
  [
    'a name with a statement in it',
    ({ table }) => Object.assign(table('users'), { name: 'users"; drop table users; --' }),
    /tables\.\d+\.name is not a name/,
  ],
  [
    'a parent that is not known',
    ({ manifest }) => manifest.partitions.push({ name: 'users_2026', parent: 'users', bound: GOOD_BOUND }),
    /names users_2026 as a partition of users, which this version does not support/,
  ],
  [
    'a table that is missing',
    ({ manifest }) => {
      manifest.tables = manifest.tables.filter(({ name }) => name !== 'users');
    },
    /does not contain the table users/,
  ],
  [
    'a table that is listed twice',
    ({ manifest, table }) => manifest.tables.push(table('users')),
    /contains the table users twice/,
  ],
  [
    'a column that is not known',
    ({ table }) => table('users').columns.push('is_root'),
    /contains the column is_root of users, which this version does not support/,
  ],
  [
    'rows with more columns than are listed',
    ({ folder, fill }) => fill('companies', `${rowsOf(folder, 'companies').split('\n')[0]}\textra\n`),
    /Row 1 of companies is not valid: extra data after last expected column/,
  ],
  [
    'a row that breaks a constraint',
    ({ folder, fill }) => {
      const row = `${rowsOf(folder, 'companies').split('\n')[0]}\n`;
      fill('companies', row + row);
    },
    /Row 2 of companies is not valid: duplicate key value/,
  ],
  [
    'rows that belong to nothing',
    ({ fill }) => fill('users', ''),
    /A row of \w+ is not valid: .*violates foreign key constraint/,
  ],
  [
    'a wrong number of rows',
    ({ table }) => {
      table('users').rows += 1;
    },
    /users\.copy\.gz of the backup does not match its checksum/,
  ],
  [
    'a file that unpacks to far more than it says',
    ({ folder, table }) => {
      const compressed = gzipSync(Buffer.alloc(300_000_000, 10));
      fs.writeFileSync(path.join(folder, 'users.copy.gz'), compressed);
      Object.assign(table('users'), {
        bytes: compressed.length,
        sha256: createHash('sha256').update(compressed).digest('hex'),
      });
    },
    /users\.copy\.gz of the backup cannot be read: its uncompressed size exceeds the limit/,
  ],
  [
    'a row without an end',
    ({ folder, table }) => {
      const compressed = gzipSync(Buffer.alloc(300_000_000, 97));
      fs.writeFileSync(path.join(folder, 'users.copy.gz'), compressed);
      Object.assign(table('users'), {
        bytes: compressed.length,
        unpacked: 300_000_000,
        sha256: createHash('sha256').update(compressed).digest('hex'),
      });
    },
    /users\.copy\.gz of the backup cannot be read: it has a row that is too long/,
  ],
  [
    'sequences of other names',
    ({ manifest }) => manifest.sequences.push({ name: 'pg_foreign_seq', last: '1', isCalled: true }),
    /contains the sequence pg_foreign_seq, which this version does not support/,
  ],
  [
    'a migration of a newer version',
    ({ manifest }) => manifest.migrations.push({ name: '9999_tomorrow.sql', checksum: 'none' }),
    /9999_tomorrow\.sql, which this version does not support/,
  ],
];

describe('a hostile or damaged backup', () => {
  let url: string;
  beforeAll(async () => {
    url = await emptyDatabase();
  });

  it.each(cases)(
    'with %s is refused in a sentence, and the database stays empty',
    async (_what, change, message) => {
      const folder = copyOf(change);
      const failure = await restore(url, { folder, complete: addMissingColumns }).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(BackupFailed);
      expect((failure as Error).message).toMatch(message);
      expect((failure as Error).message).not.toContain('\n');
      expect(await leftIn(url)).toEqual([]);
    },
  );

  it('leaves room for a good one, after which every user has to log in again', async () => {
    await restore(url, { folder: good, complete: addMissingColumns });
    const count = async (at: string, table: string) =>
      (await query<{ n: string }>(at, `select count(*)::text as n from ${table}`))[0]?.n;
    for (const table of ['users', 'sites', 'companies'])
      expect(await count(url, table)).toBe(await count(source.url, table));
    expect(await count(source.url, 'sessions')).not.toBe('0');
    expect(await count(url, 'sessions')).toBe('0');
    const owners = await query<{ owner: string }>(
      url,
      "select distinct tableowner as owner from pg_tables where schemaname = 'public'",
    );
    expect(owners).toEqual([{ owner: new URL(url).username }]);
  });

  it('is refused when its disk has no room for what it unpacks to', async () => {
    await expect(verifyBackup(good, { mostBytes: 1_000 })).rejects.toThrow(
      /uncompressed size exceeds the limit/,
    );
  });
});

it.each([
  ['FOR VALUES FROM (1) TO (2)', undefined],
  ['DEFAULT', undefined],
  ["FOR VALUES IN ('a')", undefined],
  ["FOR VALUES FROM ('2026-06-01 00:00:00+00') TO ('2026-05-01 00:00:00+00')", undefined],
  ["FOR VALUES FROM ('now') TO ('infinity')", undefined],
  [GOOD_BOUND, "for values from ('2026-06-01T00:00:00.000Z') to ('2026-07-01T00:00:00.000Z')"],
  [
    "FOR VALUES FROM ('2026-06-01 02:00:00+02') TO ('2026-07-01 05:30:00+05:30')",
    "for values from ('2026-06-01T00:00:00.000Z') to ('2026-07-01T00:00:00.000Z')",
  ],
])('the limits %s become %s', (text, sql) => {
  expect(boundOf(text)).toBe(sql);
});

const moduleAt = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
/** Restores, and kills itself at a moment: the nth call of `complete`, or the nth table. */
const restoring = `import { restore } from ${moduleAt('./restore.ts')};
import { addMissingColumns } from ${moduleAt('../../timeseries/catalogue.ts')};
const [url, folder, kind, number] = process.argv.slice(1);
let calls = 0;
const die = () => process.kill(process.pid, 'SIGKILL');
await restore(url, { folder,
  complete: async (client) => { const names = await addMissingColumns(client); if (kind === 'complete' && ++calls === Number(number)) die(); return names; },
  onTable: (done, of) => { if (kind === 'table' && done === (Number(number) + of) % of) die(); } });`;

describe('a restore that was killed', () => {
  it.each([
    ['after the tables were made', 'complete', '1'],
    ['before the first table', 'table', '0'],
    ['half way', 'table', '20'],
    ['at the last table', 'table', '-1'],
    ['when everything was there but the end', 'complete', '2'],
  ])('%s can be repeated, and no portal starts before', async (_when, kind, number) => {
    const url = await emptyDatabase();
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', restoring, url, good, kind, number],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const signal = await new Promise((resolve) => child.once('exit', (_code, by) => resolve(by)));
    expect(signal).toBe('SIGKILL');
    await expect(migrate(url, addMissingColumns)).rejects.toThrow(StartRefused);
    await restore(url, { folder: good, complete: addMissingColumns });
    expect(await query(url, 'select count(*) from users')).toEqual(
      await query(source.url, 'select count(*) from users'),
    );
    expect((await leftIn(url)).filter(({ name }) => name.startsWith('helioport_restore'))).toEqual([]);
  });
});
