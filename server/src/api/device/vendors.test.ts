// The same serial number of two vendors makes two devices, never sharing a row, history, claim or response.
import { common } from '@helioport/contract/common';
import { device } from '@helioport/contract/device';
import { product } from '@helioport/contract/product';
import { site } from '@helioport/contract/site';
import { snOf } from '@helioport/domain/deviceIdentity';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeSerial, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { createPipeline, type Pipeline } from '../../ingest/accept.ts';
import { replay } from '../../ingest/replay.ts';
import { inTransaction } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let app: TestApp;
let pipeline: Pipeline;
let admin: Caller;
let sunny: Caller;
let cloudy: Caller;
let sids: Record<'sunny' | 'cloudy', string>;
const serial = makeSerial();
const foreignSn = snOf('sunhall', serial);

const report = (sn: string, minutesAgo: number, powerW: number) =>
  JSON.stringify({
    at: new Date(NOW - minutesAgo * 60_000).toISOString(),
    sn,
    report: { kind: 'inverter', powerW, energyOutWh: 1000 + powerW },
  });

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  pipeline = createPipeline({
    pool: app.database.pool,
    clock: () => NOW,
    log: createLog('silent'),
    metrics: createMetrics(),
    rawFrameDays: 30,
  });
  sids = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    const plants = ['sunny', 'cloudy'].map(async (name) => {
      const companyId = await makeCompany(tx);
      await makeUser(tx, { email: `${name}@make.test`, group: 'installer', companyId });
      return (await makeSite(tx, { name, companyId })).sid;
    });
    return { sunny: (await plants[0])!, cloudy: (await plants[1])! };
  });
  [admin, sunny, cloudy] = (await Promise.all(
    ['admin', 'sunny', 'cloudy'].map((name) => app.as(`${name}@make.test`)),
  )) as [Caller, Caller, Caller];
  const lines = [10, 5, 1].flatMap((minutes) => [
    report(serial.toLowerCase(), minutes, 100 + minutes),
    report(`SUNHALL.${serial}`, minutes, 700 + minutes),
  ]);
  expect(await replay(pipeline, lines.join('\n'))).toMatchObject({ accepted: 6, refused: 0 });
  expect(await admin.call(device.listNoReg, {})).toMatchObject({
    total: 2,
    list: [
      { sn: serial, now: 101, reportCount: 3 },
      { sn: foreignSn, now: 701, reportCount: 3, model: 0 },
    ],
  });
  await admin.call(device.claim, { sid: sids.sunny, sn: `nep.${serial}` });
  await admin.call(device.claim, { sid: sids.cloudy, sn: foreignSn.toUpperCase() });
});
afterAll(async () => {
  await pipeline.close();
  await app.close();
});

describe('the same serial of two vendors', () => {
  it('stands in two plants, each with its own values', async () => {
    const rowsFor = async (who: Caller) =>
      (await who.call(device.list, {})).list.map(({ sid, sn, now, modelName }) => ({
        sid,
        sn,
        now,
        modelName,
      }));
    expect(await rowsFor(sunny)).toMatchObject([{ sid: sids.sunny, sn: serial, now: 101 }]);
    expect(await rowsFor(cloudy)).toMatchObject([{ sid: sids.cloudy, sn: foreignSn, now: 701 }]);
  });

  it('gives each company its own history, and nothing for the other’s', async () => {
    const input = { date: '2026-06-21' };
    const powers = async (who: Caller, sn: string) =>
      (await who.call(device.history, { ...input, sn })).list.map(({ power }) => power);
    expect(await powers(sunny, serial.toLowerCase())).toEqual([110, 105, 101]);
    expect(await powers(cloudy, foreignSn.toUpperCase())).toEqual([710, 705, 701]);
    for (const path of [device.detail.path, device.history.path, device.playback.path]) {
      const [foreign, unknown] = await Promise.all([
        sunny.send(path, { sn: foreignSn }),
        sunny.send(path, { sn: snOf('nobody', serial) }),
      ]);
      expect(foreign.envelope.code).not.toBe(200);
      expect(foreign).toEqual(unknown);
      expect((await cloudy.send(path, { sn: serial })).envelope).toEqual(foreign.envelope);
    }
  });

  it('is found under either form, among what the caller may see', async () => {
    const found = async (who: Caller, text: string) => [
      (await who.call(device.list, { filters: { sn: text } })).list.map(({ sn }) => sn),
      (await who.call(device.list, { filters: { keywords: text } })).list.map(({ sn }) => sn),
      (await who.call(site.listWithSN, { filters: { sn: text } })).list.map(({ sid }) => sid),
    ];
    const piece = serial.slice(2).toLowerCase();
    const both = [[serial, foreignSn], [serial, foreignSn], [sids.sunny, sids.cloudy].sort()];
    const asAdmin = await found(admin, piece);
    expect([asAdmin[0], asAdmin[1], asAdmin[2]?.sort()]).toEqual(both);
    expect(await found(admin, 'SunHall.')).toEqual([[foreignSn], [foreignSn], [sids.cloudy]]);
    expect(await found(sunny, `nep.${serial}`)).toEqual([[serial], [serial], [sids.sunny]]);
    expect(await found(sunny, foreignSn)).toEqual([[], [], []]);
  });

  it('is claimed, checked and described per vendor', async () => {
    expect((await admin.send(device.claim.path, { sid: sids.sunny, sn: foreignSn })).envelope.code).toBe(
      1102,
    );
    // A model of one manufacturer does not apply to devices of another.
    const stray = snOf('sunhall', makeSerial());
    expect(await replay(pipeline, report(stray, 1, 5))).toMatchObject({ accepted: 1 });
    const input = { sid: sids.sunny, sn: stray, modelNumber: 11 };
    expect((await admin.send(device.claim.path, input)).envelope.code).toBe(400);
    const check = async (sn: string, who = cloudy) => {
      const { result, sn: form } = await who.call(common.getHardwareValid, { sn });
      return [form, result];
    };
    expect(await check(foreignSn.toUpperCase())).toEqual([foreignSn, 'taken']);
    // The result shows that the serial number is in use, as adding it would, but not by which plant.
    expect(await check(foreignSn, sunny)).toEqual([foreignSn, 'taken']);
    expect(await check(serial, sunny)).toEqual([serial, 'taken']);
    expect(await check(stray)).toEqual([stray, 'valid']);
    expect(await check('sunhall.3P10-0001')).toEqual(['sunhall.3P10-0001', 'unknown']);
    expect(await check('3P10-0001')).toEqual(['3P10-0001', 'format']);
    const { list } = await cloudy.call(product.snInfo, { sn: [serial, foreignSn] });
    expect(list.map(({ sn, is_exist }) => [sn, is_exist])).toEqual([
      [serial, false],
      [foreignSn, true],
    ]);
  });

  it('is named by its vendor in the change log', async () => {
    const { rows } = await sql<{ subject: string }>`
      select subject from audit where action = 'device.claim' order by id`.execute(app.database.db);
    expect(rows.map(({ subject }) => subject)).toEqual([serial, foreignSn]);
  });

  it('has the sn in the store that the words of the domain give', async () => {
    const { rows } = await sql<{ vendor: string; serial: string; part: string; sn: string }>`
      select vendor, serial, part, sn from devices`.execute(app.database.db);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.map(({ vendor, serial: one, part }) => snOf(vendor, one, part))).toEqual(
      rows.map(({ sn }) => sn),
    );
  });

  it('refuses a serial that its vendor does not give, alone', async () => {
    const lines = ['METER-01', 'sunhall.METER-01', 'sunhall.METER-01~meter', 'sun hall.METER-01'];
    const result = await replay(pipeline, lines.map((sn) => report(sn, 2, 1)).join('\n'));
    expect(result).toMatchObject({ accepted: 1, refused: 3 });
    expect(result.problems).toEqual([1, 3, 4].map((line) => ({ line, reason: 'badSerial' })));
  });
});
