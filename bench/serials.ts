// List of a million serial numbers over real HTTP, by prefix and by every filter, as an administrator and as a
// distributor with a tenth of them; and the dashboard. No results are shared between callers, so every call is
// calculated. `npx tsx bench/serials.ts [runs] [serials]`
import os from 'node:os';
import { dashboard } from '@helioport/contract/dashboard';
import type { InputOf } from '@helioport/contract/endpoint';
import { product } from '@helioport/contract/product';
import { hostDescription, quantile, timesOf } from './measure.ts';
import { startBenchServer } from './server.ts';
import { startBenchWorld } from './world.ts';

type Input = NonNullable<InputOf<typeof product.sn>>;

const RUNS = Number(process.argv[2] ?? 30);
const SERIALS = Number(process.argv[3] ?? 1_000_000);
const page = { size: 20, num: 0 };

const calls: [string, Input][] = [
  ['first page', { page }],
  ['last first', { page, sort: [{ field: 'sn', order: 'desc' }] }],
  ['page 10,000', { page: { size: 20, num: 9_999 } }],
  ['two characters', { page, filters: { sn: '20' } }],
  ['four characters', { page, filters: { sn: '200a' } }],
  ['one serial', { page, filters: { sn: '200ABCDE' } }],
  ['a beginning of nothing', { page, filters: { sn: 'FFFF' } }],
  ['issued', { page, filters: { is_issued: true } }],
  ['not issued', { page, filters: { is_issued: false } }],
  ['activated', { page, filters: { is_activated: true } }],
  ['restricted', { page, filters: { is_restricted: true } }],
  ['of a model', { page, filters: { model: 6 } }],
  ['all at once', { page, filters: { sn: '20', model: 11, is_issued: true, is_activated: false } }],
];

const world = await startBenchWorld();
// A tenth to a company, a fifth to none, half of those in use, one in a thousand restricted.
await world.pool.query(
  `insert into sn_entries (sn, product_number, company_id, issued_at, activated_at, restricted_at, batch, created_at)
  select upper(lpad(to_hex(536870912 + i), 8, '0')), case when i % 3 = 0 then 6 else 11 end,
    case when i % 10 = 0 then (select id from companies where kind = 'distributor' order by id limit 1) end,
    case when i % 10 < 3 then now() end, case when i % 20 < 3 then now() end,
    case when i % 1000 = 7 then now() end, 'bench', now()
  from generate_series(1, $1::int) i`,
  [SERIALS],
);
await world.pool.query('vacuum analyze sn_entries');
const { call, signIn, close } = await startBenchServer(world);

console.log(
  `${hostDescription()}, load ${os.loadavg()[0]?.toFixed(1)}; ${SERIALS} serials, ${RUNS} runs after warm-up\n`,
);
console.log('| who | what | median ms | p95 ms |\n|---|---|---|---|');
const timed = async (who: string, name: string, work: () => Promise<unknown>) => {
  const times = await timesOf(work, RUNS, 3);
  console.log(
    `| ${who} | ${name} | ${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} |`,
  );
};
for (const who of ['admin', 'distributor']) {
  const token = await signIn(`${who}@demo.test`);
  for (const [name, input] of calls) await timed(who, name, () => call(product.sn, input, token));
  await timed(who, 'dashboard: devices', () => call(dashboard.deviceSummary, {}, token));
  await timed(who, 'dashboard: trend', () => call(dashboard.deviceTrend, {}, token));
  await timed(who, 'dashboard: users', () => call(dashboard.userSummary, {}, token));
}
await close();
await world.stop();
