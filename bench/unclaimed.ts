// List of 100,000 unclaimed serial numbers, and the cost of rejecting more. Fails if the median of any page is 100 ms
// or more. `npx tsx bench/unclaimed.ts [serials]`

import { device } from '@helioport/contract/device';
import type { InputOf } from '@helioport/contract/endpoint';
import { DAY_MS } from '@helioport/domain/duration';
import { createPipeline } from '@helioport/server/ingest/accept';
import { purgeUnclaimed } from '@helioport/server/jobs/purgeUnclaimed';
import { createLog } from '@helioport/server/platform/log';
import { createMetrics } from '@helioport/server/platform/metrics';
import { hostDescription, quantile, timesOf } from './measure.ts';
import { startBenchServer } from './server.ts';
import { startBenchWorld } from './world.ts';

const RUNS = 20;
const LIMIT_MS = 100;
const AT_ONCE = 10_000;
const serials = Number(process.argv[2] ?? 100_000);

const world = await startBenchWorld();
const parts = { clock: () => Date.now(), log: createLog('silent'), metrics: createMetrics() };
const pipeline = createPipeline({
  ...parts,
  pool: world.pool,
  rawFrameDays: 30,
  newSerials: { perHour: 1_000, inAll: serials },
});
const send = async (from: number) => {
  const reports = Array.from({ length: AT_ONCE }, (_, i) => ({
    kind: 'report' as const,
    sn: (0xa0000000 + from + i).toString(16).toUpperCase(),
    report: { kind: 'battery' as const, powerW: (from + i) % 5_000, channels: [] },
  }));
  const startedAt = performance.now();
  await pipeline.acceptMany(reports, 'replay');
  return AT_ONCE / ((performance.now() - startedAt) / 1000);
};
const speeds: number[] = [];
for (let from = 0; from < serials; from += AT_ONCE) speeds.push(await send(from));
const refusing = await send(serials + AT_ONCE);
await world.pool.query('vacuum analyze devices, latest, reading');

const { call, signIn, close } = await startBenchServer(world);

console.log(
  `${hostDescription()}; ${serials} serials without a plant, ${RUNS} runs after warm-up, pages of 20\n`,
);
console.log(`taken in: ${Math.round(quantile(speeds, 0.5))} reports/s; refused: ${Math.round(refusing)}/s\n`);
console.log('| page | rows | median ms | p95 ms |\n|---|---|---|---|');
const token = await signIn('admin@demo.test');
const tooSlow: string[] = [];
const row = async (name: string, input: Partial<InputOf<typeof device.listNoReg>> = {}) => {
  const body = { page: { size: 20, num: 0 }, ...input } as InputOf<typeof device.listNoReg>;
  const { total } = await call(device.listNoReg, body, token);
  const times = await timesOf(() => call(device.listNoReg, body, token), RUNS);
  const median = quantile(times, 0.5);
  if (median >= LIMIT_MS) tooSlow.push(name);
  console.log(`| ${name} | ${total} | ${median.toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} |`);
};
await row('first');
await row('last', { page: { size: 20, num: Math.floor(serials / 20) - 1 } });
for (const field of ['sn', 'now', 'lastUpdate', 'createdAt'] as const) {
  await row(`by ${field}`, { sort: [{ field, order: 'desc' }] });
}
await row('serial contains "A0004"', { filters: { keywords: 'A0004' } });
await row('serial contains "4711"', { filters: { keywords: '4711' } });

const startedAt = performance.now();
const gone = await purgeUnclaimed({ db: world.db, clock: () => Date.now() + 31 * DAY_MS });
console.log(`\nforgotten: ${gone} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);

await close();
await pipeline.close();
await world.stop();
if (tooSlow.length > 0) {
  console.error(`Too slow: ${tooSlow.join(', ')}`);
  process.exit(1);
}
