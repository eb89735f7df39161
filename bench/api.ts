// Latency of the calls that people wait for, over real HTTP, on 10,000 plants and one of 500 modules.
// `npx tsx bench/api.ts [plants]`
import { device } from '@helioport/contract/device';
import type { Endpoint, InputOf } from '@helioport/contract/endpoint';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { demoPlants } from '@helioport/demo/plants';
import { createPartitions } from '@helioport/server/telemetry/keep/partitions';
import { machine, quantile, timesOf } from './measure.ts';
import { startBenchServer } from './server.ts';
import { addManyPlants, startBenchWorld } from './world.ts';

const RUNS = 50;
const plants = Number(process.argv[2] ?? 10_000);
const today = new Date().toISOString().slice(0, 10);

const world = await startBenchWorld();
await addManyPlants(world, plants);
const big = demoPlants.reduce((a, b) => (a.inverters.length > b.inverters.length ? a : b));
await addDayOfReports(big.sid);
await world.pool.query('vacuum analyze');

const { call, signIn, close } = await startBenchServer(world);

const token = await signIn('admin@demo.test');
const page = { size: 20, num: 0 };

console.log(
  `${machine()}; ${plants} plants, ${plants * 20} modules, administrator, ${RUNS} runs after warm-up\n`,
);
console.log('| call | median ms | p95 ms |\n|---|---|---|');
await row('plant list, first page', site.listWithSN, { page });
await row('plant list, last page', site.listWithSN, { page: { size: 20, num: Math.floor(plants / 20) - 1 } });
await row('plant list by power now', site.listWithSN, { page, sort: [{ field: 'now', order: 'desc' }] });
await row('plant list, name contains "9999"', site.listWithSN, { page, filters: { keywords: '9999' } });
await row('plant list, offline only', site.listWithSN, { page, filters: { status: '-1' } });
await row('plants on the map', site.map, {});
await row('status counts', overview.siteStatusCounts, {});
await row('all plants overview', overview.overview, {});
await row('overview, 500 modules', site.overview, { sid: big.sid });
await row('module table, 500 modules', site.modules, { sid: big.sid });
await row('power of a day, 500 modules', site.statisticsEcharts, {
  sid: big.sid,
  types: 11,
  date: today,
  minInterval: 5,
});
await row('playback of a day, 500 modules', device.playback, { sid: big.sid, start: today, end: today });
await row('playback of a day, 500 modules, compact', device.playback, {
  ...{ sid: big.sid, start: today, end: today },
  compact: true,
});
await row('device list, first page', device.list, { page });

await close();
await world.stop();

async function row<E extends Endpoint>(name: string, endpoint: E, input: InputOf<E>): Promise<void> {
  const times = await timesOf(() => call(endpoint, input, token), RUNS);
  console.log(`| ${name} | ${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} |`);
}

/** One report each 5 minutes of today for every inverter of a plant. */
async function addDayOfReports(sid: string): Promise<void> {
  await createPartitions(world.pool).ensure([Date.now()], []);
  await world.pool.query(
    `insert into report (site_id, device_id, at, power, dc_voltage, ac_voltage, frequency, temperature, energy,
                         ch_dc_voltage, ch_power, ch_energy)
     select d.site_id, d.id, current_date + n * interval '5 minutes', 12000, 3300, 23500, 50000, 450, n * 100,
       '{3300,3300,3300,3300}', '{3000,3000,3000,3000}', array[n * 25, n * 25, n * 25, n * 25]
     from devices d join sites s on s.id = d.site_id, generate_series(72, 240) n
     where s.sid = $1 and d.product_number is not null`,
    [sid],
  );
  await world.pool.query(
    `insert into latest (site_id, device_id, at, power, energy, ch_dc_voltage, ch_power, ch_energy, day, day_wh, before_wh,
                         ch_day_wh, ch_before_wh)
     select d.site_id, d.id, now(), 12000, 45000, '{3300,3300,3300,3300}', '{3000,3000,3000,3000}',
       '{11000,11000,11000,11000}', current_date, 4500, 1e6, '{1100,1100,1100,1100}', '{1,1,1,1}'
     from devices d join sites s on s.id = d.site_id where s.sid = $1 and d.product_number is not null`,
    [sid],
  );
}
