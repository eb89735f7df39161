// One Helioport per data folder. The lock says which process has it and since when that process runs: a number alone is
// given to another process sooner or later, in a container at the next start.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartRefused } from './startRefused.ts';

interface Holder {
  pid: number;
  /** What tells the process from a later one of the same number; '' where the system does not say. */
  since: string;
}

/** Boot and clock ticks at which a process began; '' for none and where there is no /proc. */
function beginningOf(pid: number): string {
  try {
    const fields = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // A zombie holds nothing any more.
    if (fields[0] === 'Z') return '';
    return `${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    return '';
  }
}

function isLiving(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return process.platform !== 'linux' || beginningOf(pid) !== '';
}

/** Reads a lock; also that of earlier versions, which wrote the number alone. */
function holderOf(text: string): Holder | undefined {
  const [number = '', since = ''] = text.trim().split(/\s+/);
  const pid = Number(number);
  return Number.isInteger(pid) && pid > 0 ? { pid, since } : undefined;
}

function isHeld({ pid, since }: Holder, writtenAt: number): boolean {
  if (pid === process.pid || !isLiving(pid)) return false;
  if (since !== '') return beginningOf(pid) === since;
  // Whoever began after the lock was written is not who wrote it.
  const begunAt = fs.statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.ctimeMs ?? 0;
  return process.platform !== 'linux' || begunAt <= writtenAt + 1_000;
}

/**
 * Takes the folder for this process. Of several that try at once one gets it.
 * @throws StartRefused when a living process has it.
 * @returns the release.
 */
export function lockDataFolder(folder: string): () => void {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'helioport.pid');
  const mine = `${process.pid} ${beginningOf(process.pid)}`.trim();
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      fs.writeFileSync(file, mine, { flag: 'wx' });
      return () => {
        if (textOf(file) === mine) fs.rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const text = textOf(file);
    const holder = text === undefined ? undefined : holderOf(text);
    if (holder && isHeld(holder, fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)) {
      throw new StartRefused(
        `A Helioport (process ${holder.pid}) already runs on ${folder}. Stop it, or set another DATA_DIR.`,
      );
    }
    if (text !== undefined) putAside(file, text);
  }
  throw new StartRefused(`The lock ${file} changes hands all the time; nobody could take it.`);
}

const textOf = (file: string): string | undefined => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** Takes a dead lock away, unless somebody has put his own in its place meanwhile. */
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
      // A third one was quicker; the next look says who.
    }
  }
  fs.rmSync(aside, { force: true });
}
