import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { displayTime } from '@helioport/domain/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeDays } from '../../../seed/makeDays.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { keysOf, knownAnswer, publicKeysOf } from '../../../test/knownAnswers.ts';
import { inTransaction } from '../../platform/db.ts';
import { setArrays } from '../../repositories/arrays.ts';
import { addPage } from '../../repositories/modulePages.ts';
import { addModules } from '../../repositories/modules.ts';
import { KIND } from '../../timeseries/reading.ts';

let app: TestApp;
let owner: Caller;
let sids: Record<'plain' | 'rich' | 'late' | 'silent' | 'zoned', string>;
let serials: Record<'plain' | 'inverter' | 'meter' | 'battery' | 'late' | 'zoned', string>;

const NOW = Date.UTC(2026, 5, 21, 12);
const timeZone = 'Europe/Berlin';

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const made = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const plain = await makeSite(tx, { ownerId, currency: 'USD', electricityPrice: 0.5 });
    const rich = await makeSite(tx, { ownerId });
    const late = await makeSite(tx, { ownerId });
    const silent = await makeSite(tx, { ownerId });
    const zoned = await makeSite(tx, { ownerId });
    sids = { plain: plain.sid, rich: rich.sid, late: late.sid, silent: silent.sid, zoned: zoned.sid };

    const micro = await makeDevice(tx, plain.id);
    const inverter = await makeDevice(tx, rich.id);
    const meter = await makeDevice(tx, rich.id, { kind: 'meter' });
    const battery = await makeDevice(tx, rich.id, { kind: 'battery' });
    const lateInverter = await makeDevice(tx, late.id);
    const lateMeter = await makeDevice(tx, late.id, { kind: 'meter' });
    const lateBattery = await makeDevice(tx, late.id, { kind: 'battery' });
    // No places entered by hand: product 0 is unknown, so nothing was laid on the roof.
    const loose = await makeDevice(tx, zoned.id, { kind: 'stringMachine' });
    await setArrays(tx, zoned.id, [
      { id: 1, name: 'East', tiltDeg: 30, azimuthDeg: 90, ratedW: 0 },
      { id: 2, name: 'West', tiltDeg: 30, azimuthDeg: 270, ratedW: 0 },
    ]);
    const place = { deviceId: loose.id, ratedW: 400, xM: 0, yM: 0 };
    const drawn = { siteId: zoned.id, at: new Date(NOW), userId: null };
    const east = await addPage(tx, drawn, { name: 'East' });
    const west = await addPage(tx, drawn, { name: 'West' });
    await addModules(tx, zoned.id, [
      { ...place, addr: 1, arrayId: 1, page: east },
      { ...place, addr: 2, arrayId: 2, page: west },
      { ...place, addr: 3, arrayId: 2, page: west },
    ]);
    serials = {
      plain: micro.serial,
      inverter: inverter.serial,
      meter: meter.serial,
      battery: battery.serial,
      late: lateBattery.serial,
      zoned: loose.serial,
    };
    await makeDays(tx, { id: micro.id, siteId: plain.id }, '2026-05-30', [
      ...Array<number>(21).fill(1000),
      8200,
    ]);
    return { plain, rich, late, micro, inverter, meter, battery, lateInverter, lateMeter, lateBattery };
  });
  const at = (minutes: number) => NOW - minutes * 60_000;
  const of = (device: { id: number }, plant: { id: number }) => ({
    deviceId: device.id,
    siteId: plant.id,
    timeZone,
  });
  const channels = (values: number[]) => values;
  await storeReadings(
    app.database.pool,
    [
      makeReading(of(made.micro, made.plain), at(240), { power: 2000, energy: 10_000 }),
      makeReading(of(made.micro, made.plain), at(2), {
        power: 15_000,
        energy: 55_000,
        statusBits: 0x0040,
        state: 6,
        chPower: channels([4000, 4000, 3500, 3500]),
        chEnergy: channels([15_000, 14_000, 13_000, 13_000]),
        chVoltage: channels([3500, 3500, 3400, 3400]),
      }),
      makeReading(of(made.inverter, made.rich), at(3), { power: 40_000, energy: 100_000 }),
      makeReading(of(made.meter, made.rich), at(1), {
        kind: KIND.meter,
        power: -15_000,
        energy: 900_000,
        energyOut: 500_000,
      }),
      makeReading(of(made.battery, made.rich), at(1), {
        kind: KIND.battery,
        power: -10_000,
        energy: 90_000,
        energyOut: 80_000,
        soc: 634,
      }),
      makeReading(of(made.lateInverter, made.late), at(2), { power: 3810, energy: 100_000 }),
      makeReading(of(made.lateMeter, made.late), at(1), { kind: KIND.meter, power: 6000 }),
      makeReading(of(made.lateBattery, made.late), at(12), { kind: KIND.battery, power: -8760, soc: 500 }),
    ],
    NOW,
  );
  owner = await app.as('owner@make.test');
});
afterAll(() => app.close());

describe('v2/site/overview', () => {
  it('has the keys that public clients read', async () => {
    const answer = await owner.call(site.overview, { sid: sids.plain });
    expect(publicKeysOf(answer)).toEqual(keysOf(knownAnswer(site.overview.path)));
  });

  it('gives what the plant made in its own periods, with money and benefit', async () => {
    const answer = await owner.call(site.overview, { sid: sids.plain });
    expect(answer.statisticsProduction).toEqual({
      today: '5.5',
      todayUnit: 'kWh',
      yesterday: '8.2',
      yesterdayUnit: 'kWh',
      // 19 days of June with 1 kWh, the 20th with 8.2 kWh, today 5.5 kWh.
      month: '32.7',
      monthUnit: 'kWh',
      year: '34.7',
      yearUnit: 'kWh',
      total: '34.7',
      totalUnit: 'kWh',
      totalNow: '1500',
      totalNowUnit: 'W',
      totalMoney: '17.35',
      todayMoney: '2.75',
      yesterdayMoney: '4.1',
      monthMoney: '16.35',
      yearMoney: '17.35',
      totalMoneyUnit: 'USD',
    });
    expect(answer.hasYesterday).toBe(true);
    // The other plant's first reading is of today: its production of yesterday is unknown.
    const rich = await owner.call(site.overview, { sid: sids.rich });
    expect([rich.hasYesterday, rich.statisticsProduction.yesterday]).toEqual([false, '0']);
    // 34.7 kWh on a German grid.
    expect(answer.benefit).toMatchObject({
      co2: '11.87',
      co2Factor: 0.342,
      co2Source: 'Ember',
      co2Year: 2024,
    });
  });

  it('says how the plant is and what troubles it', async () => {
    const answer = await owner.call(site.overview, { sid: sids.plain });
    expect(answer).toMatchObject({
      status: 1,
      statusTitle: 'alert',
      lastUpdate: '21/06/2026 13:58',
      lastUpdateCal: '2 minutes ago',
      max_power: 1600,
      components: ['device:overview'],
      state: 'alert',
      verdict: { level: 'notice', key: 'alert', count: 0, sinceDay: null, sns: [], text: 'Fault reported' },
    });
    expect(answer.alert).toMatchObject({ code: '0040', title: 'AC voltage RMS over' });
    expect(answer.faults).toEqual([
      {
        sn: serials.plain,
        alias: '',
        code: '0040',
        severity: 'minor',
        title: 'AC voltage RMS over',
        desc: expect.any(String),
      },
    ]);
    expect(answer.deviceList).toEqual([
      {
        sid: sids.plain,
        sn: serials.plain,
        model: 11,
        modelName: 'BDM-2250',
        status: 1,
        statusTitle: 'alert',
        kind: 'microinverter',
        state: 'alert',
        severity: 'info',
        cause: '0040',
        causeSince: null,
        reporting: 'alert',
        lastReportAt: expect.any(Number),
        trouble: null,
        pageType: 2,
        parent: null,
        part: '',
        now: '1500',
        today: '5.5',
        nowUnit: 'W',
        todayUnit: 'kWh',
      },
    ]);
  });

  it('mirrors the panels into home and grid where there is no meter', async () => {
    const { energy } = await owner.call(site.overview, { sid: sids.plain });
    expect(energy.PVPanel).toMatchObject({ power: 1500, direction: 1, showPower: true });
    expect(energy.home).toMatchObject({ power: 1500, direction: 2, show: true, showPower: false });
    expect(energy.grid).toMatchObject({ power: 1500, direction: 1, show: true, showPower: false });
    expect(energy.battery.show).toBe(false);
  });

  it('balances panels, grid and battery at a meter', async () => {
    const { energy, deviceList, statisticsProduction } = await owner.call(site.overview, { sid: sids.rich });
    expect(energy.PVPanel).toMatchObject({ power: 4000, direction: 1 });
    expect(energy.grid).toMatchObject({ power: 1500, direction: 2, showPower: true });
    expect(energy.battery).toMatchObject({ power: 1000, direction: 2, show: true, rate: 63 });
    expect(energy.home).toMatchObject({ power: 1500, direction: 2, showPower: true });
    expect(deviceList.map(({ sn, pageType, today }) => ({ sn, pageType, today }))).toEqual([
      { sn: serials.inverter, pageType: 2, today: '10' },
      { sn: serials.meter, pageType: 3, today: '0' },
      { sn: serials.battery, pageType: 6, today: '0' },
    ]);
    // Imported energy is not produced.
    expect(statisticsProduction.total).toBe('10');
  });

  it('was last updated by its producers, in the list as well, although the meter is newer', async () => {
    const inverterAt = NOW - 3 * 60_000;
    const wall = displayTime(inverterAt, timeZone);
    const { list } = await owner.call(site.listWithSN, {
      page: { size: 50, num: 0 },
      sort: [{ field: 'lastUpdate', order: 'desc' }],
    });
    const listed = list.find(({ sid }) => sid === sids.rich);
    const shown = await owner.call(site.overview, { sid: sids.rich });
    expect(shown).toMatchObject({ lastUpdate: wall, lastUpdateCal: listed?.lastUpdateCal });
    expect(shown.lastReportAt).toBe(inverterAt);
    expect(listed).toMatchObject({ lastUpdate: wall, lastReportAt: inverterAt });
    expect((await owner.call(site.detail, { sid: sids.rich })).lastReportAt).toBe(inverterAt);
    const ages = list.map(({ lastReportAt }) => lastReportAt ?? 0);
    expect(ages).toEqual(ages.toSorted((a, b) => b - a));
  });

  it('leaves the consumption unknown where a value is much older than the others', async () => {
    const at = NOW - 12 * 60_000;
    const { energy, statisticsProduction } = await owner.call(site.overview, { sid: sids.late });
    expect(energy.battery).toMatchObject({ power: 876, showPower: true, outdatedAt: at });
    expect(energy.home).toMatchObject({ power: 0, direction: 0, showPower: false });
    expect(energy.grid).toMatchObject({ power: 600, showPower: true });
    expect(statisticsProduction.totalNow).toBe(String(energy.PVPanel.power));
    const ofBattery = await owner.call(device.statisticsOverview, { sn: serials.late });
    expect(ofBattery.energy.battery).toMatchObject({ power: 876, showPower: true });
  });

  it('has plain zeros for a plant that never reported', async () => {
    const answer = await owner.call(site.overview, { sid: sids.silent });
    expect(answer).toMatchObject({ status: 2, lastUpdate: '', lastUpdateCal: '', deviceList: [] });
    expect(answer.statisticsProduction).toMatchObject({ today: '0', total: '0', totalNow: '0' });
    expect(answer.energy.PVPanel).toMatchObject({ power: 0, direction: 0 });
  });
});

describe('v2/site/modules', () => {
  it('has the keys that public clients read', async () => {
    const answer = await owner.call(site.modules, { sid: sids.plain });
    expect(publicKeysOf(answer)).toEqual(keysOf(knownAnswer(site.modules.path)));
  });

  it('gives every module with energies in kWh and times in the long form', async () => {
    const { list, total_plc, is_all } = await owner.call(site.modules, { sid: sids.plain });
    expect({ total_plc, is_all }).toEqual({ total_plc: 4, is_all: true });
    expect(list[0]).toMatchObject({
      sn: serials.plain,
      isPhase: false,
      alertCode: '0040',
      model: 11,
      lastUpdate: '2026-06-21 13:58:00',
      version: 'e606',
    });
    expect(list[0]?.modules[0]).toMatchObject({
      plcSN: `${serials.plain}_1`,
      addr: 1,
      lastUpdate: '2026-06-21 13:58:00',
      lastUpdateTime: Date.UTC(2026, 5, 21, 13, 58) / 1000,
      now: 400,
      nowUnit: 'W',
      todayPower: 1.5,
      todayPowerUnit: 'kWh',
      totalPower: 1.5,
      totalPowerUnit: 'kWh',
      version: '',
      status: '0040',
      page: 0,
      model: 0,
      model_name: '-',
    });
  });

  it('leaves meters and batteries out', async () => {
    const { list } = await owner.call(site.modules, { sid: sids.rich });
    expect(list.map((one) => one.sn)).toEqual([serials.inverter]);
  });

  it('lists places that never reported, and those of one page alone', async () => {
    const all = await owner.call(site.modules, { sid: sids.zoned });
    expect(all.list[0]).toMatchObject({ sn: serials.zoned, status: -1, lastUpdate: '' });
    expect(all.list[0]?.modules.map(({ addr, page, now }) => [addr, page, now])).toEqual([
      [1, 1, 0],
      [2, 2, 0],
      [3, 2, 0],
    ]);
    const west = await owner.call(site.modules, { sid: sids.zoned, page: 2 });
    expect(west.list[0]?.modules.map((module) => module.addr)).toEqual([2, 3]);
    expect(west).toMatchObject({ total_plc: 2, is_all: false });
    expect((await owner.call(site.modules, { sid: sids.zoned, page: 7 })).list).toEqual([]);
  });
});
