// Plant list with every filter and every order of the portal, over real HTTP, with 1,000 and 10,000 plants: 95% below
// 100 ms, and with ten times the plants below 1.3 times as much. No results are shared between callers, so every call
// is calculated; `--shared` shares them as in production. `npx tsx bench/list.ts [--shared] [runs]`
import os from 'node:os';
import type { InputOf } from '@helioport/contract/endpoint';
import { site, siteOrders } from '@helioport/contract/site';
import { conditionLevels } from '@helioport/domain/conditionSummary';
import { stateKeys } from '@helioport/domain/state';
import { SHARES_FOR_MS } from '@helioport/server/access/share';
import { hostDescription, quantile, timesOf } from './measure.ts';
import { startBenchServer } from './server.ts';
import { addManyPlants, startBenchWorld } from './world.ts';

type Input = NonNullable<InputOf<typeof site.listWithSN>>;

const isShared = process.argv.includes('--shared');
const RUNS = Number(process.argv.slice(2).find((word) => word !== '--shared') ?? 50);
const page = { size: 20, num: 0 };

const filters: [string, NonNullable<Input['filters']>][] = [
  ['owner contains "paul"', { user_email: 'paul' }],
  ['owner contains "nobody"', { user_email: 'nobody' }],
  ['installer contains "installer@"', { installer_email: 'installer@' }],
  ['in France', { country_code: 'FR' }],
  ['registered in a month', { created_start_date: '2024-05-01', created_end_date: '2024-05-31' }],
  ['keyword "9"', { keywords: '9' }],
  ['keyword "Town 77"', { keywords: 'Town 77' }],
  ['keyword of nothing', { keywords: 'nothing of the kind' }],
  ...stateKeys.map((state): [string, Input['filters']] => [`state ${state}`, { state }]),
  ...conditionLevels.map((condition): [string, Input['filters']] => [
    `verdict ${condition}`,
    { verdict: condition },
  ]),
  [
    'all at once',
    { keywords: 'Bench', user_email: 'paul', installer_email: 'ins', country_code: 'FR', state: 'live' },
  ],
] as [string, NonNullable<Input['filters']>][];

const calls: [string, Input][] = [
  // As the page opens.
  ['first page', { page, sort: [{ field: 'verdict', order: 'asc' }] }],
  ...siteOrders.flatMap((field) =>
    (['asc', 'desc'] as const).map((order): [string, Input] => [
      `by ${field} ${order}`,
      { page, sort: [{ field, order }] },
    ]),
  ),
  ...filters.map(([name, one]): [string, Input] => [
    name,
    { page, filters: one, sort: [{ field: 'verdict', order: 'asc' }] },
  ]),
];

const world = await startBenchWorld();
const { call, signIn, close } = await startBenchServer(world, { sharesForMs: isShared ? SHARES_FOR_MS : 0 });
const token = await signIn('admin@demo.test');

/** Median and 95 % of each list, ms. */
async function measured(): Promise<{ median: number; late: number }[]> {
  const found = [];
  for (const [, input] of calls) {
    const times = await timesOf(() => call(site.listWithSN, input, token), RUNS);
    found.push({ median: quantile(times, 0.5), late: quantile(times, 0.95) });
  }
  return found;
}

console.log(
  `${hostDescription()}, load ${os.loadavg()[0]?.toFixed(1)}; administrator, pages of ${page.size}, ${RUNS} runs after warm-up, ${isShared ? 'shared as in the product' : 'nothing shared'}\n`,
);
/** One plant in 200 has not reported for three days, as in any fleet: they are first in the default order. */
const silence = () =>
  world.pool.query(`update site_latest set at = at - interval '3 days', produced_at = produced_at - interval '3 days',
    counted_since = counted_since - interval '3 days' where site_id % 200 = 0 and at > now() - interval '1 day'`);

await addManyPlants(world, 1000);
await silence();
const few = await measured();
await addManyPlants(world, 10_000);
await silence();
const many = await measured();
console.log(
  '| list | 1,000: median ms | p95 ms | 10,000: median ms | p95 ms | p95, ratio |\n|---|---|---|---|---|---|',
);
calls.forEach(([name], i) => {
  const [a, b] = [few[i], many[i]];
  if (!a || !b) return;
  const figures = [a.median, a.late, b.median, b.late, b.late / a.late].map((one) => one.toFixed(1));
  console.log(`| ${name} | ${figures.join(' | ')} |`);
});
await close();
await world.stop();
