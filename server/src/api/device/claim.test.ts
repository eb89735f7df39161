import { device } from '@helioport/contract/device';
import { product } from '@helioport/contract/product';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSerial, makeSite, makeUser } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { GROUPS, seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { keysOf, knownAnswer } from '../../../test/knownAnswers.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let admin: Caller;
let installer: Caller;
let home: { id: number; sid: string };
let foreign: { id: number; sid: string };
let taken: string;
let hidden: string;
/** An unclaimed serial number with readings of one day, new for every test. */
let stray: { id: number; serial: string };

const NOW = Date.UTC(2026, 5, 21, 12);

const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(app.database.db, 'write', work);

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  await write(async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx);
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    await makeUser(tx, { email: 'in@make.test', group: 'installer', companyId });
    // An operator lets installers claim: then they must still not learn what is not theirs.
    await sql`insert into group_menus select ${GROUPS.installer}, id from menus where title = 'device:claim'`.execute(
      tx,
    );
    home = await makeSite(tx, { name: 'Home', companyId });
    foreign = await makeSite(tx, { name: 'Foreign' });
    taken = (await makeDevice(tx, home.id)).serial;
    hidden = (await makeDevice(tx, foreign.id)).serial;
  });
  admin = await app.as('admin@make.test');
  installer = await app.as('in@make.test');
});
afterAll(() => app.close());

beforeEach(async () => {
  stray = await write((tx) => makeDevice(tx, null));
  const who = { deviceId: stray.id, siteId: 0, timeZone: 'UTC' };
  await storeReadings(
    app.database.pool,
    sunnyDay(who, '2026-06-21', { peakW: 1000, channels: 4, everyMinutes: 15, untilMs: NOW }),
    NOW,
  );
});

const failureOf = async (caller: Caller, body: object) => {
  const { envelope } = await caller.send(device.claim.path, body);
  return [envelope.code, envelope.msg] as const;
};

describe('v2/device/claim', () => {
  it('binds a serial to a plant, brings its history along and gives every input its place', async () => {
    const input = { sid: home.sid, sn: stray.serial.toLowerCase(), alias: 'Garage', modelNumber: 11 };
    expect(await admin.call(device.claim, input)).toEqual({ sid: home.sid, sn: stray.serial });
    const { list } = await admin.call(device.list, { filters: { sn: stray.serial } });
    expect(list[0]).toMatchObject({
      sid: home.sid,
      alias: 'Garage',
      status: 0,
      // Clients start their download there: not later than the commissioning of the plant.
      createdAt: '01/01/2026 01:00',
    });
    expect(list[0]?.modules.map(({ addr, now }) => [addr, (now ?? 0) > 0])).toEqual(
      [1, 2, 3, 4].map((addr) => [addr, true]),
    );
    const day = await admin.call(device.history, { sn: stray.serial, date: '2026-06-21' });
    expect(day.list).toHaveLength(25);
    expect(day.list[0]?.time).toBe('2026-06-21 08:00:00');
  });

  it('leaves a line in the audit', async () => {
    await admin.call(device.claim, { sid: home.sid, sn: stray.serial });
    const { rows } = await sql`
      select a.action, a.subject, a.site_id as "siteId", u.email from audit a join users u on u.id = a.user_id
      where a.subject = ${stray.serial}`.execute(app.database.db);
    expect(rows).toEqual([
      { action: 'device.claim', subject: stray.serial, siteId: home.id, email: 'admin@make.test' },
    ]);
  });

  it('does nothing the second time', async () => {
    const input = { sid: home.sid, sn: stray.serial };
    await admin.call(device.claim, input);
    expect(await admin.call(device.claim, input)).toEqual(input);
    const { rows } = await sql`select from audit where subject = ${stray.serial}`.execute(app.database.db);
    expect(rows).toHaveLength(1);
  });

  it('gives the model that was named, though the frames say another, if there is such a model', async () => {
    expect(await failureOf(admin, { sid: home.sid, sn: stray.serial, modelNumber: 10 })).toEqual([
      400,
      'The request is not valid: modelNumber (model of the same manufacturer)',
    ]);
    await admin.call(device.claim, { sid: home.sid, sn: stray.serial, modelNumber: 3 });
    const { list } = await admin.call(device.list, { filters: { sn: stray.serial } });
    expect(list[0]).toMatchObject({ modelName: 'BDM-500' });
    expect(list[0]?.modules).toHaveLength(2);
  });

  it('refuses what another plant has, and what nobody has ever heard of', async () => {
    expect(await failureOf(admin, { sid: home.sid, sn: hidden })).toEqual([
      1102,
      `The serial number ${hidden} already belongs to a plant.`,
    ]);
    const unknown = makeSerial();
    expect(await failureOf(admin, { sid: home.sid, sn: unknown })).toEqual([
      1101,
      `The serial number ${unknown} is unknown.`,
    ]);
  });

  it('tells an installer nothing of plants that he does not see', async () => {
    expect((await failureOf(installer, { sid: home.sid, sn: hidden }))[0]).toBe(1101);
    expect((await failureOf(installer, { sid: foreign.sid, sn: taken }))[0]).toBe(4040);
    expect((await failureOf(installer, { sid: 'DE_20200101_none', sn: taken }))[0]).toBe(4040);
    expect((await failureOf(installer, { sid: home.sid, sn: taken }))[0]).toBe(200);
  });

  it('lets one of two claims at once win', async () => {
    const answers = await Promise.all(
      [home.sid, foreign.sid].map((sid) => admin.send(device.claim.path, { sid, sn: stray.serial })),
    );
    expect(new Set(answers.map(({ envelope }) => envelope.code))).toEqual(new Set([200, 1102]));
  });
});

describe('v2/product/sn/info', () => {
  it('has the keys that public clients read, and says what a serial is and whether it is in a plant', async () => {
    const answer = await admin.call(product.snInfo, { sn: [taken.toLowerCase(), stray.serial] });
    expect(keysOf(answer)).toEqual(keysOf(knownAnswer(product.snInfo.path)));
    expect(answer.list).toMatchObject([
      { sn: taken, model: 11, modelName: 'BDM-2250', is_exist: true },
      { sn: stray.serial, model: 11, is_exist: false },
    ]);
    expect(answer.list[0]?.funcList.map(({ func_id, func_name }) => [func_id, func_name])).toEqual([
      [5, 'Parameter Settings'],
      [7, '800~2000W Power Switch'],
      [1, 'Network Config'],
    ]);
  });

  it('answers for the plants of others as for serials that nobody knows', async () => {
    const unknown = makeSerial();
    const nothing = { model: 0, modelName: '', funcList: [], is_exist: false };
    const { list } = await installer.call(product.snInfo, { sn: [hidden, unknown] });
    expect(list).toEqual([
      { sn: hidden, ...nothing },
      { sn: unknown, ...nothing },
    ]);
  });
});
