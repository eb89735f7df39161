// Starts and stops the bundled PostgreSQL. PostgreSQL refuses to run as root, so root runs it as another user
// (postgresPrograms.ts has its programs).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { programsIn } from './postgresPrograms.ts';
import { isLocalFolder, type Place, placeHere } from './processPlace.ts';
import { StartRefused } from './startRefused.ts';

const UNPRIVILEGED_ID = 65_534;
/** The system user of the database where one exists; `nobody` may be shared with other services. */
const DATABASE_USER = 'helioport';
const isRoot = process.getuid?.() === 0;

interface Identity {
  uid: number;
  gid: number;
}

/** System user that runs the database of a folder: its owner, else `helioport`, else `nobody`; undefined without root. */
function identityOf(folder: string): Identity | undefined {
  if (!isRoot) return undefined;
  const { uid, gid } = fs.statSync(folder);
  if (uid !== 0) return { uid, gid };
  const users = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8') : '';
  const entry = users.split('\n').find((line) => line.startsWith(`${DATABASE_USER}:`));
  const [, , userId = NaN, groupId = NaN] = (entry ?? '').split(':').map(Number);
  return userId > 0 && groupId > 0
    ? { uid: userId, gid: groupId }
    : { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
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

/** A postmaster whose lock file is gone stops at its next check, after two minutes at the latest. */
const POSTMASTER_ENDS_WITHIN_MS = 125_000;
/** The sun_path of a socket has 107 bytes, of which its name takes up to 20. */
const SOCKET_FOLDER_MOST = 85;

/** PID namespace of the host itself on Linux; every other one is a container's. */
const FIRST_NAMESPACE = 'pid:[4026531836]';

const placeFileOf = (folder: string): string => `${folder}.place`;

/** Where the last postmaster of a folder was started; undefined for one of an earlier version. */
function recordedPlace(folder: string): Place | undefined {
  try {
    const { boot, namespace } = JSON.parse(fs.readFileSync(placeFileOf(folder), 'utf8')) as Place;
    return { boot, namespace };
  } catch {
    return undefined;
  }
}

/** Whether a postmaster on this kernel listens on its socket; only a refused connection proves that none does. */
const listensAt = (socket: string): Promise<'yes' | 'no' | 'unknown'> =>
  new Promise((resolve) => {
    const probe = net.connect(socket);
    probe.once('connect', () => {
      probe.destroy();
      resolve('yes');
    });
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' ? 'no' : 'unknown'),
    );
  });

const inUse = (folder: string): StartRefused =>
  new StartRefused(
    `Another PostgreSQL uses ${folder}. Check whether a second Helioport runs on the same DATA_DIR.`,
  );

/**
 * Waits until no postmaster uses `folder`. One left by a killed server in this PID namespace is stopped; one of another
 * container or host gets the time in which PostgreSQL detects that its lock file is gone.
 */
async function clearStaleLock(
  folder: string,
  { onWait, foreignEndsMs = POSTMASTER_ENDS_WITHIN_MS }: Pick<Options, 'onWait' | 'foreignEndsMs'>,
): Promise<void> {
  const file = path.join(folder, 'postmaster.pid');
  if (!fs.existsSync(file)) return;
  const here = placeHere();
  const there = recordedPlace(folder);
  const isContained = here.namespace !== '' && here.namespace !== FIRST_NAMESPACE;
  if (there === undefined ? !isContained : there.boot === here.boot && there.namespace === here.namespace)
    return await endOwn(folder, file);
  const isLocal = isLocalFolder(folder);
  if (there !== undefined && there.boot !== here.boot && isLocal) {
    fs.rmSync(file, { force: true });
    return;
  }
  const [, , , port = '', socketFolder = ''] = fs.readFileSync(file, 'utf8').split('\n');
  if (there?.boot === here.boot && isLocal && socketFolder.trim() !== '') {
    const socket = path.join(folder, `.s.PGSQL.${port}`);
    let listens = await listensAt(socket);
    for (let waitedMs = 0; listens === 'yes' && waitedMs < 20_000; waitedMs += 200) {
      await sleep(200);
      listens = await listensAt(socket);
    }
    if (listens === 'yes') throw inUse(folder);
    if (listens === 'no') {
      fs.rmSync(file, { force: true });
      return;
    }
  }
  onWait?.(
    `The database in ${folder} was not stopped by the container or host that ran it. Waiting ${Math.round(foreignEndsMs / 1000)} s until it has certainly ended there.`,
  );
  fs.rmSync(file, { force: true });
  for (let waitedMs = 0; waitedMs < foreignEndsMs; waitedMs += 200) {
    await sleep(200);
    if (fs.existsSync(file)) throw inUse(folder);
  }
}

/** Ends the database that a killed server left running over `folder`. Only for the holder of the data folder. */
export const endLeftOver = (folder: string): Promise<void> => clearStaleLock(folder, {});

/** Stops a postmaster in this PID namespace and waits for its end. */
async function endOwn(folder: string, file: string): Promise<void> {
  let isStopping = false;
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 100) {
    if (!fs.existsSync(file)) return;
    const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
    if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) {
      fs.rmSync(file, { force: true });
      return;
    }
    if (!isStopping) {
      process.kill(pid, 'SIGINT');
      isStopping = true;
    }
    await sleep(100);
  }
  throw inUse(folder);
}

export interface EmbeddedPostgres {
  /** Address for clients, database `postgres`. Stays the same when the server had to be restarted. */
  url: string;
  /** Address of another database of the same server. */
  urlOf(database: string): string;
  /** Folder of its programs. */
  programs: string;
  /** Process number of the running postmaster. */
  pid(): number | undefined;
  /** Why it is not running, according to its last log lines. */
  problem(): 'disk-full' | undefined;
  /** Fast shutdown: sessions end, committed data is safe. Resolves once the process has ended. */
  stop(): Promise<void>;
  /** Kills it immediately without writing; the next start recovers. */
  abort(): void;
}

interface Options {
  /** Data folder; made when absent. */
  folder: string;
  /** False only for temporary test servers: trades safety for speed. */
  isDurable?: boolean;
  maxConnections?: number;
  /** Further settings of PostgreSQL, over ours. */
  settings?: Readonly<Record<string, string>>;
  /** Called after an unexpected exit, before it is restarted. */
  onUnexpectedExit?: (detail: string) => void;
  /** Pauses before it is started again, in ms; the last one is repeated without end. */
  restartPausesMs?: readonly number[];
  /** Folder for copies of the PostgreSQL programs; by default `bin` next to the data folder. */
  programs?: string;
  /** Called before a restart: false once the folder belongs to another process. */
  mayRestart?: () => boolean;
  /** Called when a database of another container or host may still be ending. */
  onWait?: (message: string) => void;
  foreignEndsMs?: number;
}

/**
 * Pauses between restarts after a crash, in ms; the last one repeats without limit, because disk space may become
 * available.
 */
const RESTART_PAUSES_MS = [100, 300, 500, 1000, 1000, 2000, 2000, 5000, 5000, 10_000];

/**
 * Starts PostgreSQL on a free loopback port with the data in `folder` and restarts it if it fails. Data of a killed
 * server is recovered; the lock of a running one is never removed. Rejects with the server's message if it does not
 * start.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { folder } = options;
  fs.mkdirSync(folder, { recursive: true });
  const identity = identityOf(folder);
  if (identity) openPathFor(folder, identity);
  else fs.chmodSync(folder, 0o700);
  // The owner of the folder above owns the data, as the host's user of a container's mount does.
  const above = path.dirname(folder);
  const programs = options.programs
    ? programsIn(options.programs)
    : programsIn(path.join(above, 'bin'), [fs.statSync(above).uid]);
  if (identity) openPath(programs);
  const bin = path.join(programs, 'bin');
  const password = passwordOf(folder);
  if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) initialise({ bin, folder, identity, password });

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
      if (isStopping || options.mayRestart?.() === false) return;
      try {
        const running = await launch({ bin, port, identity }, options);
        watch(running);
        lastWords = '';
        // Stopped during the start.
        if (isStopping) running.process.kill('SIGINT');
        return;
      } catch (error) {
        noteEnd(String(error));
      }
    }
  };
  watch(await launch({ bin, port, identity }, options));
  // A process that ends without stopping it must not leave it behind.
  const endWithUs = () => current.process.kill('SIGINT');
  process.once('exit', endWithUs);

  const urlOf = (database: string) => addressOf(password, port, database);
  return {
    url: urlOf('postgres'),
    urlOf,
    programs,
    pid: () => current.process.pid,
    problem: () => (/No space left on device/.test(lastWords) ? 'disk-full' : undefined),
    abort() {
      isStopping = true;
      current.process.kill('SIGQUIT');
    },
    async stop() {
      isStopping = true;
      process.removeListener('exit', endWithUs);
      current.process.kill('SIGINT');
      await current.gone;
    },
  };
}

/** URL of the database that currently runs with this folder, regardless of who started it; undefined if none does. */
export function addressOfRunning(folder: string): string | undefined {
  const file = path.join(folder, 'postmaster.pid');
  if (!fs.existsSync(file)) return undefined;
  const [pid = '', , , port = ''] = fs.readFileSync(file, 'utf8').split('\n');
  if (!isAlive(Number(pid)) || port === '') return undefined;
  return addressOf(passwordOf(folder), Number(port), 'postgres');
}

const addressOf = (password: string, port: number, database: string): string =>
  `postgres://helioport:${password}@127.0.0.1:${port}/${database}`;

/** Password of the database, generated once and stored next to its folder, readable by its owner only. */
function passwordOf(folder: string): string {
  const file = `${folder}.secret`;
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8').trim();
}

interface Initialisation {
  bin: string;
  folder: string;
  identity: Identity | undefined;
  password: string;
}

function initialise({ bin, folder, identity, password }: Initialisation): void {
  const passwordFile = path.join(folder, '..', `.${randomBytes(6).toString('hex')}`);
  fs.writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (identity) fs.chownSync(passwordFile, identity.uid, identity.gid);
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
  /** Last lines of the server's log. */
  words(): string;
}

interface Launch {
  bin: string;
  port: number;
  identity: Identity | undefined;
}

async function launch({ bin, port, identity }: Launch, options: Options): Promise<Running> {
  const { folder, isDurable = true, maxConnections = 60 } = options;
  await clearStaleLock(folder, options);
  for (const name of fs.readdirSync(folder))
    if (name.startsWith('.s.PGSQL.')) fs.rmSync(path.join(folder, name), { force: true });
  const hasSocket = Buffer.byteLength(folder) <= SOCKET_FOLDER_MOST && isLocalFolder(folder);
  fs.writeFileSync(placeFileOf(folder), JSON.stringify(placeHere()), { mode: 0o600 });
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    // Not for clients: a connection to it shows other containers of this host that the database runs.
    unix_socket_directories: hasSocket ? folder : '',
    unix_socket_permissions: '0700',
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
    // A separate process group: Ctrl-C in the terminal must reach this process first, which stops the database last.
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
function openPathFor(folder: string, { uid, gid }: Identity): void {
  fs.chownSync(folder, uid, gid);
  fs.chmodSync(folder, 0o700);
  openPath(path.dirname(folder));
}

function openPath(folder: string): void {
  for (let above = folder; above !== path.dirname(above); above = path.dirname(above)) {
    const { mode } = fs.statSync(above);
    if ((mode & 0o001) === 0) fs.chmodSync(above, mode | 0o001);
  }
}
