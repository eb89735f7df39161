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
let installer: Caller;
let other: Caller;
let friend: Caller;
let support: Caller;
let sid: string;
let otherSid: string;
let sn: string;
let foreignSn: string;

const NOW = Date.UTC(2026, 5, 21, 12);

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const who = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx);
    const otherId = await makeCompany(tx);
    const { id: friendId } = await makeUser(tx, { email: 'friend@make.test', group: 'dealer' });
    const { id: installerId } = await makeUser(tx, { email: 'in@make.test', group: 'installer', companyId });
    await makeUser(tx, { email: 'other@make.test', group: 'installer', companyId: otherId });
    await makeUser(tx, { email: 'support@make.test', group: 'support' });
    const site = await makeSite(tx, {
      name: 'Cabin',
      companyId,
      installerId,
      timezone: 'Europe/Berlin',
      electricityPrice: 0.31,
      registeredAt: new Date('2026-01-31T23:30:00Z'),
    });
    const second = await makeSite(tx, { companyId });
    const foreign = await makeSite(tx, { companyId: otherId });
    await shareSite(tx, site.id, friendId, false);
    const one = await makeDevice(tx, site.id, { productNumber: 4, alias: 'Shed' });
    await sql`update devices set wifi_version = '3.01.20', cpu_version = 'c1' where id = ${one.id}`.execute(
      tx,
    );
    [sid, otherSid, sn] = [site.sid, second.sid, one.serial];
    foreignSn = (await makeDevice(tx, foreign.id)).serial;
    return { deviceId: one.id, siteId: site.id, timeZone: 'Europe/Berlin' };
  });
  await storeReadings(app.database.pool, [makeReading(who, NOW - 60_000, { power: 100, state: 1 })], NOW);
  installer = await app.as('in@make.test');
  other = await app.as('other@make.test');
  friend = await app.as('friend@make.test');
  support = await app.as('support@make.test');
});
afterAll(() => app.close());

describe('v2/device/detail', () => {
  it('says what a device is, where it stands and whose it is', async () => {
    expect(await installer.call(device.detail, { sn: sn.toLowerCase() })).toEqual({
      sid,
      sn,
      kind: 'microinverter',
      parent: null,
      part: '',
      state: 'live',
      severity: 'none',
      cause: null,
      causeSince: null,
      reporting: 'live',
      lastReportAt: NOW - 60_000,
      trouble: null,
      alertTitle: 'OK',
      mayEdit: true,
      isRestricted: false,
      isRetired: false,
      gateway: null,
      parts: [],
      model_int: 4,
      model: 'BDM-600',
      version: '8a01',
      modelTitle: 'BDM-600',
      siteName: 'Cabin',
      countryName: 'Germany',
      countryCode: 'DE',
      stateName: 'Berlin',
      city: 'Berlin',
      street: '',
      timezone: 'Europe/Berlin',
      userEmail: '',
      installerEmail: 'in@make.test',
      registerDate: '01/02/2026 00:30',
      isCommission: true,
      commissionDate: '01/01/2026 01:00',
      time: Date.UTC(2026, 5, 21, 13, 59) / 1000,
      temperatureUnit: 'Celsius',
      currency_unit: 'EUR',
      local_electric_price: 0.31,
      logoFullPath: '',
      powerMax: 800,
      latitude: 52.52,
      longitude: 13.41,
      wifiVersion: '3.01.20',
      cpuVersion: 'c1',
      ramVersion: '',
      alias: 'Shed',
      connectionType: '',
      systemType: 0,
      powerRating: 600,
    });
  });

  it('answers the same for a device of others, an unknown one, and one of another plant than was named', async () => {
    const answers = await Promise.all([
      installer.send(device.detail.path, { sn: foreignSn }),
      installer.send(device.detail.path, { sn: 'FFFFFFFF' }),
      installer.send(device.detail.path, { sn, sid: otherSid }),
      other.send(device.detail.path, { sn, sid }),
    ]);
    for (const { status, envelope } of answers) {
      expect(status).toBe(200);
      expect(envelope).toMatchObject({ code: 4041, data: null });
      expect(envelope.msg).toContain('No device with this serial number');
    }
  });
});

describe('v2/device/detailWifiOta', () => {
  it('has the shape that the phone app reads: a bare list, serials in lower case, nothing newer', async () => {
    const input = { wifiSn: [{ sn, wifiVersion: '' }] };
    const answer = await installer.call(device.detailWifiOta, input);
    expect(answer).toEqual([{ sn: sn.toLowerCase(), wifiVersion: '3.01.20', advice: 2, address: '' }]);
    expect(keysOf(answer)).toEqual(keysOf(knownAnswer(device.detailWifiOta.path)));
  });

  it('gives back what was said about devices that the caller does not see', async () => {
    const [row] = await other.call(device.detailWifiOta, { wifiSn: [{ sn, wifiVersion: '1.0' }] });
    expect(row?.wifiVersion).toBe('1.0');
  });
});

describe('v2/device/updateWifiVersion', () => {
  const update = (caller: Caller, ...serials: string[]) =>
    caller.send(device.updateWifiVersion.path, {
      wifiSn: serials.map((one) => ({ sn: one, wifiVersion: '3.01.25' })),
    });

  it('notes what a device runs, and who said so', async () => {
    expect((await update(installer, sn.toLowerCase())).envelope).toEqual({
      code: 200,
      msg: 'Success',
      data: {},
    });
    expect((await installer.call(device.detail, { sn })).wifiVersion).toBe('3.01.25');
    const { rows } = await sql`select action, subject, detail from audit`.execute(app.database.db);
    expect(rows).toEqual([
      { action: 'device.updateWifiVersion', subject: sn, detail: { wifiVersion: '3.01.25' } },
    ]);
  });

  it('refuses all of them when one is not the caller’s to change', async () => {
    expect((await update(installer, sn, foreignSn)).envelope.code).toBe(4041);
    expect((await update(installer, sn, 'FFFFFFFF')).envelope.code).toBe(4041);
    // The user sees the plant, but it is shared with them read-only.
    expect((await update(friend, sn)).envelope.code).toBe(1121);
    expect((await update(support, sn)).status).toBe(403);
  });
});
