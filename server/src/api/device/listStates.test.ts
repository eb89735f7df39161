// The device list is filtered, sorted and counted by the same state that it shows.
import { device } from '@helioport/contract/device';
import { severityPlace } from '@helioport/domain/condition';
import { reportingStates, type StateKey, stateKeys } from '@helioport/domain/state';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { KIND } from '../../timeseries/reading.ts';

let app: TestApp;
let callers: Record<'admin' | 'installer', Caller>;

// 17:30 in Berlin, half past midnight of the next day in Tokyo.
const NOW = Date.UTC(2026, 5, 21, 15, 30);
const ago = (minutes: number) => NOW - minutes * 60_000;
const page = { size: 100, num: 0 };

interface Planted {
  /** Minutes since its last reading; null: never. */
  minutesAgo: number | null;
  where?: 'tokyo' | 'waiting';
  kind?: 'meter';
  bits?: number;
  issue?: string;
  shows: StateKey;
}

const planted: readonly Planted[] = [
  { minutesAgo: 1, shows: 'live' },
  { minutesAgo: 1, bits: 0x40, shows: 'alert' },
  { minutesAgo: 30, kind: 'meter', shows: 'stale' },
  { minutesAgo: 120, kind: 'meter', shows: 'offline' },
  { minutesAgo: 600, kind: 'meter', shows: 'offline' },
  { minutesAgo: 300, where: 'tokyo', shows: 'asleep' },
  { minutesAgo: 3000, shows: 'silent' },
  { minutesAgo: null, where: 'waiting', shows: 'uncommissioned' },
  { minutesAgo: 1, issue: 'makesNothing', shows: 'alert' },
  { minutesAgo: 300, where: 'tokyo', issue: 'makesNothing', shows: 'alert' },
  { minutesAgo: 300, where: 'tokyo', issue: 'silent', shows: 'silent' },
  { minutesAgo: 1, issue: 'silent', shows: 'live' },
];

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const reports = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx);
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    await makeUser(tx, { email: 'in@make.test', group: 'installer', companyId });
    const sites = {
      berlin: await makeSite(tx, { companyId, latitude: 52.5, longitude: 13.4 }),
      tokyo: await makeSite(tx, { companyId, timezone: 'Asia/Tokyo', latitude: 35.7, longitude: 139.7 }),
      waiting: await makeSite(tx, { companyId, commissionedAt: null }),
    };
    const all = [];
    for (const { minutesAgo, where = 'berlin', kind = 'microinverter', bits = 0, issue } of planted) {
      const { id: siteId } = sites[where];
      const { id: deviceId } = await makeDevice(tx, siteId, { kind });
      if (issue)
        await sql`insert into device_issue (site_id, device_id, key) values (${siteId}, ${deviceId}, ${issue})`.execute(
          tx,
        );
      const timeZone = where === 'tokyo' ? 'Asia/Tokyo' : 'Europe/Berlin';
      if (minutesAgo !== null)
        all.push(
          makeReading({ deviceId, siteId, timeZone }, ago(minutesAgo), {
            power: 100,
            energy: deviceId,
            statusBits: bits,
            kind: kind === 'meter' ? KIND.meter : KIND.inverter,
          }),
        );
    }
    return all;
  });
  await storeReadings(app.database.pool, reports, NOW);
  callers = { admin: await app.as('admin@make.test'), installer: await app.as('in@make.test') };
});
afterAll(() => app.close());

describe.each(['admin', 'installer'] as const)('the states of devices, to an %s', (who) => {
  const listOf = async (input: object) => await callers[who].call(device.list, { page, ...input });

  it('are those that were planted', async () => {
    const { list } = await listOf({});
    expect(list.map(({ state }) => state)).toEqual(planted.map(({ shows }) => shows));
  });

  it.each(stateKeys)('filtered by %s are the rows that show it, and as many are counted', async (state) => {
    const { list: all } = await listOf({});
    const { list, total } = await listOf({ filters: { state } });
    const shown = all.filter((row) => row.state === state).map(({ sn }) => sn);
    expect(list.map(({ sn }) => sn)).toEqual(shown);
    expect(total).toBe(shown.length);
    const second = await listOf({ filters: { state }, page: { size: 1, num: 1 } });
    expect(second).toMatchObject({ total: shown.length });
    expect(second.list.map(({ sn }) => sn)).toEqual(shown.slice(1, 2));
  });

  it('are sorted as they are shown, the worst first', async () => {
    const { list } = await listOf({ sort: [{ field: 'status', order: 'asc' }] });
    const places = list.map(
      (row) =>
        severityPlace(row.severity) * reportingStates.length +
        reportingStates.findIndex(({ state }) => state === row.state),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(list.map(({ state }) => state)).size).toBe(stateKeys.length - 1);
  });

  it('by number are those that carry the number', async () => {
    const { list: all } = await listOf({});
    for (const status of [0, 1, 3, -1]) {
      const { list } = await listOf({ filters: { status } });
      expect(list.map(({ sn }) => sn)).toEqual(
        all.filter((row) => row.status === status).map(({ sn }) => sn),
      );
    }
  });
});

it('a machine stands where the sum of its producing parts belongs, and what makes nothing behind', async () => {
  const sns = await inTransaction(app.database.db, 'write', async (tx) => {
    const site = await makeSite(tx, { name: 'Barn' });
    const one = await makeDevice(tx, site.id);
    const composite = await makeDevice(tx, site.id, { kind: 'allInOne' });
    const inverter = await makeDevice(tx, site.id, { kind: 'stringMachine' });
    const meter = await makeDevice(tx, site.id, { kind: 'meter' });
    const alone = await makeDevice(tx, site.id, { kind: 'meter' });
    for (const [part, { id }] of Object.entries({ inverter, meter }))
      await sql`update devices set parent_id = ${composite.id}, part = ${part} where id = ${id}`.execute(tx);
    const made = [
      [one, 500],
      [inverter, 900],
      [meter, 9000],
      [alone, 9500],
    ] as const;
    for (const [{ id }, wh] of made)
      await sql`
        insert into latest (site_id, device_id, at, kind, power, day, day_wh, before_wh)
        values (${site.id}, ${id}, ${new Date(ago(1))}, 0, ${wh}, '2026-06-21', ${wh}, 0)`.execute(tx);
    return { composite: composite.serial, one: one.serial, alone: alone.serial };
  });
  const sorted = async (field: 'now' | 'todayPower' | 'totalPower' | 'lastUpdate') => {
    const { list } = await callers.admin.call(device.list, {
      page,
      filters: { site_name: 'Barn' },
      sort: [{ field, order: 'desc' }],
    });
    return list.filter(({ parent }) => parent === null).map(({ sn }) => sn);
  };
  expect(await sorted('todayPower')).toEqual([sns.composite, sns.one, sns.alone]);
  expect(await sorted('totalPower')).toEqual([sns.composite, sns.one, sns.alone]);
  // A meter has a power of its own.
  expect(await sorted('now')).toEqual([sns.alone, sns.composite, sns.one]);
});
