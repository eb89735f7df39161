import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { lockDataFolder } from './dataLock.ts';
import { StartRefused } from './startRefused.ts';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-lock-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

const module = fileURLToPath(new URL('./dataLock.ts', import.meta.url));
const holding = `import { lockDataFolder } from ${JSON.stringify(module)};
try { lockDataFolder(process.argv[1]); console.log('got'); setInterval(() => {}, 1000); }
catch (error) { console.log('refused ' + error.message); }`;
const run = (folder: string) =>
  spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', holding, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const firstLine = (child: ReturnType<typeof run>) =>
  new Promise<string>((resolve) =>
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim())),
  );

describe('lockDataFolder', () => {
  it('is held by the process that took it, and by nobody after that was killed', async () => {
    const folder = newFolder();
    const other = run(folder);
    expect(await firstLine(other)).toBe('got');
    expect(() => lockDataFolder(folder)).toThrow(StartRefused);
    expect(() => lockDataFolder(folder)).toThrow(`process ${other.pid}`);
    const gone = new Promise((resolve) => other.once('exit', resolve));
    other.kill('SIGKILL');
    await gone;
    lockDataFolder(folder)();
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'is not held by a living process that only has the number of the one that took it',
    () => {
      const folder = newFolder();
      const file = path.join(folder, 'helioport.pid');
      fs.writeFileSync(file, `${process.ppid} 00000000-0000-0000-0000-000000000000:1`);
      lockDataFolder(folder)();

      // As earlier versions wrote it, before this parent was born.
      fs.writeFileSync(file, String(process.ppid));
      fs.utimesSync(file, new Date(2020, 1, 1), new Date(2020, 1, 1));
      lockDataFolder(folder)();
      for (const rubbish of ['', 'rubbish', '-1', '0', '99999999']) {
        fs.writeFileSync(file, rubbish);
        lockDataFolder(folder)();
      }
    },
  );

  it('is given to one of several that find a dead lock at the same moment', async () => {
    const folder = newFolder();
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    fs.writeFileSync(path.join(folder, 'helioport.pid'), String(dead));
    const children = Array.from({ length: 4 }, () => run(folder));
    const words = await Promise.all(children.map(firstLine));
    expect(words.filter((word) => word === 'got')).toHaveLength(1);
    expect(words.filter((word) => word.startsWith('refused A Helioport'))).toHaveLength(3);
    for (const child of children) child.kill('SIGKILL');
  });
});
