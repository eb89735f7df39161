import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { lockDataFolder } from './dataLock.ts';
import * as processPlace from './processPlace.ts';
import { StartRefused } from './startRefused.ts';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-lock-'));
  folders.push(folder);
  return folder;
};
const children: ChildProcess[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

const isLinux = process.platform === 'linux';
const namespaces = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canUnshare = isLinux && spawnSync(namespaces[0]!, [...namespaces.slice(1), 'true']).status === 0;

const beatEveryMs = 50;
const takeoverMs = 1_500;
const quick = { beatEveryMs, takeoverMs };

const module = fileURLToPath(new URL('./dataLock.ts', import.meta.url));
const holding = `import { lockDataFolder } from ${JSON.stringify(module)};
try {
  await lockDataFolder(process.argv[1], { ...${JSON.stringify(quick)}, onLost(message) { console.log('lost ' + message); process.exit(3); } });
  console.log('got ' + process.pid);
  setInterval(() => {}, 1000);
} catch (error) { console.log('refused ' + error.message); }`;

interface Holder {
  child: ChildProcess;
  /** Resolves to the next line that it prints. */
  line(): Promise<string>;
  gone: Promise<number | null>;
}

function run(folder: string, command: readonly string[] = []): Holder {
  const all = [...command, process.execPath, '--import', 'tsx', '--input-type=module', '-e', holding, folder];
  const child = spawn(all[0]!, all.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  child.stdout.on('data', (data: Buffer) => {
    for (const line of data.toString().trim().split('\n')) {
      const next = waiting.shift();
      if (next) next(line);
      else lines.push(line);
    }
  });
  return {
    child,
    line: () =>
      new Promise((resolve) => (lines.length > 0 ? resolve(lines.shift()!) : waiting.push(resolve))),
    gone: new Promise((resolve) => child.once('exit', resolve)),
  };
}

const lockFile = (folder: string): string => path.join(folder, 'helioport.pid');
const place = (patch: object) => {
  const { startOf, placeHere } = processPlace;
  return { pid: process.pid, started: startOf(process.pid) ?? '', ...placeHere(), ...patch };
};
/** Writes a lock as a holder elsewhere would. */
function writeLock(folder: string, patch: object, beat = 1): void {
  const { pid, boot, started, ...rest } = place(patch) as ReturnType<typeof place> & { id?: string };
  const details = { id: 'another', host: 'other-host', since: '2026-01-01T00:00:00.000Z', ...rest };
  fs.writeFileSync(
    lockFile(folder),
    `${pid} ${boot}:${started}\n${JSON.stringify(details)}\n${String(beat).padStart(12, '0')}\n`,
  );
}

describe('lockDataFolder', () => {
  it('refuses a second process, and is free within a second after its holder was killed', async () => {
    const folder = newFolder();
    const other = run(folder);
    expect(await other.line()).toMatch(/^got/);
    await expect(lockDataFolder(folder, quick)).rejects.toThrow(StartRefused);
    await expect(lockDataFolder(folder, quick)).rejects.toThrow(
      new RegExp(`process ${other.child.pid} on ${os.hostname()}, running since .* already runs on`),
    );
    other.child.kill('SIGKILL');
    await other.gone;
    const startedAt = performance.now();
    (await lockDataFolder(folder)).release();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('refuses a second holder in the same process', async () => {
    const folder = newFolder();
    const held = await lockDataFolder(folder, quick);
    await expect(lockDataFolder(folder, quick)).rejects.toThrow(StartRefused);
    held.release();
  });

  it.runIf(isLinux)('reads locks of versions without a heartbeat', async () => {
    const folder = newFolder();
    const { boot } = processPlace.placeHere();
    fs.writeFileSync(lockFile(folder), `${process.ppid} 00000000-0000-0000-0000-000000000000:1`);
    (await lockDataFolder(folder)).release();
    // By number alone, from before this parent began.
    fs.writeFileSync(lockFile(folder), String(process.ppid));
    fs.utimesSync(lockFile(folder), new Date(2020, 1, 1), new Date(2020, 1, 1));
    (await lockDataFolder(folder)).release();
    for (const rubbish of ['', 'rubbish', '-1', '0', '99999999']) {
      fs.writeFileSync(lockFile(folder), rubbish);
      (await lockDataFolder(folder)).release();
    }
    fs.writeFileSync(lockFile(folder), `${process.ppid} ${boot}:${processPlace.startOf(process.ppid)}`);
    await expect(lockDataFolder(folder)).rejects.toThrow(`process ${process.ppid}`);
  });

  it('goes to one of several that find a dead lock at the same moment', async () => {
    const folder = newFolder();
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    fs.writeFileSync(lockFile(folder), String(dead));
    const lines = await Promise.all(Array.from({ length: 4 }, () => run(folder).line()));
    expect(lines.filter((line) => line.startsWith('got'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('refused Another Helioport'))).toHaveLength(3);
  });
});

describe('a data folder shared by containers and hosts', () => {
  it('is refused to a process with the same number in another namespace while the heartbeat advances', async () => {
    const folder = newFolder();
    let beat = 1;
    writeLock(folder, { namespace: 'pid:[1]' }, beat);
    const beating = setInterval(() => writeLock(folder, { namespace: 'pid:[1]' }, ++beat), beatEveryMs);
    await expect(lockDataFolder(folder, quick)).rejects.toThrow(
      /process \d+ on other-host, running since 2026-01-01/,
    );
    clearInterval(beating);
    const waits: string[] = [];
    const startedAt = performance.now();
    const held = await lockDataFolder(folder, { ...quick, onWait: (message) => waits.push(message) });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(takeoverMs);
    expect(waits).toEqual([expect.stringContaining('on other-host')]);
    held.release();
  });

  it.runIf(canUnshare)('is held by one of two real processes that both have number 1 or 2', async () => {
    const folder = newFolder();
    const [first, second] = [run(folder, namespaces), run(folder, namespaces)];
    const lines = await Promise.all([first.line(), second.line()]);
    expect(lines.filter((line) => /^got [12]$/.test(line))).toHaveLength(1);
    expect(lines.filter((line) => /^refused .*process [12] on /.test(line))).toHaveLength(1);
    const holder = lines[0]?.startsWith('got') ? first : second;
    holder.child.kill('SIGKILL');
    await holder.gone;
    expect(await run(folder, namespaces).line()).toMatch(/^got [12]$/);
  });

  it('of another host is watched on a network file system, and free after a reboot on a local one', async () => {
    const folder = newFolder();
    const other = { boot: '00000000-0000-0000-0000-000000000000', started: '7' };
    writeLock(folder, other);
    const type = fs.statfsSync(folder).type;
    const statfs = fs.statfsSync;
    const network = vi
      .spyOn(fs, 'statfsSync')
      .mockImplementation(((at: string) =>
        Object.assign(statfs(at), { type: 0x6969 })) as typeof fs.statfsSync);
    const waits: string[] = [];
    const onWait = (message: string) => waits.push(message);
    (await lockDataFolder(folder, { ...quick, onWait })).release();
    expect(waits).toHaveLength(1);
    network.mockRestore();
    expect(fs.statfsSync(folder).type).toBe(type);
    if (!isLinux) return;
    writeLock(folder, other);
    (await lockDataFolder(folder, { ...quick, onWait })).release();
    expect(waits).toHaveLength(1);
  });

  it('goes to a newcomer while its holder is suspended, who ends when it wakes', async () => {
    const folder = newFolder();
    const old = run(folder);
    expect(await old.line()).toMatch(/^got/);
    old.child.kill('SIGSTOP');
    const held = await lockDataFolder(folder, quick);
    const text = fs.readFileSync(lockFile(folder), 'utf8');
    old.child.kill('SIGCONT');
    expect(await old.line()).toMatch(/^lost Lost the lock of .*process \d+ on .* took it/);
    expect(await old.gone).toBe(3);
    expect(held.isHeld()).toBe(true);
    expect(fs.readFileSync(lockFile(folder), 'utf8').split('\n')[1]).toBe(text.split('\n')[1]);
    held.release();
  });

  it('is lost by a holder whose lock file was deleted', async () => {
    const folder = newFolder();
    const holder = run(folder);
    expect(await holder.line()).toMatch(/^got/);
    fs.rmSync(lockFile(folder));
    expect(await holder.line()).toMatch(/its lock file is gone/);
    expect(await holder.gone).toBe(3);
  });
});
