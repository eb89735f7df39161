import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { backUp } from '@helioport/server/platform/backup/write';
import { inTransaction, openDatabase } from '@helioport/server/platform/db';
import { addressOfRunning, endLeftOver } from '@helioport/server/platform/embeddedPostgres';
import { seedMenus } from '@helioport/server/seed/menus';
import { freshDatabase } from '@helioport/server/test/harness';
import { sharedPrograms, testFolder } from '@helioport/server/test/testFolder';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = fs.mkdtempSync(path.join(testFolder(), 'helioport-restored-'));
const dataDir = path.join(folder, 'data');
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await endLeftOver(path.join(dataDir, 'postgres'));
  fs.rmSync(folder, { recursive: true, force: true });
});

function restoring(backup: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/restore.ts', backup], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PROGRAM_DIR: sharedPrograms() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  const gone = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  return { child, gone, output: () => output };
}

/** Whether a restore has begun in the embedded database. */
async function hasBegun(): Promise<boolean> {
  const url = addressOfRunning(path.join(dataDir, 'postgres'));
  if (url === undefined) return false;
  const { pool, close } = openDatabase(url, { size: 1, onError: () => undefined });
  try {
    const { rowCount } = await pool.query("select where to_regclass('public.migrations') is not null");
    return rowCount === 1;
  } catch {
    return false;
  } finally {
    await close().catch(() => undefined);
  }
}

it('goes through when it is repeated after a kill, also while its database still runs', {
  timeout: 120_000,
}, async () => {
  const source = await freshDatabase();
  await inTransaction(source.db, 'write', seedMenus);
  const { folder: backup } = await backUp(source.url, { into: path.join(folder, 'backups'), why: 'manual' });
  await source.close();

  const first = restoring(backup);
  await expect.poll(hasBegun, { timeout: 60_000, interval: 20 }).toBe(true);
  first.child.kill('SIGKILL');
  expect(await first.gone).toBe('SIGKILL');
  expect(addressOfRunning(path.join(dataDir, 'postgres'))).toBeDefined();

  const second = restoring(backup);
  expect(await second.gone, second.output()).toBe(0);
  expect(second.output()).toMatch(/rows of \d+ tables restored/);
});
