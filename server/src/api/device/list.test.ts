import { device } from '@helioport/contract/device';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { keysOf, knownAnswer } from '../../../test/knownAnswers.ts';
import { inTransaction } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';

let app: TestApp;
let owner: Caller;
let installer: Caller;
let other: Caller;
let friend: Caller;
let admin: Caller;
let sns: Record<'big' | 'small' | 'meter' | 'battery' | 'tokyo' | 'foreign' | 'waiting' | 'stray', string>;
let sids: Record<'berlin' | 'foreign', string>;

// 2026-06-21 15:30 UTC: 17:30 in Berlin, half past midnight of the next day in Tokyo.
const NOW = Date.UTC(2026, 5, 21, 15, 30);
const minutesAgo = (minutes: number) => NOW - minutes * 60_000;

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const reports = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: friendId } = await makeUser(tx, { email: 'friend@make.test' });
    const { id: installerId } = await makeUser(tx, { email: 'in@make.test', group: 'installer', companyId });
    await makeUser(tx, { email: 'other@make.test', group: 'installer', companyId: await makeCompany(tx) });
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    const berlin = await makeSite(tx, {
      name: 'Haus 100%_Sonne',
      street: 'Allee 1',
      ownerId,
      companyId,
      installerId,
    });
    const tokyo = await makeSite(tx, { name: 'Neko', timezone: 'Asia/Tokyo', countryCode: 'JP', companyId });
    const foreign = await makeSite(tx, { name: 'Foreign' });
    const waiting = await makeSite(tx, { name: 'Waiting', companyId, commissionedAt: null });
    await shareSite(tx, berlin.id, friendId, false);

    const big = await makeDevice(tx, berlin.id, { alias: 'South roof' });
    const gone = await makeDevice(tx, berlin.id);
    const small = await makeDevice(tx, berlin.id, { productNumber: 2 });
    const meter = await makeDevice(tx, berlin.id, { kind: 'meter' });
    const battery = await makeDevice(tx, berlin.id, { kind: 'battery' });
    const inTokyo = await makeDevice(tx, tokyo.id);
    const abroad = await makeDevice(tx, foreign.id);
    const idle = await makeDevice(tx, waiting.id);
    const stray = await makeDevice(tx, null);
    await sql`update devices set retired_at = now() where id = ${gone.id}`.execute(tx);
    sids = { berlin: berlin.sid, foreign: foreign.sid };
    sns = {
      big: big.serial,
      small: small.serial,
      meter: meter.serial,
      battery: battery.serial,
      tokyo: inTokyo.serial,
      foreign: abroad.serial,
      waiting: idle.serial,
      stray: stray.serial,
    };
    const at = (site: { id: number }, one: { id: number }, timeZone = 'Europe/Berlin') => ({
      deviceId: one.id,
      siteId: site.id,
      timeZone,
    });
    const inputs = (...ch: number[]) => ch.map((value) => value * 10);
    return [
      makeReading(at(berlin, big), minutesAgo(1440), {
        power: 0,
        energy: 50_000,
        chPower: inputs(0, 0, 0, 0),
        chEnergy: inputs(1250, 1250, 1250, 1250),
      }),
      makeReading(at(berlin, big), minutesAgo(0.5), {
        power: 14_003,
        energy: 1090,
        statusBits: 0x0040,
        chPower: inputs(400, 350.5, 349.8, 300),
        chEnergy: inputs(109, 0, 0, 0),
      }),
      makeReading(at(berlin, small), minutesAgo(72), { power: 140, energy: 210 }),
      makeReading(at(berlin, meter), minutesAgo(1), { kind: 1, power: -2500, energy: 10, energyOut: 20 }),
      makeReading(at(berlin, battery), minutesAgo(1), { kind: 2, power: 500, soc: 634 }),
      makeReading(at(tokyo, inTokyo, 'Asia/Tokyo'), minutesAgo(180), {
        power: 20,
        energy: 9000,
        statusBits: 0x8002,
      }),
      ...[30, 25].map((m) =>
        makeReading({ deviceId: stray.id, siteId: 0, timeZone: 'UTC' }, minutesAgo(m), { power: 77 }),
      ),
    ];
  });
  await storeReadings(app.database.pool, reports, NOW);
  [owner, installer, other, friend, admin] = (await Promise.all(
    ['owner', 'in', 'other', 'friend', 'admin'].map((name) => app.as(`${name}@make.test`)),
  )) as [Caller, Caller, Caller, Caller, Caller];
});
afterAll(() => app.close());

const serialsFor = async (caller: Caller, filters = {}, more = {}) =>
  (await caller.call(device.list, { filters, ...more })).list.map(({ sn }) => sn);

const rowOf = async (sn: string, headers = {}) => {
  const { envelope } = await installer.send(device.list.path, { filters: { sn } }, headers);
  return (envelope.data as { list: Record<string, unknown>[] }).list[0]!;
};

describe('v2/device/list', () => {
  it('has the keys that public clients read, and modules with the keys of a plant’s', async () => {
    const keys = keysOf(await owner.call(device.list, { filters: { sn: sns.big } }));
    const modules = keysOf(knownAnswer('v2/site/modules')).filter((key) =>
      key.startsWith('.list[].modules[]'),
    );
    expect(keys.filter((key) => key.startsWith('.list[].modules[]'))).toEqual(modules);
    expect(keys).toEqual(expect.arrayContaining(['.list[].WIFIVersion', '.list[].batterySoc', '.total']));
  });

  it('says what a device does, in W, and what its modules made, in Wh', async () => {
    const row = await rowOf(sns.big);
    expect(row).toMatchObject({
      sid: sids.berlin,
      status: 1,
      statusTitle: 'alert',
      alertCode: '0040',
      alertTitle: 'AC voltage RMS over',
      model: 11,
      modelName: 'BDM-2250',
      lastUpdate: '21/06/2026 17:29',
      lastUpdateCal: 'Just now',
      lastUpdateTime: Date.UTC(2026, 5, 21, 17, 29, 30) / 1000,
      createdAt: '01/01/2026 01:00',
      countryName: 'Germany',
      userEmail: 'owner@make.test',
      installerEmail: 'in@make.test',
      now: 1400.3,
      nowUnit: 'W',
      alias: 'South roof',
    });
    const [first, second] = row.modules as Record<string, unknown>[];
    expect(first).toMatchObject({
      plcSN: `${sns.big}_1`,
      addr: 1,
      lastUpdate: '2026-06-21 17:29:30',
      now: 400,
      todayPower: 109,
      todayPowerUnit: 'kWh',
      totalPower: 1359,
      status: '0040',
      model_name: '-',
    });
    expect(second).toMatchObject({ addr: 2, now: 350.5, todayPower: 0 });
    expect(row.modules).toHaveLength(4);
  });

  it('gives no power to a device that is late, and counts nothing for a day that has begun since', async () => {
    expect(await rowOf(sns.small)).toMatchObject({
      status: -1,
      statusTitle: 'offline',
      state: 'offline',
      now: 0,
      lastUpdateCal: '72 minutes ago',
    });
    const tokyo = await rowOf(sns.tokyo);
    expect(tokyo).toMatchObject({
      status: -1,
      now: 0,
      lastUpdate: '21/06/2026 21:30',
      lastUpdateCal: '3 hours ago',
    });
  });

  it('takes an inverter that reports no inputs for one module', async () => {
    expect((await rowOf(sns.small)).modules).toMatchObject([
      { addr: 1, now: 0, todayPower: 21, totalPower: 21 },
    ]);
  });

  it('shows meters with their sign and batteries with their charge, without modules', async () => {
    expect(await rowOf(sns.meter)).toMatchObject({ now: -250, model: 0, modelName: 'Meter', modules: [] });
    expect(await rowOf(sns.battery)).toMatchObject({ now: 50, batterySoc: 63.4, modules: [] });
  });

  it('speaks the language of the caller', async () => {
    expect(await rowOf(sns.small, { lan: '1' })).toMatchObject({
      countryName: 'Deutschland',
      lastUpdateCal: 'vor 72 Minuten',
    });
  });

  it('shows to everybody the devices of the plants that he may see, retired ones to nobody', async () => {
    const berlin = [sns.big, sns.small, sns.meter, sns.battery];
    expect(await serialsFor(owner)).toEqual(berlin);
    expect(await serialsFor(friend)).toEqual(berlin);
    expect(await serialsFor(installer)).toEqual([...berlin, sns.tokyo, sns.waiting]);
    expect(await serialsFor(other)).toEqual([]);
    expect(await serialsFor(admin)).toHaveLength(7);
  });

  it.each([
    ['sn', () => ({ sn: sns.meter.toLowerCase() }), ['meter']],
    ['keywords in a plant’s name', () => ({ keywords: 'neko' }), ['tokyo']],
    ['keywords in an alias', () => ({ keywords: 'south' }), ['big']],
    ['a text that looks like a pattern', () => ({ site_name: '0%_s' }), ['big', 'small', 'meter', 'battery']],
    ['a pattern that is none', () => ({ site_name: 'H%e' }), []],
    ['owner', () => ({ user_email: 'owner@' }), ['big', 'small', 'meter', 'battery']],
    ['installer', () => ({ installer_email: 'IN@make' }), ['big', 'small', 'meter', 'battery']],
    ['model', () => ({ model: '2' }), ['small']],
    ['country', () => ({ country_code: 'jp' }), ['tokyo']],
    ['street', () => ({ street: 'allee' }), ['big', 'small', 'meter', 'battery']],
    ['commissioned', () => ({ is_commission: 'false' }), ['waiting']],
    ['status', () => ({ status: '1' }), ['big']],
    ['a status of nobody', () => ({ status: 2 }), []],
    ['a plant', () => ({ sid: sids.berlin, status: '0' }), ['meter', 'battery']],
    ['a plant of others', () => ({ sid: sids.foreign }), []],
  ] as const)('filters by %s', async (_, filters, expected) => {
    expect(await serialsFor(installer, filters())).toEqual(expected.map((key) => sns[key]));
  });

  it.each([
    ['now', 'desc', ['big', 'battery', 'small', 'tokyo', 'waiting', 'meter']],
    ['now', 'asc', ['meter', 'small', 'tokyo', 'waiting', 'battery', 'big']],
    ['modelName', 'asc', ['meter', 'battery', 'small', 'big', 'tokyo', 'waiting']],
    ['status', 'desc', ['waiting', 'meter', 'battery', 'big', 'small', 'tokyo']],
    ['siteName', 'desc', ['waiting', 'tokyo', 'big', 'small', 'meter', 'battery']],
  ] as const)('sorts by %s %s', async (field, order, expected) => {
    expect(await serialsFor(installer, {}, { sort: [{ field, order }] })).toEqual(
      expected.map((key) => sns[key]),
    );
  });

  it('filters by kinds, the beginning of a serial, a version, a state and the black list', async () => {
    await sql`update devices set wifi_version = '3.01.25' where sn = ${sns.small}`.execute(app.database.db);
    await sql`
      insert into sn_entries (sn, restricted_at, created_at) values (${sns.meter}, now(), now())`.execute(
      app.database.db,
    );
    expect(await serialsFor(installer, { kinds: 'meter, battery' })).toEqual([sns.meter, sns.battery]);
    expect(await serialsFor(installer, { sn_prefix: sns.tokyo.toLowerCase() })).toEqual([sns.tokyo]);
    expect(await serialsFor(installer, { sn_prefix: sns.tokyo.slice(1) })).toEqual([]);
    expect(await serialsFor(installer, { version: '3.01' })).toEqual([sns.small]);
    expect(await serialsFor(installer, { state: 'alert' })).toEqual([sns.big]);
    expect(await serialsFor(installer, { is_restricted: true })).toEqual([sns.meter]);
    expect((await rowOf(sns.meter)).isRestricted).toBe(true);
    const { envelope } = await installer.send(device.list.path, { filters: { kinds: 'meter,toaster' } });
    expect(envelope.code).toBe(400);
  });

  it('says what was made in kWh of what makes something, and nothing of the others', async () => {
    expect(await rowOf(sns.big)).toMatchObject({ todayPower: 0.109, totalPower: 5.109, version: 'e606' });
    expect(await rowOf(sns.meter)).toMatchObject({ todayPower: null, totalPower: null });
    expect(await rowOf(sns.tokyo)).toMatchObject({ todayPower: 0, timezone: 'Asia/Tokyo' });
  });

  it('gives everybody who sees everything the same pages by one reading', async () => {
    const all = await serialsFor(admin);
    const page = await admin.call(device.list, { page: { size: 2, num: 1 } });
    expect(page.list.map(({ sn }) => sn)).toEqual(all.slice(2, 4));
    expect(page.total).toBe(all.length);
  });

  it('counts all, gives one page, in the way of old clients too', async () => {
    const page = (pageInput: object) => installer.call(device.list, { page: pageInput });
    const first = await page({ size: 4, num: 0 });
    const second = await page({ size: 4, page: 2 });
    expect([first.total, second.total]).toEqual([6, 6]);
    expect([...first.list, ...second.list].map(({ sn }) => sn)).toEqual(await serialsFor(installer));
    expect((await page({ size: 4, num: 9 })).list).toEqual([]);
  });
});

describe('v2/device/list/noReg', () => {
  it('lists what reports and belongs to nobody, on the clock of UTC', async () => {
    expect(await admin.call(device.listNoReg, {})).toEqual({
      list: [
        {
          sn: sns.stray,
          model: 11,
          modelName: 'BDM-2250',
          kind: 'microinverter',
          kindTitle: 'Microinverter',
          version: 'e606',
          status: 2,
          statusTitle: 'not registered',
          now: 7.7,
          nowUnit: 'W',
          createdAt: '01/01/2026 00:00',
          lastUpdate: '21/06/2026 15:05',
          lastUpdateCal: '25 minutes ago',
          lastUpdateTime: Date.UTC(2026, 5, 21, 15, 5) / 1000,
          reportCount: 2,
        },
      ],
      total: 1,
    });
    const { list } = await admin.call(device.listNoReg, {
      filters: { sn: 'nothing' },
      sort: [{ field: 'now', order: 'asc' }],
    });
    expect(list).toEqual([]);
    // A part is counted with its page, and also where the page asked for lies beyond its end.
    for (const num of [0, 7]) {
      const part = { filters: { keywords: sns.stray.slice(2) }, page: { size: 20, num } };
      expect((await admin.call(device.listNoReg, part)).total).toBe(1);
    }
  });

  it('shows the newest frame of one decoded, and none of those in a plant', async () => {
    const frame = await admin.call(device.listNoRegFrame, { sn: sns.stray });
    expect(frame).toMatchObject({ sn: sns.stray, at: minutesAgo(25), bytes: '' });
    expect(frame.values).toEqual([
      { id: 'power', key: 'power', addr: 0, unit: 'W', decimals: 1, value: 7.7 },
    ]);
    expect(frame.device).toMatchObject({ lastAt: minutesAgo(25), reportCount: 2, isRetired: false });
    expect(frame).toMatchObject({ stock: null, frames: [] });
    expect((await admin.send(device.listNoRegFrame.path, { sn: sns.big })).envelope.code).toBe(4041);
    expect((await installer.send(device.listNoRegFrame.path, { sn: sns.stray })).status).toBe(403);
  });

  it('shows the stored frames of one, and its entry in the list even if it never reported', async () => {
    const { db } = app.database;
    await sql`create table if not exists raw_frame_test partition of raw_frame default`.execute(db);
    await sql`
      insert into raw_frame (device_id, at, bytes, checks)
      select d.id, to_timestamp(${minutesAgo(25) / 1000}::float8 - n * 60), '\\x79'::bytea, case n when 0 then 7 else 3 end
      from devices d, generate_series(0, 24) n where d.sn = ${sns.stray}`.execute(db);
    const { frames, bytes } = await admin.call(device.listNoRegFrame, { sn: sns.stray });
    expect(frames).toHaveLength(20);
    expect(frames[0]).toEqual({ at: minutesAgo(25), bytes: '79', isWhole: true });
    expect(frames[1]).toEqual({ at: minutesAgo(26), bytes: '79', isWhole: false });
    expect(bytes).toBe('79');
    await sql`delete from raw_frame`.execute(db);
    await sql`
      insert into sn_entries (sn, restricted_at, restricted_reason, created_at)
      values ('EAAA0001', now(), 'stolen', now())`.execute(db);
    expect(await admin.call(device.listNoRegFrame, { sn: 'EAAA0001' })).toMatchObject({
      at: null,
      values: [],
      device: null,
      stock: { isRestricted: true, restrictedReason: 'stolen', companyName: '', issuedAt: null },
    });
    expect((await admin.send(device.listNoRegFrame.path, { sn: 'EAAA0002' })).envelope.code).toBe(4041);
  });

  it('is not for installers', async () => {
    expect((await installer.send(device.listNoReg.path)).status).toBe(403);
  });
});
