import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runInChild } from './childJob.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-child-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const bounds = { heapMb: 64, memoryMb: 200, cpuMs: 10_000 };

/** A script whose handler of a job has this body. */
function script(body: string): URL {
  const file = path.join(folder, `${Math.random().toString(36).slice(2)}.mjs`);
  fs.writeFileSync(file, `process.on('message', async (job) => { ${body} });`);
  return pathToFileURL(file);
}

describe('a job in a child process', () => {
  it('returns its value, bytes included', async () => {
    const result = await runInChild<Uint8Array>(
      script('process.send({ value: job.data.map((n) => n * 2) })'),
      {
        data: new Uint8Array([1, 2, 3]),
      },
      bounds,
    );
    expect(result).toEqual({ ok: true, value: new Uint8Array([2, 4, 6]) });
  });

  it('sees nothing of the environment', async () => {
    const result = await runInChild(script('process.send({ value: process.env.PATH ?? null })'), {}, bounds);
    expect(result).toEqual({ ok: true, value: null });
  });

  it('ends alone when its heap overflows', async () => {
    const code = 'const list = []; for (;;) list.push({ text: String(list.length) + Math.random() });';
    expect(await runInChild(script(code), {}, bounds)).toMatchObject({ ok: false, failure: 'ended' });
  });

  it.runIf(process.platform === 'linux')('is killed when its buffers outgrow the bound', async () => {
    const code = 'const list = []; setInterval(() => list.push(Buffer.alloc(20_000_000, 1)), 1);';
    expect(await runInChild(script(code), {}, bounds)).toMatchObject({ ok: false, failure: 'memory' });
  });

  it('is killed when it takes too long, even in a loop without end', async () => {
    const result = await runInChild(script('for (;;);'), {}, { ...bounds, cpuMs: 300 });
    expect(result).toMatchObject({ ok: false, failure: 'time' });
  });

  it.runIf(process.platform === 'linux')('is not killed for waiting before its limit', async () => {
    const waits = (ms: number) => script(`setTimeout(() => process.send({ value: 'done' }), ${ms})`);
    expect(await runInChild(waits(2500), {}, { ...bounds, cpuMs: 2000 })).toEqual({
      ok: true,
      value: 'done',
    });
    expect(await runInChild(waits(60_000), {}, { ...bounds, waitMs: 500 })).toMatchObject({
      ok: false,
      failure: 'busy',
    });
  });

  it('reports a script that ends or cannot start', async () => {
    expect(await runInChild(script('process.exit(3)'), {}, bounds)).toMatchObject({ failure: 'ended' });
    const missing = pathToFileURL(path.join(folder, 'missing.mjs'));
    expect(await runInChild(missing, {}, bounds)).toMatchObject({ failure: 'ended' });
  });
});
