import { overview } from '@helioport/contract/overview';
import { addDays } from '@helioport/domain/periods';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeDays } from '../../../seed/makeDays.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

// 2026-06-21 12:00 UTC: in Auckland it is already Monday the 22nd.
let app: TestApp;
let owner: Caller;
let installer: Caller;
let otherUser: Caller;
let serialOf: { berlin: string };

beforeAll(async () => {
  app = await startTestApp();
  const made = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'installer@make.test', group: 'installer', companyId });
    await makeUser(tx, { email: 'stranger@make.test' });
    const berlin = await makeSite(tx, { ownerId, electricityPrice: 0.3 });
    const auckland = await makeSite(tx, { ownerId, timezone: 'Pacific/Auckland', electricityPrice: 0.2 });
    // Never sent anything, no devices, not visible to the owner.
    const warsaw = await makeSite(tx, { companyId, currency: 'PLN', timezone: 'Europe/Warsaw' });
    await makeSite(tx, { companyId, commissionedAt: null });
    await makeDevice(tx, warsaw.id, { kind: 'gateway' });
    const b = { ...(await makeDevice(tx, berlin.id)), siteId: berlin.id };
    const a = { ...(await makeDevice(tx, auckland.id)), siteId: auckland.id };
    // 200 Wh a day since mid December, up to and with yesterday.
    await makeDays(tx, b, '2025-12-15', Array<number>(188).fill(200));
    await makeDays(tx, a, '2026-06-21', [700]);
    return { a, b };
  });
  serialOf = { berlin: made.b.serial };
  const inBerlin = { deviceId: made.b.id, siteId: made.b.siteId, timeZone: 'Europe/Berlin' };
  const inAuckland = { deviceId: made.a.id, siteId: made.a.siteId, timeZone: 'Pacific/Auckland' };
  const reports = [
    makeReading(inBerlin, Date.parse('2026-06-21T08:00:00Z'), { power: 9000, energy: 8000 }),
    makeReading(inBerlin, Date.parse('2026-06-21T11:55:00Z'), { power: 15_000, energy: 30_000 }),
    makeReading(inAuckland, Date.parse('2026-06-21T04:00:00Z'), { power: 0, energy: 7000 }),
  ];
  await storeReadings(app.database.pool, reports, app.now());
  owner = await app.as('owner@make.test');
  installer = await app.as('installer@make.test');
  otherUser = await app.as('stranger@make.test');
});
afterAll(() => app.close());

describe('v2/overview/overview', () => {
  it('adds up the plants, each by its own calendar and price', async () => {
    const answer = await owner.call(overview.overview);
    expect(answer.statisticsProduction).toMatchObject({
      // Berlin's 21st; Auckland has no report of its 22nd yet, its 21st is yesterday.
      today: '3',
      todayMoney: '0.9',
      yesterday: '0.9',
      yesterdayMoney: '0.2',
      month: '7.7',
      year: String((171 * 200 + 3000 + 700) / 1000),
      totalNow: '1500',
      totalMoneyUnit: 'EUR',
    });
    expect(answer).toMatchObject({ siteCount: 2, deviceCount: 2, mrCount: 2, gatewayCount: 0 });
    expect(answer.recordedSince).toBe('2025-12-15');
  });

  it('counts only what the caller can see', async () => {
    const answer = await installer.call(overview.overview);
    expect(answer).toMatchObject({ siteCount: 2, deviceCount: 1, mrCount: 0, gatewayCount: 1 });
    expect(answer.statisticsProduction).toMatchObject({ total: '0', totalMoney: '0' });
    expect(await otherUser.call(overview.overview)).toMatchObject({ siteCount: 0, deviceCount: 0 });
  });

  it('gives a sum of money per currency, and the old fields in that of most plants', async () => {
    const { statisticsProduction, moneyByCurrency } = await installer.call(overview.overview);
    expect(moneyByCurrency?.length).toBe(2);
    expect(moneyByCurrency?.map(({ currency }) => currency)).toContain(statisticsProduction.totalMoneyUnit);
    // No plant in Poland has ever reported: its earnings are unknown, while fields for old clients stay 0.
    expect(moneyByCurrency?.find(({ currency }) => currency === 'PLN')).toMatchObject({
      today: null,
      total: null,
    });
    const own = await owner.call(overview.overview);
    const { todayMoney, yesterdayMoney, monthMoney, totalMoney } = own.statisticsProduction;
    expect(own.moneyByCurrency).toEqual([
      {
        currency: 'EUR',
        today: todayMoney,
        yesterday: yesterdayMoney,
        month: monthMoney,
        total: totalMoney,
      },
    ]);
  });
});

describe('v2/overview/siteStatusCounts', () => {
  it('counts the states, online and offline always there', async () => {
    expect(await owner.call(overview.siteStatusCounts)).toMatchObject({
      siteCount: 2,
      statusMap: { '0': 1, '-1': 1 },
    });
    expect(await installer.call(overview.siteStatusCounts)).toMatchObject({
      siteCount: 2,
      statusMap: { '0': 0, '-1': 1, '2': 1 },
    });
    expect(await otherUser.call(overview.siteStatusCounts)).toMatchObject({
      siteCount: 0,
      statusMap: { '0': 0, '-1': 0 },
    });
  });
});

describe('chips and sums beside a search', () => {
  it('speak of the plants that the search leaves', async () => {
    const filters = { country_code: 'de', sn: serialOf.berlin };
    const { siteCount, stateCounts, verdictCounts } = await owner.call(overview.siteStatusCounts, {
      filters,
    });
    expect([siteCount, stateCounts.live, stateCounts.offline]).toEqual([1, 1, 0]);
    expect(verdictCounts).toEqual({ bad: 0, notice: 0, good: 1, none: 0 });
    expect(await owner.call(overview.overview, { filters })).toMatchObject({
      siteCount: 1,
      deviceCount: 1,
      statisticsProduction: { today: '3', totalNow: '1500' },
    });
    const none = await owner.call(overview.overview, { filters: { keywords: 'nowhere' } });
    expect(none).toMatchObject({
      recordedSince: null,
      siteCount: 0,
      deviceCount: 0,
      statisticsProduction: { totalNow: '0' },
    });
  });

  it('of one state count the others all the same', async () => {
    const { stateCounts } = await owner.call(overview.siteStatusCounts, { filters: { state: 'live' } });
    expect(stateCounts).toMatchObject({ live: 1, offline: 1 });
  });

  it('follow the severity and level, whose own counts follow the state', async () => {
    const normal = await owner.call(overview.siteStatusCounts, { filters: { verdict: 'good' } });
    expect(normal).toMatchObject({
      siteCount: 1,
      stateCounts: { live: 1, offline: 0 },
      statusMap: { '0': 1, '-1': 0 },
      verdictCounts: { good: 1 },
      worst: 'none',
    });
    const filters = { state: 'offline' as const, severity: 'none' as const };
    const offline = await owner.call(overview.siteStatusCounts, { filters });
    expect(offline).toMatchObject({ siteCount: 1, stateCounts: { live: 1, offline: 0 } });
    expect(offline.severityCounts.none).toBe(0);
    expect(Object.values(offline.severityCounts).reduce((a, b) => a + b)).toBe(1);
  });
});

// Keeps the arithmetic of the world above honest.
it('has 17 days of December and 171 of the year before the 21st of June', () => {
  expect(addDays('2025-12-15', 188)).toBe('2026-06-21');
  expect(addDays('2026-01-01', 171)).toBe('2026-06-21');
});

describe('v2/overview/overview on New Year', () => {
  it('knows yesterday, which lies in the year before', async () => {
    const newYear = await startTestApp({ now: Date.UTC(2026, 0, 1, 12) });
    const device = await inTransaction(newYear.database.db, 'write', async (tx) => {
      await seedMenus(tx);
      const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
      const { id: siteId } = await makeSite(tx, { ownerId });
      const { id } = await makeDevice(tx, siteId);
      await makeDays(tx, { id, siteId }, '2025-12-25', Array<number>(7).fill(200));
      return { deviceId: id, siteId, timeZone: 'Europe/Berlin' };
    });
    const report = makeReading(device, Date.UTC(2026, 0, 1, 11), { power: 1000, energy: 5000 });
    await storeReadings(newYear.database.pool, [report], newYear.now());
    const { statisticsProduction } = await (await newYear.as('owner@make.test')).call(overview.overview);
    expect(statisticsProduction).toMatchObject({ yesterday: '0.2', month: '0.5', year: '0.5', today: '0.5' });
    await newYear.close();
  });
});
