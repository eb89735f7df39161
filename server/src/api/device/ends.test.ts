import { common } from '@helioport/contract/common';
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSerial, makeSite, makeUser } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { inTransaction } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';
import { packingEndsAt, packReadings } from '../../timeseries/retention/pack.ts';

let app: TestApp;
let owner: Caller;
let dealer: Caller;
let friend: Caller;
let other: Caller;
let admin: Caller;

const NOW = Date.UTC(2026, 5, 21, 20);
const TODAY = '2026-06-21';
const ZONE = 'Europe/Berlin';
const LONG_AGO = addDays(TODAY, -9);

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'friend@make.test', group: 'installer' });
    await makeUser(tx, { email: 'dealer@make.test', group: 'dealer', companyId: await makeCompany(tx) });
    await makeUser(tx, { email: 'other@make.test', group: 'dealer', companyId: await makeCompany(tx) });
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
  });
  [owner, friend, dealer, other, admin] = (await Promise.all(
    ['owner', 'friend', 'dealer', 'other', 'admin'].map((name) => app.as(`${name}@make.test`)),
  )) as [Caller, Caller, Caller, Caller, Caller];
});
afterAll(() => app.close());

const idOf = async (email: string): Promise<number> =>
  (await sql<{ id: number }>`select id from users where email = ${email}`.execute(app.database.db)).rows[0]!
    .id;

/** A plant of the owner, managed by the dealer and shared with the friend; two inverters with an old day and today. */
async function makePlant() {
  const { db, pool } = app.database;
  const ownerId = await idOf('owner@make.test');
  const friendId = await idOf('friend@make.test');
  const { rows } = await sql<{ companyId: number }>`
    select company_id as "companyId" from users where email = 'dealer@make.test'`.execute(db);
  const plant = await inTransaction(db, 'write', async (tx) => {
    const made = await makeSite(tx, { ownerId, companyId: rows[0]!.companyId, timezone: ZONE });
    await shareSite(tx, made.id, friendId, true);
    const [one, two] = [await makeDevice(tx, made.id), await makeDevice(tx, made.id)];
    return { ...made, one, two };
  });
  const reports = [plant.one, plant.two].flatMap(({ id }) =>
    [LONG_AGO, TODAY].flatMap((day) =>
      sunnyDay({ deviceId: id, siteId: plant.id, timeZone: ZONE }, day, {
        peakW: 1000,
        channels: 4,
        everyMinutes: 30,
        untilMs: NOW,
      }),
    ),
  );
  await storeReadings(pool, reports, NOW);
  await settle(app.database.db, NOW);
  await packReadings(db, packingEndsAt(NOW, 4));
  return plant;
}

const totalOf = async (sid: string): Promise<number> =>
  Number((await owner.call(site.overview, { sid })).statisticsProduction.total);

/** All that is kept of a device anywhere. */
async function keptOf(deviceId: number): Promise<number> {
  let kept = 0;
  for (const table of [
    'reading',
    'reading_block',
    'latest',
    'device_day',
    'device_hour',
    'module_day',
    'raw_frame',
  ]) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where device_id = ${deviceId}`.execute(
      app.database.db,
    );
    kept += rows[0]!.count;
  }
  return kept;
}

const codeOf = async (caller: Caller, path: string, body: object): Promise<number> =>
  (await caller.send(path, body)).envelope.code;

const auditOf = async (sid: string, sn: string): Promise<string[]> =>
  (await owner.call(site.changes, { sid, sn })).list.map(({ action }) => action);

describe('v2/device/deleteHistory', () => {
  it('deletes rows and packed days of one device, and the plant counts without it', async () => {
    const { sid, one, two } = await makePlant();
    const before = await totalOf(sid);
    const blocks = await sql`select from reading_block where device_id = ${one.id}`.execute(app.database.db);
    expect(blocks.rows.length).toBeGreaterThan(0);
    const answer = await dealer.call(device.deleteHistory, {
      sn: one.serial,
      typed: one.serial.toLowerCase(),
    });
    expect(answer).toEqual({ sid, days: 2 });
    expect((await owner.call(device.recomputing, { sid })).days).toBe(2);
    expect(await keptOf(one.id)).toBe(0);
    expect(await keptOf(two.id)).toBeGreaterThan(0);
    await settle(app.database.db, NOW);
    expect((await owner.call(device.recomputing, { sid })).days).toBe(0);
    expect(await totalOf(sid)).toBeCloseTo(before / 2, 1);
    expect(await auditOf(sid, one.serial)).toEqual(['device.deleteHistory']);
    const detail = await owner.call(device.detail, { sn: one.serial });
    expect(detail).toMatchObject({ lastReportAt: null, isRetired: false });
  });

  it('of all devices leaves the list of plants without figures, as it does the plant itself', async () => {
    const { sid, one, two } = await makePlant();
    const row = async () => {
      const { list } = await dealer.call(site.listWithSN, { filters: { keywords: sid } });
      return list.find((found) => found.sid === sid);
    };
    expect(Number((await row())?.todayPower)).toBeGreaterThan(0);
    for (const { serial } of [one, two])
      await dealer.call(device.deleteHistory, { sn: serial, sid, typed: serial });
    await settle(app.database.db, NOW);
    const { statisticsProduction } = await dealer.call(site.overview, { sid });
    expect(statisticsProduction).toMatchObject({ today: '0', total: '0' });
    expect(await row()).toMatchObject({ now: 0, todayPower: 0, totalPower: 0, lastUpdate: '' });
  });

  it('asks for the serial, and deletes nothing where it is another one', async () => {
    const { one, two } = await makePlant();
    const before = await keptOf(one.id);
    expect(await codeOf(dealer, device.deleteHistory.path, { sn: one.serial, typed: two.serial })).toBe(1110);
    expect(await codeOf(dealer, device.deleteHistory.path, { sn: one.serial })).toBe(400);
    expect(await keptOf(one.id)).toBe(before);
  });

  it('is for those who decide over the plant', async () => {
    const { one } = await makePlant();
    const input = { sn: one.serial, typed: one.serial };
    expect(await codeOf(friend, device.deleteHistory.path, input)).toBe(1126);
    expect(await codeOf(other, device.deleteHistory.path, input)).toBe(4041);
    expect((await owner.send(device.deleteHistory.path, input)).status).toBe(403);
  });
});

describe('v2/device/delete', () => {
  it('takes a device out of its plant with its history, and frees its serial', async () => {
    const { sid, one, two } = await makePlant();
    await owner.call(device.delete, { sn: one.serial });
    await settle(app.database.db, NOW);
    expect(await keptOf(one.id)).toBe(0);
    expect((await owner.call(device.list, { filters: { sid } })).list.map(({ sn }) => sn)).toEqual([
      two.serial,
    ]);
    expect((await owner.call(site.modules, { sid })).list.map(({ sn }) => sn)).toEqual([two.serial]);
    expect(await auditOf(sid, one.serial)).toEqual(['device.del']);
    expect((await owner.call(common.getHardwareValid, { sn: one.serial })).valid).toBe(true);
    await admin.call(device.claim, { sid, sn: one.serial });
    expect((await owner.call(device.list, { filters: { sid } })).total).toBe(2);
  });

  it('leaves a device alone that is not the caller’s to end', async () => {
    const { sid, one } = await makePlant();
    expect(await codeOf(friend, device.delete.path, { sn: one.serial })).toBe(1126);
    expect(await codeOf(other, device.delete.path, { sn: one.serial })).toBe(4041);
    expect((await owner.call(device.list, { filters: { sid } })).total).toBe(2);
  });

  it('ends a machine with its parts, and no part by itself', async () => {
    const { id, sid } = await makePlant();
    const { db } = app.database;
    const composite = await inTransaction(db, 'write', (tx) => makeDevice(tx, id, { kind: 'allInOne' }));
    await sql`
      insert into devices (vendor, serial, part, parent_id, kind, site_id)
      select vendor, serial, 'meter', id, 'meter', site_id from devices where id = ${composite.id}`.execute(
      db,
    );
    expect(await codeOf(owner, device.delete.path, { sn: `${composite.serial}~meter` })).toBe(1109);
    await owner.call(device.delete, { sn: composite.serial });
    const left =
      await sql`select from devices where site_id = ${id} and serial = ${composite.serial}`.execute(db);
    expect(left.rows).toEqual([]);
    expect((await owner.call(device.list, { filters: { sid } })).total).toBe(2);
  });
});

describe('v2/device/joinBlack and removeBlack', () => {
  const claimOf = (sid: string, sn: string) => codeOf(admin, device.claim.path, { sid, sn });

  it('keeps a serial out of every plant, says why, and lets it in again', async () => {
    const { sid } = await makePlant();
    const { db } = app.database;
    const stray = await inTransaction(db, 'write', (tx) => makeDevice(tx, null));
    await admin.call(device.joinBlack, { sn: stray.serial, reason: 'stolen' });
    await admin.call(device.joinBlack, { sn: stray.serial });
    expect(await claimOf(sid, stray.serial)).toBe(1103);
    expect(await owner.call(common.getHardwareValid, { sn: stray.serial })).toMatchObject({
      valid: false,
    });
    const { devices } = await owner.call(site.updateFast, { sid, devices: [{ sn: stray.serial }] });
    expect(devices[0]).toMatchObject({ result: 'restricted', isEntered: false });
    const { rows } = await sql<{ action: string }>`
      select action from audit where subject = ${stray.serial} order by id`.execute(db);
    expect(rows).toEqual([{ action: 'device.joinBlack' }]);
    await admin.call(device.removeBlack, { sn: stray.serial });
    expect(await claimOf(sid, stray.serial)).toBe(200);
  });

  it('leaves what stands in a plant where it is, and keeps what it reports', async () => {
    const { sid, id, one } = await makePlant();
    await dealer.call(device.joinBlack, { sn: one.serial });
    const before = await keptOf(one.id);
    const who = { deviceId: one.id, siteId: id, timeZone: ZONE };
    const sun = { peakW: 500, channels: 4, everyMinutes: 60 };
    await storeReadings(app.database.pool, sunnyDay(who, addDays(TODAY, -1), sun), NOW);
    expect(await keptOf(one.id)).toBeGreaterThan(before);
    expect(await claimOf(sid, one.serial)).toBe(200);
    const { list } = await owner.call(device.list, { filters: { sid, is_restricted: true } });
    expect(list.map(({ sn }) => sn)).toEqual([one.serial]);
  });

  it('takes a serial that was never heard of from those who see everything', async () => {
    const sn = makeSerial();
    const { sid } = await makePlant();
    expect(await codeOf(dealer, device.joinBlack.path, { sn })).toBe(4041);
    await admin.call(device.joinBlack, { sn });
    expect(await codeOf(owner, device.replace.path, { sid, sn, newSn: sn })).toBe(4041);
    expect((await owner.call(common.getHardwareValid, { sn })).valid).toBe(false);
  });

  it('is not for those who do not look after the device', async () => {
    const { one } = await makePlant();
    expect(await codeOf(other, device.joinBlack.path, { sn: one.serial })).toBe(4041);
    expect((await owner.send(device.joinBlack.path, { sn: one.serial })).status).toBe(403);
  });
});

describe('v2/device/changeTimezone', () => {
  it('moves the days of the plant to the other clock', async () => {
    const { sid, one } = await makePlant();
    await owner.call(device.changeTimezone, { sn: one.serial, timezone: 'Pacific/Auckland' });
    expect((await owner.call(device.recomputing, { sid })).days).toBeGreaterThan(1);
    await settle(app.database.db, NOW);
    expect((await owner.call(device.detail, { sn: one.serial })).timezone).toBe('Pacific/Auckland');
    expect(await auditOf(sid, one.serial)).toEqual(['device.changeTimezone']);
    const { rows } = await sql<{ day: string }>`
      select distinct d.day from device_day d where d.device_id = ${one.id} order by 1`.execute(
      app.database.db,
    );
    expect(rows.map(({ day }) => day)).toContain(addDays(TODAY, 1));
  });

  it('takes no zone that there is not', async () => {
    const { one } = await makePlant();
    expect(await codeOf(owner, device.changeTimezone.path, { sn: one.serial, timezone: 'Mars/Base' })).toBe(
      400,
    );
    expect(await codeOf(other, device.changeTimezone.path, { sn: one.serial, timezone: 'UTC' })).toBe(4041);
  });
});
