// Strangers who send much before they have said who they are: the server of a house, in a process of its own, keeps its
// memory and answers others.
import { type ChildProcess, fork } from 'node:child_process';
import net from 'node:net';
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
    ...{ DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
    ...{ MQTT: 'on', MQTT_PORT: String(mqttPort) },
  });
}, 120_000);
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

/** What the server says of itself at /metrics. */
async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'm').exec(text)?.[1] ?? 0);
}
const memory = () => figure('helioport_process_resident_memory_bytes');

/** Asks whether the server lives until `over` resolves; the median of the answers in ms. */
async function medianMeanwhile(over: Promise<unknown>): Promise<number> {
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
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
}

it('eight MQTT connections that declare 256 MB and send them', async () => {
  const before = await memory();
  const script = fileURLToPath(new URL('../mqttFlood.mjs', import.meta.url));
  const flood: ChildProcess = fork(script, [String(mqttPort), '8']);
  const over = new Promise((resolve) => flood.once('exit', resolve));
  expect(await medianMeanwhile(over)).toBeLessThan(1_000);
  expect((await memory()) - before).toBeLessThan(100 * MEGABYTE);
  expect(await figure('helioport_mqtt_refused_total')).toBeGreaterThanOrEqual(8);
});

it('a hundred and fifty bodies of a hundred kilobytes without a sign, and as many of a megabyte', async () => {
  const before = await memory();
  const send = async (bytes: number) => {
    const answer = await fetch(`${server.url}/v2/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'e'.repeat(bytes),
    }).catch(() => undefined);
    // A body that is refused by its length may be cut off before the answer is read.
    return answer?.status ?? 413;
  };
  const attack = Promise.all(Array.from({ length: 300 }, (_, i) => send(i % 2 ? 100_000 : MEGABYTE)));
  expect(await medianMeanwhile(attack)).toBeLessThan(1_000);
  const statuses = await attack;
  // Rubbish, too long, and beyond what an address may ask in a minute.
  expect(statuses.filter((status) => ![200, 413, 429].includes(status))).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(120);
  expect((await memory()) - before).toBeLessThan(100 * MEGABYTE);
});
