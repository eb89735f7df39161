// One status with one severity: however it is obtained, it is the same. Over the demo plants and a hundred random ones:
// list, filters, counts, overview, detail, map, devices, alarms, badge, verdict and public page.

import { alarm } from '@helioport/contract/alarm';
import { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { conditionOfMany, countSeverities, type Severity, severities } from '@helioport/domain/condition';
import { conditionLevels } from '@helioport/domain/conditionSummary';
import { MINUTE_MS } from '@helioport/domain/duration';
import { levelOfSeverity } from '@helioport/domain/plantCondition';
import { isLive, stateKeys } from '@helioport/domain/state';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../seed/make.ts';
import { makeReading, storeReadings } from '../../seed/makeReadings.ts';
import { inTransaction } from '../../src/platform/db.ts';
import { storeConditions } from '../../src/timeseries/alarms/conditions.ts';
import { evaluateAlarms } from '../../src/timeseries/alarms/evaluate.ts';
import type { Caller } from '../harness.ts';
import { people, startWorld, type World } from './world.ts';

const RANDOM_PLANTS = 100;
const page = { size: 1000, num: 0 };

let world: World;
let admin: Caller;
let now: number;

const randomDevice = fc.record({
  ageMin: fc.constantFrom(1, 1, 1, 5, 20, 90, 600, 5_000, null),
  statusBits: fc.constantFrom(0, 0, 0, 0x0002, 0x0040, 0x4000, 0x0042, 0x0800, 0x4040),
  /** It has lasted for hours, so that it is an alarm. */
  isLasting: fc.boolean(),
  found: fc.constantFrom(null, null, null, 'makesNothing', 'modulesMakeNothing', 'moduleWeak'),
});
const randomPlant = fc.record({
  isCommissioned: fc.boolean(),
  isPlaced: fc.boolean(),
  devices: fc.array(randomDevice, { maxLength: 4 }),
});

async function plantRandom(): Promise<void> {
  const plants = fc.sample(randomPlant, { numRuns: RANDOM_PLANTS, seed: 20261123 });
  const { db, pool } = world.app.database;
  const reports = await inTransaction(db, 'write', async (tx) => {
    const all = [];
    for (const [i, plant] of plants.entries()) {
      const { id: siteId } = await makeSite(tx, {
        name: `Random ${i}`,
        commissionedAt: plant.isCommissioned ? new Date(now - 30 * 24 * 60 * MINUTE_MS) : null,
        ...(plant.isPlaced ? { latitude: 47.98, longitude: 7.84 } : { latitude: null, longitude: null }),
      });
      for (const { ageMin, statusBits, isLasting, found } of plant.devices) {
        const { id: deviceId } = await makeDevice(tx, siteId);
        if (ageMin === null) continue;
        const at = now - ageMin * MINUTE_MS;
        all.push(
          makeReading({ siteId, deviceId, timeZone: 'Europe/Berlin' }, at, { power: 100, statusBits }),
        );
        if (isLasting && statusBits !== 0)
          await sql`
            insert into fault_day (site_id, device_id, day, bit, begun_at, last_at, times, lasted_s)
            select ${siteId}, ${deviceId}, (${new Date(at)}::timestamptz at time zone 'Europe/Berlin')::date, b,
              ${new Date(at - 3 * 60 * MINUTE_MS)}, ${new Date(at)}, 1, 10800
            from generate_series(0, 15) b where ${statusBits}::int & (1 << b) <> 0`.execute(tx);
        if (found !== null) {
          await sql`
            insert into device_issue (site_id, device_id, key, addrs, since_day)
            values (${siteId}, ${deviceId}, ${found}, ${found === 'makesNothing' ? [] : [1]}, '2026-06-01')`.execute(
            tx,
          );
          await sql`
            insert into issue_event (site_id, device_id, key, begun_at, since_day)
            values (${siteId}, ${deviceId}, ${found}, '2026-06-01', '2026-06-01')`.execute(tx);
        }
      }
    }
    return all;
  });
  await storeReadings(pool, reports, now);
}

const look = () =>
  inTransaction(world.app.database.db, 'write', async (tx) => {
    await evaluateAlarms(tx, now);
    await storeConditions(tx);
  });

beforeAll(async () => {
  world = await startWorld();
  now = world.app.now();
  await plantRandom();
  await look();
  admin = await world.sessionOf(people.administrator);
});
afterAll(() => world.close());

const isAlarm = (severity: Severity) => severity !== 'info' && severity !== 'none';

interface Compared {
  comparisons: number;
  differences: string[];
}

type Plant = OutputOf<typeof site.listWithSN>['list'][number];

/** Obtains the status of every plant in every way and compares them. */
async function compareAll(): Promise<Compared> {
  const result: Compared = { comparisons: 0, differences: [] };
  const same = (what: string, a: unknown, b: unknown) => {
    result.comparisons++;
    if (JSON.stringify(a) !== JSON.stringify(b))
      result.differences.push(`${what}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`);
  };
  const { list: plants } = await admin.call(site.listWithSN, { page });
  const { list: points } = await admin.call(site.map, {});
  const { list: alarms } = await admin.call(alarm.list, { page });
  const counts = await admin.call(overview.siteStatusCounts, {});
  const open = alarms.filter(({ endedAt }) => endedAt === null);
  const of = ({ state, severity, cause, reporting }: Omit<(typeof points)[number], 'verdict'>) => ({
    state,
    severity,
    cause,
    reporting,
  });
  for (const key of stateKeys) {
    const own = plants.filter(({ state }) => state === key).map(({ sid }) => sid);
    const { list } = await admin.call(site.listWithSN, { page, filters: { state: key } });
    same(
      `filter ${key}`,
      list.map(({ sid }) => sid),
      own,
    );
    same(`count ${key}`, counts.stateCounts[key], own.length);
  }
  for (const key of severities) {
    const own = plants.filter(({ severity }) => severity === key).map(({ sid }) => sid);
    const { list } = await admin.call(site.listWithSN, { page, filters: { severity: key } });
    same(
      `filter ${key}`,
      list.map(({ sid }) => sid),
      own,
    );
    same(`count ${key}`, counts.severityCounts[key], own.length);
  }
  // Counts and rows of every pair of a state and a severity or level.
  const facets = [
    ...severities.map((severity) => [{ severity }, (one: Plant) => one.severity === severity] as const),
    ...conditionLevels.map(
      (verdict) => [{ verdict }, (one: Plant) => one.verdict.level === verdict] as const,
    ),
  ];
  for (const [filters, isShown] of facets) {
    const { siteCount, stateCounts } = await admin.call(overview.siteStatusCounts, { filters });
    same(`count of ${JSON.stringify(filters)}`, siteCount, plants.filter(isShown).length);
    for (const key of stateKeys) {
      const rows = plants.filter((one) => one.state === key && isShown(one));
      same(`count ${key} of ${JSON.stringify(filters)}`, stateCounts[key], rows.length);
      const { total } = await admin.call(site.listWithSN, { filters: { ...filters, state: key } });
      same(`list ${key} of ${JSON.stringify(filters)}`, total, rows.length);
    }
  }
  for (const state of stateKeys) {
    const { siteCount, severityCounts, verdictCounts } = await admin.call(overview.siteStatusCounts, {
      filters: { state },
    });
    same(`all states beside ${state}`, siteCount, plants.length);
    const rows = plants.filter((one) => one.state === state);
    for (const key of severities)
      same(`${key} of ${state}`, severityCounts[key], rows.filter(({ severity }) => severity === key).length);
    for (const key of conditionLevels)
      same(
        `${key} of ${state}`,
        verdictCounts[key],
        rows.filter(({ verdict }) => verdict.level === key).length,
      );
  }
  const { list: sorted } = await admin.call(site.listWithSN, {
    page,
    sort: [{ field: 'status', order: 'asc' }],
  });
  const places = sorted.map(({ severity }) => severities.indexOf(severity));
  same(
    'order of the list',
    places,
    [...places].sort((a, b) => a - b),
  );
  same(
    'badge',
    (await admin.call(alarm.count, {})).open,
    open.filter(({ state }) => state === 'open').length,
  );
  same('worst of all plants', counts.worst, conditionOfMany(plants)?.severity);
  same('counts of a cluster', countSeverities(plants)[0]?.severity, counts.worst);
  for (const plant of plants) {
    const { sid } = plant;
    const listed = of(plant as unknown as (typeof points)[number]);
    same(`${sid} overview`, of((await admin.call(site.overview, { sid })) as never), listed);
    const detail = await admin.call(site.detail, { sid });
    same(`${sid} detail`, of(detail as never), listed);
    const point = points.find((one) => one.sid === sid);
    if (point) same(`${sid} map`, of(point), listed);
    same(
      `${sid} verdict`,
      plant.verdict.level,
      levelOfSeverity(plant.severity, plant.state === 'uncommissioned' || plant.state === 'notRegistered'),
    );
    // A plant without devices has nothing that could be in alarm.
    const worst = conditionOfMany(open.filter((one) => one.sid === sid))?.severity ?? 'none';
    same(`${sid} alarms`, isAlarm(plant.severity) ? plant.severity : 'none', worst);
    const { list: devices } = await admin.call(device.list, { page, filters: { sid } });
    for (const one of devices) {
      const inPlant = detail.sn.find(({ sn }) => sn === one.sn);
      same(`${one.sn} in its plant`, of(inPlant as never), of(one as never));
      same(
        `${one.sn} alone`,
        of((await admin.call(device.detail, { sn: one.sn })) as never),
        of(one as never),
      );
    }
  }
  return result;
}

it('is the same however it is obtained, in more than 500 comparisons', async () => {
  const { comparisons, differences } = await compareAll();
  expect(differences).toEqual([]);
  expect(comparisons).toBeGreaterThan(500);
  const { list } = await admin.call(site.listWithSN, { page });
  // The random plants reach every severity.
  expect(new Set(list.map(({ severity }) => severity))).toEqual(new Set(severities));
}, 1_800_000);

it('a plant that is given another condition shows it everywhere, and a page for neighbors nowhere', async () => {
  const { list } = await admin.call(site.listWithSN, { page, filters: { severity: 'none', state: 'live' } });
  const plant = list.find(({ sn }) => sn.length > 0)!;
  const { db } = world.app.database;
  const badge = (await admin.call(alarm.count, {})).open;
  const page1 = await admin.call(site.publicPageSet, {
    sid: plant.sid,
    isOn: true,
    title: 'Hall',
    blocks: ['verdict'],
  });
  const [one] = plant.sn;
  await sql`
    with d as (select id, site_id from devices where sn = ${one!.sn} and retired_at is null), t as (
      insert into device_issue (site_id, device_id, key, addrs, since_day)
      select site_id, id, 'moduleWeak', '{1}', '2026-06-01' from d
      on conflict (site_id, device_id) do update set key = excluded.key)
    insert into issue_event (site_id, device_id, key, begun_at, since_day)
    select site_id, id, 'moduleWeak', '2026-06-01', '2026-06-01' from d`.execute(db);
  await look();
  const minor = await admin.call(site.listWithSN, { page, filters: { severity: 'minor', state: 'alert' } });
  expect(minor.list.find(({ sid }) => sid === plant.sid)).toMatchObject({
    status: 1,
    state: 'alert',
    severity: 'minor',
    cause: 'moduleWeak',
    verdict: { level: 'notice', key: 'modulesWeak', count: 1 },
  });
  expect((await admin.call(alarm.count, {})).open).toBe(badge + 1);
  const { differences } = await compareAll();
  expect(differences).toEqual([]);
  const shown = await admin.call(site.publicView, { token: page1.token });
  expect(shown.verdict).toEqual({ level: 'good', text: 'In operation' });
  expect(isLive(plant.reporting)).toBe(true);
}, 1_800_000);

it('a difference between representations is caught', async () => {
  const { db } = world.app.database;
  await sql`delete from site_condition`.execute(db);
  const { differences } = await compareAll();
  expect(differences.some((one) => one.includes(' alarms: "none" and '))).toBe(true);
  await look();
  expect((await compareAll()).differences).toEqual([]);
}, 1_800_000);
