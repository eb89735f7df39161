// Energy bars of a plant with clear-sky energy, in total and by array.
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeDays } from '../../../seed/makeDays.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { upsertArrays } from '../../repositories/arrays.ts';

let app: TestApp;
let owner: Caller;
let sids: Record<'roof' | 'lost' | 'empty', string>;

// 2026-06-21 12:00 UTC: 14:00 in Berlin.
const NOW = Date.UTC(2026, 5, 21, 12);

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const roof = await makeSite(tx, { ownerId });
    const lost = await makeSite(tx, { ownerId, latitude: null, longitude: null });
    const empty = await makeSite(tx, { ownerId });
    sids = { roof: roof.sid, lost: lost.sid, empty: empty.sid };
    const siteId = roof.id;
    const whole = await makeDevice(tx, siteId);
    const divided = await makeDevice(tx, siteId);
    const gone = await makeDevice(tx, siteId);
    await upsertArrays(tx, siteId, [
      { id: null, name: 'East', tiltDeg: 30, azimuthDeg: 90 },
      { id: null, name: 'West', tiltDeg: 30, azimuthDeg: 270 },
    ]);
    await sql`update modules set array_id = case when device_id = ${whole.id} or addr = 1 then 1 else 2 end
      where site_id = ${siteId}`.execute(tx);
    await sql`delete from modules where device_id = ${gone.id}`.execute(tx);
    await sql`update devices set retired_at = now() where id = ${gone.id}`.execute(tx);
    await makeDays(tx, { id: whole.id, siteId }, '2026-06-18', [4000, null, 8000]);
    await makeDays(tx, { id: divided.id, siteId }, '2026-06-18', [2000, 1000]);
    await makeDays(tx, { id: gone.id, siteId }, '2026-06-18', [500]);
    // Of the second inverter one input in the east made a quarter on the first day; the next day it named none.
    await sql`insert into module_day (site_id, device_id, day, addr, energy_wh) values
      (${siteId}, ${divided.id}, '2026-06-18', 1, 480), (${siteId}, ${divided.id}, '2026-06-18', 2, 1440)`.execute(
      tx,
    );
  });
  owner = await app.as('owner@make.test');
});
afterAll(() => app.close());

const chart = (types: number, more = {}) =>
  owner.call(site.statisticsEcharts, { sid: sids.roof, types, withClearSky: true, ...more });
type Answer = Awaited<ReturnType<typeof chart>>;
const skyOf = ({ series }: Answer, arrayId?: number | null) =>
  series.find((one) => one.key === 'clearSky' && one.planeId === arrayId)?.data ?? [];

describe('the clear sky beside bars', () => {
  it('is of the whole day where it is over, up to now on the running one, and nothing of days to come', async () => {
    const answer = await chart(3, { rangeDate: '2026-06-20~2026-06-22' });
    expect(answer.legend).toEqual(['Power Generation', 'Clear sky']);
    expect(answer.clearSkyBasis).toBe('planes');
    const [whole, running, coming] = skyOf(answer);
    // 8 modules of 400 W on a June day at 52 degrees north.
    expect(whole).toBeGreaterThan(15);
    expect(whole).toBeLessThan(28);
    expect(running).toBeGreaterThan(0.4 * (whole ?? 0));
    expect(running).toBeLessThan(0.75 * (whole ?? 0));
    expect(coming).toBeNull();
  });

  it('is of a day what its hours and its curve are, and of a month what its days are', async () => {
    const sum = (values: readonly (number | null)[]) =>
      values.reduce<number>((all, one) => all + (one ?? 0), 0);
    const june = sum(skyOf(await chart(3, { rangeDate: '2026-06-01~2026-06-30' })));
    expect(skyOf(await chart(5, { date: '2026' }))[5]).toBeCloseTo(june, 1);
    const [day] = skyOf(await chart(3, { rangeDate: '2026-06-20' }));
    expect(sum(skyOf(await chart(2, { date: '2026-06-20' })))).toBeCloseTo(day ?? 0, 2);
    const curve =
      (await chart(11, { date: '2026-06-20' })).series.find(({ key }) => key === 'clearSky')?.data ?? [];
    expect(sum(curve) / 4 / 1000 / (day ?? 1)).toBeCloseTo(1, 2);
  });

  it('says why there is none, and on what it rests', async () => {
    const lost = await chart(3, { sid: sids.lost, rangeDate: '2026-06-20' });
    expect([lost.clearSkyBasis, skyOf(lost)]).toEqual(['noPosition', [null]]);
    const empty = await chart(3, { sid: sids.empty, rangeDate: '2026-06-20' });
    expect([empty.clearSkyBasis, skyOf(empty)]).toEqual(['noRating', [null]]);
    const plain = await owner.call(site.statisticsEcharts, { sid: sids.roof, types: 3 });
    expect(plain).not.toHaveProperty('clearSkyBasis');
    expect(skyOf(plain)).toEqual([]);
  });

  it('is computed for no more than two years of months', async () => {
    const months = (rangeDate: string) =>
      owner.send(site.statisticsEcharts.path, { sid: sids.roof, types: 5, withClearSky: true, rangeDate });
    expect((await months('2024-07-01~2026-06-30')).envelope.code).toBe(200);
    expect((await months('2024-06-01~2026-06-30')).envelope.code).toBe(1002);
  });
});

describe('the energy of planes', () => {
  it('is shared out by inputs, adds up to that of the devices, and keeps apart what lies in no plane', async () => {
    const days = { rangeDate: '2026-06-18~2026-06-20' };
    const answer = await chart(3, { ...days, byPlane: true });
    const made = answer.series.filter(({ key }) => key === 'production');
    expect(made.map(({ name, planeId: arrayId, data }) => [name, arrayId, data])).toEqual([
      ['East', 1, [4.5, null, 8]],
      ['West', 2, [1.5, null, null]],
      // The replaced device, and a day without a known array.
      ['', null, [0.5, 1, null]],
    ]);
    const [all, east, west] = [undefined, 1, 2].map((arrayId) => skyOf(answer, arrayId)[0] ?? 0);
    expect((east ?? 0) + (west ?? 0)).toBeCloseTo(all ?? 0, 2);
    expect(east).toBeGreaterThan(1.5 * (west ?? 0));
    const month = await chart(5, { date: '2026', byPlane: true });
    expect(month.series.map(({ data }) => data[5]).slice(0, 3)).toEqual([12.75, 2.25, 0.5]);
  });

  it('is that of the running day too, and reads the last month of a year that is short', async () => {
    const february = await chart(5, {
      rangeDate: '2026-01-01~2026-02-28',
      byPlane: true,
      withClearSky: false,
    });
    expect(february.xAxisData).toEqual(['01', '02']);
    expect(february.series.map(({ name }) => name)).toEqual(['East', 'West']);
  });
});
