import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { keysOf, knownAnswer, publicKeysOf } from '../../../test/knownAnswers.ts';
import { inTransaction } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';

let app: TestApp;
let owner: Caller;
let installer: Caller;
let dealer: Caller;
let other: Caller;
let friend: Caller;
let serials: Record<'berlin' | 'tokyo' | 'gone', string>;
let sids: Record<'berlin' | 'tokyo' | 'empty' | 'waiting' | 'foreign', string>;

// 2026-06-21 12:00 UTC: 14:00 in Berlin, 21:00 in Tokyo.
const NOW = Date.UTC(2026, 5, 21, 12);
const minutesAgo = (minutes: number) => NOW - minutes * 60_000;

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const reporters = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const dealerId = await makeCompany(tx, { kind: 'dealer' });
    const companyId = await makeCompany(tx, { parentId: dealerId });
    const otherId = await makeCompany(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: friendId } = await makeUser(tx, { email: 'friend@make.test' });
    const { id: installerId } = await makeUser(tx, {
      email: 'installer@make.test',
      group: 'installer',
      companyId,
    });
    await makeUser(tx, { email: 'dealer@make.test', group: 'dealer', companyId: dealerId });
    await makeUser(tx, { email: 'other@make.test', group: 'installer', companyId: otherId });

    const people = { ownerId, companyId, installerId };
    const registeredAt = new Date('2026-01-31T23:30:00Z');
    const berlin = await makeSite(tx, {
      ...people,
      name: 'Haus 100%_Sonne',
      street: 'Allee 1',
      registeredAt,
    });
    const tokyo = await makeSite(tx, {
      ...people,
      name: 'ねこ',
      timezone: 'Asia/Tokyo',
      countryCode: 'JP',
      city: 'Tokyo xSon',
    });
    const empty = await makeSite(tx, { companyId, name: 'Empty', latitude: null, longitude: null });
    const waiting = await makeSite(tx, { companyId, name: 'Waiting', commissionedAt: null });
    const foreign = await makeSite(tx, { companyId: otherId, name: 'Foreign' });
    await shareSite(tx, berlin.id, friendId, false);
    sids = {
      berlin: berlin.sid,
      tokyo: tokyo.sid,
      empty: empty.sid,
      waiting: waiting.sid,
      foreign: foreign.sid,
    };

    const first = await makeDevice(tx, berlin.id);
    const gone = await makeDevice(tx, berlin.id);
    const second = await makeDevice(tx, tokyo.id, { productNumber: 6 });
    await makeDevice(tx, waiting.id);
    serials = { berlin: first.serial, tokyo: second.serial, gone: gone.serial };
    await sql`update devices set retired_at = now() where id = ${gone.id}`.execute(tx);
    return [
      { deviceId: first.id, siteId: berlin.id, timeZone: 'Europe/Berlin' },
      { deviceId: second.id, siteId: tokyo.id, timeZone: 'Asia/Tokyo' },
    ] as const;
  });
  const [inBerlin, inTokyo] = reporters;
  const reports = [
    makeReading(inBerlin, minutesAgo(20 * 60), { power: 0, energy: 12_000 }),
    makeReading(inBerlin, minutesAgo(72), { power: 6000, energy: 30_000 }),
    makeReading(inBerlin, minutesAgo(0.5), { power: 15_000, energy: 54_830 }),
    makeReading(inTokyo, minutesAgo(72), { power: 140, energy: 21_000, statusBits: 0x8000 }),
  ];
  await storeReadings(app.database.pool, reports, NOW);
  owner = await app.as('owner@make.test');
  installer = await app.as('installer@make.test');
  dealer = await app.as('dealer@make.test');
  other = await app.as('other@make.test');
  friend = await app.as('friend@make.test');
});
afterAll(() => app.close());

const namesFor = async (caller: Caller, filters = {}, more = {}) => {
  const { list } = await caller.call(site.listWithSN, { filters, ...more });
  return list.map((row) => row.siteName);
};

describe('v2/site/listWithSN', () => {
  it('has the keys that public clients read, and says where and in which zone a plant is', async () => {
    const answer = await owner.call(site.listWithSN, { filters: { sn: serials.berlin } });
    const extras = ['.list[].latitude', '.list[].longitude', '.list[].sn[].alias', '.list[].timezone'];
    expect(publicKeysOf(answer).filter((key) => !extras.includes(key))).toEqual(
      keysOf(knownAnswer(site.listWithSN.path)),
    );
  });

  it('leaves the devices out on request, and counts them still', async () => {
    const { list } = await owner.call(site.listWithSN, { filters: { keywords: 'sonne' }, devices: false });
    expect(list[0]).toMatchObject({ snCount: 1, sn: [] });
  });

  it('gives what a plant does now, today and in all, and its serial numbers', async () => {
    const { list, total } = await owner.call(site.listWithSN, { filters: { keywords: 'sonne' } });
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      sid: sids.berlin,
      siteName: 'Haus 100%_Sonne',
      country: 'DE',
      countryName: 'Germany',
      userEmail: 'owner@make.test',
      installerEmail: 'installer@make.test',
      registerDate: '01/02/2026 00:30',
      isCommission: true,
      status: 0,
      statusTitle: 'online',
      now: 1500,
      severity: 'none',
      cause: null,
      causeSince: null,
      reporting: 'live',
      nowUnit: 'W',
      todayPower: 5.483,
      todayPowerUnit: 'kWh',
      lastUpdate: '21/06/2026 13:59',
      lastUpdateCal: 'Just now',
      lastUpdateTime: Date.UTC(2026, 5, 21, 13, 59, 30) / 1000,
      snCount: 1,
      timezone: 'Europe/Berlin',
    });
    expect(list[0]?.sn).toHaveLength(1);
    expect(list[0]?.sn[0]).toMatchObject({
      sn: serials.berlin,
      model: 'BDM-2250',
      now: 1500,
      severity: 'none',
      cause: null,
      causeSince: null,
      reporting: 'live',
      todayPower: 5.483,
      alertCode: '0000',
      alertTitle: 'OK',
      alertDescription: 'ok',
    });
  });

  it('gives no power to a plant that is late and says since when, in the words of the caller', async () => {
    const input = { filters: { site_name: 'ねこ' } };
    expect((await owner.call(site.listWithSN, input)).list[0]).toMatchObject({
      status: -1,
      statusTitle: 'offline',
      state: 'offline',
      now: 0,
      todayPower: 2.1,
      lastUpdate: '21/06/2026 19:48',
      lastUpdateCal: '72 minutes ago',
    });
    const { envelope } = await owner.send(site.listWithSN.path, input, { lan: '1' });
    expect(envelope.data).toMatchObject({ list: [{ lastUpdateCal: 'vor 72 Minuten' }] });
  });

  it('shows to a company its plants and those of companies below, to others nothing', async () => {
    const all = ['Haus 100%_Sonne', 'ねこ', 'Empty', 'Waiting'];
    expect(await namesFor(installer)).toEqual(all);
    expect(await namesFor(dealer)).toEqual(all);
    expect(await namesFor(other)).toEqual(['Foreign']);
    expect(await namesFor(friend)).toEqual(['Haus 100%_Sonne']);
  });

  it.each([
    [{ keywords: '%' }, ['Haus 100%_Sonne']],
    // Short terms may occur in a random plant ID; as a wildcard this would match the city of the other plant.
    [{ keywords: '_son' }, ['Haus 100%_Sonne']],
    [{ keywords: 'tokyo' }, ['ねこ']],
    [{ keywords: 'OWNER@' }, ['Haus 100%_Sonne', 'ねこ']],
    [{ user_email: 'owner' }, ['Haus 100%_Sonne', 'ねこ']],
    [{ installer_email: 'nobody' }, []],
    [{ country_code: 'jp' }, ['ねこ']],
    [{ street: 'allee' }, ['Haus 100%_Sonne']],
    [{ created_start_date: '2026-02-01', created_end_date: '2026-02-01' }, ['Haus 100%_Sonne']],
    [{ created_end_date: '2026-01-31' }, ['ねこ', 'Empty', 'Waiting']],
    [{ status: 0 }, ['Haus 100%_Sonne']],
    [{ status: '-1' }, ['ねこ']],
    [{ status: 2 }, ['Empty']],
    [{ status: 3 }, ['Waiting']],
    [{ state: 'live' }, ['Haus 100%_Sonne']],
    [{ state: 'offline', verdict: 'notice' }, ['ねこ']],
    [{ severity: 'info' }, ['ねこ']],
    [{ severity: 'none' }, ['Haus 100%_Sonne', 'Empty', 'Waiting']],
    [{ severity: 'critical' }, []],
    [{ state: 'asleep' }, []],
    [{ verdict: 'none' }, ['Empty', 'Waiting']],
    [{ status: 'null', keywords: null }, ['Haus 100%_Sonne', 'ねこ', 'Empty', 'Waiting']],
    [{ keywords: "x' or 1=1 --" }, []],
  ])('filters by %j', async (filters, expected) => {
    expect(await namesFor(installer, filters)).toEqual(expected);
  });

  it('finds a plant by part of a serial number, but not by one that was taken down', async () => {
    expect(await namesFor(installer, { sn: serials.tokyo.slice(2).toLowerCase() })).toContain('ねこ');
    expect(await namesFor(installer, { keywords: serials.berlin })).toEqual(['Haus 100%_Sonne']);
    expect(await namesFor(installer, { sn: serials.gone })).toEqual([]);
  });

  it.each([
    ['siteName', ['Empty', 'Haus 100%_Sonne', 'Waiting', 'ねこ']],
    ['now', ['ねこ', 'Empty', 'Waiting', 'Haus 100%_Sonne']],
    ['todayPower', ['Empty', 'Waiting', 'ねこ', 'Haus 100%_Sonne']],
    ['totalPower', ['Empty', 'Waiting', 'ねこ', 'Haus 100%_Sonne']],
    ['lastUpdate', ['Empty', 'Waiting', 'ねこ', 'Haus 100%_Sonne']],
    ['status', ['ねこ', 'Haus 100%_Sonne', 'Empty', 'Waiting']],
    ['verdict', ['ねこ', 'Haus 100%_Sonne', 'Empty', 'Waiting']],
    ['registerDate', ['ねこ', 'Empty', 'Waiting', 'Haus 100%_Sonne']],
  ] as const)('sorts by %s', async (field, expected) => {
    expect(await namesFor(installer, {}, { sort: [{ field, order: 'asc' }] })).toEqual(expected);
  });

  it('pages as both kinds of old clients ask', async () => {
    expect(await namesFor(installer, {}, { page: { size: 3, num: 1 } })).toEqual(['Waiting']);
    expect(await namesFor(installer, {}, { page: { size: 3, page: 2 } })).toEqual(['Waiting']);
    const beyond = await installer.call(site.listWithSN, { page: { size: 3, num: 9 } });
    expect(beyond).toEqual({ list: [], total: 4 });
  });
});

describe('v2/site/map', () => {
  it('gives the plants that lie somewhere, with the filters of the list', async () => {
    const { list } = await installer.call(site.map, {});
    expect(list.map((point) => point.sid)).toEqual([sids.berlin, sids.tokyo, sids.waiting]);
    expect(list[0]).toEqual({
      sid: sids.berlin,
      siteName: 'Haus 100%_Sonne',
      latitude: 52.52,
      longitude: 13.41,
      status: 0,
      now: 1500,
      severity: 'none',
      cause: null,
      causeSince: null,
      reporting: 'live',
      state: 'live',
      lastReportAt: NOW - 30_000,
      verdict: {
        level: 'good',
        key: 'allWell',
        count: 0,
        behind: 0,
        sinceDay: null,
        sns: [],
        code: null,
        text: 'Operating normally',
      },
    });
    expect(list[2]?.lastReportAt).toBeNull();
    expect((await installer.call(site.map, { filters: { status: -1 } })).list).toHaveLength(1);
    expect((await other.call(site.map, {})).list).toHaveLength(1);
  });
});

describe('v2/site/detail', () => {
  it('says what a plant is', async () => {
    const answer = await friend.call(site.detail, { sid: sids.berlin });
    expect(answer).toMatchObject({
      sid: sids.berlin,
      timezone: 'Europe/Berlin',
      commission: 1,
      registerDate: '01/02/2026 00:30',
      currency: 'EUR',
      electricityPrice: 0.3,
      userEmail: 'owner@make.test',
      powerRating: 400,
    });
    expect(answer.companyName).toMatch(/^Company/);
    expect(answer.sn.map((one) => one.sn)).toEqual([serials.berlin]);
  });

  it('has 0 for a place that nobody entered', async () => {
    const answer = await installer.call(site.detail, { sid: sids.empty });
    expect(answer).toMatchObject({ latitude: 0, longitude: 0, powerMax: 0, sn: [] });
  });
});

describe('v2/site/layoutInfo', () => {
  it('has the keys that public clients read', async () => {
    const answer = await owner.call(site.layoutInfo, { sid: sids.berlin });
    expect(keysOf(answer)).toEqual(keysOf(knownAnswer(site.layoutInfo.path)));
    expect(answer).toEqual({ sid: sids.berlin, siteName: 'Haus 100%_Sonne', layoutPic: '', layoutScale: 0 });
  });
});

describe('plants of others', () => {
  it.each([
    site.detail,
    site.layoutInfo,
    site.overview,
    site.modules,
    site.statisticsEcharts,
    site.statisticsDate,
  ])('$path refuses them like plants that do not exist', async ({ path }) => {
    const request = (sid: string) => owner.send(path, { sid, types: 3 });
    const [foreign, unknown] = await Promise.all([request(sids.foreign), request('DE_20260101_none')]);
    expect(foreign).toEqual(unknown);
    expect(foreign).toMatchObject({ status: 200, envelope: { code: 4040, data: null } });
  });
});
