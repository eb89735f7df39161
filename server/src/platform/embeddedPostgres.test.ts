import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sharedPrograms, testFolder } from '../../test/testFolder.ts';
import { lockDataFolder } from './dataLock.ts';
import { openDatabase } from './db.ts';
import { startEmbeddedPostgres } from './embeddedPostgres.ts';
import { StartRefused } from './startRefused.ts';

const base = testFolder();
const programs = sharedPrograms();
const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const step of undo.splice(0).reverse()) await step();
});

function newFolder(): string {
  const above = fs.mkdtempSync(path.join(base, 'helioport-away-'));
  undo.push(() => fs.rmSync(above, { recursive: true, force: true }));
  return path.join(above, 'postgres');
}

async function start(folder: string, more: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const postgres = await startEmbeddedPostgres({
    folder,
    programs,
    maxConnections: 10,
    isDurable: false,
    ...more,
  });
  undo.push(() => postgres.stop());
  return postgres;
}

it('is started again however long it could not be, and says what was wrong', async () => {
  const above = fs.mkdtempSync(path.join(base, 'helioport-away-'));
  const folder = path.join(above, 'postgres');
  const words: string[] = [];
  const postgres = await startEmbeddedPostgres({
    folder,
    programs,
    maxConnections: 10,
    restartPausesMs: [10, 20],
    onUnexpectedExit: (detail) => words.push(detail),
  });
  const { db, close } = openDatabase(postgres.url, { size: 1 });
  const control = path.join(folder, 'global', 'pg_control');
  try {
    await sql`create table kept as select 7 as n`.execute(db);
    fs.renameSync(control, `${control}.away`);
    process.kill(postgres.pid() ?? 0, 'SIGKILL');
    // Far more attempts than there are pauses.
    await until(() => words.length > 8);
    expect(words.at(-1)).toContain('pg_control');
    fs.renameSync(`${control}.away`, control);
    let found: unknown;
    await until(async () => {
      found = await sql`select n from kept`.execute(db).catch(() => undefined);
      return found !== undefined;
    });
    expect(found).toMatchObject({ rows: [{ n: 7 }] });
    expect(postgres.problem()).toBeUndefined();
  } finally {
    await close();
    await postgres.stop();
    fs.rmSync(above, { recursive: true, force: true });
  }
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 500; i++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect.fail('it did not come about');
}

const moduleAt = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
/** Takes the folder, starts its database, and ends itself by SIGKILL on request. */
const serving = `import { lockDataFolder } from ${moduleAt('./dataLock.ts')};
import { startEmbeddedPostgres } from ${moduleAt('./embeddedPostgres.ts')};
const [folder, programs, end] = process.argv.slice(1);
let postgres;
const held = await lockDataFolder(folder + '.lock', { beatEveryMs: 50, takeoverMs: 1500, onLost() { postgres.abort(); console.log('lost'); process.exit(3); } });
postgres = await startEmbeddedPostgres({ folder, programs, maxConnections: 10, isDurable: false, mayRestart: held.isHeld });
console.log('ready ' + postgres.pid());
if (end === 'crash') setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);`;

function serve(folder: string, { command = [] as string[], end = 'never' } = {}): ChildProcess {
  const all = [
    ...command,
    process.execPath,
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    serving,
    folder,
    programs,
    end,
  ];
  const child = spawn(all[0]!, all.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  undo.push(() => {
    child.kill('SIGKILL');
  });
  return child;
}
const firstLine = (child: ChildProcess) =>
  new Promise<string>((resolve) => child.stdout?.once('data', (data) => resolve(String(data).trim())));

/** Postmasters that run over the folder; a child that has just been forked still looks like its parent. */
function postmastersOf(folder: string): number[] {
  const parents = new Map<number, number>();
  for (const name of fs.readdirSync('/proc')) {
    try {
      if (!fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`\0-D\0${folder}\0`)) continue;
      const [, parent] = fs
        .readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      parents.set(Number(name), Number(parent));
    } catch {
      // Not a process, or one that has just ended.
    }
  }
  return [...parents].filter(([, parent]) => !parents.has(parent)).map(([pid]) => pid);
}

const isLinux = process.platform === 'linux';
const namespaces = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canUnshare = isLinux && spawnSync(namespaces[0]!, [...namespaces.slice(1), 'true']).status === 0;

describe.runIf(isLinux)('a database that outlived its server', () => {
  it('is stopped before another one starts over the folder', async () => {
    const folder = newFolder();
    const child = serve(folder, { end: 'crash' });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const [, left] = (await firstLine(child)).split(' ').map(Number);
    await gone;
    expect(postmastersOf(folder)).toEqual([left]);
    const postgres = await start(folder);
    expect(postmastersOf(folder)).toEqual([postgres.pid()]);
  });

  it('is not started again by a server that was suspended and replaced', async () => {
    const folder = newFolder();
    const old = serve(folder);
    const gone = new Promise((resolve) => old.once('exit', resolve));
    expect(await firstLine(old)).toMatch(/^ready/);
    old.kill('SIGSTOP');
    const held = await lockDataFolder(`${folder}.lock`, { beatEveryMs: 50, takeoverMs: 1_500 });
    const postgres = await start(folder, { mayRestart: held.isHeld });
    const pid = postgres.pid();
    old.kill('SIGCONT');
    expect(await gone).toBe(3);
    expect(postmastersOf(folder)).toEqual([pid]);
    expect(postgres.pid()).toBe(pid);
    held.release();
  });

  it.runIf(canUnshare)(
    'in another container is left alone, and its folder refused until it has ended',
    {
      timeout: 90_000,
    },
    async () => {
      const folder = newFolder();
      // A shell is number 1 there, so the database goes on when its server is killed.
      const shell = [...namespaces, 'sh', '-c', '"$@"; sleep 600', 'sh'];
      const child = serve(folder, { command: shell, end: 'crash' });
      expect(await firstLine(child)).toMatch(/^ready/);
      await expect(start(folder)).rejects.toThrow(StartRefused);
      expect(postmastersOf(folder)).toHaveLength(1);
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      await until(() => postmastersOf(folder).length === 0);
      const postgres = await start(folder);
      expect(postmastersOf(folder)).toEqual([postgres.pid()]);
    },
  );

  it('on another host is given the time in which it notices that its lock file is gone', {
    timeout: 60_000,
  }, async () => {
    const folder = newFolder();
    const first = await start(folder);
    const lock = path.join(folder, 'postmaster.pid');
    const text = fs.readFileSync(lock, 'utf8');
    await first.stop();
    fs.writeFileSync(lock, text);
    fs.writeFileSync(`${folder}.place`, JSON.stringify({ boot: 'other', namespace: 'pid:[1]' }));
    const statfs = fs.statfsSync;
    vi.spyOn(fs, 'statfsSync').mockImplementation(((at: string) =>
      Object.assign(statfs(at), { type: 0x6969 })) as typeof fs.statfsSync);
    const waits: string[] = [];
    const startedAt = performance.now();
    await start(folder, { foreignEndsMs: 1_000, onWait: (message) => waits.push(message) });
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
    expect(waits).toEqual([expect.stringContaining('was not stopped by the container or host that ran it')]);
  });
});
