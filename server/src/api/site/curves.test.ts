import { site } from '@helioport/contract/site';
import { MINUTE_MS } from '@helioport/domain/duration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { KIND } from '../../timeseries/reading.ts';

let app: TestApp;
let owner: Caller;
let sids: Record<'berlin' | 'tokyo' | 'foreign', string>;

// 2026-06-21 14:10 in Berlin, 21:10 in Tokyo.
const NOW = Date.UTC(2026, 5, 21, 12, 10);
const berlinMidnight = Date.UTC(2026, 5, 20, 22);

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const made = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: otherId } = await makeUser(tx, { email: 'other@make.test' });
    const berlin = await makeSite(tx, { ownerId });
    const tokyo = await makeSite(tx, { ownerId, timezone: 'Asia/Tokyo', latitude: 35.7, longitude: 139.7 });
    const foreign = await makeSite(tx, { ownerId: otherId });
    sids = { berlin: berlin.sid, tokyo: tokyo.sid, foreign: foreign.sid };
    return {
      berlin,
      a: await makeDevice(tx, berlin.id),
      b: await makeDevice(tx, berlin.id),
      meter: await makeDevice(tx, berlin.id, { kind: 'meter' }),
    };
  });
  const of = ({ id }: { id: number }) => ({
    deviceId: id,
    siteId: made.berlin.id,
    timeZone: 'Europe/Berlin',
  });
  await storeReadings(
    app.database.pool,
    [
      makeReading(of(made.a), berlinMidnight - MINUTE_MS, { power: 9000 }),
      makeReading(of(made.a), berlinMidnight + 10 * 60 * MINUTE_MS, { power: 1000 }),
      makeReading(of(made.a), berlinMidnight + 10 * 60 * MINUTE_MS + 20 * MINUTE_MS, { power: 3000 }),
      makeReading(of(made.b), berlinMidnight + 10 * 60 * MINUTE_MS + 5 * MINUTE_MS, {
        power: 500,
        energy: 10_000,
      }),
      makeReading(of(made.meter), berlinMidnight + 10 * 60 * MINUTE_MS, { kind: KIND.meter, power: 7000 }),
      makeReading(of(made.a), NOW - MINUTE_MS, { power: 1234, energy: 30_000 }),
    ],
    NOW,
  );
  owner = await app.as('owner@make.test');
});
afterAll(() => app.close());

describe('v2/site/curves', () => {
  it("sums up the inverters' means in half hours of the plant's own day, up to now", async () => {
    const { stepMinutes, list } = await owner.call(site.curves, { sids: [sids.berlin] });
    expect(stepMinutes).toBe(30);
    const [curve] = list;
    expect(curve).toMatchObject({ sid: sids.berlin, day: '2026-06-21', steps: 48 });
    // 14:10 is in the 29th half hour; later ones have no values.
    expect(curve?.powerW).toHaveLength(29);
    expect(curve?.powerW[20]).toBe(250);
    expect(curve?.powerW[28]).toBe(123);
    expect(curve?.powerW.filter((watts) => watts !== null)).toHaveLength(2);
  });

  it('answers for several plants at once, each by its own clock, gaps where nothing was heard', async () => {
    const { list } = await owner.call(site.curves, { sids: [sids.tokyo, sids.berlin] });
    expect(list.map(({ sid }) => sid).sort()).toEqual([sids.berlin, sids.tokyo].sort());
    const tokyo = list.find(({ sid }) => sid === sids.tokyo);
    expect(tokyo?.powerW).toEqual(Array(43).fill(null));
  });

  it('returns the day before with its energy until the sun rises', async () => {
    const { list } = await owner.call(site.curves, { sids: [sids.berlin, sids.tokyo] });
    expect(list.find(({ sid }) => sid === sids.berlin)).toMatchObject({ isToday: true, energyKwh: 4 });
    // 2026-06-22 02:10 in Berlin, where the sun rises at 04:43, and 09:10 in Tokyo, where it is up.
    app.setNow(NOW + 12 * 60 * MINUTE_MS);
    const night = await owner.call(site.curves, { sids: [sids.berlin, sids.tokyo] });
    const [berlin, tokyo] = [sids.berlin, sids.tokyo].map(
      (own) => night.list.find(({ sid }) => sid === own)!,
    );
    expect(berlin).toMatchObject({ day: '2026-06-21', isToday: false, energyKwh: 4, steps: 48 });
    expect(berlin!.powerW).toHaveLength(48);
    expect(berlin!.powerW[28]).toBe(123);
    expect(tokyo).toMatchObject({ day: '2026-06-22', isToday: true, energyKwh: null });
    // The page of the plant states the same energy.
    const overview = await owner.call(site.overview, { sid: sids.berlin });
    expect(Number(overview.statisticsProduction.yesterday)).toBe(berlin!.energyKwh);
    app.setNow(NOW + 15 * 60 * MINUTE_MS);
    const [morning] = (await owner.call(site.curves, { sids: [sids.berlin] })).list;
    expect(morning).toMatchObject({ day: '2026-06-22', isToday: true });
    app.setNow(NOW);
  });

  it('leaves out what the caller cannot see and what does not exist, alike', async () => {
    const { list } = await owner.call(site.curves, { sids: [sids.foreign, 'XX_20260101_none', sids.berlin] });
    expect(list.map(({ sid }) => sid)).toEqual([sids.berlin]);
    expect((await owner.call(site.curves, { sids: [] })).list).toEqual([]);
  });
});
