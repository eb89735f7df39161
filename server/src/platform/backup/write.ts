// Backup: a consistent snapshot of the database as files in a folder, taken while the server runs. Every file is read
// back and verified before the folder gets its final name.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { tryHold } from '../locks.ts';
import {
  type BackedTable,
  type Manifest,
  manifestSchema,
  migrationsOf,
  partitionsIn,
  quoted,
  sequencesOf,
  tablesOf,
} from './shape.ts';

/** Why there is no backup, as a message for the user who requested it. */
export class BackupFailed extends Error {}

/** Another backup is in progress. */
export class BackupUnderWay extends BackupFailed {}

/** Compresses a table to a quarter at 60 MB/s on one core; a higher level would slow down requests. */
const GZIP_LEVEL = 3;
const MANIFEST = 'manifest.json';
/** A folder that has this end is not finished, or never was. */
const UNFINISHED = '.unfinished';

export interface Backup {
  folder: string;
  takenAt: Date;
  tables: number;
  rows: number;
  bytes: number;
}

interface Options {
  /** Folder of all backups, one subfolder each; created if absent. */
  into: string;
  /** Why it is taken: the end of its name. */
  why: 'daily' | 'manual' | 'upgrade';
  onTable?: (done: number, of: number, name: string) => void;
  /** Called while holding the lock: a backup may have finished just before. */
  isStillWanted?: () => Promise<boolean>;
  /** Ends it half way; what is written by then is removed. */
  signal?: AbortSignal;
  /** Called once it is complete, before another one can start. */
  note?: (backup: Backup) => Promise<void>;
}

/**
 * Backs up the database at `url` and returns where the backup is. The rows are one consistent snapshot; only dropping a
 * table waits for it. Rejects with `BackupFailed` while another one is in progress; an incomplete backup is deleted.
 */
export async function backUp(
  url: string,
  { into, why, onTable, signal, note, isStillWanted }: Options,
): Promise<Backup> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (!(await tryHold(client, 'backUp')))
      throw new BackupUnderWay('Another backup of this database is in progress.');
    if ((await isStillWanted?.()) === false)
      throw new BackupUnderWay('Another process has just taken this backup.');
    fs.mkdirSync(into, { recursive: true, mode: 0o700 });
    removeUnfinished(into);
    await requireFreeSpace(client, into);
    const takenAt = new Date();
    const name = `helioport-${takenAt.toISOString().replaceAll(':', '-')}-${why}`;
    const draft = path.join(into, name + UNFINISHED);
    fs.mkdirSync(draft, { mode: 0o700 });
    try {
      const manifest = await writeAll(client, draft, takenAt, { onTable, signal });
      fs.writeFileSync(path.join(draft, MANIFEST), JSON.stringify(manifest, null, 1), {
        mode: 0o600,
      });
      await verifyBackup(draft);
      syncFolder(draft);
      const folder = path.join(into, name);
      fs.renameSync(draft, folder);
      syncFolder(into);
      const backup = summaryOf(folder, manifest);
      await note?.(backup);
      return backup;
    } catch (error) {
      fs.rmSync(draft, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** A backup takes a third of its database; filling the disk would stop ingestion. */
async function requireFreeSpace(client: pg.Client, into: string): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  const { bavail, bsize } = fs.statfsSync(into);
  const needed = Number(rows[0]?.bytes ?? 0) / 2;
  if (bavail * bsize < needed)
    throw new BackupFailed(
      `Not enough disk space in ${into}: ${Math.ceil(needed / 1e6)} MB are needed, ${Math.floor((bavail * bsize) / 1e6)} MB are free.`,
    );
}

const summaryOf = (folder: string, { takenAt, tables }: Manifest): Backup => ({
  folder,
  takenAt: new Date(takenAt),
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
});

async function writeAll(
  client: pg.Client,
  folder: string,
  takenAt: Date,
  { onTable, signal }: Pick<Options, 'onTable' | 'signal'>,
): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only');
  const shape = await tablesOf(client);
  // Prevents dropping the tables from here on. Reads and writes continue under this lock.
  await client.query(`lock table ${shape.map(({ name }) => quoted(name)).join(', ')} in access share mode`);
  const manifest: Manifest = {
    format: 1,
    takenAt: takenAt.toISOString(),
    migrations: await migrationsOf(client),
    partitions: await partitionsIn(client),
    tables: [],
    sequences: await sequencesOf(client),
  };
  for (const [index, { name, columns }] of shape.entries()) {
    onTable?.(index, shape.length, name);
    const file = `${name}.copy.gz`;
    manifest.tables.push({
      name,
      columns,
      file,
      ...(await writeTable(client, { name, columns }, path.join(folder, file), signal)),
    });
  }
  await client.query('commit');
  return manifest;
}

/** Counts the lines of a COPY: a row is a line, and what breaks a line within a value is escaped. */
function lineCounter(): { stream: Transform; lines: () => number } {
  let lines = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      next(null, chunk);
    },
  });
  return { stream, lines: () => lines };
}

/** Counts and hashes the passing bytes. */
function hashing(): { stream: Transform; bytes: () => number; sha256: () => string } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      bytes += chunk.length;
      next(null, chunk);
    },
  });
  return { stream, bytes: () => bytes, sha256: () => hash.digest('hex') };
}

/** Counts the passing bytes. */
function sizing(): { stream: Transform; bytes: () => number } {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      next(null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}

async function writeTable(
  client: pg.Client,
  { name, columns }: { name: string; columns: readonly string[] },
  file: string,
  signal: AbortSignal | undefined,
) {
  const rows = lineCounter();
  const size = sizing();
  const hash = hashing();
  const source = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`));
  const target = fs.createWriteStream(file, { mode: 0o600, flush: true });
  const packing = createGzip({ level: GZIP_LEVEL });
  await pipeline(source, rows.stream, size.stream, packing, hash.stream, target, { signal });
  return { rows: rows.lines(), bytes: hash.bytes(), unpacked: size.bytes(), sha256: hash.sha256() };
}

/** No row of ours is nearly as long: pictures and pieces of files are a few MB. */
const ROW_MOST_BYTES = 256_000_000;
/** Deflate packs at most so well; what claims to be better is no gzip file. */
const GZIP_MOST = 1_032;
const MANIFEST_MOST_BYTES = 16_000_000;

/**
 * Reads every file of a backup and compares it with the manifest. Returns the manifest. Rejects with `BackupFailed`,
 * naming the file, if a file is missing, truncated, changed or not decompressible, and as soon as all files together
 * decompress to more than `mostBytes`.
 */
export async function verifyBackup(
  folder: string,
  { mostBytes = Number.POSITIVE_INFINITY } = {},
): Promise<Manifest> {
  const manifest = readManifest(folder);
  let unpacked = 0;
  for (const table of manifest.tables) {
    const reading = readTable(folder, table, mostBytes - unpacked);
    await consume(table.file, [...reading.streams, nowhere()]);
    unpacked += reading.demandAsWritten();
  }
  return manifest;
}

/** Reads the manifest of a backup. */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, MANIFEST);
  let text: string;
  try {
    text = fs.readFileSync(openPlain(file, MANIFEST_MOST_BYTES), 'utf8');
  } catch (error) {
    throw new BackupFailed(`${file} is not a backup manifest: ${(error as Error).message}`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new BackupFailed(`${file} is not a backup manifest: it is truncated or damaged.`);
  }
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BackupFailed(
    `${file} is not a backup manifest: ${issue?.path.join('.') || 'it'} ${issue?.message ?? 'is damaged'}.`,
  );
}

/** Opens a regular file of at most this size; never follows a link. */
function openPlain(file: string, mostBytes: number): number {
  const handle = fs.openSync(
    file,
    fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0),
  );
  const entry = fs.fstatSync(handle);
  if (entry.isFile() && entry.size <= mostBytes) return handle;
  fs.closeSync(handle);
  throw new Error(entry.isFile() ? 'it is too large' : 'it is not a regular file');
}

/** Passes on at most `most` bytes, in rows of bounded length. */
function bounded(most: number): Transform {
  let bytes = 0;
  let row = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      const end = chunk.lastIndexOf(10);
      row = end === -1 ? row + chunk.length : chunk.length - end - 1;
      if (bytes > most) next(new Error('its uncompressed size exceeds the limit'));
      else if (row > ROW_MOST_BYTES) next(new Error('it has a row that is too long'));
      else next(null, chunk);
    },
  });
}

type Stream = NodeJS.ReadableStream | NodeJS.WritableStream | NodeJS.ReadWriteStream;

const nowhere = () => new Writable({ write: (_chunk, _encoding, next) => next() });

/** Runs the streams of a file; errors contain its name. */
export async function consume(file: string, streams: readonly Stream[]): Promise<void> {
  try {
    await pipeline([...streams]);
  } catch (error) {
    // What the database refuses is not the fault of the file.
    if ((error as { severity?: string }).severity !== undefined) throw error;
    throw new BackupFailed(`${file} of the backup cannot be read: ${(error as Error).message}.`);
  }
}

/** The rows of one table out of its file, and the check to be made when they have all been read. */
export function readTable(
  folder: string,
  { file, rows, bytes, sha256, unpacked = (bytes + 1) * GZIP_MOST }: BackedTable,
  mostBytes = Number.POSITIVE_INFINITY,
) {
  const counter = lineCounter();
  const hash = hashing();
  const size = sizing();
  let handle: number;
  try {
    handle = openPlain(path.join(folder, file), bytes);
  } catch (error) {
    throw new BackupFailed(`${file} of the backup cannot be read: ${(error as Error).message}.`);
  }
  const source = fs.createReadStream('', { fd: handle });
  return {
    streams: [
      source,
      hash.stream,
      createGunzip(),
      bounded(Math.min(unpacked, mostBytes)),
      size.stream,
      counter.stream,
    ],
    /** Bytes of the rows. @throws BackupFailed where they are not what was written. */
    demandAsWritten(): number {
      if (hash.bytes() !== bytes || hash.sha256() !== sha256 || counter.lines() !== rows)
        throw new BackupFailed(`${file} of the backup does not match its checksum.`);
      return size.bytes();
    },
  };
}

/** A name is only on disk when its folder is. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

/** Deletes the remains of a killed backup. Requires the backup lock. */
function removeUnfinished(into: string): void {
  for (const name of fs.readdirSync(into))
    if (name.startsWith('helioport-') && name.endsWith(UNFINISHED))
      fs.rmSync(path.join(into, name), { recursive: true, force: true });
}

/** Removes all but the newest `keep` backups of one kind; returns the folders that went. */
export function deleteOldBackups(into: string, why: Options['why'], keep: number): string[] {
  const old = fs
    .readdirSync(into)
    .filter(
      (name) => /^helioport-[\dTZ.-]+$/.test(name.slice(0, -why.length - 1)) && name.endsWith(`Z-${why}`),
    )
    .sort()
    .slice(0, -keep)
    .map((name) => path.join(into, name));
  for (const folder of old) fs.rmSync(folder, { recursive: true, force: true });
  return old;
}
