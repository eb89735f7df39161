import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSerial } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let world: People;
beforeAll(async () => {
  world = await startPeople({ now: NOW });
});
afterAll(() => world.close());

const plant = { siteName: 'Roof', countryCode: 'DE', timezone: 'Europe/Berlin' };
const codeOf = async (who: string, more: object = {}) =>
  (await (await world.as(who)).send(site.createFast.path, { ...plant, ...more })).envelope.code;

/** Creates serial numbers that have reported or belong to a plant. */
const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(world.app.database.db, 'write', work);

const everything = {
  siteName: 'Hillside',
  countryCode: 'de',
  stateCode: 'de-be',
  city: 'Berlin',
  street: 'Ufer 1',
  zipCode: '10115',
  latitude: 52.5,
  longitude: '13.4',
  temperatureUnit: 'Fahrenheit' as const,
  currency: 'chf',
  electricityPrice: '0.31',
  pvRemark: 'Solara',
  model: 'S 400',
  batteryRemark: 'Akku',
  batteryModel: 'A 10',
  systemSize: 8000,
  maxPower: 7000,
  controlLimit: 0,
  meterType: 'Three phases',
  remark: 'Key at the neighbour',
  planes: [
    { name: 'South', tilt: 35, azimuth: 180, powerRating: 4000 },
    { name: 'North', tilt: 10, azimuth: 360 },
  ],
};

describe('v2/site/createFast', () => {
  it('makes a plant with everything that is typed, which its detail tells again', async () => {
    const free = await world.as('free');
    const { sid, devices } = await free.call(site.createFast, {
      ...everything,
      shareWith: [{ email: 'customer@make.test', mayEdit: true }],
    });
    expect(sid).toMatch(/^DE_20260621_\w{4}$/);
    expect(devices).toEqual([]);
    expect(await free.call(site.detail, { sid })).toMatchObject({
      ...everything,
      countryCode: 'DE',
      stateCode: 'DE-BE',
      stateName: 'Berlin',
      longitude: 13.4,
      timezone: 'Europe/Berlin',
      currency: 'CHF',
      electricityPrice: 0.31,
      hasPosition: true,
      userEmail: 'free@make.test',
      installerEmail: '',
      planes: [
        { id: 1, name: 'South', tilt: 35, azimuth: 180, powerRating: 4000 },
        { id: 2, name: 'North', tilt: 10, azimuth: 0, powerRating: 0 },
      ],
      shareWith: [{ email: 'customer@make.test', mayEdit: true }],
      mayEdit: true,
      mayDecide: true,
      state: 'notRegistered',
    });
    expect(await (await world.as('customer')).call(site.detail, { sid })).toMatchObject({
      mayEdit: true,
      mayDecide: false,
      shareWith: [],
    });
  });

  it('makes the entered power the whole of which the power now is a share', async () => {
    const free = await world.as('free');
    const wholeOf = async (patch: object) => {
      const { sid } = await free.call(site.createFast, { ...everything, ...patch } as never);
      const [detail, overview] = [
        await free.call(site.detail, { sid }),
        await free.call(site.overview, { sid }),
      ];
      return [detail.powerMax, overview.max_power];
    };
    expect(await wholeOf({})).toEqual([7000, 7000]);
    expect(await wholeOf({ maxPower: '' })).toEqual([8000, 8000]);
    expect(await wholeOf({ maxPower: '', systemSize: '' })).toEqual([0, 0]);
  });

  it('needs a name, a country and a time zone, which the position may tell', async () => {
    expect(await codeOf('free', { siteName: ' ' })).toBe(400);
    expect(await codeOf('free', { countryCode: '' })).toBe(400);
    expect(await codeOf('free', { countryCode: 'DE', stateCode: 'FR-75' })).toBe(400);
    expect(await codeOf('free', { timezone: '' })).toBe(400);
    expect(await codeOf('free', { timezone: '+02:00' })).toBe(400);
    expect(await codeOf('free', { timezone: 'Europe/Nowhere' })).toBe(400);
    expect(await codeOf('free', { latitude: 1 })).toBe(400);
    expect(await codeOf('free', { currency: 'ZZZ' })).toBe(400);
    const free = await world.as('free');
    const { sid } = await free.call(site.createFast, {
      siteName: 'Far',
      countryCode: 'NZ',
      latitude: -36.85,
      longitude: 174.76,
    });
    // A new day has begun there, and the money is theirs.
    expect(sid).toMatch(/^NZ_20260622_/);
    expect(await free.call(site.detail, { sid })).toMatchObject({
      timezone: 'Pacific/Auckland',
      currency: 'NZD',
    });
  });

  it('names the missing half of a position', async () => {
    const free = await world.as('free');
    const msgOf = async (more: object) => {
      const answer = await free.send(site.createFast.path, { siteName: 'Half', countryCode: 'NZ', ...more });
      return answer.envelope.msg;
    };
    expect(await msgOf({ latitude: -36.85 })).toBe(
      'The request is not valid: longitude (required with latitude)',
    );
    expect(await msgOf({ longitude: 174.76 })).toBe(
      'The request is not valid: latitude (required with longitude)',
    );
    expect(await msgOf({})).toBe(
      'The request is not valid: timezone (required without latitude and longitude)',
    );
  });

  it('enters devices, with the history of those that were heard of, and says what became of each', async () => {
    const [stray, foreign, own] = await write(async (tx) => {
      const { rows } = await sql<{ id: number }>`select id from sites where name = 'Beta'`.execute(tx);
      return [
        await makeDevice(tx, null),
        await makeDevice(tx, rows[0]!.id),
        { serial: makeSerial() },
      ] as const;
    });
    const who = { deviceId: stray.id, siteId: 0, timeZone: 'UTC' };
    await storeReadings(
      world.app.database.pool,
      sunnyDay(who, '2026-06-21', { peakW: 1000, channels: 4, everyMinutes: 15, untilMs: NOW }),
      NOW,
    );
    const boss = await world.as('boss');
    const { sid, devices } = await boss.call(site.createFast, {
      ...plant,
      devices: [
        { sn: stray.serial.toLowerCase(), alias: 'Garage' },
        { sn: foreign.serial },
        { sn: 'nonsense!' },
        { sn: own.serial, modelNumber: 3 },
        { sn: stray.serial },
        { sn: makeSerial(), modelNumber: 9999 },
      ],
    });
    expect(devices.map(({ result, isEntered }) => [result, isEntered])).toEqual([
      ['entered', true],
      ['taken', false],
      ['format', false],
      ['entered', true],
      ['twice', false],
      ['model', false],
    ]);
    expect(devices[1]?.msg).toContain('This device belongs to another plant.');
    const { list } = await boss.call(device.list, { filters: { sid } });
    const found = new Map(list.map((row) => [row.sn, row]));
    expect([...found.keys()].sort()).toEqual([stray.serial, own.serial].sort());
    expect(found.get(stray.serial)).toMatchObject({ alias: 'Garage' });
    expect(found.get(own.serial)?.modules).toHaveLength(2);
    const day = await boss.call(device.history, { sn: stray.serial, date: '2026-06-21' });
    expect(day.list.length).toBeGreaterThan(20);
    const log = await boss.call(site.changes, { sid });
    expect(log.list.map(({ action, subject }) => [action, subject]).sort()).toEqual(
      [
        ['site.create', sid],
        ['device.claim', stray.serial],
        ['device.claim', own.serial],
        ['device.claimRefused', foreign.serial],
      ].sort(),
    );
  });

  it('gives a serial that two enter at once to one of them', async () => {
    const [boss, free] = await Promise.all([world.as('boss'), world.as('free')]);
    const sn = makeSerial();
    const made = await Promise.all(
      [boss, free].map((who) => who.call(site.createFast, { ...plant, devices: [{ sn }] })),
    );
    expect(made.map(({ devices }) => devices[0]?.result).sort()).toEqual(['entered', 'taken']);
  });

  it('makes plants of a company for its own people, and for owners whom it sees', async () => {
    const boss = await world.as('boss');
    const { sid } = await boss.call(site.createFast, { ...plant, userEmail: 'customer@make.test' });
    expect(await boss.call(site.detail, { sid })).toMatchObject({
      userEmail: 'customer@make.test',
      installerEmail: 'boss@make.test',
      companyName: 'North Installer',
    });
    expect((await (await world.as('customer')).call(site.detail, { sid })).mayDecide).toBe(true);
    const mates = await boss.call(site.createFast, { ...plant, installerEmail: 'mate@make.test' });
    expect(await boss.call(site.detail, { sid: mates.sid })).toMatchObject({
      installerEmail: 'mate@make.test',
    });
    // The same for a user of another company and for an unknown address.
    expect(await codeOf('boss', { installerEmail: 'south.boss@make.test' })).toBe(1430);
    expect(await codeOf('boss', { installerEmail: 'unknown@make.test' })).toBe(1430);
    expect(await codeOf('boss', { installerEmail: 'customer@make.test' })).toBe(1123);
  });

  it('assigns a plant to a customer whom it does not see, registered or not, without telling which', async () => {
    const boss = await world.as('boss');
    const answers = await Promise.all(
      ['customer.south@make.test', 'nobody@make.test'].map((userEmail) =>
        boss.call(site.createFast, { ...plant, userEmail }),
      ),
    );
    expect(answers.map(({ offeredTo }) => offeredTo)).toEqual([
      'customer.south@make.test',
      'nobody@make.test',
    ]);
    for (const { sid, offeredTo } of answers) {
      expect(await boss.call(site.detail, { sid })).toMatchObject({ userEmail: '', mayEdit: true });
      expect(await boss.call(site.handOverPending, { sid })).toMatchObject({
        isOwner: true,
        isOwnerless: true,
        offer: { email: offeredTo },
      });
    }
  });

  it('lets an owner make plants of his own only, and name whom he trusts as installer', async () => {
    expect(await codeOf('free', { userEmail: 'customer@make.test' })).toBe(1124);
    const free = await world.as('free');
    const { sid } = await free.call(site.createFast, { ...plant, installerEmail: 'south.boss@make.test' });
    expect((await (await world.as('south.boss')).call(site.detail, { sid })).mayEdit).toBe(true);
  });

  it('is refused to support', async () => {
    expect(await codeOf('support')).toBe(403);
  });
});

describe('v2/site/checkSerials', () => {
  it('says row by row what may be entered, and says what entering it would answer', async () => {
    const [stray, mine, foreign] = await write(async (tx) => {
      const { rows } = await sql<{ id: number; name: string }>`
        select id, name from sites where name in ('Alpha', 'Beta') order by name`.execute(tx);
      return [
        await makeDevice(tx, null),
        await makeDevice(tx, rows[0]!.id),
        await makeDevice(tx, rows[1]!.id),
      ] as const;
    });
    const boss = await world.as('boss');
    const { list } = await boss.call(site.checkSerials, {
      serials: [stray.serial, mine.serial, foreign.serial, makeSerial(), 'x', '', stray.serial.toLowerCase()],
    });
    expect(list.map(({ row, result, valid }) => [row, result, valid])).toEqual([
      [1, 'valid', true],
      [2, 'taken', false],
      [3, 'taken', false],
      [4, 'unknown', true],
      [5, 'format', false],
      [6, 'blank', false],
      [7, 'twice', false],
    ]);
    // Of whose it is nothing is said, not even whether the caller may know.
    expect(list[2]).toEqual({ ...list[1], row: 3, sn: foreign.serial });
    const other = `sunhall.${makeSerial()}`;
    const { list: checked } = await boss.call(site.checkSerials, {
      serials: [other, makeSerial()],
      modelNumbers: [11, 0],
    });
    expect(checked.map(({ result, valid }) => [result, valid])).toEqual([
      ['model', false],
      ['unknown', true],
    ]);
  });
});
