import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { account } from '@helioport/contract/account';
import { demo } from '@helioport/contract/demo';
import { firstVendor } from '@helioport/domain/deviceIdentity';
import { localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedDemo } from '../../seed/demo.ts';
import { guardDemo, isWithinReach } from '../../seed/demoPasswords.ts';
import { makeCompany, makeUser } from '../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../seed/makeReadings.ts';
import { seedMenus } from '../../seed/menus.ts';
import { startTestApp, TEST_SETUP_CODE, type TestApp } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { inTransaction } from '../platform/db.ts';
import { claim } from '../repositories/claims.ts';
import { beginDemoRemoval, demoState, endDemoSessions } from '../repositories/demo.ts';
import { needsAdministrator } from '../repositories/setup.ts';
import { createSite } from '../repositories/sites.ts';
import { moveDevice } from '../timeseries/retention/move.ts';
import { removeDemo } from './demoRemoval.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ env: { DEMO: 'on' } });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedDemo(tx, app.now());
  });
});
afterEach(() => app.close());

const rowsOf = async <T>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text).execute(app.database.db)).rows;
const oneOf = async <T>(text: string): Promise<T> => (await rowsOf<T>(text))[0]!;
const idOf = async (text: string): Promise<number> => (await oneOf<{ id: number }>(text)).id;

/** Readings of yesterday from a device. */
async function letReport(deviceId: number, siteId: number, timeZone: string): Promise<void> {
  const day = localDay(app.now() - 86_400_000, timeZone);
  const who = { siteId, deviceId, timeZone };
  const shape = { peakW: 900, channels: 4, everyMinutes: 30, untilMs: app.now() };
  await storeReadings(app.database.pool, sunnyDay(who, day, shape), app.now());
}

const own = (more: Partial<Parameters<typeof createSite>[1]>): Parameters<typeof createSite>[1] => ({
  sid: 'DE_20260101_Mine',
  name: 'Mine',
  ownerId: null,
  companyId: null,
  installerId: null,
  countryCode: 'DE',
  stateCode: '',
  stateName: '',
  city: '',
  street: '',
  zipCode: '',
  latitude: 50,
  longitude: 8,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  electricityPrice: 0.3,
  temperatureUnit: 'Celsius',
  registeredAt: new Date(),
  commissionedAt: new Date(),
  ...more,
});

/** Every table and the numbers of people, plants, companies and devices that it names. */
const leftovers = async () =>
  await rowsOf<{ name: string; count: number }>(
    `select 'users' as name, count(*) from users where is_demo union all
     select 'sites', count(*) from sites where is_demo union all
     select 'companies', count(*) from companies where is_demo union all
     select 'devices', count(*) from devices where serial like '86D%' or serial like '32C8D%' union all
     select 'reading', count(*) from reading r where site_id <> 0 and not exists (select 1 from sites s where s.id = r.site_id)
     union all select 'sn_entries', count(*) from sn_entries
     union all select 'products', count(*) from products where not is_built_in
     union all select 'planted', count(*) from planted_tomorrow`,
  ).then((rows) => rows.filter(({ count }) => count > 0).map(({ name }) => name));

describe('the end of the demo world', () => {
  it('takes all of it and leaves what people made, untied', async () => {
    const { db } = app.database;
    await sql`create table planted_tomorrow (site_id bigint not null, n int not null, primary key (site_id, n))`.execute(
      db,
    );
    await sql`insert into planted_tomorrow select id, 1 from sites`.execute(db);
    const demoSite = await oneOf<{ id: number; timezone: string }>(
      `select id, timezone from sites where sid = 'DE_20240312_9kQm'`,
    );
    const installer = await idOf(`select company_id as id from users where email = 'installer@demo.test'`);
    const olaf = await idOf(`select id from users where email = 'owner@demo.test'`);
    const made = await inTransaction(db, 'write', async (tx) => {
      const me = await makeUser(tx, { email: 'me@home.test', group: 'administrator' });
      const mate = await makeUser(tx, { email: 'mate@home.test', group: 'installer', companyId: installer });
      const firm = await makeCompany(tx, { kind: 'installer', parentId: installer });
      const site = await createSite(tx, own({ ownerId: olaf, companyId: installer }));
      const mine = { serial: '7E57AA01', siteId: demoSite.id, now: app.now() };
      const real = await claim(tx, mine, moveDevice);
      const simulated = await claim(tx, { ...mine, serial: '32C8DE01', siteId: site }, moveDevice);
      if (real.status !== 'claimed' || simulated.status !== 'claimed') throw new Error('not claimed');
      return { me, mate, firm, site, real: real.deviceId, simulated: simulated.deviceId };
    });
    const roof = await idOf(`select id from devices where site_id = ${demoSite.id} and serial = '86D10001'`);
    await letReport(roof, demoSite.id, demoSite.timezone);
    await letReport(made.real, demoSite.id, demoSite.timezone);
    await letReport(made.simulated, made.site, 'Europe/Berlin');
    const before = await oneOf<{ n: number }>(
      `select count(*) as n from reading where device_id = ${made.real}`,
    );
    expect(before.n).toBeGreaterThan(10);

    expect(await removeDemo(db, app.now())).toBeUndefined();
    const caller = await app.as('admin@demo.test');
    await caller.call(demo.remove, { isSure: true });
    const removed = await removeDemo(db, app.now());

    expect(removed?.plants).toBeGreaterThan(10);
    expect(await leftovers()).toEqual([]);
    expect(
      await oneOf(`select owner_id, company_id, ownerless_since is not null as "isOwnerless" from sites`),
    ).toEqual({
      owner_id: null,
      company_id: null,
      isOwnerless: true,
    });
    expect(await rowsOf(`select email, company_id from users order by id`)).toEqual([
      { email: 'me@home.test', company_id: null },
      { email: 'mate@home.test', company_id: null },
    ]);
    expect(await rowsOf(`select id, parent_id from companies`)).toEqual([{ id: made.firm, parent_id: null }]);
    expect(await rowsOf(`select vendor, serial, site_id from devices`)).toEqual([
      { vendor: firstVendor, serial: '7E57AA01', site_id: null },
    ]);
    expect(await rowsOf(`select site_id, count(*) as n from reading group by 1`)).toEqual([
      { site_id: 0, n: before.n },
    ]);
    expect(await rowsOf(`select action, user_id from audit`)).toContainEqual({
      action: 'demo.remove',
      user_id: null,
    });
  });

  it('does not come back by itself, and opens the way to an administrator', async () => {
    const { db } = app.database;
    expect((await app.anonymous.call(account.setupState)).needed).toBe(false);
    await inTransaction(db, 'write', beginDemoRemoval);
    // Disabled immediately, before anything is deleted.
    await expect(app.as('admin@demo.test')).rejects.toThrow('258');
    expect(await app.anonymous.call(account.setupState)).toEqual({
      needed: true,
      demo: false,
      demoLogins: [],
    });
    await removeDemo(db, app.now());
    await app.anonymous.call(account.setup, {
      email: 'me@home.test',
      password: 'sun over roofs',
      code: TEST_SETUP_CODE,
    });
    expect(await inTransaction(db, 'write', (tx) => seedDemo(tx, app.now()))).toBe(false);
    expect(await demoState(db)).toBe('gone');
  });

  it('is for those who run the house', async () => {
    const owner = await app.as('owner@demo.test');
    expect((await owner.send(demo.remove.path, { isSure: true })).envelope.code).toBe(403);
    expect(await demoState(app.database.db)).toBe('published');
  });
});

describe('the mark of the demo world', () => {
  it('is set by the migration in a database that is older than it', async () => {
    const { db } = app.database;
    const marks = () =>
      rowsOf<{ name: string }>(
        `select email as name from users where is_demo union all select name from companies where is_demo
         union all select sid from sites where is_demo union all select sn from demo_devices order by 1`,
      );
    const wanted = await marks();
    // At that time all of it came in one moment.
    const birth = new Date(app.now());
    await sql`update users set created_at = ${birth}`.execute(db);
    await sql`update companies set created_at = ${birth}`.execute(db);
    await sql`update devices set claimed_at = ${birth} where claimed_at is not null`.execute(db);
    for (const table of ['users', 'companies', 'sites'])
      await sql`alter table ${sql.table(table)} drop column is_demo`.execute(db);
    await sql`drop table demo_devices`.execute(db);
    await sql`delete from settings where name = 'demo.state'`.execute(db);
    await inTransaction(db, 'write', (tx) =>
      makeUser(tx, { email: 'me@home.test', group: 'administrator' }),
    ).catch(() => undefined);
    const file = new URL('../../migrations/0019_demo.sql', import.meta.url);
    await inTransaction(db, 'write', (tx) => sql.raw(fs.readFileSync(file, 'utf8')).execute(tx));
    expect(wanted.length).toBeGreaterThan(200);
    expect(await marks()).toEqual(wanted);
    expect(await demoState(db)).toBe('published');
  });
});

describe('a demo world that is shut', () => {
  it('lets nobody of it in, and needs an administrator however many it has', async () => {
    const { db } = app.database;
    const caller = await app.as('admin@demo.test');
    // The same data under a server that is started with DEMO=off.
    const config = readConfig({ DEMO: 'off' });
    await inTransaction(db, 'write', async (tx) => {
      await endDemoSessions(tx);
      expect(await guardDemo(tx, config, app.now())).toBeUndefined();
    });
    expect((await caller.send(account.info.path, {})).status).toBe(401);
    await inTransaction(db, 'write', async (tx) => {
      expect(await needsAdministrator(tx, config)).toBe(true);
      expect(await needsAdministrator(tx, readConfig({ DEMO: 'on' }))).toBe(false);
    });
  });
});

describe('the passwords of the demo world', () => {
  it.each([
    [{}, false],
    [{ HOST: '::1' }, false],
    [{ PUBLIC_URL: 'http://localhost:8080' }, false],
    [{ HOST: '0.0.0.0' }, true],
    [{ HOST: '192.168.1.5' }, true],
    [{ PUBLIC_URL: 'https://sun.example.org' }, true],
    [{ TRUST_PROXY: '1' }, true],
  ])('know who can reach the portal: %j', (env, within) => {
    expect(isWithinReach(readConfig(env))).toBe(within);
  });

  it('become random where others can reach the portal, and stay so', async () => {
    const { db } = app.database;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-demo-'));
    const guard = (env: Record<string, string>) =>
      inTransaction(db, 'write', (tx) => guardDemo(tx, readConfig({ DATA_DIR: folder, ...env }), app.now()));
    expect(await guard({})).toMatchObject({ isPublished: true, made: [] });
    const access = await guard({ HOST: '0.0.0.0' });
    expect(access?.made).toHaveLength(6);
    expect(new Set(access?.made.map(({ password }) => password)).size).toBe(6);
    expect(fs.statSync(access!.file).mode & 0o077).toBe(0);
    await expect(app.as('admin@demo.test')).rejects.toThrow('258');
    const admin = access!.made.find(({ role }) => role === 'admin')!;
    expect(fs.readFileSync(access!.file, 'utf8')).toContain(`${admin.email} ${admin.password}\n`);
    await app.as(admin.email, admin.password);
    expect(await guard({})).toMatchObject({ isPublished: false, made: [] });
    expect(await guard({ HOST: '0.0.0.0' })).toMatchObject({ isPublished: false, made: [] });
    await app.as(admin.email, admin.password);
    fs.rmSync(folder, { recursive: true });
  });
});
