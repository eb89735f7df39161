// An hour at ten times the rate of 100,000 modules through the HTTP endpoint, with roll-ups: is memory flat, does the
// roll-up keep up, is every acknowledged report stored? `npx tsx bench/soak.ts`; --minutes 60 --modules 100000 --times
// 10 --modulesPerPlant 20. Exit code 1 if a report is missing, a total is wrong or the roll-up fell behind.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createPipeline } from '@helioport/server/ingest/accept';
import { startDevicePort } from '@helioport/server/ingest/devicePort';
import { createDeviceEndpoint } from '@helioport/server/ingest/endpoint';
import { startRollUps } from '@helioport/server/jobs/rollUps';
import { createLog } from '@helioport/server/platform/log';
import { createMetrics } from '@helioport/server/platform/metrics';
import { rollupLagSeconds } from '@helioport/server/timeseries/marks/dirty';
import { checkTotals } from '@helioport/server/timeseries/rollup/checkTotals';
import { addFleetPlants } from './fleet/build.ts';
import { fleetPlants } from './fleet/plants.ts';
import { MODULES } from './frame.ts';
import { hostDescription } from './measure.ts';
import type { Soaked, Soaking } from './soakSender.ts';
import { type BenchWorld, startBenchWorld } from './world.ts';

/** Default interval of the known inverters. */
const REPORT_EVERY_S = 300;
/** A running day is summed up once a minute; twice that is behind. */
const MOST_LAG_S = 120;
/** Memory that the second half may take more than the first. */
const MOST_GROWTH = 1.25;
const MB = 2 ** 20;
const wanted = { minutes: 60, modules: 100_000, times: 10, modulesPerPlant: 20 };

function sizesFromOptions(): typeof wanted {
  const { values } = parseArgs({
    options: Object.fromEntries(Object.keys(wanted).map((key) => [key, { type: 'string' as const }])),
  });
  const sizes = { ...wanted };
  for (const [key, text] of Object.entries(values)) {
    const value = Number(text);
    if (!(value > 0)) throw new Error(`--${key} takes a number above 0`);
    Object.assign(sizes, { [key]: value });
  }
  return sizes;
}

/** What one minute looked like. */
interface Minute {
  lagS: number;
  rssMb: number;
}

const countedIn = async ({ pool }: BenchWorld, table: string): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n;

async function soak(world: BenchWorld, sizes: typeof wanted): Promise<boolean> {
  const { db, pool } = world;
  const inverters = sizes.modules / MODULES;
  const rate = (inverters / REPORT_EVERY_S) * sizes.times;
  const plants = fleetPlants({
    plants: Math.max(1, Math.round(sizes.modules / sizes.modulesPerPlant)),
    modules: sizes.modules,
  });
  await addFleetPlants(world, plants);
  await world.tidy();
  const serials = plants.flatMap((plant) => plant.inverters.map(({ serial }) => serial));
  console.log(
    `${plants.length} plants, ${serials.length} inverters, ${rate.toFixed(0)} reports a second (${(rate * MODULES).toFixed(0)} module-samples): ${sizes.times} times what they send by themselves, for ${sizes.minutes} min`,
  );
  const parts = { db, pool, clock: Date.now, log: createLog('error'), metrics: createMetrics() };
  const pipeline = createPipeline({ ...parts, rawFrameDays: 30 });
  const loop = startRollUps(parts);
  const port = await startDevicePort(createDeviceEndpoint({ ...parts, pipeline }), {
    port: 0,
    host: '127.0.0.1',
  });
  const devices = fork(fileURLToPath(new URL('soakSender.ts', import.meta.url)));
  let counts_: Soaked = { sent: 0, answered: 0, failed: 0, isOver: false };
  devices.on('message', (counts: Soaked) => {
    counts_ = counts;
  });
  const ended = new Promise((resolve) => devices.once('exit', resolve));
  devices.send({ port: port.port, serials, rate } satisfies Soaking);
  const minutes: Minute[] = [];
  const startedAt = performance.now();
  console.log('minute   answered/s   lag of the roll-up   memory of the server   heap');
  let before = 0;
  while (performance.now() - startedAt < sizes.minutes * 60_000) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(60_000, sizes.minutes * 60_000)));
    const { rss, heapUsed } = process.memoryUsage();
    const lagS = await rollupLagSeconds(db, Date.now());
    minutes.push({ lagS, rssMb: rss / MB });
    const perSecond = (counts_.answered - before) / Math.min(60, sizes.minutes * 60);
    before = counts_.answered;
    console.log(
      `${String(minutes.length).padStart(6)}   ${perSecond.toFixed(0).padStart(10)}   ${lagS.toFixed(0).padStart(16)} s   ${(rss / MB).toFixed(0).padStart(17)} MB   ${(heapUsed / MB).toFixed(0)} MB`,
    );
  }
  devices.send('stop');
  await ended;
  await port.close();
  await pipeline.close();
  await loop.stop();
  // Running days still waiting are rolled up immediately, so that all of them can be compared.
  const rest = startRollUps({ ...parts, isHasty: true });
  while ((await countedIn(world, 'dirty_day')) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  await rest.stop();
  const wrong = await checkTotals(db, Date.now);
  return resultOf({
    told: counts_,
    rate,
    minutes,
    sizes,
    stored: await countedIn(world, 'reading'),
    wrong: wrong.length,
  });
}

function resultOf(end: {
  told: Soaked;
  rate: number;
  minutes: readonly Minute[];
  sizes: typeof wanted;
  stored: number;
  wrong: number;
}): boolean {
  const { told, rate, minutes, sizes, stored, wrong } = end;
  const reached = told.answered / (sizes.minutes * 60) / rate;
  const lag = Math.max(...minutes.map(({ lagS }) => lagS));
  const most = (part: readonly Minute[]) => Math.max(...part.map(({ rssMb }) => rssMb));
  // The first minutes fill pools and caches.
  const half = Math.ceil(minutes.length / 2);
  const growth = minutes.length < 4 ? 1 : most(minutes.slice(half)) / most(minutes.slice(0, half));
  const isKept = stored === told.answered && told.failed === 0;
  console.log(
    `answered ${told.answered}, stored ${stored}, without an answer ${told.failed}: ${isKept ? 'nothing lost' : 'NOT the same'}`,
  );
  console.log(`${(reached * 100).toFixed(0)} % of the rate wanted; sums that do not add up: ${wrong}`);
  console.log(
    `lag of the roll-up at most ${lag.toFixed(0)} s, memory of the second half ${growth.toFixed(2)} of the first`,
  );
  return isKept && wrong === 0 && lag <= MOST_LAG_S && growth <= MOST_GROWTH && reached > 0.95;
}

const sizes = sizesFromOptions();
console.log(hostDescription());
const world = await startBenchWorld();
let isGood = false;
try {
  isGood = await soak(world, sizes);
} finally {
  await world.stop();
}
process.exit(isGood ? 0 : 1);
