// One Helioport per data folder, across processes, containers and hosts. The lock file names its holder, which
// increments a counter in it every few seconds. Another process takes over a lock only if its holder is provably gone,
// or if the counter has not changed for TAKEOVER_MS on its own clock; clocks of two hosts are never compared.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isLocalFolder,
  type ProcessIdentity,
  placeHere,
  startOf,
  stateOf,
  thisProcess,
} from './processPlace.ts';
import { StartRefused } from './startRefused.ts';

const BEAT_EVERY_MS = 3_000;
const TAKEOVER_MS = 30_000;
const LOOK_EVERY_MS = 200;
const LOCK_FILE = 'helioport.pid';

interface Holder extends ProcessIdentity {
  /** '' in a lock of a version without heartbeat. */
  id: string;
  host: string;
  /** Wall clock of the holder's host; shown, never compared. */
  since: string;
  beat: number;
}

export interface DataLock {
  /** True while the lock file still names this process. */
  isHeld(): boolean;
  release(): void;
}

export interface LockOptions {
  /** Called once when another process has taken the folder. The caller must stop writing; by default the process exits. */
  onLost?: (message: string) => void;
  /** Called if the holder cannot be proven gone and its heartbeat is being observed. */
  onWait?: (message: string) => void;
  beatEveryMs?: number;
  takeoverMs?: number;
}

/** First the two fields that earlier versions read, then the rest. The counter has a fixed width: it is overwritten in place. */
const textFrom = ({ pid, boot, started, beat, ...rest }: Holder): string =>
  `${pid} ${boot}:${started}\n${JSON.stringify(rest)}\n${String(beat).padStart(12, '0')}\n`;

function holderOf(text: string): Holder | undefined {
  const [first = '', details = '', beat = ''] = text.split('\n');
  const [number = '', since = ''] = first.trim().split(/\s+/);
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const [boot = '', started = ''] = since.split(':');
  const holder = { pid, boot, started, id: '', namespace: '', host: '', since: '', beat: 0 };
  try {
    const { id, namespace, host, since: began } = JSON.parse(details) as Partial<Record<string, unknown>>;
    return {
      ...holder,
      id: String(id),
      namespace: String(namespace),
      host: String(host),
      since: String(began),
      beat: Number(beat),
    };
  } catch {
    return holder;
  }
}

/** A lock without heartbeat names no namespace: only a process with the recorded number and start time can hold it. */
function isOldLockHeld({ pid, boot, started }: Holder, writtenAt: number): boolean {
  const startedNow = startOf(pid);
  if (startedNow === undefined) return false;
  if (started !== '') return boot === placeHere().boot && started === startedNow;
  if (pid === process.pid) return false;
  // A process that began after the lock was written did not write it.
  const begunAt = fs.statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.ctimeMs ?? 0;
  return process.platform !== 'linux' || begunAt <= writtenAt + 1_000;
}

const textOf = (file: string): string | undefined => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

function refusal(folder: string, holder: Holder): StartRefused {
  const place = holder.host === '' ? '' : ` on ${holder.host}`;
  const since = holder.since === '' ? '' : `, running since ${holder.since}`;
  return new StartRefused(
    `Another Helioport (process ${holder.pid}${place}${since}) already runs on ${folder}. Stop it, or set another DATA_DIR.`,
  );
}

/**
 * Locks the data folder for this process. Resolves immediately if the folder is free or its holder provably gone, and
 * after up to TAKEOVER_MS if only a missing heartbeat indicates it.
 * @throws StartRefused if another process holds it.
 */
export async function lockDataFolder(folder: string, options: LockOptions = {}): Promise<DataLock> {
  const { takeoverMs = TAKEOVER_MS } = options;
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, LOCK_FILE);
  const mine: Holder = {
    ...thisProcess(),
    id: randomBytes(12).toString('hex'),
    host: os.hostname(),
    since: new Date().toISOString(),
    beat: 0,
  };
  for (let attempt = 0; attempt < 10; attempt++) {
    const handle = place(file, textFrom(mine));
    if (handle !== undefined) return holding(file, handle, mine, options);
    const seen = await deadLock(folder, file, takeoverMs, options.onWait);
    if (seen !== undefined) putAside(file, seen);
  }
  throw new StartRefused(`The lock ${file} keeps changing owners. Check which processes use ${folder}.`);
}

/** Creates the lock, whole or not at all; returns its handle, or undefined where one is already there. */
function place(file: string, text: string): number | undefined {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = fs.openSync(draft, 'wx+', 0o600);
  try {
    fs.writeSync(handle, text);
    fs.fsyncSync(handle);
    fs.linkSync(draft, file);
    return handle;
  } catch (error) {
    fs.closeSync(handle);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return undefined;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code ?? '')) throw error;
    return placeWithoutLinks(file, text);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** For file systems without hard links, such as exFAT and SMB. */
function placeWithoutLinks(file: string, text: string): number | undefined {
  try {
    const handle = fs.openSync(file, 'wx+', 0o600);
    fs.writeSync(handle, text);
    fs.fsyncSync(handle);
    return handle;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}

/**
 * Content of a lock whose holder is gone; undefined if the lock was removed meanwhile.
 * @throws StartRefused as soon as the holder proves to be running.
 */
async function deadLock(
  folder: string,
  file: string,
  takeoverMs: number,
  onWait: LockOptions['onWait'],
): Promise<string | undefined> {
  const first = textOf(file);
  if (first === undefined) return undefined;
  const holder = holderOf(first);
  if (holder === undefined) return first;
  if (holder.id === '') {
    const writtenAt = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (isOldLockHeld(holder, writtenAt)) throw refusal(folder, holder);
    return first;
  }
  if (stateOf(holder, folder) === 'dead') return first;
  if (isHeldHere(holder.id)) throw refusal(folder, holder);
  const startedAt = performance.now();
  let isNotified = false;
  while (performance.now() - startedAt < takeoverMs) {
    await sleep(LOOK_EVERY_MS);
    // A holder that runs shows it sooner.
    if (!isNotified && performance.now() - startedAt > Math.min(takeoverMs / 2, 2 * BEAT_EVERY_MS)) {
      isNotified = true;
      onWait?.(
        `The lock of ${folder} belongs to process ${holder.pid} on ${holder.host}. Waiting up to ${seconds(takeoverMs)} for its heartbeat.`,
      );
    }
    const text = textOf(file);
    if (text === undefined) return undefined;
    if (text === first) {
      // It may end while it is watched.
      if (stateOf(holder, folder) === 'dead') return first;
      continue;
    }
    const now = holderOf(text);
    if (now?.id === holder.id) throw refusal(folder, holder);
    return undefined;
  }
  return first;
}

/** Removes a lock that is still the one observed. Renaming is atomic: of several newcomers one gets the file. */
function putAside(file: string, text: string): void {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    fs.renameSync(file, aside);
  } catch {
    return;
  }
  if (textOf(aside) !== text) {
    try {
      fs.linkSync(aside, file);
    } catch {
      // Another newcomer has placed its own lock; the next look shows whose.
    }
  }
  fs.rmSync(aside, { force: true });
}

const heldHere = new Set<string>();
const isHeldHere = (id: string): boolean => heldHere.has(id);

/** Exit code of a process that must not be started again by a supervisor; EX_CONFIG of sysexits(3). */
export const LOCK_LOST = 78;

function exitAt(message: string): void {
  console.error(message);
  process.exit(LOCK_LOST);
}

/** Advances the counter of a held lock, and notices when the file names another process. */
function holding(
  file: string,
  handle: number,
  mine: Holder,
  { onLost = exitAt, beatEveryMs = BEAT_EVERY_MS }: LockOptions,
): DataLock {
  const folder = path.dirname(file);
  const counterAt = Buffer.byteLength(textFrom(mine)) - 13;
  const needsSync = !isLocalFolder(folder);
  let isOver = false;
  let missing = 0;
  heldHere.add(mine.id);

  const isHeld = () => !isOver && holderOf(textOf(file) ?? '')?.id === mine.id;
  const end = () => {
    if (isOver) return;
    isOver = true;
    heldHere.delete(mine.id);
    clearInterval(timer);
    fs.closeSync(handle);
  };
  const beat = () => {
    if (isOver) return;
    const text = textOf(file);
    const holder = text === undefined ? undefined : holderOf(text);
    if (holder?.id !== mine.id) {
      // A newcomer that double-checks moves the file away for an instant.
      if (holder === undefined && missing++ === 0) return;
      end();
      const by = holder ? `process ${holder.pid} on ${holder.host} took it` : 'its lock file is gone';
      onLost(
        `Lost the lock of ${folder}: ${by}, for example while this process was suspended. Stopping to prevent two processes from writing there.`,
      );
      return;
    }
    missing = 0;
    mine.beat++;
    try {
      // Into the own file, even if it was moved away: the lock of a newcomer is never overwritten.
      fs.writeSync(handle, String(mine.beat).padStart(12, '0'), counterAt);
      if (needsSync) fs.fsyncSync(handle);
    } catch {
      // Full or failed disk. Without a heartbeat another process may take over, which the next check detects.
    }
  };
  const timer = setInterval(beat, beatEveryMs);
  timer.unref();

  return {
    isHeld,
    release() {
      const isMine = isHeld();
      end();
      if (isMine) fs.rmSync(file, { force: true });
    },
  };
}
