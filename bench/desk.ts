// The fleet desk with its orders and filters, over real HTTP, at 10,000 plants: 95% below 150 ms. Nothing is shared between
// callers; `--shared` shares as the product does. `npx tsx bench/desk.ts [--shared] [runs]`
import os from 'node:os';
import type { InputOf } from '@helioport/contract/endpoint';
import { fleet, fleetOrders } from '@helioport/contract/fleet';
import { SHARES_FOR_MS } from '@helioport/server/access/share';
import { hostDescription, quantile, timesOf } from './measure.ts';
import { startBenchServer } from './server.ts';
import { addManyPlants, type BenchWorld, startBenchWorld } from './world.ts';

type Input = NonNullable<InputOf<typeof fleet.list>>;

const PLANTS = 10_000;
const GOAL_MS = 150;
const isShared = process.argv.includes('--shared');
const RUNS = Number(process.argv.slice(2).find((word) => word !== '--shared') ?? 40);
const page = { size: 20, num: 0 };

const lists: [string, Input][] = [
  ['first page', { page }],
  ['page 101', { page: { ...page, num: 100 } }],
  ...fleetOrders.flatMap((field) =>
    (['asc', 'desc'] as const).map((order): [string, Input] => [
      `by ${field} ${order}`,
      { page, sort: [{ field, order }] },
    ]),
  ),
  ['cause soiling', { page, fleet: { cause: ['soiling'] } }],
  ['high confidence', { page, fleet: { confidence: 'high' } }],
  ['with findings', { page, fleet: { has_findings: true } }],
  ['with a case', { page, fleet: { has_case: true } }],
  ['incomplete', { page, fleet: { incomplete: true } }],
  ['keyword "Town 77"', { page, filters: { keywords: 'Town 77' } }],
  ['in France', { page, filters: { country_code: 'FR' } }],
];

/** One plant in five has findings, up to three. */
async function addFindings({ pool }: BenchWorld): Promise<void> {
  const steps = [
    `insert into finding (site_id, key, scope, device_id, addr, device_ids, addrs, cause, confidence, probability, is_fault,
                          since_at, detected_at, lost_wh, lost_money, year_wh, evidence, share, last_day, run)
     select s.id, 'bench ' || k, 'module', d.id, k, array[d.id], array[k]::smallint[],
       (array['soiling', 'bypassDiode', 'newShading', 'degradation'])[(s.id / 5 + k) % 4 + 1],
       (array['low', 'medium', 'high'])[(s.id / 5 + k) % 3 + 1], 0.9, true, now() - s.id % 200 * interval '1 day',
       now() - s.id % 190 * interval '1 day', s.id % 977 * 100, s.id % 977 * 0.03, s.id % 977 * 500, '{}', 0.02,
       current_date - 1, 1
     from sites s join lateral (select min(id) as id from devices where site_id = s.id) d on true,
       generate_series(1, 3) k
     where s.name like 'Bench plant %' and s.id % 5 = 0 and k <= s.id / 5 % 3 + 1`,
    `insert into site_analytics (site_id, evaluated_until, source, ratio, ratio_change, completeness, open_faults, confidence,
                                 causes, top_cause, top_since, top_finding_id, lost_wh, lost_money, risk_wh, risk_money,
                                 risk_rank, rated_w, today, today_at, today_wh, specific_30, specific_365, region, size_class)
     select s.id, current_date - 1, 'modules', 0.7 + s.id % 300 / 1000.0, (s.id % 41 - 20) / 1000.0,
       case when s.id % 17 = 0 then 0.8 else 0.99 end, coalesce(f.open, 0), coalesce(f.confidence, 0),
       coalesce(f.causes, '{}'), f.causes[1], f.since, f.id, coalesce(f.wh, 0), f.money, coalesce(f.year_wh, 0),
       f.year_wh * 0.0003, coalesce(f.year_wh * 0.0003, 0), 10000, current_date, now(), 20000, 90, 1000, s.country_code, 'home'
     from sites s left join (
       select site_id, count(*)::int as open, array_agg(distinct cause) as causes, min(since_at)::date as since, min(id) as id,
         max(array_position(array['low', 'medium', 'high'], confidence)) as confidence, sum(lost_wh) as wh,
         sum(lost_money) as money, sum(year_wh) as year_wh
       from finding group by site_id) f on f.site_id = s.id
     where s.name like 'Bench plant %' on conflict (site_id) do nothing`,
    'vacuum analyze',
  ];
  for (const step of steps) await pool.query(step);
}

const world = await startBenchWorld();
const { call, signIn, close } = await startBenchServer(world, { sharesForMs: isShared ? SHARES_FOR_MS : 0 });
try {
  const token = await signIn('admin@demo.test');
  await addManyPlants(world, PLANTS);
  await addFindings(world);
  console.log(
    `${hostDescription()}, load ${os.loadavg()[0]?.toFixed(1)}; ${PLANTS} plants, administrator, pages of ${page.size}, ${RUNS} runs after warm-up, ${isShared ? 'shared as in the product' : 'nothing shared'}\n`,
  );
  console.log('| call | median ms | p95 ms |\n|---|---|---|');
  let worst = 0;
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const times = await timesOf(work, RUNS);
    const late = quantile(times, 0.95);
    worst = Math.max(worst, late);
    console.log(`| ${name} | ${quantile(times, 0.5).toFixed(1)} | ${late.toFixed(1)} |`);
  };
  for (const [name, input] of lists) await measure(name, () => call(fleet.list, input, token));
  await measure('totals', () => call(fleet.summary, {}, token));
  console.log(
    `\nslowest p95 ${worst.toFixed(1)} ms, goal ${GOAL_MS} ms: ${worst < GOAL_MS ? 'met' : 'missed'}`,
  );
} finally {
  await close();
  await world.stop();
}
