// What needs attention first: each count is that of the list to which it leads.
import { account } from '@helioport/contract/account';
import { alarm } from '@helioport/contract/alarm';
import { dashboard } from '@helioport/contract/dashboard';
import { device } from '@helioport/contract/device';
import { mail } from '@helioport/contract/mail';
import { overview } from '@helioport/contract/overview';
import { clearSkyEnergiesOf } from '@helioport/domain/clearSky';
import { kindsOfList } from '@helioport/domain/deviceKinds';
import { dayBounds } from '@helioport/domain/periods';
import { stateKeys } from '@helioport/domain/state';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { GROUPS } from '../../../seed/menus.ts';
import { type Office, startOffice } from '../../../test/office.ts';
import { inTransaction } from '../../platform/db.ts';
import { upsertArrays } from '../../repositories/arrays.ts';
import { fleetToday } from '../../timeseries/query/fleetSky.ts';
import { skyPlants } from '../../timeseries/query/skies.ts';
import { refreshSiteSkies } from '../../timeseries/rollup/siteSky.ts';

let office: Office;
let siteIds: number[];

const db = () => office.app.database.db;

beforeAll(async () => {
  office = await startOffice();
  const { app, companies } = office;
  const made = await inTransaction(db(), 'write', async (tx) => {
    const roof = await makeSite(tx, { companyId: companies.installer });
    const far = await makeSite(tx, { companyId: companies.distributor, latitude: 48.137, longitude: 11.575 });
    const lost = await makeSite(tx, { companyId: companies.distributor, latitude: null, longitude: null });
    const live = await makeDevice(tx, roof.id);
    await makeDevice(tx, roof.id);
    await makeDevice(tx, roof.id, { kind: 'electricMeter' });
    const second = await makeDevice(tx, far.id);
    const third = await makeDevice(tx, lost.id);
    await upsertArrays(tx, roof.id, [{ id: null, name: 'East', tiltDeg: 32, azimuthDeg: 97 }]);
    await sql`update modules set array_id = 1 where site_id = ${roof.id} and device_id = ${live.id}`.execute(
      tx,
    );
    const raise = async (kind: string, siteId: number, more = {}) => {
      const at = new Date(app.now() - 3_600_000);
      const { acknowledged, isGrouped, ended } = {
        acknowledged: null,
        isGrouped: false,
        ended: null,
        ...more,
      };
      await sql`
        insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, raised_at, revised_at,
          acknowledged_at, is_grouped, ended_at, ended)
        values (${siteId}, ${kind}, 0, '{}', '{}', ${at}, ${at}, ${at}, ${acknowledged}, ${isGrouped}, ${ended},
          ${ended === null ? null : 'recovered'})`.execute(tx);
    };
    await raise('0040', roof.id);
    await raise('silent', roof.id);
    await raise('plantSilent', far.id);
    await raise('makesNothing', far.id, { acknowledged: new Date(app.now()) });
    await raise('makesNothing', lost.id, { isGrouped: true });
    await raise('moduleWeak', lost.id, { ended: new Date(app.now()) });
    await makeUser(tx, { email: 'forgets@office.test' });
    return { roof, far, lost, live, second, third };
  });
  siteIds = [made.roof.id, made.far.id];
  const days = [
    { siteId: made.roof.id, deviceId: made.live.id },
    { siteId: made.far.id, deviceId: made.second.id },
    { siteId: made.lost.id, deviceId: made.third.id },
  ].flatMap((one) =>
    sunnyDay({ ...one, timeZone: 'Europe/Berlin' }, '2026-06-21', {
      peakW: 600,
      channels: 2,
      everyMinutes: 30,
    }).filter(({ atMs }) => atMs <= app.now()),
  );
  await storeReadings(app.database.pool, days, app.now());
});
afterAll(() => office.close());

describe('v2/dashboard/attention', () => {
  it('counts open alarms by severity as the list of alarms does', async () => {
    for (const group of ['administrator', 'distributor', 'installer'] as const) {
      const caller = await office.as(group);
      const { alarms } = await caller.call(dashboard.attention, {});
      const listed = async (severity: string, state: string) =>
        (await caller.call(alarm.list, { filters: { severity, state } })).total;
      expect(alarms).toEqual({
        critical: await listed('critical', 'open'),
        major: await listed('major', 'open'),
        minor: await listed('minor', 'open'),
        acknowledged: await listed('', 'acknowledged'),
      });
    }
    const { alarms } = await (await office.as('administrator')).call(dashboard.attention, {});
    expect((alarms?.critical ?? 0) + (alarms?.major ?? 0) + (alarms?.minor ?? 0)).toBe(3);
    expect(alarms?.acknowledged).toBe(1);
  });

  it('counts devices by state as the list of devices does', async () => {
    const kinds = kindsOfList('index').join();
    for (const group of ['administrator', 'installer'] as const) {
      const caller = await office.as(group);
      const { devices } = await caller.call(dashboard.attention, {});
      const listed = async (state: string) =>
        (await caller.call(device.list, { filters: { kinds, state } })).total;
      expect(devices).toEqual({
        total: await listed(''),
        states: Object.fromEntries(
          await Promise.all(stateKeys.map(async (state) => [state, await listed(state)])),
        ),
      });
      const states = Object.values(devices?.states ?? {});
      expect(states.reduce((sum, count) => sum + count, 0)).toBe(devices?.total);
      expect(devices?.states.silent).toBeGreaterThan(0);
    }
  });

  it('counts emails that were not sent for administrators alone', async () => {
    await office.app.anonymous.call(account.emailForgetPassword, { email: 'forgets@office.test' });
    const admin = await office.as('administrator');
    const { mails } = await admin.call(dashboard.attention, {});
    const kept = (await admin.call(mail.list, { filters: { state: 'kept' } })).total;
    expect(mails).toEqual({ waiting: 0, failed: 0, kept, hasServer: false });
    expect(kept).toBe(1);
    for (const group of ['support', 'distributor', 'installer'] as const)
      expect((await (await office.as(group)).call(dashboard.attention, {})).mails).toBeNull();
  });

  it('leaves out what a role has no page for', async () => {
    await sql`delete from group_menus where group_id = ${GROUPS.dealer}
      and menu_id in (select id from menus where key in ('pvPlant', 'alarms'))`.execute(db());
    const dealer = await office.as('dealer');
    expect(await dealer.call(dashboard.attention, {})).toEqual({ alarms: null, devices: null, mails: null });
    expect(await dealer.call(dashboard.energyToday, {})).toBeNull();
    expect((await (await office.as('endUser')).send(dashboard.attention.path)).status).toBe(403);
  });
});

describe('v2/dashboard/energyToday', () => {
  /** Clear-sky energies of the plants until an instant, as their charts calculate them, kWh. */
  const skiesAt = async (now: number) => {
    const { startMs } = dayBounds('2026-06-21', 'Europe/Berlin');
    const skies = await inTransaction(db(), 'read', (tx) => skyPlants(tx, siteIds));
    return [...skies.values()].reduce(
      (sum, plant) => sum + clearSkyEnergiesOf(plant)(startMs, now).wh / 1000,
      0,
    );
  };
  const refresh = () => refreshSiteSkies({ db: db(), now: office.app.now() });

  it('compares the plants whose location is known with a clear sky, and only those', async () => {
    const administrator = await office.as('administrator');
    expect(await administrator.call(dashboard.energyToday, {})).toMatchObject({
      plants: 3,
      comparedPlants: 0,
      comparedKwh: null,
      clearSkyKwh: null,
    });
    expect(await refresh()).toBe(2);
    expect(await refresh()).toBe(0);
    const today = await administrator.call(dashboard.energyToday, {});
    expect(today).toMatchObject({ plants: 3, comparedPlants: 2 });
    const one = await skiesAt(office.app.now());
    expect(one).toBeGreaterThan(1);
    expect(today?.clearSkyKwh).toBeCloseTo(one, 2);
    const all = await administrator.call(overview.overview, {});
    expect(today?.producedKwh).toBeCloseTo(Number(all.statisticsProduction.today), 1);
    expect(today?.comparedKwh).toBeCloseTo(((today?.producedKwh ?? 0) * 2) / 3, 1);
  });

  it('equals the sum of the plants at any time, over midnight too, without a new calculation', async () => {
    const atOf = async (now: number) =>
      await inTransaction(db(), 'read', (tx) => fleetToday(tx, sql`sites`, now));
    const { startMs, endMs } = dayBounds('2026-06-21', 'Europe/Berlin');
    for (const now of [startMs, startMs + 6 * 3_600_000 + 123_456, startMs + 13 * 3_600_000, endMs - 1])
      expect(((await atOf(now)).clearSkyWh ?? Number.NaN) / 1000).toBeCloseTo(await skiesAt(now), 2);
    expect((await atOf(endMs)).clearSkyWh).toBe(0);
    const noon = (await atOf(startMs + 12 * 3_600_000)).clearSkyWh!;
    const next = (await atOf(endMs + 12 * 3_600_000)).clearSkyWh!;
    expect(next / noon).toBeGreaterThan(0.99);
    expect(next / noon).toBeLessThan(1.01);
    expect(next).not.toBe(noon);
    expect(await atOf(startMs - 1)).toMatchObject({ comparedPlants: 0, clearSkyWh: null });
    expect(await atOf(endMs + 86_400_000)).toMatchObject({ comparedPlants: 0, clearSkyWh: null });
  });

  it.each([
    ['location', () => sql`update sites set latitude = latitude + 1 where id = ${siteIds[1]}`],
    [
      'rating of a module',
      () => sql`update modules set rated_w = rated_w + 50 where site_id = ${siteIds[1]}`,
    ],
    ['array', () => sql`update arrays set tilt_deg = tilt_deg + 10 where site_id = ${siteIds[0]}`],
    ['model', () => sql`update devices set product_number = 2 where site_id = ${siteIds[1]}`],
    ['retired device', () => sql`update devices set retired_at = now() where site_id = ${siteIds[1]}`],
    ['deleted modules', () => sql`delete from modules where site_id = ${siteIds[0]}`],
  ])('leaves out a plant after a change of its %s until it is calculated again', async (_name, change) => {
    const atNow = () => inTransaction(db(), 'read', (tx) => fleetToday(tx, sql`sites`, office.app.now()));
    await refresh();
    const before = await atNow();
    await change().execute(db());
    expect((await atNow()).comparedPlants).toBe(before.comparedPlants - 1);
    expect(await refresh()).toBe(1);
    expect((await atNow()).clearSkyWh! / 1000).toBeCloseTo(await skiesAt(office.app.now()), 2);
  });

  it('does not store a calculation that began before a change', async () => {
    await refresh();
    const [array, rating] = siteIds;
    const client = await office.app.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update arrays set tilt_deg = 20 where site_id = $1', [array]);
      await sql`delete from site_sky where site_id = ${rating}`.execute(db());
      await client.query('update modules set rated_w = 400 where site_id = $1', [rating]);
      const late = refresh();
      await client.query('select pg_sleep(0.3)');
      await client.query('commit');
      expect(await late).toBe(0);
    } finally {
      client.release();
    }
    const atNow = () => inTransaction(db(), 'read', (tx) => fleetToday(tx, sql`sites`, office.app.now()));
    expect((await atNow()).comparedPlants).toBe(0);
    expect(await refresh()).toBe(2);
    expect((await atNow()).clearSkyWh! / 1000).toBeCloseTo(await skiesAt(office.app.now()), 2);
  });

  it('says nothing of a company without plants', async () => {
    await sql`update sites set company_id = null`.execute(db());
    expect(await (await office.as('installer')).call(dashboard.energyToday, {})).toEqual({
      producedKwh: null,
      comparedKwh: null,
      clearSkyKwh: null,
      comparedPlants: 0,
      plants: 0,
    });
  });
});
