// Errors that no code handles, planted in a real server: a rejection is survived, an exception ends the process.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../harness.ts';

let database: TestDatabase;
let server: ChildProcess;
let url: string;
let output = '';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-unhandled-'));

beforeAll(async () => {
  database = await freshDatabase();
  server = fork(fileURLToPath(new URL('../plantedErrors.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: '0',
      MQTT: 'off',
      DEMO: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (output += chunk));
  [url] = (await once(server, 'message')) as [string];
}, 600_000);
afterAll(async () => {
  server.kill('SIGKILL');
  await database.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

it('an unhandled rejection is logged and counted, and the server goes on', async () => {
  server.send('rejection');
  await expect.poll(() => output).toContain('planted rejection');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain('helioport_unhandled_rejections_total 1');
  expect(server.exitCode).toBeNull();
});

it('an uncaught exception ends the process with the code that the supervisor restarts', async () => {
  const gone = once(server, 'exit');
  server.send('exception');
  expect(await gone).toEqual([70, null]);
  expect(output).toContain('planted exception');
});
