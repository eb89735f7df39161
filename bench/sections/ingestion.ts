// Ingestion rates of every endpoint and of the pipeline alone, compared with an empty Node server and a bare INSERT.

import { fork } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { createPipeline, type Pipeline } from '@helioport/server/ingest/accept';
import type { Arrival } from '@helioport/server/ingest/decode';
import { startDevicePort } from '@helioport/server/ingest/devicePort';
import { createDeviceEndpoint } from '@helioport/server/ingest/endpoint';
import { startMqttEndpoint } from '@helioport/server/ingest/mqtt';
import { replay } from '@helioport/server/ingest/replay';
import { createLog } from '@helioport/server/platform/log';
import { createMetrics } from '@helioport/server/platform/metrics';
import { bySiteOf, takeDirty } from '@helioport/server/timeseries/marks/dirty';
import { rollUp } from '@helioport/server/timeseries/rollup/rollup';
import { insertBare } from '../bare.ts';
import type { Book, Sizes } from '../book.ts';
import { addFleetPlants } from '../fleet/build.ts';
import { fleetPlants } from '../fleet/plants.ts';
import { benchFrame } from '../frame.ts';
import { quantile } from '../measure.ts';
import type { Sending, SendKind } from '../senders.ts';
import type { BenchWorld } from '../world.ts';

const PLANTS = 100;
const MODULES_PER_PLANT = 80;
const AT_ONCE = 200;
const LIVE_AT_ONCE = 1_000;
const TOKEN = 'bench-secret-of-the-broker';

/** Sends from a separate process; returns the duration in ms. */
function sent(sending: Sending): Promise<number> {
  return new Promise((resolve, reject) => {
    const devices = fork(fileURLToPath(new URL('../senders.ts', import.meta.url)));
    devices.once('message', (ms) => resolve(Number(ms)));
    devices.once('exit', (code) => reject(new Error(`the devices ended with ${code}`)));
    devices.send(sending);
  });
}

/** Responds with 14 digits and stores nothing: the cost of Node alone. */
async function startEmptyServer(): Promise<{ port: number; close(): void }> {
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.sendDate = false;
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 14 });
      response.end('20260101120000');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Measures all ingestion paths. */
export async function measureIngestion(world: BenchWorld, book: Book, sizes: Sizes): Promise<void> {
  const { pool } = world;
  const plants = fleetPlants({ plants: PLANTS, modules: PLANTS * MODULES_PER_PLANT }, { tag: 1 });
  await addFleetPlants(world, plants);
  const serials = plants.flatMap(({ inverters }) => inverters.map(({ serial }) => serial));
  const parts = { pool, clock: Date.now, log: createLog('error'), metrics: createMetrics() };
  const pipeline = createPipeline({ ...parts, rawFrameDays: 30 });
  const rate = (id: string, name: string, count: number, times: number[], bare?: number) =>
    book.add({
      id: `ingestion.${id}`,
      name,
      unit: 'readings/s' as const,
      value:
        (count /
          quantile(
            times.sort((a, b) => a - b),
            0.5,
          )) *
        1000,
      ...(bare === undefined ? {} : { bare }),
    });
  try {
    await measureHistory({ world, pipeline, serials, book, sizes, rate });
    await measureLive({ pipeline, serials, sizes, rate });
    const endpoint = createDeviceEndpoint({ ...parts, pipeline });
    const devicePort = await startDevicePort(endpoint, { port: 0, host: '127.0.0.1' });
    const empty = await startEmptyServer();
    const broker = await startMqttEndpoint({
      pipeline,
      log: parts.log,
      metrics: parts.metrics,
      secrets: { bridge: TOKEN, devices: TOKEN },
      port: 0,
      host: '127.0.0.1',
    });
    let round = 100;
    const through = async (kind: SendKind, port: number) =>
      await sent({ kind, port, serials, count: sizes.frames, atOnce: AT_ONCE, round: round++, token: TOKEN });
    const ways = [
      {
        id: 'empty.each',
        name: 'empty Node server, a connection per frame',
        kind: 'each',
        port: empty.port,
      },
      { id: 'http.each', name: 'HTTP endpoint, a connection per frame', kind: 'each', port: devicePort.port },
      { id: 'empty.kept', name: 'empty Node server, connections kept', kind: 'kept', port: empty.port },
      { id: 'http.kept', name: 'HTTP endpoint, connections kept', kind: 'kept', port: devicePort.port },
      { id: 'mqtt', name: 'MQTT endpoint, QoS 1', kind: 'mqtt', port: broker.port },
    ] as const;
    const times = new Map<string, number[]>(ways.map(({ id }) => [id, []]));
    // In turns, so that what else the machine does falls on all of them; the first round is for warming up.
    for (let i = 0; i <= sizes.rounds; i++)
      for (const { id, kind, port } of ways) {
        const ms = await through(kind, port);
        if (i > 0) times.get(id)!.push(ms);
      }
    for (const { id, name } of ways) rate(id, name, sizes.frames, times.get(id)!);
    empty.close();
    await devicePort.close();
    await broker.close();
  } finally {
    await pipeline.close();
  }
  await rollAll(world);
}

type Rate = (id: string, name: string, count: number, times: number[], bare?: number) => void;

interface Ways {
  world: BenchWorld;
  pipeline: Pipeline;
  serials: readonly string[];
  book: Book;
  sizes: Sizes;
  rate: Rate;
}

/** Reports with their own time: submitted together, as lines, with totals, and into a table without indexes. */
async function measureHistory({ world, pipeline, serials, sizes, rate }: Ways): Promise<void> {
  const count = 4 * sizes.frames;
  let day = Math.floor(Date.now() / DAY_MS) - 3;
  const history = (reports: number): (Arrival & { kind: 'frame'; atMs: number })[] => {
    day -= 1;
    return Array.from({ length: reports }, (_, i) => {
      const step = Math.floor(i / serials.length);
      const device = i % serials.length;
      return {
        kind: 'frame',
        bytes: benchFrame(serials[device]!, device, 1 + step),
        atMs: day * DAY_MS + 6 * HOUR_MS + step * 300_000 + device,
      };
    });
  };
  await pipeline.acceptMany(history(sizes.frames), 'replay');
  const [stored, summed, bare, lines]: number[][] = [[], [], [], []];
  for (let round = 0; round < sizes.rounds; round++) {
    await rollAll(world);
    const arrivals = history(count);
    const startedAt = performance.now();
    await pipeline.acceptMany(arrivals, 'replay');
    stored!.push(performance.now() - startedAt);
    await rollAll(world);
    summed!.push(performance.now() - startedAt);
    const ofDay = { fromMs: day * DAY_MS, toMs: (day + 1) * DAY_MS };
    bare!.push(await insertBare(world.pool, ofDay, count));
    const text = history(sizes.frames)
      .map(({ atMs, bytes }) =>
        JSON.stringify({ at: new Date(atMs).toISOString(), frame: Buffer.from(bytes).toString('hex') }),
      )
      .join('\n');
    const beganAt = performance.now();
    const { accepted } = await replay(pipeline, text);
    if (accepted !== sizes.frames) throw new Error(`accepted ${accepted} of ${sizes.frames}`);
    lines!.push(performance.now() - beganAt);
  }
  rate('bare', 'bare INSERT of the same readings, 2,000 each', count, bare!);
  const perSecond = (count / quantile(bare!, 0.5)) * 1000;
  rate('bulk', 'pipeline, history in bulk', count, stored!, perSecond);
  rate('bulk.summed', 'pipeline, history in bulk, with daily totals', count, summed!, perSecond);
  rate('replay', 'replay endpoint, JSON lines', sizes.frames, lines!);
}

async function measureLive({ pipeline, serials, sizes, rate }: Omit<Ways, 'world' | 'book'>): Promise<void> {
  const count = 2 * sizes.frames;
  const times: number[] = [];
  for (let round = 0; round <= sizes.rounds; round++) {
    const bodies = Array.from({ length: count }, (_, i) =>
      benchFrame(serials[i % serials.length]!, i, 1 + round * 20 + Math.floor(i / serials.length)),
    );
    let next = 0;
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: LIVE_AT_ONCE }, async () => {
        for (let bytes = bodies[next++]; bytes; bytes = bodies[next++])
          await pipeline.accept({ kind: 'frame', bytes }, 'http');
      }),
    );
    if (round > 0) times.push(performance.now() - startedAt);
  }
  rate('live', 'pipeline, live, 1,000 pending', count, times);
}

/** Sums up all that waits, two plants side by side as the portal does. */
async function rollAll({ db }: BenchWorld): Promise<void> {
  for (;;) {
    const days = await takeDirty(db, 500, Date.now(), { isHasty: true });
    if (days.length === 0) return;
    const plants = [...bySiteOf(days).values()];
    const work = async () => {
      for (let of = plants.shift(); of; of = plants.shift())
        for (const day of of) await rollUp(db, day, Date.now());
    };
    await Promise.all([work(), work()]);
  }
}
