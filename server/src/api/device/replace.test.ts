import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSerial, makeSite } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { settle } from '../../../test/settle.ts';
import { inTransaction } from '../../platform/db.ts';
import { addPage } from '../../repositories/modulePages.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const TODAY = '2026-06-21';
const ZONE = 'Europe/Berlin';

let world: People;
let siteId: number;
let sid: string;
let old: { id: number; sn: string };
let page: number;
/** Has reported this morning and is unclaimed. */
let fresh: { id: number; sn: string };

const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(world.app.database.db, 'write', work);

beforeAll(async () => {
  world = await startPeople({ now: NOW });
});
afterAll(() => world.close());

beforeEach(async () => {
  world.app.setNow(NOW);
  const { pool } = world.app.database;
  const ownerId = await world.id('free');
  await write(async (tx) => {
    ({ id: siteId, sid } = await makeSite(tx, { ownerId, companyId: world.company.northInstaller }));
    old = await makeDevice(tx, siteId, { productNumber: 11, alias: 'Garage' });
    fresh = await makeDevice(tx, null, { productNumber: 11 });
    page = await addPage(tx, { siteId, at: new Date(NOW), userId: null }, { name: 'Roof' });
    await sql`
      update modules set page_id = ${page}, array_id = null, rated_w = 400 where device_id = ${old.id} and addr < 4`.execute(
      tx,
    );
  });
  const before = { deviceId: old.id, siteId, timeZone: ZONE };
  const days = [-400, -2, -1].map((n) => addDays(TODAY, n));
  await storeReadings(
    pool,
    [
      ...days.flatMap((day) => sunnyDay(before, day, { peakW: 1000, channels: 4, everyMinutes: 30 })),
      ...sunnyDay({ deviceId: fresh.id, siteId: 0, timeZone: 'UTC' }, TODAY, {
        peakW: 500,
        channels: 4,
        everyMinutes: 30,
        untilMs: NOW - 60_000,
      }),
    ],
    NOW,
  );
  await settle(world.app.database.db, NOW);
});

const places = async () =>
  (
    await sql<{ addr: number | null; sn: string | null; page: number | null; ratedW: number }>`
      select m.addr, d.sn, m.page_id as page, m.rated_w as "ratedW" from modules m left join devices d on d.id = m.device_id
      where m.site_id = ${siteId} order by m.id`.execute(world.app.database.db)
  ).rows;

const yearOf = async (year: string) => {
  const free = await world.as('free');
  await settle(world.app.database.db, NOW);
  const { power, powerUnit } = await free.call(site.statisticsDate, { sid, types: 3, date: year });
  expect(powerUnit).toBe('kWh');
  return Number(power);
};

describe('v2/device/replace', () => {
  it('leaves year and total of the plant unbroken: what both devices made counts', async () => {
    const free = await world.as('free');
    const made = await yearOf('2026');
    const stray = await sql<{ wh: number }>`
      select day_wh::float8 as wh from latest where device_id = ${fresh.id}`.execute(world.app.database.db);
    const answer = await free.call(device.replace, { sid, sn: old.sn, newSn: fresh.sn.toLowerCase() });
    expect(answer).toMatchObject({ sid, sn: fresh.sn, result: 'replaced', isReplaced: true });
    expect(made).toBeGreaterThan(10);
    const added = (stray.rows[0]?.wh ?? 0) / 1000;
    expect(added).toBeGreaterThan(1);
    expect(await yearOf('2026')).toBeCloseTo(made + added, 2);
    const { list } = await free.call(site.listWithSN, { filters: { sn: fresh.sn } });
    const days = await sql<{ wh: number }>`
      select sum(energy_wh)::float8 as wh from device_day where site_id = ${siteId}`.execute(
      world.app.database.db,
    );
    expect(list[0]?.totalPower).toBeCloseTo((days.rows[0]?.wh ?? 0) / 1000, 1);
  });

  it('gives the new device places and name, and keeps the old one readable', async () => {
    const free = await world.as('free');
    const before = await places();
    await free.call(device.replace, { sid, sn: old.sn, newSn: fresh.sn });
    expect(await places()).toEqual(before.map((place) => ({ ...place, sn: fresh.sn })));
    const { sn: devices } = await free.call(site.detail, { sid });
    expect(devices.map(({ sn }) => sn)).toEqual([fresh.sn]);
    const { list } = await free.call(device.list, { filters: { sid } });
    expect(list).toMatchObject([{ sn: fresh.sn, alias: 'Garage' }]);
    const day = await free.call(device.history, { sid, sn: old.sn, date: addDays(TODAY, -1) });
    expect(day.list.length).toBeGreaterThan(10);
    const { list: retired } = await free.call(device.replacements, { sid });
    expect(retired).toMatchObject([
      { sn: old.sn, bySn: fresh.sn, userName: 'free@make.test', undoUntil: NOW + 86_400_000 },
    ]);
    expect(retired[0]?.totalPower).toBeGreaterThan(10);
    const { list: changes } = await free.call(site.changes, { sid });
    expect(changes[0]).toMatchObject({ action: 'device.replace', subject: old.sn, detail: { by: fresh.sn } });
  });

  it('lets places wait whose inputs the new model does not have, and adds those that it has more', async () => {
    const free = await world.as('free');
    // BDM-500 has two inputs.
    const small = makeSerial();
    await free.call(device.replace, { sid, sn: old.sn, newSn: small, modelNumber: 3 });
    expect(await places()).toMatchObject([
      { addr: 1, sn: small, page },
      { addr: 2, sn: small, page },
      { addr: null, sn: null, page },
    ]);
    await free.call(device.replace, { sid, sn: small, newSn: fresh.sn });
    expect(await places()).toMatchObject([
      { addr: 1, sn: fresh.sn, page },
      { addr: 2, sn: fresh.sn, page },
      { addr: null, sn: null, page },
      { addr: 3, sn: fresh.sn, page: null },
      { addr: 4, sn: fresh.sn, page: null },
    ]);
    const refusal = await free.send(device.replaceUndo.path, { sid, sn: old.sn });
    expect(refusal.envelope).toMatchObject({ code: 1108, msg: expect.stringContaining(small) });
  });

  it('tells whoever draws on the page at that moment that it has changed', async () => {
    const free = await world.as('free');
    const version = async () => (await free.call(site.modulesPage, { sid })).list[0]?.version ?? 0;
    const before = await version();
    await free.call(device.replace, { sid, sn: old.sn, newSn: fresh.sn });
    expect(await version()).toBe(before + 1);
  });

  it('refuses serials that are none, of another plant, of another kind, or in use here; and writes attempts down', async () => {
    const free = await world.as('free');
    const [other, meter, neighbor] = await write(async (tx) => {
      const elsewhere = await makeSite(tx);
      return [
        await makeDevice(tx, elsewhere.id),
        await makeDevice(tx, null, { kind: 'meter' }),
        await makeDevice(tx, siteId),
      ] as const;
    });
    await write((tx) =>
      sql`update modules set page_id = ${page} where device_id = ${neighbor.id}`.execute(tx),
    );
    const before = await places();
    const replaceBy = async (newSn: string, more: object = {}) =>
      (await free.send(device.replace.path, { sid, sn: old.sn, newSn, ...more })).envelope;
    expect((await replaceBy('no serial')).data).toMatchObject({ result: 'format', isReplaced: false });
    expect((await replaceBy(makeSerial(), { modelNumber: 999 })).data).toMatchObject({ result: 'model' });
    expect((await replaceBy(other.sn)).data).toMatchObject({ result: 'taken', isReplaced: false });
    expect((await replaceBy(meter.sn)).code).toBe(1105);
    expect((await replaceBy(neighbor.sn)).code).toBe(1106);
    expect((await replaceBy(old.sn)).code).toBe(1106);
    expect(await places()).toEqual(before);
    const { list } = await free.call(site.changes, { sid });
    expect(list).toMatchObject([{ action: 'device.claimRefused', subject: other.sn }]);
  });

  it('is refused to who may only look, and unknown to strangers', async () => {
    const replaceBy = async (who: string) =>
      (await (await world.as(who)).send(device.replace.path, { sid, sn: old.sn, newSn: fresh.sn })).envelope
        .code;
    expect(await replaceBy('south.boss')).toBe(4040);
    const id = await world.id('customer.south');
    await write((tx) =>
      sql`insert into site_shares (site_id, user_id) values (${siteId}, ${id})`.execute(tx),
    );
    expect(await replaceBy('customer.south')).toBe(1121);
    const looker = await world.as('customer.south');
    expect((await looker.call(device.replacements, { sid })).list).toEqual([]);
  });
});

describe('v2/device/replaceUndo', () => {
  it('puts everything back: places, sums, and the new device to nobody with all that it reported', async () => {
    const free = await world.as('free');
    const [before, made] = [await places(), await yearOf('2026')];
    await free.call(device.replace, { sid, sn: old.sn, newSn: fresh.sn });
    await yearOf('2026');
    await free.call(device.replaceUndo, { sid, sn: old.sn });
    expect(await places()).toEqual(before);
    expect(await yearOf('2026')).toBeCloseTo(made, 3);
    const { sn: devices } = await free.call(site.detail, { sid });
    expect(devices.map(({ sn }) => sn)).toEqual([old.sn]);
    const admin = await world.as('admin');
    const { list } = await admin.call(device.listNoReg, { filters: { sn: fresh.sn } });
    expect(list).toMatchObject([{ sn: fresh.sn, reportCount: expect.any(Number) }]);
    expect((await free.call(device.replacements, { sid })).list).toEqual([]);
    // And may come again.
    const again = await free.call(device.replace, { sid, sn: old.sn, newSn: fresh.sn });
    expect(again.isReplaced).toBe(true);
  });

  it('leaves a device in the plant that stood there before, waiting for its places again', async () => {
    const free = await world.as('free');
    const spare = await write((tx) => makeDevice(tx, siteId, { productNumber: 11 }));
    const before = await places();
    await free.call(device.replace, { sid, sn: old.sn, newSn: spare.sn });
    expect((await places()).filter(({ sn }) => sn === spare.sn)).toHaveLength(4);
    await free.call(device.replaceUndo, { sid, sn: old.sn });
    const key = ({ addr, sn, page: at }: (typeof before)[number]) => [sn, addr, at].join();
    expect((await places()).map(key).sort()).toEqual(before.map(key).sort());
  });

  it('ends after a day', async () => {
    const free = await world.as('free');
    await free.call(device.replace, { sid, sn: old.sn, newSn: fresh.sn });
    world.app.setNow(NOW + 86_400_001);
    const late = await world.as('free');
    expect((await late.call(device.replacements, { sid })).list[0]?.undoUntil).toBeNull();
    expect((await late.send(device.replaceUndo.path, { sid, sn: old.sn })).envelope.code).toBe(1107);
    expect((await late.send(device.replaceUndo.path, { sid, sn: makeSerial() })).envelope.code).toBe(4041);
  });
});
