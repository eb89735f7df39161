import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startOf } from '@helioport/server/platform/processPlace';
import { afterAll, describe, expect, it } from 'vitest';
import { keepRunning, restartDelayMs, supervise } from './supervise.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-supervise-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Writes a program that appends its process number to `starts` and then runs `body`. */
function program(name: string, body: string) {
  const file = path.join(folder, `${name}.mjs`);
  const starts = path.join(folder, `${name}.starts`);
  fs.writeFileSync(
    file,
    `import fs from 'node:fs';
     fs.appendFileSync(${JSON.stringify(starts)}, process.pid + '\\n');
     process.on('disconnect', () => process.exit(0));
     ${body}`,
  );
  return {
    file,
    starts: () =>
      fs.existsSync(starts)
        ? fs
            .readFileSync(starts, 'utf8')
            .trim()
            .split('\n')
            .map((line) => ({ pid: Number(line) }))
        : [],
  };
}

/** A killed process stays a zombie where nothing collects orphans, as in a container. */
const isAlive = (pid: number) => startOf(pid) !== undefined;

describe('a supervised program', () => {
  it('that is killed runs again within a second, each time', async () => {
    const { file, starts } = program(
      'killed',
      "process.send('ready', () => fs.appendFileSync(process.argv[1] + '.ready', 'x')); setInterval(() => {}, 1000);",
    );
    const readies = () => (fs.existsSync(`${file}.ready`) ? fs.statSync(`${file}.ready`).size : 0);
    const restarts: [how: string, delayMs: number][] = [];
    const one = supervise({
      command: process.execPath,
      args: [file],
      onRestart: (how, delayMs) => restarts.push([how, delayMs]),
    });
    await expect.poll(readies).toBe(1);
    process.kill(starts()[0]!.pid, 'SIGKILL');
    await expect.poll(readies).toBe(2);
    expect(restarts).toEqual([['signal SIGKILL', 100]]);
    one.stop('SIGTERM');
    await one.ended;
    await expect.poll(() => isAlive(starts()[1]!.pid)).toBe(false);
  });

  it('that ends before it was ever ready is not repeated', async () => {
    const { file, starts } = program('refused', 'process.exit(3);');
    const one = supervise({ command: process.execPath, args: [file], onRestart: () => undefined });
    expect(await one.ended).toBe(3);
    expect(starts()).toHaveLength(1);
  });

  it('that ends by itself is not repeated', async () => {
    const { file, starts } = program('ended', "process.send('ready', () => process.exit(0));");
    const one = supervise({ command: process.execPath, args: [file], onRestart: () => undefined });
    expect(await one.ended).toBe(0);
    expect(starts()).toHaveLength(1);
  });

  it('that lost its data folder is not repeated', async () => {
    const { file, starts } = program('lost', "process.send('ready', () => process.exit(78));");
    const one = supervise({ command: process.execPath, args: [file], onRestart: () => undefined });
    expect(await one.ended).toBe(78);
    expect(starts()).toHaveLength(1);
  });

  it('ends when its supervisor is killed', async () => {
    const { file, starts } = program('orphan', "process.send('ready'); setInterval(() => {}, 1000);");
    const supervisor = path.join(folder, 'supervisor.ts');
    const module = fileURLToPath(new URL('./supervise.ts', import.meta.url));
    fs.writeFileSync(
      supervisor,
      `import { supervise } from ${JSON.stringify(module)};
       supervise({ command: process.execPath, args: [${JSON.stringify(file)}], onRestart: () => undefined });`,
    );
    const parent = spawn(process.execPath, ['--import', 'tsx', supervisor], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
    });
    await expect.poll(() => starts().length, { timeout: 60_000 }).toBe(1);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(starts()[0]!.pid), { timeout: 60_000 }).toBe(false);
  });

  it('that crashes again and again is given longer pauses', () => {
    expect([1, 2, 3, 4, 20].map(restartDelayMs)).toEqual([100, 1_000, 2_000, 4_000, 30_000]);
  });
});

describe('a process that is kept running', () => {
  it('is started again when it is killed, and not when it ended by itself or was asked to end', async () => {
    const endless = program('kept', 'setInterval(() => {}, 1000);');
    const crashes: string[] = [];
    const start = () => spawn(process.execPath, [endless.file], { stdio: 'ignore' });
    const kept = keepRunning(start, (how) => crashes.push(how));
    await expect.poll(() => endless.starts().length).toBe(1);
    process.kill(endless.starts()[0]!.pid, 'SIGKILL');
    await expect.poll(() => endless.starts().length).toBe(2);
    expect(crashes).toEqual(['signal SIGKILL']);
    await kept.end();
    expect(isAlive(endless.starts()[1]!.pid)).toBe(false);

    const finished = program('finished', 'process.exit(0);');
    const once = keepRunning(
      () => spawn(process.execPath, [finished.file], { stdio: 'ignore' }),
      (how) => crashes.push(how),
    );
    await expect.poll(() => finished.starts().length).toBe(1);
    await once.end();
    expect(crashes).toHaveLength(1);
  });
});
