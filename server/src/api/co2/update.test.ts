import { co2 } from '@helioport/contract/co2';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import type { Caller } from '../../../test/harness.ts';
import { type Office, startOffice } from '../../../test/office.ts';
import { inTransaction } from '../../platform/db.ts';

let office: Office;
let admin: Caller;
let owner: Caller;
let sids: Record<'german' | 'french' | 'nowhere', string>;
beforeAll(async () => {
  office = await startOffice();
  admin = await office.as('administrator');
  const { app } = office;
  const made = await inTransaction(app.database.db, 'write', async (tx) => {
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const plants = [];
    for (const countryCode of ['DE', 'FR', '']) {
      const plant = await makeSite(tx, { ownerId, countryCode });
      plants.push({ ...plant, device: await makeDevice(tx, plant.id) });
    }
    return plants;
  });
  const [german, french, nowhere] = made.map(({ sid }) => sid);
  sids = { german: german ?? '', french: french ?? '', nowhere: nowhere ?? '' };
  // 100 kWh each.
  await storeReadings(
    app.database.pool,
    made.map(({ id, device }) =>
      makeReading({ deviceId: device.id, siteId: id, timeZone: 'Europe/Berlin' }, app.now() - 60_000, {
        power: 1000,
        energy: 1_000_000,
      }),
    ),
    app.now(),
  );
  owner = await app.as('owner@make.test');
});
afterAll(() => office.close());

const rowOf = async (keywords: string) => (await admin.call(co2.list, { filters: { keywords } })).list[0];
const benefitOf = async (sid: string) => (await owner.call(site.overview, { sid })).benefit;

describe('v2/co2/list', () => {
  it('has the world first, then every country with its figure or that of the world', async () => {
    const { list, total } = await admin.call(co2.list, { page: { size: 1000 } });
    expect(list).toHaveLength(total);
    expect(total).toBeGreaterThan(200);
    expect(list[0]).toMatchObject({ countryCode: '001', kgPerKwh: 0.473, isOwn: false, isWorld: false });
    expect(list.find((row) => row.countryCode === 'PL')).toMatchObject({
      countryName: 'Poland',
      kgPerKwh: 0.615,
      source: 'Ember',
      year: 2024,
    });
    expect(list.find((row) => row.countryCode === 'AQ')).toMatchObject({ kgPerKwh: 0.473, isWorld: true });
  });

  it('is searched, put in order and paged', async () => {
    expect(await rowOf('zerlan')).toMatchObject({ countryName: 'Switzerland' });
    expect(await rowOf('pl')).toMatchObject({ countryCode: 'PL' });
    const sort = [{ field: 'kgPerKwh', order: 'asc' } as const];
    const first = await admin.call(co2.list, { sort, page: { size: 1, num: 0 } });
    expect(first.list.map((row) => row.countryCode)).toEqual(['NP']);
    expect((await admin.call(co2.list, { filters: { isOwn: true } })).total).toBe(0);
  });

  it('is read by administrators and support alone', async () => {
    expect((await (await office.as('support')).send(co2.list.path)).status).toBe(200);
    for (const group of ['distributor', 'endUser'] as const)
      expect((await (await office.as(group)).send(co2.list.path)).status).toBe(403);
  });
});

describe('v2/co2/update', () => {
  it('counts at once in plants of that country and in sums, and no longer after a reset', async () => {
    expect(await benefitOf(sids.german)).toMatchObject({ co2: '34.2', co2Factor: 0.342 });
    expect(await benefitOf(sids.french)).toMatchObject({ co2: '4.4', co2Source: 'Ember' });
    expect(await benefitOf(sids.nowhere)).toMatchObject({ co2: '47.3', co2Factor: 0.473 });
    const own = { kgPerKwh: 0.0215, source: 'RTE', year: 2025 };
    await admin.call(co2.update, { countryCode: 'FR', ...own });
    const now = { co2: '2.15', co2Factor: 0.0215, co2Source: 'RTE', co2Year: 2025 };
    expect(await benefitOf(sids.french)).toMatchObject(now);
    expect((await owner.call(overview.overview)).benefit).toMatchObject({
      co2: '83.65',
      co2Factor: null,
      co2Source: null,
      co2Year: null,
    });
    expect((await admin.call(co2.list, { filters: { isOwn: true } })).list).toEqual([
      { countryCode: 'FR', countryName: 'France', ...own, isOwn: true, isWorld: false },
    ]);
    expect(await office.lastAudit()).toMatchObject({
      action: 'co2.update',
      subject: 'FR',
      detail: { before: { kgPerKwh: 0.044, source: 'Ember' }, after: own },
    });
    await admin.call(co2.update, { countryCode: 'FR', isReset: true });
    expect(await benefitOf(sids.french)).toMatchObject({ co2: '4.4', co2Source: 'Ember', co2Year: 2024 });
    expect(await rowOf('France')).toMatchObject({ kgPerKwh: 0.044, isOwn: false });
  });

  it('lets the figure of the world count where a country has none, and names one factor where there is but one', async () => {
    await admin.call(co2.update, { countryCode: '001', kgPerKwh: '0.5', source: 'Own', year: '2026' });
    expect(await benefitOf(sids.nowhere)).toMatchObject({ co2: '50', co2Source: 'Own', co2Year: 2026 });
    const { benefit } = await owner.call(overview.overview, { filters: { keywords: sids.nowhere } });
    expect(benefit).toMatchObject({ co2: '50', co2Factor: 0.5, co2Source: 'Own', co2Year: 2026 });
  });

  it('refuses what is no factor, and countries that do not exist', async () => {
    const good = { countryCode: 'DE', kgPerKwh: 0.4, source: 'Own', year: 2025 };
    for (const wrong of [
      { kgPerKwh: -0.1 },
      { kgPerKwh: 2.1 },
      { kgPerKwh: 'much' },
      { kgPerKwh: null },
      { source: ' ' },
      { source: null },
      { year: 1800 },
      { year: null },
      { countryCode: 'XX' },
      { countryCode: '' },
    ]) {
      const { envelope } = await admin.send(co2.update.path, { ...good, ...wrong });
      expect(envelope.code).toBe(400);
    }
    expect(await rowOf('Germany')).toMatchObject({ kgPerKwh: 0.342, isOwn: false });
  });

  it('is refused to everybody but administrators', async () => {
    for (const group of ['support', 'distributor', 'endUser'] as const) {
      const caller = await office.as(group);
      expect((await caller.send(co2.update.path, { countryCode: 'DE', isReset: true })).status).toBe(403);
    }
  });
});
