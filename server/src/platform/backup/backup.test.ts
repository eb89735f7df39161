// A backup is worth what comes back from it: every row of every table, also of one taken while reports come in.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seedDemo } from '../../../seed/demo.ts';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { type Reporter, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { whatDiffers } from '../../../test/matrix.ts';
import { addMissingColumns } from '../../timeseries/catalogue.ts';
import { takeDirty } from '../../timeseries/marks/dirty.ts';
import { packingEndsAt, packReadings } from '../../timeseries/retention/pack.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';
import { type Db, inTransaction, openDatabase } from '../db.ts';
import { LOCKS } from '../locks.ts';
import { migrate, waitingMigrations } from '../migrate.ts';
import { restore } from './restore.ts';
import { BackupFailed, backUp, deleteOldBackups, readManifest, verifyBackup } from './write.ts';

const ZONE = 'UTC';
const NOW = Date.UTC(2026, 5, 20, 12);
const days = ['2026-06-08', '2026-06-09', '2026-06-19'];

let source: TestDatabase;
let who: Reporter;
let into: string;
const opened: string[] = [];

const admin = async (statement: string) => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
};

/** A database in which nothing is, not even tables. */
async function emptyDatabase(): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await admin(`create database ${name} template template0`);
  opened.push(name);
  return inject('postgresUrl').replace(/\/[^/]*$/, `/${name}`);
}

beforeAll(async () => {
  into = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-backup-'));
  source = await freshDatabase();
  who = await inTransaction(source.db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedDemo(tx, NOW);
    const site = await makeSite(tx, { timezone: ZONE });
    const { id } = await makeDevice(tx, site.id);
    return { deviceId: id, siteId: site.id, timeZone: ZONE };
  });
  for (const day of days)
    await storeReadings(
      source.pool,
      sunnyDay(who, day, { channels: 2, peakW: 800 + day.charCodeAt(9) }),
      NOW,
    );
  await rollAll(source.db);
  await packReadings(source.db, packingEndsAt(NOW, 4));
});
afterAll(async () => {
  await source.close();
  for (const name of opened) await admin(`drop database if exists ${name} with (force)`);
  fs.rmSync(into, { recursive: true, force: true });
});

/** Sums of whatever days wait. */
async function rollAll(db: Db, nowMs = NOW): Promise<void> {
  for (const day of await takeDirty(db, 1000, nowMs, { isHasty: true })) await rollUp(db, day, NOW);
}

const take = () => backUp(source.url, { into, why: 'manual' });

/** A checksum over all rows of every table, and the position of its sequence. */
async function printOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations' order by 1`,
  );
  const print: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await client.query<{ rows: string; hash: string }>(
      `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash from "${name}" t`,
    );
    print[name] = `${found.rows[0]?.rows} ${found.rows[0]?.hash}`;
  }
  await client.end();
  return print;
}

describe('a backup', () => {
  it('brings every row of every table back, blocks and sequences too, and the house goes on from there', async () => {
    const { folder, rows } = await take();
    const before = await printOf(source.url);
    const held = Object.entries(before).filter(([, print]) => !print.startsWith('0 '));
    expect(held.map(([name]) => name)).toEqual(
      expect.arrayContaining(['reading_2026_06', 'reading_block', 'site_day', 'users', 'sites']),
    );
    expect(rows).toBe(held.reduce((sum, [, print]) => sum + Number(print.split(' ')[0]), 0));
    const url = await emptyDatabase();
    await restore(url, { folder, complete: addMissingColumns });
    expect(await printOf(url)).toEqual(before);
    const restored = openDatabase(url, { size: 4 });
    await inTransaction(restored.db, 'write', (tx) => makeSite(tx));
    await storeReadings(
      restored.pool,
      sunnyDay(who, '2026-06-20', { channels: 2, peakW: 700, untilMs: NOW }),
      NOW,
    );
    await rollAll(restored.db);
    expect(await whatDiffers(restored.db, who.siteId)).toEqual([]);
    await restored.close();
  });

  // Three are taken and three restored, which is a lot for a slow machine.
  it('is that of one instant, however many reports come in meanwhile', async () => {
    const reports = sunnyDay(who, '2026-06-20', { channels: 2, peakW: 640, untilMs: NOW });
    let isOver = false;
    const writing = (async () => {
      for (let at = 0; !isOver; at = (at + 5) % reports.length) {
        await storeReadings(source.pool, reports.slice(at, at + 5), NOW);
        await rollAll(source.db);
      }
    })();
    const backups = [];
    try {
      for (let i = 0; i < 3; i += 1) backups.push(await take());
    } finally {
      isOver = true;
      await writing;
    }
    for (const { folder } of backups) {
      const url = await emptyDatabase();
      await restore(url, { folder, complete: addMissingColumns });
      const restored = openDatabase(url, { size: 4 });
      // Recalculates marked days, including those in progress during the backup; afterwards all totals must match their
      // readings.
      await rollAll(restored.db, NOW + 3_600_000);
      expect(await whatDiffers(restored.db, who.siteId)).toEqual([]);
      await restored.close();
    }
  });

  it('is refused while another is taken, and clears away what a killed one left', async () => {
    const left = path.join(into, 'helioport-2026-01-01T00-00-00Z-daily.unfinished');
    fs.mkdirSync(left);
    const other = new pg.Client({ connectionString: source.url });
    await other.connect();
    await other.query('select pg_advisory_lock($1)', [LOCKS.backUp]);
    await expect(take()).rejects.toThrow('Another backup of this database is in progress.');
    expect(fs.existsSync(left)).toBe(true);
    await other.end();
    await expect
      .poll(() =>
        take().then(
          () => fs.existsSync(left),
          () => true,
        ),
      )
      .toBe(false);
  });

  it('keeps as many of a kind as it is told to, and touches no other', () => {
    const folder = fs.mkdtempSync(path.join(into, 'kept-'));
    const names = ['01', '02', '03'].map((day) => `helioport-2026-01-${day}T00-00-00Z-daily`);
    for (const name of [...names, 'helioport-2025-01-01T00-00-00Z-manual', 'photos-daily'])
      fs.mkdirSync(path.join(folder, name));
    deleteOldBackups(folder, 'daily', 2);
    expect(fs.readdirSync(folder).sort()).toEqual(
      ['helioport-2025-01-01T00-00-00Z-manual', ...names.slice(1), 'photos-daily'].sort(),
    );
  });
});

describe('a damaged backup', () => {
  it.each([
    ['a flipped bit', (file: string, data: Buffer) => fs.writeFileSync(file, flipped(data))],
    ['a cut file', (file: string, data: Buffer) => fs.writeFileSync(file, data.subarray(0, data.length - 9))],
    ['a file that is gone', (file: string) => fs.rmSync(file)],
  ])('with %s is refused by name, and nothing is restored', async (_what, damage) => {
    const { folder } = await take();
    const file = path.join(folder, 'site_day.copy.gz');
    damage(file, fs.readFileSync(file));
    await expect(verifyBackup(folder)).rejects.toThrow(/site_day\.copy\.gz/);
    const url = await emptyDatabase();
    await expect(restore(url, { folder, complete: addMissingColumns })).rejects.toThrow(BackupFailed);
    expect(await printOf(url)).toEqual({});
  });

  it('without a list is none', async () => {
    await expect(verifyBackup(into)).rejects.toThrow(/is not a backup manifest/);
  });
});

const flipped = (data: Buffer): Buffer => {
  const copy = Buffer.from(data);
  const at = Math.floor(copy.length / 2);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

describe('restoring', () => {
  it('never writes over a database in which something is', async () => {
    const { folder } = await take();
    const before = await printOf(source.url);
    await expect(restore(source.url, { folder, complete: addMissingColumns })).rejects.toThrow(/not empty/);
    expect(await printOf(source.url)).toEqual(before);
    const foreign = await emptyDatabase();
    await sqlAt(foreign, 'create table recipes (name text)');
    await expect(restore(foreign, { folder, complete: addMissingColumns })).rejects.toThrow(/not empty/);
  });

  it('goes through after one that was killed half way', async () => {
    const { folder } = await take();
    const url = await emptyDatabase();
    await migrate(url, addMissingColumns);
    await restore(url, { folder, complete: addMissingColumns });
    expect(await printOf(url)).toEqual(await printOf(source.url));
  });

  it('refuses what a newer version took', async () => {
    const { folder } = await take();
    const manifest = readManifest(folder);
    manifest.migrations.push({ name: '9999_tomorrow.sql', checksum: 'none' });
    fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
    await expect(restore(await emptyDatabase(), { folder, complete: addMissingColumns })).rejects.toThrow(
      /9999_tomorrow\.sql/,
    );
  });
});

describe('a start', () => {
  it('is refused over a database that a newer version wrote', async () => {
    const database = await freshDatabase();
    expect(await waitingMigrations(database.url)).toEqual([]);
    await sql`insert into migrations (name, checksum) values ('9999_tomorrow.sql', 'none')`.execute(
      database.db,
    );
    await expect(migrate(database.url, addMissingColumns)).rejects.toThrow(/newer Helioport \(9999_tomorrow/);
    await expect(waitingMigrations(database.url)).rejects.toThrow(/newer Helioport/);
    await database.close();
  });
});

async function sqlAt(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
