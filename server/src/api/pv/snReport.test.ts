import { pv } from '@helioport/contract/pv';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';

let app: TestApp;
let owner: Caller;
let viewer: Caller;
let otherUser: Caller;
let [sid, sn] = ['', ''];

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const people = ['owner', 'viewer', 'stranger'].map((name) =>
      makeUser(tx, { email: `${name}@make.test` }),
    );
    const [ownerId = 0, viewerId = 0] = (await Promise.all(people)).map((user) => user.id);
    const site = await makeSite(tx, { ownerId });
    await shareSite(tx, site.id, viewerId, false);
    sid = site.sid;
    sn = (await makeDevice(tx, site.id)).serial;
  });
  owner = await app.as('owner@make.test');
  viewer = await app.as('viewer@make.test');
  otherUser = await app.as('stranger@make.test');
});
afterAll(() => app.close());

describe('v1/pv/sn/report/settings', () => {
  it('gives what somebody is sent who has said nothing: nothing', async () => {
    expect(await viewer.call(pv.snReportSettings, { sid, sn: sn.toLowerCase() })).toEqual({
      sn,
      optionsDaily: false,
      optionsWeekly: false,
      optionsMonthly: false,
      alertHourly: false,
      alertTime: false,
      alertStart: '8',
      alertEnd: '17',
    });
  });

  it('refuses devices of others, unknown ones, and a plant that is not the one of the device', async () => {
    const answers = await Promise.all([
      otherUser.send(pv.snReportSettings.path, { sn }),
      owner.send(pv.snReportSettings.path, { sn: 'EEEEEEEE' }),
      owner.send(pv.snReportSettings.path, { sn, sid: 'DE_20260101_none' }),
    ]);
    expect(answers.map(({ status, envelope }) => [status, envelope.code])).toEqual(
      Array.from({ length: 3 }, () => [200, 4041]),
    );
  });
});

describe('v1/pv/sn/report/setUp', () => {
  const given = { optionsDaily: true, optionsWeekly: true, optionsMonthly: true };

  it('sets what an older client sends, and leaves a line in the audit', async () => {
    const body = { sn, ...given, from: ['9', '18'], alertStart: '9', alertEnd: '18' };
    expect((await owner.send('v2/site/sn/report/setUp', body)).envelope).toMatchObject({
      code: 200,
      data: {},
    });
    const set = await owner.call(pv.snReportSettings, { sn });
    expect(set).toMatchObject({ ...given, alertHourly: false, alertStart: '9', alertEnd: '18' });
    // What the owner is sent is not what others are sent.
    expect(await viewer.call(pv.snReportSettings, { sn })).toMatchObject({
      optionsDaily: false,
      alertStart: '8',
    });
    const { rows } = await sql`
      select action, subject, detail->'after'->>'alertStart' as start from audit`.execute(app.database.db);
    expect(rows).toEqual([{ action: 'pv.snReportSetUp', subject: sn, start: '9' }]);
  });

  it('keeps the hours that are not given', async () => {
    await owner.call(pv.snReportSetUp, { sn, alertHourly: true, from: [10] });
    const set = await owner.call(pv.snReportSettings, { sn });
    expect(set).toMatchObject({ optionsDaily: false, alertHourly: true, alertStart: '10', alertEnd: '18' });
  });

  it('is open to those who may only look, and to no strangers', async () => {
    expect((await viewer.send(pv.snReportSetUp.path, { sn, ...given })).envelope.code).toBe(200);
    expect((await otherUser.send(pv.snReportSetUp.path, { sn, ...given })).envelope.code).toBe(4041);
    expect((await owner.call(pv.snReportSettings, { sn })).optionsDaily).toBe(false);
  });

  it('writes what the Reports tab of the plant shows, and leaves alone what it cannot say', async () => {
    await owner.call(pv.reportSetUp, { sid, yearly: true, languageCode: 1, withPdf: false });
    await owner.call(pv.snReportSetUp, { sn, optionsWeekly: true });
    expect(await owner.call(pv.reportSettings, { sid })).toEqual({
      sid,
      email: 'owner@make.test',
      daily: false,
      weekly: true,
      monthly: false,
      yearly: true,
      languageCode: 1,
      withPdf: false,
      alertHourly: false,
      alertTime: expect.any(Boolean),
      alertStart: 10,
      alertEnd: 18,
    });
    await owner.call(pv.reportSetUp, { sid, weekly: true, alertHourly: true, alertTime: true, alertEnd: 19 });
    expect(await owner.call(pv.snReportSettings, { sn })).toMatchObject({
      alertHourly: true,
      alertTime: true,
      alertStart: '10',
      alertEnd: '19',
    });
    await owner.call(pv.reportSetUp, { sid, weekly: true, alertHourly: false, alertEnd: 18 });
    expect(await owner.call(pv.snReportSettings, { sn })).toMatchObject({
      optionsWeekly: true,
      alertHourly: false,
      alertStart: '10',
      alertEnd: '18',
    });
  });

  it('refuses an hour that no day has', async () => {
    const { envelope } = await owner.send(pv.snReportSetUp.path, { sn, alertStart: '25' });
    expect(envelope.code).toBe(400);
  });
});
