import { device } from '@helioport/contract/device';
import { MINUTE_MS } from '@helioport/domain/duration';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { inTransaction } from '../../platform/db.ts';
import { findIssues } from '../../timeseries/alarms/issues.ts';
import { markDays } from '../../timeseries/marks/dirty.ts';
import { over } from '../../timeseries/queryable.ts';
import type { IncomingReading } from '../../timeseries/reading.ts';
import { packReadings } from '../../timeseries/retention/pack.ts';

const ZONE = 'Europe/Berlin';
const TODAY = '2026-06-21';
/** Two in the afternoon of the plant. */
const NOW = Date.UTC(2026, 5, 21, 12);

let app: TestApp;
let owner: Caller;
let otherUser: Caller;

interface Made {
  siteId: number;
  sid: string;
  deviceId: number;
  sn: string;
}

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'stranger@make.test' });
    await makeUser(tx, { email: 'owner@make.test' });
  });
  owner = await app.as('owner@make.test');
  otherUser = await app.as('stranger@make.test');
});
afterAll(() => app.close());

const newPlant = (): Promise<Made> =>
  inTransaction(app.database.db, 'write', async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from users where email = 'owner@make.test'`.execute(
      tx,
    );
    const site = await makeSite(tx, { ownerId: rows[0]!.id });
    const made = await makeDevice(tx, site.id);
    return { siteId: site.id, sid: site.sid, deviceId: made.id, sn: made.serial };
  });

/** A report every five minutes from eight in the morning on; `bits` by its number. */
function morning(
  { siteId, deviceId }: Made,
  back: number,
  bits: (i: number) => number,
  count = 72,
): IncomingReading[] {
  const startMs = dayBounds(addDays(TODAY, -back), ZONE).startMs + 8 * 60 * MINUTE_MS;
  const who = { siteId, deviceId, timeZone: ZONE };
  return Array.from({ length: count }, (_, i) =>
    makeReading(who, startMs + i * 5 * MINUTE_MS, { power: 5000, energy: i * 40, statusBits: bits(i) }),
  );
}

const stored = async ({ siteId }: Made) =>
  (
    await sql`select day, bit, begun_at, last_at, ended_at, times, lasted_s from fault_day
      where site_id = ${siteId} order by day, bit`.execute(app.database.db)
  ).rows;

const story = (plant: Made) => [
  ...morning(plant, 3, (i) => (i % 10 === 5 ? 0x40 : 0)),
  ...morning(plant, 2, (i) => (i > 30 && i < 40 ? 0x840 : 0)),
  ...morning(plant, 1, (i) => (i > 60 ? 0x2000 : 0)),
];

/** The same order every time. */
function shuffled<T>(list: readonly T[]): T[] {
  let seed = 7;
  const key = () => (seed = (seed * 16_807) % 2_147_483_647);
  return list
    .map((one) => ({ one, at: key() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

describe('v2/device/alerts', () => {
  it('tells the same whatever order reports come in, however late', async () => {
    const [straight, mixed] = [await newPlant(), await newPlant()];
    await storeReadings(app.database.pool, story(straight), NOW);
    await settle(app.database.db, NOW);
    const reports = shuffled(story(mixed));
    for (let i = 0; i < reports.length; i += 40) {
      await storeReadings(app.database.pool, reports.slice(i, i + 40), NOW);
      await settle(app.database.db, NOW);
    }
    const expected = await stored(straight);
    expect(expected.map((row) => (row as { bit: number }).bit)).toEqual([6, 6, 11, 13]);
    expect(await stored(mixed)).toEqual(expected);
  });

  it('tells the same of days that were packed, when they are computed anew', async () => {
    const plant = await newPlant();
    await storeReadings(app.database.pool, story(plant), NOW);
    await settle(app.database.db, NOW);
    const before = await stored(plant);
    const { readings } = await packReadings(app.database.db, Date.UTC(2026, 5, 21));
    expect(readings).toBeGreaterThan(200);
    await inTransaction(app.database.db, 'write', (tx) =>
      markDays(
        over(tx),
        [3, 2, 1].map((back) => ({ siteId: plant.siteId, day: addDays(TODAY, -back) })),
        NOW,
      ),
    );
    await sql`delete from fault_day where site_id = ${plant.siteId}`.execute(app.database.db);
    await settle(app.database.db, NOW);
    expect(await stored(plant)).toEqual(before);
  });

  it('folds days one after the other, tells what goes on, and takes back what late reports undo', async () => {
    const plant = await newPlant();
    await storeReadings(
      app.database.pool,
      [
        ...morning(plant, 4, (i) => (i === 40 ? 0x800 : 0)),
        ...morning(plant, 2, (i) => (i === 40 || i === 50 ? 0x800 : 0)),
        ...morning(plant, 1, (i) => (i > 66 ? 0x800 : 0)),
        ...morning(plant, 0, (i) => (i > 70 ? 0x1000 : 0), 73),
      ],
      NOW,
    );
    await settle(app.database.db, NOW);
    const alerts = () => owner.call(device.alerts, { filters: { sid: plant.sid } });
    const first = await alerts();
    expect(first.list).toMatchObject([
      { key: '1000', isOpen: true, endedAt: null, endTime: '', severity: 'major', days: 1, times: 1 },
      { key: '0800', alertTitle: 'Temperature over', isOpen: false, days: 2, times: 3 },
      {
        key: '0800',
        startTime: '17/06/2026 11:20',
        endTime: '17/06/2026 11:25',
        days: 1,
        lastedMs: 5 * MINUTE_MS,
      },
    ]);
    expect(first.list[1]!.ownerAdvice).toMatch(/^Keep leaves/);
    // The third day between them comes late, and the four become one.
    await storeReadings(
      app.database.pool,
      morning(plant, 3, (i) => (i === 40 ? 0x800 : 0)),
      NOW,
    );
    await settle(app.database.db, NOW);
    expect((await alerts()).list).toMatchObject([{ key: '1000' }, { key: '0800', days: 4, times: 5 }]);
  });

  it('is silent about night, dawn and little light', async () => {
    const plant = await newPlant();
    const who = { siteId: plant.siteId, deviceId: plant.deviceId, timeZone: ZONE };
    const { startMs } = dayBounds(addDays(TODAY, -1), ZONE);
    const dark = Array.from({ length: 48 }, (_, i) =>
      makeReading(who, startMs + i * 5 * MINUTE_MS, { power: 0, energy: 0, statusBits: 0x8072 }),
    );
    await storeReadings(app.database.pool, dark, NOW);
    await settle(app.database.db, NOW);
    expect(await stored(plant)).toEqual([]);
  });

  it('logs what is found about devices while it is so', async () => {
    const plant = await newPlant();
    const sibling = await inTransaction(app.database.db, 'write', (tx) => makeDevice(tx, plant.siteId));
    const other = { ...plant, deviceId: sibling.id };
    const quiet = morning(plant, 3, () => 0);
    await storeReadings(
      app.database.pool,
      [...quiet, ...[3, 2, 1, 0].flatMap((back) => morning(other, back, () => 0))],
      NOW,
    );
    await settle(app.database.db, NOW);
    const alerts = (filters: object = {}, rangeDate?: string) =>
      owner.call(device.alerts, { filters: { sid: plant.sid, ...filters }, rangeDate });
    await findIssues(app.database.db, NOW);
    await findIssues(app.database.db, NOW);
    const silent = { key: 'silent', sn: plant.sn, alertCode: '', alertTitle: 'Device not reporting' };
    expect((await alerts()).list).toMatchObject([
      { ...silent, isOpen: true, endedAt: null, begunAt: quiet.at(-1)!.atMs, days: 4 },
    ]);
    await storeReadings(
      app.database.pool,
      morning(plant, 0, () => 0),
      NOW,
    );
    await findIssues(app.database.db, NOW + MINUTE_MS);
    expect((await alerts()).list).toMatchObject([{ ...silent, isOpen: false, endedAt: NOW + MINUTE_MS }]);
    expect((await alerts({ alert_code: 'silent' })).total).toBe(1);
    expect((await alerts({ alert_code: '0800' })).total).toBe(0);
    expect((await alerts({ alert_code: 'nonsense' })).total).toBe(0);
    expect((await alerts({}, '2026-06-01~2026-06-17')).total).toBe(0);
    expect((await alerts({}, '2026-06-19~2026-06-19')).total).toBe(1);
    // Other calls of devices take plant and serial number at the top level.
    const total = async (input: object) => (await owner.call(device.alerts, input)).total;
    const elsewhere = await newPlant();
    expect(await total({ sid: plant.sid })).toBe(1);
    expect(await total({ sid: elsewhere.sid })).toBe(0);
    expect(await total({ sid: plant.sid, sn: plant.sn })).toBe(1);
    expect(await total({ sn: sibling.serial })).toBe(0);
  });

  it('folds what several devices of a plant say on the same days where that is asked for', async () => {
    const plant = await newPlant();
    const more = await inTransaction(app.database.db, 'write', (tx) => makeDevice(tx, plant.siteId));
    const other = { ...plant, deviceId: more.id };
    const grid = (i: number) => (i === 30 ? 0x20 : 0);
    const reports = [plant, other].flatMap((one) => [...morning(one, 2, grid), ...morning(one, 1, grid)]);
    await storeReadings(
      app.database.pool,
      [...reports, ...morning(other, 0, (i) => (i === 9 ? 0x800 : 0))],
      NOW,
    );
    await settle(app.database.db, NOW);
    const alerts = (fold: boolean) => owner.call(device.alerts, { filters: { sid: plant.sid }, fold });
    expect((await alerts(false)).total).toBe(3);
    expect((await alerts(true)).list).toMatchObject([
      { key: '0800', sns: [more.serial] },
      {
        key: '0020',
        sn: plant.sn,
        sns: [plant.sn, more.serial],
        days: 2,
        times: 2,
        lastedMs: 10 * MINUTE_MS,
      },
    ]);
  });

  it('pages and sorts, and tells strangers nothing', async () => {
    const all = await owner.call(device.alerts, {
      page: { size: 100, num: 0 },
      sort: [{ field: 'times', order: 'desc' }],
    });
    expect(all.list.map(({ times }) => times)).toEqual(
      all.list.map(({ times }) => times).toSorted((a, b) => b - a),
    );
    const second = await owner.call(device.alerts, {
      page: { size: 1, num: 1 },
      sort: [{ field: 'times', order: 'desc' }],
    });
    expect(second).toMatchObject({
      total: all.total,
      list: [{ sn: all.list[1]!.sn, key: all.list[1]!.key }],
    });
    expect((await otherUser.call(device.alerts, {})).total).toBe(0);
    const long = await owner.send(device.alerts.path, { rangeDate: '2020-01-01~2026-01-01' });
    expect(long.envelope.code).toBe(1002);
  });

  it('tells of a plant that was silent in one line, and of the alarm that an event became', async () => {
    const plant = await newPlant();
    const other = await inTransaction(app.database.db, 'write', (tx) => makeDevice(tx, plant.siteId));
    for (const deviceId of [plant.deviceId, other.id]) {
      const reports = morning({ ...plant, deviceId }, 1, () => 0);
      await storeReadings(app.database.pool, reports, NOW);
    }
    await findIssues(app.database.db, NOW);
    const { list } = await owner.call(device.alerts, { filters: { sid: plant.sid } });
    expect(list).toMatchObject([
      {
        key: 'plantSilent',
        severity: 'major',
        isOpen: true,
        alertTitle: 'Plant not reporting',
        sns: [plant.sn, other.serial].sort(),
        alarmState: 'open',
        alarmId: expect.any(Number),
      },
    ]);
  });
});
