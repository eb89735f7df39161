// Device list and dashboard over real HTTP with 100,000 devices, each filter and order without shared results; a page
// of a device's history, and the pages of a whole year of it. `npx tsx bench/devices.ts [runs] [plants]`
import os from 'node:os';
import { dashboard } from '@helioport/contract/dashboard';
import { device } from '@helioport/contract/device';
import type { InputOf } from '@helioport/contract/endpoint';
import { overview } from '@helioport/contract/overview';
import { addDays, localDay } from '@helioport/domain/periods';
import { storeReadings, sunnyDay } from '@helioport/server/seed/makeReadings';
import { hostDescription, quantile, timesOf } from './measure.ts';
import { startBenchServer } from './server.ts';
import { addManyPlants, startBenchWorld } from './world.ts';

type Input = NonNullable<InputOf<typeof device.list>>;

const RUNS = Number(process.argv[2] ?? 20);
/** Five inverters each. */
const PLANTS = Number(process.argv[3] ?? 20_000);
const page = { size: 20, num: 0 };

const orders = [
  'sn',
  'siteName',
  'modelName',
  'now',
  'todayPower',
  'totalPower',
  'lastUpdate',
  'status',
] as const;
const inverters = { kinds: 'microinverter,gateway' };
const calls: [string, Input][] = [
  ['first page', { page, filters: inverters }],
  ['page 2,000', { page: { size: 20, num: 2000 }, filters: inverters }],
  ...orders.map((field): [string, Input] => [
    `by ${field}`,
    { page, filters: inverters, sort: [{ field, order: 'desc' }] },
  ]),
  ['meters', { page, filters: { kinds: 'meter' } }],
  ['serial begins with 6000F', { page, filters: { ...inverters, sn_prefix: '6000F' } }],
  ['serial, name or plant contains "77"', { page, filters: { ...inverters, keywords: '77' } }],
  ['state live', { page, filters: { ...inverters, state: 'live' } }],
  ['state silent', { page, filters: { ...inverters, state: 'silent' } }],
  ['on the black list', { page, filters: { ...inverters, is_restricted: true } }],
];

const world = await startBenchWorld();
const { call, signIn, close } = await startBenchServer(world);
const token = await signIn('admin@demo.test');
console.log(
  `${hostDescription()}, load ${os.loadavg()[0]?.toFixed(1)}; administrator, ${RUNS} runs after warm-up\n`,
);
await addManyPlants(world, PLANTS);
const { total } = await call(device.list, { page, filters: inverters }, token);
console.log(`${total} inverters\n\n| list | median ms | p95 ms |\n|---|---|---|`);
async function measure(name: string, request: () => Promise<unknown>): Promise<void> {
  const times = await timesOf(request, RUNS);
  console.log(`| ${name} | ${quantile(times, 0.5).toFixed(0)} | ${quantile(times, 0.95).toFixed(0)} |`);
}
for (const [name, input] of calls) await measure(name, () => call(device.list, input, token));
const parts: [string, () => Promise<unknown>][] = [
  ['sums', () => call(overview.overview, {}, token)],
  ['states', () => call(overview.siteStatusCounts, {}, token)],
  ['devices', () => call(dashboard.deviceSummary, {}, token)],
];
for (const [name, request] of parts) await measure(`dashboard: ${name}`, request);
await measure('dashboard: all three at once', () => Promise.all(parts.map(([, request]) => request())));

// A year of one device, a report every five minutes by daylight.
const { rows } = await world.pool.query<{ deviceId: number; siteId: number; sn: string; sid: string }>(
  `select d.id as "deviceId", d.site_id as "siteId", d.sn, s.sid from devices d join sites s on s.id = d.site_id
   where s.name = 'Bench plant 7' order by d.id limit 1`,
);
const one = rows[0]!;
const who = { ...one, timeZone: 'Europe/Berlin' };
const today = localDay(Date.now(), who.timeZone);
const first = addDays(today, -365);
for (let day = first; day < today; day = addDays(day, 1))
  await storeReadings(world.pool, sunnyDay(who, day, { peakW: 1200, channels: 4 }), Date.now());
const rangeDate = `${first}~${addDays(today, -1)}`;
const { sn, sid } = one;
const pages = await timesOf(() => call(device.historyRows, { sn, sid, rangeDate, size: 100 }, token), RUNS);
console.log(
  `\nhistory, a page of 100 of a year: median ${quantile(pages, 0.5).toFixed(0)} ms, p95 ${quantile(pages, 0.95).toFixed(0)} ms`,
);
const startedAt = performance.now();
let firstMs = 0;
let reports = 0;
let before: number | null = null;
do {
  const part: { rows: unknown[]; next: number | null } = await call(
    device.historyRows,
    { sn, sid, rangeDate, size: 5000, before },
    token,
  );
  firstMs ||= performance.now() - startedAt;
  reports += part.rows.length;
  before = part.next;
} while (before !== null);
const seconds = (performance.now() - startedAt) / 1000;
console.log(
  `a year of one device: ${reports} reports, the first after ${(firstMs / 1000).toFixed(2)} s, all after ${seconds.toFixed(1)} s`,
);
await close();
await world.stop();
