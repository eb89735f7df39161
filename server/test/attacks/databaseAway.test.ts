// The database of a running server is unavailable for longer than earlier versions retried. AWAY_S is the duration in
// seconds.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startProcess } from '../processes.ts';

const FRAME = '7926004014ffffffffffffffff1c00c3c3c3c3785634120000755752172010002bfe31cf145c1a0684487f17fd';

const awayMs = Number(process.env.AWAY_S ?? 40) * 1000;

let server: ServerProcess;
beforeAll(async () => {
  server = await startProcess({ LOG_LEVEL: 'silent' });
}, 600_000);
afterAll(() => server?.kill());

const ready = async () => {
  const answer = await fetch(`${server.url}/readyz`);
  return [answer.status, ((await answer.json()) as { reason?: string }).reason];
};
const post = () =>
  fetch(`${server.url}/i.php`, {
    method: 'POST',
    body: Buffer.from(FRAME, 'hex'),
  }).then(
    (answer) => answer.status,
    () => 'no answer',
  );

it(
  'is waited for without end, said in a word meanwhile, and takes reports again when it is back',
  async () => {
    expect(await post()).toBe(200);
    const folder = path.join(server.folder, 'postgres');
    const control = path.join(folder, 'global', 'pg_control');
    const [pid] = fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
    fs.renameSync(control, `${control}.away`);
    process.kill(Number(pid), 'SIGKILL');
    await expect.poll(ready, { timeout: 60_000 }).toEqual([503, 'database']);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    // A device that is not answered sends again, which is what is wanted: longer than a report is held here.
    const awayAt = Date.now();
    expect(await post()).toBe('no answer');
    while (Date.now() - awayAt < awayMs) {
      expect(await ready()).toEqual([503, 'database']);
      await sleep(1000);
    }

    fs.renameSync(`${control}.away`, control);
    await expect.poll(ready, { timeout: 60_000, interval: 500 }).toEqual([200, undefined]);
    expect(await post()).toBe(200);
  },
  awayMs + 150_000,
);
