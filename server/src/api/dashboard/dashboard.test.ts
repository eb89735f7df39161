import { dashboard } from '@helioport/contract/dashboard';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { type Office, startOffice } from '../../../test/office.ts';
import { inTransaction } from '../../platform/db.ts';

let office: Office;

beforeAll(async () => {
  office = await startOffice();
  const { app, companies } = office;
  await inTransaction(app.database.db, 'write', async (tx) => {
    const sites = [];
    for (const companyId of [companies.installer, companies.distributor, null])
      sites.push(await makeSite(tx, { companyId }));
    const [low, high, ownerless] = sites.map(({ id }) => id) as [number, number, number];
    const claimed = async (siteId: number, daysAgo: number, kind = 'microinverter') => {
      const { id } = await makeDevice(tx, siteId, { kind });
      const at = new Date(app.now() - daysAgo * DAY_MS);
      await sql`update devices set claimed_at = ${at} where id = ${id}`.execute(tx);
    };
    await claimed(low, 0);
    await claimed(low, 6, 'gateway');
    await claimed(high, 7);
    await claimed(ownerless, 83);
    await claimed(ownerless, 84);
    await makeDevice(tx, null);
    const { id } = await makeUser(tx, { companyId: companies.installer });
    await sql`update users set created_at = ${new Date(app.now())}, country_code = 'FR' where id = ${id}`.execute(
      tx,
    );
  });
});
afterAll(() => office.close());

describe('v2/dashboard/device/summary', () => {
  it('counts whole devices in plants and their modules, each for those who see them', async () => {
    const of = async (group: Parameters<Office['as']>[0]) =>
      await (await office.as(group)).call(dashboard.deviceSummary, {});
    expect(await of('administrator')).toMatchObject({
      totalDevices: 5,
      panels: 16,
      wifiMicroinverters: 4,
      gatewayPlc: 1,
    });
    expect(await of('distributor')).toMatchObject({ totalDevices: 3, panels: 8, gatewayPlc: 1 });
    expect(await of('installer')).toMatchObject({ totalDevices: 2, panels: 4 });
  });
});

describe('v2/dashboard/device/trend', () => {
  it('tells what came on seven days and in twelve weeks, today last', async () => {
    const { days, weeks } = await (await office.as('administrator')).call(dashboard.deviceTrend, {});
    expect(days.map(({ devices }) => devices)).toEqual([1, 0, 0, 0, 0, 0, 1]);
    expect(days.at(-1)).toEqual({ from: '2026-06-21', to: '2026-06-21', users: 1, devices: 1 });
    expect(weeks.map(({ devices }) => devices)).toEqual([1, ...Array<number>(9).fill(0), 1, 2]);
    expect(weeks[0]).toMatchObject({ from: '2026-03-30', to: '2026-04-05' });
    const own = await (await office.as('installer')).call(dashboard.deviceTrend, {});
    expect(own.weeks.map(({ devices }) => devices).at(-1)).toBe(2);
    expect(own.weeks.reduce((sum, { devices }) => sum + devices, 0)).toBe(2);
  });
});

describe('v2/dashboard/user/summary', () => {
  it('counts the people of the caller by country', async () => {
    const all = await (await office.as('administrator')).call(dashboard.userSummary, {});
    expect(all.totalUsers).toBe(7);
    expect(all.countries).toContainEqual({ countryCode: 'FR', countryName: 'France', users: 1 });
    const own = await (await office.as('installer')).call(dashboard.userSummary, {});
    expect(own.totalUsers).toBe(2);
    expect((await (await office.as('endUser')).send(dashboard.userSummary.path)).status).toBe(403);
  });
});
