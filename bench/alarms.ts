// One alarm check of all plants of an installation with 10,000 plants and 50,000 inverters: normal operation, one plant
// in a hundred not reporting and one in fifty with faults, and all plants going offline together. Fails if a check in
// normal operation takes a second or more.
// `npx tsx bench/alarms.ts [plants]`

import { lookForDanger } from '@helioport/server/jobs/dangerWatch';
import { inTransaction } from '@helioport/server/platform/db';
import { evaluateAlarms } from '@helioport/server/timeseries/alarms/evaluate';
import { hostDescription, quantile, timesOf } from './measure.ts';
import { addManyPlants, startBenchWorld } from './world.ts';

const RUNS = 10;
const LIMIT_MS = 1000;
const plants = Number(process.argv[2] ?? 10_000);
const now = Date.now();

const world = await startBenchWorld();
await addManyPlants(world, plants);
await world.pool.query('vacuum analyze');
const look = (at: number) => inTransaction(world.db, 'write', (tx) => evaluateAlarms(tx, at));
const clock = () => Date.now();
const announcer = { announce: () => undefined };
const watch = () => lookForDanger({ db: world.db, clock, announcer });
const open = async () =>
  (await world.pool.query<{ n: number }>('select count(*)::int as n from alarm where ended_at is null'))
    .rows[0]?.n;

console.log(`${hostDescription()}; ${plants} plants, ${RUNS} runs after warm-up\n`);
console.log('| look | open alarms | median ms | p95 ms |\n|---|---|---|---|');
const row = async (name: string, work: () => Promise<unknown>, runs = RUNS, warmup = 2) => {
  const times = await timesOf(work, runs, warmup);
  const median = quantile(times, 0.5);
  console.log(`| ${name} | ${await open()} | ${median.toFixed(0)} | ${quantile(times, 0.95).toFixed(0)} |`);
  return median;
};

const quiet = await row('nothing is wrong', () => look(now));
await row('danger watch, nothing is wrong', watch);
await world.pool.query(`
  update latest set status_bits = 16384, at = now() where site_id % 1000 = 3;
  analyze latest`);
await row('danger watch, one plant in a thousand trips', watch, 1, 0);
await row('danger watch, nothing new', watch);
await world.pool.query('update latest set status_bits = 0 where status_bits = 16384; delete from alarm');
await world.pool.query(`
  update site_latest set at = at - interval '2 days', produced_at = produced_at - interval '2 days' where site_id % 100 = 0;
  update latest set status_bits = 64 where site_id % 50 = 1;
  insert into fault_day (site_id, device_id, day, bit, begun_at, last_at, times, lasted_s)
  select site_id, device_id, day, 6, at - interval '1 hour', at, 1, 3600 from latest where site_id % 50 = 1 and day is not null;
  analyze`);
await row('the first look after trouble', () => look(now), 1, 0);
await row('trouble goes on', () => look(now));
await world.pool.query(
  `update site_latest set at = now() - interval '3 days', produced_at = now() - interval '3 days'`,
);
await row('everything falls silent at once', () => look(now), 1, 0);
await row('and stays so', () => look(now));

await world.stop();
if (quiet >= LIMIT_MS) {
  console.error(`A quiet look took ${quiet.toFixed(0)} ms`);
  process.exit(1);
}
