// Floods of unauthenticated requests: a server in a separate process limits its memory and keeps serving others.
import { type ChildProcess, fork } from 'node:child_process';
import net from 'node:net';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../harness.ts';
import { type ServerProcess, startProcess } from '../processes.ts';

const MEGABYTE = 1_000_000;

let database: TestDatabase;
let server: ServerProcess;
let mqttPort: number;

beforeAll(async () => {
  database = await freshDatabase();
  mqttPort = await freePort();
  server = await startProcess({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    MQTT: 'on',
    MQTT_PORT: String(mqttPort),
  });
}, 600_000);
afterAll(async () => {
  await server?.kill();
  await database.close();
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** A metric of the server, from /metrics. */
async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'm').exec(text)?.[1] ?? 0);
}
const memory = () => figure('helioport_process_resident_memory_bytes');

/** A second; longer by as much as the machine has more to do than it can, which is no fault of the server. */
const patienceMs = () => 1_000 * Math.max(1, (os.loadavg()[0] ?? 0) / os.availableParallelism());

/** Asks whether the server lives until `over` resolves; the longest that an answer took, in ms. */
async function longestMeanwhile(over: Promise<unknown>): Promise<number> {
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver || times.length < 5) {
    const startedAt = performance.now();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    times.push(performance.now() - startedAt);
  }
  return Math.max(...times);
}

// One long silence is the fault; a machine that is busy with something else is none, and is not so twice.
it('eight MQTT connections that declare 256 MB and send them', { retry: 1 }, async () => {
  const before = await memory();
  const script = fileURLToPath(new URL('../mqttFlood.mjs', import.meta.url));
  const flood: ChildProcess = fork(script, [String(mqttPort), '8']);
  const over = new Promise((resolve) => flood.once('exit', resolve));
  expect(await longestMeanwhile(over)).toBeLessThan(patienceMs());
  expect((await memory()) - before).toBeLessThan(100 * MEGABYTE);
  expect(await figure('helioport_mqtt_refused_total')).toBeGreaterThanOrEqual(8);
});

it('a hundred and fifty bodies of a hundred kilobytes without a sign, and as many of a megabyte', {
  retry: 1,
  timeout: 60_000,
}, async () => {
  const before = await memory();
  const script = fileURLToPath(new URL('../bodyFlood.mjs', import.meta.url));
  const sizes = [MEGABYTE, 100_000].map(String);
  const flood: ChildProcess = fork(script, [`${server.url}/v2/sign-in`, '300', ...sizes]);
  const attack = new Promise<number[]>((resolve) => {
    flood.once('message', (all) => resolve(all as number[]));
    flood.once('exit', () => resolve([]));
  });
  expect(await longestMeanwhile(attack)).toBeLessThan(patienceMs());
  const statuses = await attack;
  expect(statuses).toHaveLength(300);
  // Rubbish, too long, and beyond what an address may ask in a minute.
  expect(statuses.filter((status) => ![200, 413, 429].includes(status))).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(120);
  expect((await memory()) - before).toBeLessThan(100 * MEGABYTE);
});
