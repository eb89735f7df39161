import { device } from '@helioport/contract/device';
import { finding } from '@helioport/contract/finding';
import { fleet } from '@helioport/contract/fleet';
import { site } from '@helioport/contract/site';
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSite } from '../../../seed/make.ts';
import { storeReadings } from '../../../seed/makeReadings.ts';
import {
  DAYS,
  type EvaluatedPortal,
  FAULT_DAY,
  FIRST_DAY,
  failing,
  LAST_DAY,
  startEvaluatedPortal,
} from '../../../test/evaluatedPlant.ts';
import { readingsOfDay } from '../../../test/sunlitPlant.ts';
import { inTransaction } from '../../platform/db.ts';
import { refreshBenchmarks } from '../../timeseries/analytics/benchmarks.ts';
import { evaluateRunningDay } from '../../timeseries/analytics/runningDay.ts';
import { meanInterval } from './internal/uncertainty.ts';

let portal: EvaluatedPortal;
beforeAll(async () => {
  portal = await startEvaluatedPortal();
  const { app, companyId } = portal;
  await inTransaction(app.database.db, 'write', (tx) => makeSite(tx, { companyId, name: 'Silo' }));
});
afterAll(() => portal.close());

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

describe('v2/fleet/list', () => {
  it('ranks plants by money at risk, and shows what stands behind it', async () => {
    const { installer, plant, owner } = portal;
    const { list, total } = await installer.call(fleet.list);
    expect([total, list.map(({ siteName }) => siteName)]).toEqual([2, ['Barn', 'Silo']]);
    const [found] = (await installer.call(finding.list)).list;
    expect(list[0]).toMatchObject({
      sid: plant.sid,
      ratedKw: 3.2,
      openFindings: 1,
      openInfos: 0,
      topCause: found!.cause,
      topSince: FAULT_DAY,
      topFindingId: found!.id,
      lostKwh: found!.lostKwh,
      lostMoney: found!.lostMoney,
      currency: 'EUR',
      openCases: 0,
      ratioKind: 'performance',
    });
    expect(list[0]!.riskMoney).toBeCloseTo(list[0]!.riskKwh * 0.3, 1);
    expect(list[0]!.ratio7).toBeGreaterThan(0.9);
    expect(list[0]!.ratio7).toBeLessThan(1);
    expect(list[0]!.evaluatedUntil! >= LAST_DAY).toBe(true);
    expect(list[1]).toMatchObject({ openFindings: 0, riskKwh: 0, ratio7: null, evaluatedUntil: null });
    // Owners have their findings on the page of their plant, not the desk.
    expect((await owner.send(fleet.list.path)).status).toBe(403);
  });

  it('is narrowed and ordered', async () => {
    const { installer } = portal;
    const names = async (input: Parameters<typeof installer.call<typeof fleet.list>>[1]) =>
      (await installer.call(fleet.list, input)).list.map(({ siteName }) => siteName);
    expect(await names({ fleet: { has_findings: true } })).toEqual(['Barn']);
    expect(await names({ fleet: { has_findings: false } })).toEqual(['Silo']);
    expect(await names({ fleet: { confidence: 'low' } })).toEqual(['Barn']);
    expect(await names({ fleet: { cause: ['snow'] } })).toEqual([]);
    expect(await names({ fleet: { has_case: true } })).toEqual([]);
    expect(await names({ fleet: { mine: true } })).toEqual([]);
    expect(await names({ fleet: { incomplete: false } })).toEqual(['Barn']);
    expect(await names({ filters: { keywords: 'silo' } })).toEqual(['Silo']);
    for (const field of ['riskKwh', 'status', 'power', 'ratio7', 'change7', 'lastUpdate', 'ratedKw'] as const)
      expect(await names({ sort: [{ field, order: 'desc' }] })).toHaveLength(2);
    expect(await names({ sort: [{ field: 'siteName', order: 'desc' }] })).toEqual(['Silo', 'Barn']);
  });

  it('shows what was expected of the running day so far', async () => {
    const { app, installer, plant } = portal;
    const { database, now } = { database: app.database, now: app.now() };
    const parts = { db: database.db, clock: () => now };
    expect(await evaluateRunningDay(parts, plant.id)).toBe(true);
    const row = async () => (await installer.call(fleet.list)).list[0]!;
    // Nothing was received today, so nothing tells what the sky did.
    expect(await row()).toMatchObject({ todayKwh: null, expectedTodayKwh: null, ratioToday: null });
    const reports = readingsOfDay(plant, addDays(LAST_DAY, 1), DAYS, failing).filter(
      ({ atMs }) => atMs < now,
    );
    await storeReadings(database.pool, reports, now);
    await evaluateRunningDay(parts, plant.id);
    const { todayKwh, expectedTodayKwh, ratioToday } = await row();
    expect(todayKwh).toBeGreaterThan(1);
    expect(todayKwh! / expectedTodayKwh!).toBeCloseTo(7.66 / 8, 1);
    expect(ratioToday).toBeCloseTo(7.66 / 8, 1);
    // A later reading does not change the ratio until the day is evaluated again.
    await sql`update site_latest set day_wh = 3 * day_wh where site_id = ${plant.id}`.execute(database.db);
    expect((await row()).ratioToday).toBe(ratioToday);
    const today = await installer.call(site.expected, { sid: plant.sid, types: 1 });
    expect(sum(today.expected.slice(0, 144)) / 12_000).toBeCloseTo(expectedTodayKwh!, 1);
    expect(today.expected.slice(150).every((watts) => watts === null)).toBe(true);
  });
});

describe('v2/fleet/summary', () => {
  it('sums up findings, causes and money', async () => {
    const { installer } = portal;
    const [row] = (await installer.call(fleet.list)).list;
    const totals = await installer.call(fleet.summary);
    expect(totals).toMatchObject({ plants: 2, withFindings: 1, openFindings: 1, openCases: 0 });
    expect(totals.money).toEqual([{ currency: 'EUR', amount: row!.lostMoney, perYear: row!.riskMoney }]);
    expect(totals.causes).toMatchObject([{ cause: row!.topCause, findings: 1, plants: 1 }]);
  });
});

describe('v2/fleet/trends', () => {
  it('gives soiling by month, failures by model, and no degradation of less than two years', async () => {
    const answer = await portal.installer.call(fleet.trends);
    expect(answer.soiling).toEqual([
      { month: '2026-04', value: 0, low: null, high: null, plants: 1 },
      { month: '2026-05', value: 0, low: null, high: null, plants: 1 },
    ]);
    expect(answer.degradation).toEqual({ perYear: null, low: null, high: null, plants: 0 });
    expect(answer.failures).toMatchObject([{ model: 'BDM-2250', devices: 2, perYear: null }]);
  });
});

describe('the mean of shares', () => {
  it('shows what one plant of many lost, with its interval from five values on', () => {
    const { value, low, high } = meanInterval([0, 0, 0, 0, 0.2]);
    expect(value).toBe(0.04);
    expect(low).toBe(0);
    expect(high).toBeCloseTo(0.04 + 1.645 * 0.04, 3);
    expect(meanInterval([0.1, 0.3, Number.NaN])).toEqual({ value: 0.2, low: null, high: null });
    expect(meanInterval([])).toEqual({ value: null, low: null, high: null });
  });
});

describe('v2/fleet/benchmark', () => {
  it('compares plants with those of their region and size, once these are enough', async () => {
    const { app, installer, plant } = portal;
    const { db } = app.database;
    const alone = await installer.call(fleet.benchmark);
    expect(alone.list).toMatchObject([{ sid: plant.sid, sizeClass: 'to5', median: null, plants: 0 }]);
    const { rows } = await sql<{ own: number }>`
      select specific_30::float8 as own from site_analytics where site_id = ${plant.id}`.execute(db);
    const others = [0.8, 0.9, 1, 1.1].map((share) => share * rows[0]!.own * 1.1);
    await inTransaction(db, 'write', async (tx) => {
      for (const value of others) {
        const made = await makeSite(tx);
        await sql`insert into site_analytics (site_id, specific_30, size_class, region, completeness)
          values (${made.id}, ${value}, 'to5', 'DE-BE', 1)`.execute(tx);
      }
    });
    expect(await refreshBenchmarks(db)).toBe(2);
    const { list, total } = await installer.call(fleet.benchmark);
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({ region: 'DE-BE', plants: 5 });
    expect(list[0]!.median).toBeCloseTo(rows[0]!.own, 0);
    expect(list[0]!.difference).toBeCloseTo(0, 2);
  });
});

describe('v2/site/expected', () => {
  it('has expected energy beside produced by day, month and slot', async () => {
    const { owner, unrelated, plant } = portal;
    const { sid } = plant;
    const rangeDate = `${FIRST_DAY}~${LAST_DAY}`;
    const days = await owner.call(site.expected, { sid, types: 3, rangeDate });
    expect(days.labels).toHaveLength(50);
    expect(days).toMatchObject({ unit: 'kWh', ratioKind: 'performance', waitingDays: 0 });
    expect(days.ratio).toBeCloseTo(days.producedKwh! / days.expectedKwh!, 2);
    expect(sum(days.produced.slice(15, 35)) / sum(days.expected.slice(15, 35))).toBeCloseTo(1, 1);
    expect(sum(days.clearSky)).toBeGreaterThan(sum(days.expected));
    expect(days.specificYield).toBeCloseTo(sum(days.produced) / 3.2, 0);
    const months = await owner.call(site.expected, { sid, types: 5, date: '2026' });
    expect(months.labels).toHaveLength(12);
    expect(months.produced[3]).toBeCloseTo(sum(days.produced.slice(0, 30)), 1);
    expect(months.expected[0]).toBe(null);
    // Days without an expected energy are extrapolated; with too many of them the month is unknown.
    const { db } = portal.app.database;
    const hide = (from: string, to: string) =>
      sql`update site_expected set expected_wh = null, produced_wh = null
        where site_id = ${plant.id} and day between ${from}::date and ${to}::date`.execute(db);
    const april = async () => (await owner.call(site.expected, { sid, types: 5, date: '2026' })).expected[3]!;
    const whole = await april();
    const saved = await sql<{ day: string; expected: number; produced: number }>`
      select day, expected_wh as expected, produced_wh as produced from site_expected
      where site_id = ${plant.id} and day between '2026-04-10' and '2026-04-20'`.execute(db);
    await hide('2026-04-20', '2026-04-20');
    expect((await april()) / whole).toBeCloseTo(1, 1);
    await hide('2026-04-10', '2026-04-20');
    expect(await april()).toBe(null);
    for (const { day, expected, produced } of saved.rows)
      await sql`update site_expected set expected_wh = ${expected}, produced_wh = ${produced}
        where site_id = ${plant.id} and day = ${day}::date`.execute(db);
    const slots = await owner.call(site.expected, { sid, types: 1, date: addDays(FIRST_DAY, 21) });
    expect(slots.produced).toHaveLength(288);
    expect(sum(slots.produced) / sum(slots.expected)).toBeCloseTo(1, 1);
    await expect(owner.call(site.expected, { sid, types: 2 })).rejects.toThrow('1001');
    await expect(unrelated.call(site.expected, { sid, types: 3 })).rejects.toThrow('4040');
  });
});

describe('v2/site/modules/expected', () => {
  it('colours the roof by what each module was expected to produce', async () => {
    const { owner, plant } = portal;
    const [found] = (await owner.call(finding.list)).list;
    const { list, to } = await owner.call(site.modulesExpected, { sid: plant.sid, days: 7 });
    expect([list.length, to]).toEqual([8, LAST_DAY]);
    const weak = list.find(({ plcSN }) => plcSN === `${plant.sns[0]}_2`)!;
    expect(weak.ratio).toBeCloseTo(0.66, 1);
    expect(weak.findingId).toBe(found!.id);
    for (const other of list.filter((one) => one !== weak)) {
      expect(other.ratio).toBeGreaterThan(0.93);
      expect(other.findingId).toBe(null);
    }
  });
});

describe('v2/device/modules/analytics', () => {
  it('shows a module beside its siblings, with its findings and the paths of the sun', async () => {
    const { owner, plant } = portal;
    const answer = await owner.call(device.modulesAnalytics, {
      sn: plant.sns[0]!,
      addr: 2,
      rangeDate: `${FAULT_DAY}~${LAST_DAY}`,
    });
    expect(answer).toMatchObject({ plcSN: `${plant.sns[0]}_2`, ratedW: 400, array: { name: 'South' } });
    expect(answer.ratio).toBeCloseTo(0.66, 1);
    expect(answer.siblingsRatio).toBeCloseTo(1, 1);
    expect(answer.siblings).toHaveLength(7);
    expect(answer.findings.map(({ module }) => module)).toEqual([`${plant.sns[0]}_2`]);
    const summer = answer.sunPaths.find(({ day }) => day === '2026-06-21')!;
    // 90 - 52.52 + 23.44.
    expect(Math.max(...summer.elevation)).toBeCloseTo(60.9, 0);
  });
});

describe('v2/device/modules/compare', () => {
  it('lays modules side by side, as far as the caller sees them', async () => {
    const { owner, unrelated, plant } = portal;
    const modules = [
      { sn: plant.sns[0]!, addr: 2 },
      { sn: plant.sns[1]!, addr: 1 },
    ];
    const rangeDate = `${FAULT_DAY}~${LAST_DAY}`;
    const { list } = await owner.call(device.modulesCompare, { modules, rangeDate });
    expect(list.map(({ totalRatio }) => Math.round(totalRatio! * 10) / 10)).toEqual([0.7, 1]);
    expect(list[0]!.totalSpecific! / list[1]!.totalSpecific!).toBeCloseTo(0.66, 1);
    await expect(unrelated.call(device.modulesCompare, { modules, rangeDate })).rejects.toThrow('4041');
  });
});
