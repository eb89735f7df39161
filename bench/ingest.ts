// How fast reports become durable, through every door, and how fast a day of 500 modules is rolled up and read.
// `npx tsx bench/ingest.ts` on an embedded PostgreSQL with fsync on; medians of several runs.
import { fork } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import { createPipeline, type Pipeline } from '@helioport/server/ingest/accept';
import type { Arrival } from '@helioport/server/ingest/decode';
import { createDeviceDoor } from '@helioport/server/ingest/door';
import { replay } from '@helioport/server/ingest/replay';
import { createLog } from '@helioport/server/platform/log';
import { createMetrics } from '@helioport/server/platform/metrics';
import { playback, powerOfDay } from '@helioport/server/telemetry/read/curves';
import { takeDirty } from '@helioport/server/telemetry/rollup/dirty';
import { rollUp } from '@helioport/server/telemetry/rollup/rollup';
import { machine, quantile, timesOf } from './measure.ts';
import { type BenchWorld, startBenchWorld } from './world.ts';

const RUNS = 5;
const MODULES = 4;
const DEVICES = 2_000;

const serialOf = (device: number) => (0xb0000000 + device).toString(16).toUpperCase();

function frame(device: number, step: number): Uint8Array {
  const powerW = 900 + ((device * 7 + step) % 500);
  const energyTodayWh = step * 90;
  const channels = Array.from({ length: MODULES }, () => ({
    voltageV: 33,
    powerW: powerW / MODULES,
    energyTodayWh: energyTodayWh / MODULES,
  }));
  return encodeFrame(
    frameFromReading({
      serial: serialOf(device),
      modelByte: 0xe6,
      stateByte: 6,
      powerW,
      dcVoltageV: 33,
      acVoltageV: 230,
      frequencyHz: 50,
      temperatureC: 35,
      energyTodayWh,
      statusBits: 0,
      channels,
    }),
  );
}

/** One frame over a connection of its own, as an inverter does it. */
function post(port: number, body: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      const head = `POST /t.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), body]));
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () =>
      /\d{14}$/.test(answer) ? resolve() : reject(new Error(`no time in ${answer}`)),
    );
  });
}

/** The devices' side in a process of its own, so that it does not count as the server's work. */
async function actAsDevices(port: number, requests: number, atOnce: number, run: number): Promise<void> {
  const bodies = Array.from({ length: requests }, (_, i) =>
    frame(i % DEVICES, 1 + run * 50 + Math.floor(i / DEVICES)),
  );
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let body = bodies[next++]; body; body = bodies[next++]) await post(port, body);
    }),
  );
  process.send?.(performance.now() - startedAt);
}

const report = (name: string, reports: number, ms: readonly number[]) => {
  const median = quantile(
    [...ms].sort((a, b) => a - b),
    0.5,
  );
  const perSecond = (reports / median) * 1000;
  console.log(
    `${name.padEnd(52)} ${Math.round(perSecond).toLocaleString('en')} reports/s = ${Math.round(perSecond * MODULES).toLocaleString('en')} module-samples/s`,
  );
};

async function throughHttp(
  pipeline: Pipeline,
  pool: Parameters<typeof createDeviceDoor>[0]['pool'],
): Promise<void> {
  const door = createDeviceDoor({
    pipeline,
    pool,
    clock: Date.now,
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  const server = http.createServer((request, response) => door.serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const requests = 10_000;
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const devices = fork(fileURLToPath(import.meta.url), ['devices', port, requests, 200, run].map(String));
    times.push(
      await new Promise<number>((resolve, reject) => {
        devices.once('message', (ms) => resolve(Number(ms)));
        devices.once('exit', (code) => reject(new Error(`the devices ended with ${code}`)));
      }),
    );
  }
  server.close();
  report('HTTP door, a connection per frame, 200 at once', requests, times);
}

async function main(): Promise<void> {
  const world = await startBenchWorld();
  try {
    await measure(world);
  } finally {
    await world.stop();
  }
}

async function measure(world: BenchWorld): Promise<void> {
  console.log(`${machine()}, PostgreSQL embedded, fsync and synchronous_commit on, medians of ${RUNS} runs`);
  const pipeline = createPipeline({
    pool: world.pool,
    clock: Date.now,
    log: createLog('error'),
    metrics: createMetrics(),
    rawFrameDays: 30,
  });
  const day = Date.UTC(2026, 5, 21);

  let batch = 0;
  const history = (count: number): Arrival[] => {
    batch++;
    return Array.from({ length: count }, (_, i) => ({
      kind: 'frame',
      bytes: frame(i % DEVICES, 1 + Math.floor(i / DEVICES)),
      atMs: day - batch * 86_400_000 + Math.floor(i / DEVICES) * 300_000 + (i % DEVICES),
    }));
  };
  await pipeline.acceptMany(history(10_000), 'replay');
  const bulk = Array.from({ length: RUNS }, () => history(50_000));
  const bulkTimes: number[] = [];
  for (const arrivals of bulk) {
    const startedAt = performance.now();
    await pipeline.acceptMany(arrivals, 'replay');
    bulkTimes.push(performance.now() - startedAt);
  }
  report('pipeline, history in bulk', 50_000, bulkTimes);

  const texts = Array.from({ length: RUNS }, () =>
    history(30_000)
      .map((a) =>
        a.kind === 'frame'
          ? JSON.stringify({
              at: new Date(a.atMs ?? 0).toISOString(),
              frame: Buffer.from(a.bytes).toString('hex'),
            })
          : '',
      )
      .join('\n'),
  );
  const replayTimes: number[] = [];
  for (const text of texts) {
    const startedAt = performance.now();
    const result = await replay(pipeline, text);
    if (result.accepted !== 30_000) throw new Error(`accepted ${result.accepted} of 30,000`);
    replayTimes.push(performance.now() - startedAt);
  }
  report('replay door, lines of JSON', 30_000, replayTimes);

  const liveTimes: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const bodies = Array.from({ length: 20_000 }, (_, i) =>
      frame(i % DEVICES, 1 + run * 20 + Math.floor(i / DEVICES)),
    );
    let next = 0;
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        for (let bytes = bodies[next++]; bytes; bytes = bodies[next++])
          await pipeline.accept({ kind: 'frame', bytes }, 'http');
      }),
    );
    liveTimes.push(performance.now() - startedAt);
  }
  report('pipeline, live, one by one, 1,000 waiting', 20_000, liveTimes);
  await throughHttp(pipeline, world.pool);

  await plantOf500(world, pipeline, day);
  await pipeline.close();
}

/** A plant of 125 inverters and 500 modules, with 150 reports of each on one day. */
async function plantOf500(world: BenchWorld, pipeline: Pipeline, day: number): Promise<void> {
  const { pool, db } = world;
  const { rows } = await pool.query<{ id: number }>(
    `insert into sites (sid, name, timezone, latitude, longitude) values ('DE_20240101_Bnch', 'Bench', 'Europe/Berlin', 52, 13) returning id`,
  );
  const siteId = rows[0]?.id ?? 0;
  const first = 0x100000;
  await pool.query(
    `insert into devices (serial, site_id, product_number, model_byte)
     select upper(to_hex(x'b0000000'::bigint + ${first} + i)), $1, 11, 230 from generate_series(0, 124) i`,
    [siteId],
  );
  const arrivals = Array.from({ length: 150 * 125 }, (_, i): Arrival => {
    const step = Math.floor(i / 125);
    return {
      kind: 'frame',
      bytes: frame(first + (i % 125), step),
      atMs: day + 4 * 3_600_000 + step * 300_000 + (i % 125) * 1000,
    };
  });
  await pipeline.acceptMany(arrivals, 'replay');
  await takeDirty(db, 1_000, Date.now(), { isHasty: true });
  await pool.query('vacuum analyze');

  const siteDay = { siteId, day: '2026-06-21' };
  const scope = { siteId, timeZone: 'Europe/Berlin' };
  const firstTime = performance.now();
  await rollUp(db, siteDay, Date.now());
  console.log(
    `roll-up of a plant-day of 500 modules, first time   ${(performance.now() - firstTime).toFixed(0)} ms`,
  );
  const span = { fromMs: day - 2 * 3_600_000, toMs: day + 22 * 3_600_000, stepMinutes: 5 };
  const cases: [string, () => Promise<unknown>][] = [
    ['roll-up of a plant-day of 500 modules, again', () => rollUp(db, siteDay, Date.now())],
    ['playback of 500 modules, one day, 5 min', () => playback(db, scope, span, Date.now())],
    [
      'power of a day of 500 modules, 5 min',
      () => powerOfDay(db, scope, { day: '2026-06-21', stepMinutes: 5 }, Date.now()),
    ],
  ];
  for (const [name, work] of cases) {
    const times = await timesOf(work, 20, 5);
    console.log(
      `${name.padEnd(52)} median ${quantile(times, 0.5).toFixed(0)} ms, 95 % ${quantile(times, 0.95).toFixed(0)} ms`,
    );
  }
}

const [role, ...numbers] = process.argv.slice(2);
if (role === 'devices') {
  const [port = 0, requests = 0, atOnce = 0, run = 0] = numbers.map(Number);
  await actAsDevices(port, requests, atOnce, run);
} else {
  await main();
}
