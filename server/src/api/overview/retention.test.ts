// An administrator sets how long detailed readings are kept, and all responses about earlier days say that they were
// deleted.
import { device } from '@helioport/contract/device';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { dropDetail } from '../../jobs/dropOldDetail.ts';
import { inTransaction } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { takeDirty } from '../../timeseries/marks/dirty.ts';
import { packingEndsAt, packReadings } from '../../timeseries/retention/pack.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';

const NOW = Date.UTC(2027, 6, 4, 12);
const OLD = '2026-06-20';
const KEPT = '2026-07-02';

let people: People;
let sn: string;

const db = () => people.app.database.db;

beforeAll(async () => {
  people = await startPeople({ now: NOW });
  const made = await inTransaction(db(), 'write', async (tx) => {
    const { rows } = await sql<{ id: number; timeZone: string }>`
      select id, timezone as "timeZone" from sites where sid = ${people.sid.alpha}`.execute(tx);
    const { id: siteId, timeZone } = rows[0]!;
    const { id: deviceId, sn: name } = await makeDevice(tx, siteId);
    sn = name;
    return { siteId, timeZone, deviceId };
  });
  await storeReadings(
    people.app.database.pool,
    [OLD, KEPT].flatMap((day) => sunnyDay(made, day, { peakW: 800, channels: 2, everyMinutes: 30 })),
    NOW,
  );
  for (const day of await takeDirty(db(), 100, NOW, { isHasty: true })) await rollUp(db(), day, NOW);
  await packReadings(db(), packingEndsAt(NOW, 4));
});
afterAll(() => people.close());

/** Result of every call about the detailed readings of a day. */
async function valuesOf(day: string) {
  const admin = await people.as('admin');
  const sid = people.sid.alpha;
  const rangeDate = `${day}~${day}`;
  const chart = { sid, types: 11, date: day, rangeDate };
  const rows = await admin.call(device.historyRows, { sid, sn, rangeDate, before: null, size: 10 });
  const answers = {
    plantCurve: await admin.call(site.statisticsEcharts, chart),
    deviceCurve: await admin.call(device.statisticsEcharts, { ...chart, sn }),
    deviceLines: await admin.call(device.statisticsEcharts, { ...chart, sn, types: 1 }),
    module: await admin.call(device.modulesStatisticsEcharts, { sid, sn, addr: 1, types: 1, date: day }),
    playback: await admin.call(device.playback, { sid, start: day, end: day }),
    compact: await admin.call(device.playback, { sid, start: day, end: day, compact: true }),
    rows,
  };
  return {
    from: Object.fromEntries(Object.entries(answers).map(([name, { detailFrom }]) => [name, detailFrom])),
    rows: rows.rows.length,
    made: (await admin.call(site.statisticsDate, { sid, types: 1, date: day })).power,
  };
}

it('is for those alone who run the house', async () => {
  const codeOf = async (name: string, { path }: { path: string }, years: number) =>
    (await (await people.as(name)).send(path, { years })).envelope.code;
  for (const call of [overview.retentionLoss, overview.setRetention]) {
    for (const name of ['support', 'dealer', 'free']) expect(await codeOf(name, call, 1)).toBe(403);
    expect(await codeOf('admin', call, 0)).toBe(400);
  }
  const admin = await people.as('admin');
  expect((await admin.call(overview.health, { withStore: true })).store?.retention).toEqual({
    years: null,
    detailFrom: null,
  });
});

it('says what would go, writes down who wanted it, and takes it in the night with its sums left', async () => {
  const admin = await people.as('admin');
  expect(await admin.call(overview.retentionLoss, { years: 1 })).toEqual({
    detailFrom: '2026-07-01',
    days: 1,
    plants: 1,
  });
  expect(await admin.call(overview.retentionLoss, { years: 2 })).toMatchObject({ days: 0, plants: 0 });
  const before = await valuesOf(OLD);
  expect(before.rows).toBeGreaterThan(0);
  expect(Number(before.made)).toBeGreaterThan(0);
  expect(new Set(Object.values(before.from))).toEqual(new Set([undefined]));

  await admin.call(overview.setRetention, { years: 1 });
  await admin.call(overview.setRetention, { years: 1 });
  const lines = await sql<{ detail: unknown }>`
    select detail from audit where action = 'retention.update'`.execute(db());
  expect(lines.rows).toEqual([{ detail: { before: { keptYears: null }, after: { keptYears: 1 } } }]);

  const metrics = createMetrics();
  await dropDetail({ db: db(), clock: () => NOW, log: createLog('silent'), metrics }, () => false);
  expect(await metrics.registry.metrics()).toContain('helioport_packed_days_dropped_total 1');
  const after = await valuesOf(OLD);
  expect(new Set(Object.values(after.from))).toEqual(new Set(['2026-07-01']));
  expect(after).toMatchObject({ rows: 0, made: before.made });
  expect((await admin.call(overview.health, { withStore: true })).store?.retention).toEqual({
    years: 1,
    detailFrom: '2026-07-01',
  });
});

it('says nothing of the sort beside a day that has its reports', async () => {
  const kept = await valuesOf(KEPT);
  expect(new Set(Object.values(kept.from))).toEqual(new Set([undefined]));
  expect(kept.rows).toBeGreaterThan(0);
});
