import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startOf } from '@helioport/server/platform/processPlace';
import { afterEach, describe, expect, it } from 'vitest';
import { endOldSimulator, noteSimulator } from './oldSimulator.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

const isGone = (pid: number) => startOf(pid) === undefined;

/** A portal that takes frames and answers nothing else. */
async function portal(): Promise<{ url: string; reports: () => number }> {
  let reports = 0;
  const server = http.createServer((_request, response) => {
    reports++;
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, reports: () => reports };
}

describe('the simulator of a start', () => {
  it('ends when the process that started it is killed', async () => {
    const { url, reports } = await portal();
    const starter = `import { spawn } from 'node:child_process';
const child = spawn(process.execPath, ['--import', 'tsx', 'simulator/src/main.ts', '--server', ${JSON.stringify(url)}, '--live', '--speed', '600', '--attached'], { stdio: ['pipe', 'ignore', 'inherit'] });
console.log(child.pid);`;
    const parent: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', starter], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    undo.push(() => parent.kill('SIGKILL'));
    const pid = await new Promise<number>((resolve) =>
      parent.stdout?.once('data', (data: Buffer) => resolve(Number(String(data).trim()))),
    );
    await expect.poll(reports, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(isGone(pid)).toBe(false);
    parent.kill('SIGKILL');
    await expect.poll(() => isGone(pid), { timeout: 60_000 }).toBe(true);
  });

  it('is found and ended by the next start where it has outlived the last', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-simulator-'));
    undo.push(() => fs.rmSync(folder, { recursive: true, force: true }));
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    undo.push(() => left.kill('SIGKILL'));
    noteSimulator(folder, left);
    const file = path.join(folder, 'simulator.pid');
    const noted = fs.readFileSync(file, 'utf8');
    await endOldSimulator(folder);
    expect(left.killed || isGone(left.pid ?? 0)).toBe(true);
    expect(fs.existsSync(file)).toBe(false);

    // A process that only has its number is left alone.
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    undo.push(() => other.kill('SIGKILL'));
    fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(noted), pid: other.pid }));
    await endOldSimulator(folder);
    expect(isGone(other.pid ?? 0)).toBe(false);
    fs.writeFileSync(file, 'cut');
    await endOldSimulator(folder);
    expect(fs.existsSync(file)).toBe(false);
  });
});
