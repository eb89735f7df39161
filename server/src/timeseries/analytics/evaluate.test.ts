import type { Finding } from '@helioport/domain/analytics/types';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice } from '../../../seed/make.ts';
import { storeReadings } from '../../../seed/makeReadings.ts';
import { evaluateAll } from '../../../test/evaluateAll.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import {
  type Health,
  makeSunlitPlant,
  readingsOfDay,
  type SunlitPlant,
  shineOn,
} from '../../../test/sunlitPlant.ts';
import { inTransaction } from '../../platform/db.ts';
import { type Evaluator, engine, evaluatePlant } from './evaluate.ts';
import { claimPlant, GIVEN_UP_AFTER_MS, releasePlant } from './marks.ts';

const FROM = '2026-04-01';
const DAYS = 56;
const ZONE = 'Europe/Berlin';
/** The day after the newest readings: later, a plant without readings is a finding of its own. */
const NOW = dayBounds(addDays(FROM, DAYS), ZONE).startMs + 12 * 3_600_000;
/** From the 40th day on input 2 of the first device gives two thirds. */
const failing: Health = (day, device, addr) => (day >= 40 && device === 0 && addr === 2 ? 0.66 : 1);
const well: Health = () => 1;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

interface Row {
  key: string;
  addr: number;
  since: string;
  until: string | null;
  detected: string;
  lostWh: number;
  lostMoney: number | null;
}

/** Findings with their local days; keys without the number of the device, which differs between plants. */
async function findingsOf({ id, deviceIds }: SunlitPlant): Promise<Row[]> {
  const local = (column: string) => sql`(${sql.ref(column)} at time zone ${ZONE})::date`;
  const { rows } = await sql<Row>`
    select key, addr, ${local('since_at')} as since, ${local('until_at')} as until,
      ${local('detected_at')} as detected, round(lost_wh) as "lostWh", lost_money as "lostMoney"
    from finding where site_id = ${id} order by detected_at, key`.execute(database.db);
  return rows.map((row) => ({
    ...row,
    key: deviceIds.reduce((key, device, i) => key.replace(`:${device}.`, `:device${i}.`), row.key),
  }));
}

const lossesOf = async ({ id }: SunlitPlant) =>
  (
    await sql<{ day: string; wh: number }>`
      select day, round(lost_wh) as wh from loss_day where site_id = ${id} order by day`.execute(database.db)
  ).rows;

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

async function expectedOf({ id }: SunlitPlant) {
  const { rows } = await sql<{ day: string; produced: number; expected: number }>`
    select day, round(produced_wh) as produced, round(expected_wh) as expected from site_expected
    where site_id = ${id} order by day`.execute(database.db);
  return rows;
}

/** A plant whose readings came in the order of `send`, evaluated after each piece. */
async function plantOf(
  pieces: readonly { from: number; days: number; health: Health }[],
): Promise<SunlitPlant> {
  const plant = await makeSunlitPlant(database);
  for (const { from, days, health } of pieces) {
    await shineOn(database, plant, addDays(FROM, from), days, health, { now: NOW, firstIndex: from });
    await settle(database.db, NOW);
    await evaluateAll(database.db, NOW);
  }
  return plant;
}

/** A plant with readings of three days that wait for their evaluation. */
async function shortPlant(): Promise<SunlitPlant> {
  const plant = await makeSunlitPlant(database);
  await shineOn(database, plant, addDays(FROM, DAYS - 3), 3, well, { now: NOW });
  await settle(database.db, NOW);
  return plant;
}

/** The engine with one open finding on the plant instead of its own. */
const reporting = (
  foundOn: (day: string) => Pick<Finding, 'cause' | 'lostWh'> & Partial<Finding>,
): Evaluator => ({
  ...engine,
  evaluateDay(model, state, input) {
    const { state: after, result } = engine.evaluateDay(model, state, input);
    const finding: Finding = {
      key: 'plant::test',
      scope: 'plant',
      subjectId: null,
      moduleIds: model.modules.map(({ id }) => id),
      confidence: 'medium',
      probability: 0.7,
      sinceMs: input.startMs,
      untilMs: null,
      detectedMs: input.startMs,
      lostWhPerYear: null,
      recoveredWhPerDay: null,
      isFault: true,
      evidence: [],
      ...foundOn(input.day),
    };
    return { state: after, result: { ...result, findings: [finding] } };
  },
});

/** Evaluates one plant at an instant. */
async function evaluateAt({ id }: SunlitPlant, now: number, evaluator: Evaluator): Promise<void> {
  await sql`update analytics_plant set due_at = case when site_id = ${id} then ${new Date(now)}::timestamptz
    else 'infinity' end`.execute(database.db);
  const claim = (await claimPlant(database.db, now))!;
  await evaluatePlant({ db: database.db, clock: () => now, evaluator }, claim, 10_000);
  await releasePlant(database.db, claim, now);
}

let imported: SunlitPlant;

describe('the evaluation of a plant', () => {
  it('finds a failing module in an imported history, on the days on which it was', async () => {
    imported = await plantOf([{ from: 0, days: DAYS, health: failing }]);
    const [finding, ...others] = await findingsOf(imported);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ addr: 2, since: addDays(FROM, 40), until: null });
    expect(finding!.detected > addDays(FROM, 40) && finding!.detected < addDays(FROM, 48)).toBe(true);
    const losses = await lossesOf(imported);
    expect(losses[0]?.day).toBe(addDays(FROM, 40));
    expect(Math.abs(sum(losses.map(({ wh }) => wh)) - finding!.lostWh)).toBeLessThan(losses.length);
    // Lost before it was detected: in proportion to what each day was expected to produce.
    const expected = new Map((await expectedOf(imported)).map((day) => [day.day, day.expected]));
    const before = losses.filter(({ day }) => day < finding!.detected);
    const share = sum(before.map(({ wh }) => wh)) / sum(before.map(({ day }) => expected.get(day)!));
    expect(new Set(before.map(({ day }) => Math.round(expected.get(day)! / 100))).size).toBeGreaterThan(1);
    for (const { day, wh } of before) expect(wh).toBeCloseTo(share * expected.get(day)!, -0.7);
    // At 0.30 a kWh.
    expect(finding!.lostMoney).toBeCloseTo((finding!.lostWh * 0.3) / 1000, 2);
  });

  it('states the loss as DC energy of the inputs, whatever the AC output is', async () => {
    const plant = await makeSunlitPlant(database);
    for (let i = 0; i < DAYS; i++) {
      const readings = readingsOfDay(plant, addDays(FROM, i), i, failing);
      const converted = readings.map(({ scalars, ...reading }) => {
        const { power, energy } = scalars;
        const ac = (value: number | null | undefined) => Math.round((value ?? 0) * 0.9);
        return { ...reading, scalars: { ...scalars, power: ac(power), energy: ac(energy) } };
      });
      await storeReadings(database.pool, converted, NOW);
    }
    await settle(database.db, NOW);
    await evaluateAll(database.db, NOW);
    expect(await findingsOf(plant)).toEqual(await findingsOf(imported));
  });

  it('keeps what each module and the plant were expected to produce', async () => {
    const days = await expectedOf(imported);
    expect(days.slice(0, DAYS).map(({ day }) => day)).toEqual(
      Array.from({ length: DAYS }, (_, i) => addDays(FROM, i)),
    );
    const healthy = days.slice(20, 39);
    const ratio = sum(healthy.map((d) => d.produced)) / sum(healthy.map((d) => d.expected));
    expect(ratio).toBeGreaterThan(0.95);
    expect(ratio).toBeLessThan(1.05);
    const { rows } = await sql<{ made: number[]; wanted: number[] }>`
      select produced_wh as made, expected_wh as wanted from device_expected
      where site_id = ${imported.id} and device_id = ${imported.deviceIds[0]} and day = ${addDays(FROM, 50)}::date`.execute(
      database.db,
    );
    const shares = rows[0]!.made.map((made, i) => made / rows[0]!.wanted[i]!);
    expect(shares[1]).toBeLessThan(0.75);
    for (const i of [0, 2, 3]) expect(shares[i]).toBeGreaterThan(0.93);
  });

  it('writes a row for the desk', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select open_faults, top_since, risk_wh, risk_money, ratio, completeness, size_class, region from site_analytics
      where site_id = ${imported.id}`.execute(database.db);
    const [row] = rows;
    expect(row).toMatchObject({
      open_faults: 1,
      top_since: addDays(FROM, 40),
      size_class: 'to5',
      region: 'DE-BE',
    });
    expect(row!.risk_money).toBeCloseTo((Number(row!.risk_wh) * 0.3) / 1000, 6);
    expect(Number(row!.ratio)).toBeGreaterThan(0.9);
    expect(Number(row!.ratio)).toBeLessThan(1);
  });

  it('gives the same from readings that came day by day', async () => {
    const pieces = Array.from({ length: DAYS / 4 }, (_, i) => ({ from: i * 4, days: 4, health: failing }));
    const daily = await plantOf(pieces);
    expect(await findingsOf(daily)).toEqual(await findingsOf(imported));
    expect(await expectedOf(daily)).toEqual(await expectedOf(imported));
    expect(await lossesOf(daily)).toEqual(await lossesOf(imported));
  });

  it('evaluates days anew whose readings came late, and finds nothing twice', async () => {
    const late = await plantOf([
      { from: 0, days: 30, health: failing },
      { from: 42, days: DAYS - 42, health: failing },
      { from: 30, days: 12, health: failing },
    ]);
    expect(await findingsOf(late)).toEqual(await findingsOf(imported));
    expect(await expectedOf(late)).toEqual(await expectedOf(imported));
    expect(await lossesOf(late)).toEqual(await lossesOf(imported));
    const { rows } = await sql<{ run: number; redo: string | null; marks: number }>`
      select run, redo_from as redo, (select count(*)::int from day_to_evaluate d where d.site_id = p.site_id) as marks
      from analytics_plant p where site_id = ${late.id}`.execute(database.db);
    expect(rows[0]).toEqual({ run: 1, redo: null, marks: 0 });
  });

  it('withdraws what late readings disprove', async () => {
    const plant = await plantOf([{ from: 0, days: DAYS, health: failing }]);
    expect(await findingsOf(plant)).toHaveLength(1);
    for (let i = 40; i < DAYS; i++) {
      // The same instants again, with what was really measured.
      const reports = readingsOfDay(plant, addDays(FROM, i), i, well).map((one) => ({
        ...one,
        atMs: one.atMs + 1000,
      }));
      await sql`delete from reading where site_id = ${plant.id} and at >= ${new Date(reports[0]!.atMs - 3_600_000)}
        and at < ${new Date(reports[0]!.atMs + 20 * 3_600_000)}`.execute(database.db);
      await storeReadings(database.pool, reports, NOW);
    }
    await settle(database.db, NOW);
    await evaluateAll(database.db, NOW);
    expect(await findingsOf(plant)).toEqual([]);
    expect(await lossesOf(plant)).toEqual([]);
  });

  it('reports a silent gateway once, not each of its inverters', async () => {
    const days = 12;
    const plant = await makeSunlitPlant(database, { devices: 4 });
    const gateway = await inTransaction(database.db, 'write', async (tx) => {
      const { id } = await makeDevice(tx, plant.id, { kind: 'gateway' });
      await sql`update devices set gateway_id = ${id} where id = any(${plant.deviceIds.slice(0, 2)})`.execute(
        tx,
      );
      return id;
    });
    const isBehind = (deviceId: number) => plant.deviceIds.indexOf(deviceId) < 2;
    for (let i = 0; i < days; i++) {
      const reports = readingsOfDay(plant, addDays(FROM, DAYS - days + i), i, well);
      const received = i < 6 ? reports : reports.filter(({ deviceId }) => !isBehind(deviceId));
      await storeReadings(database.pool, received, NOW);
    }
    await settle(database.db, NOW);
    await evaluateAll(database.db, NOW);
    const { rows } = await sql<{ device: number; modules: number; cause: string; lostWh: number }>`
      select device_id as device, cardinality(device_ids) as modules, cause, lost_wh as "lostWh" from finding
      where site_id = ${plant.id}`.execute(database.db);
    expect(rows).toEqual([{ device: gateway, modules: 8, cause: 'communication', lostWh: 0 }]);
  });

  it('reports a plant whose readings have ended', async () => {
    await evaluateAll(database.db, NOW + 4 * 86_400_000);
    const [module, plant, ...others] = await findingsOf(imported);
    expect(others).toEqual([]);
    expect(module).toMatchObject({ addr: 2, until: null });
    expect(plant).toMatchObject({ addr: null, until: null });
    expect(plant!.key).toContain('communication');
    expect(plant!.since >= addDays(FROM, DAYS - 1) && plant!.since <= addDays(FROM, DAYS)).toBe(true);
  });

  it('ends snow on a plant whose readings have ended, because no later day would', async () => {
    const plant = await shortPlant();
    const evaluator = reporting(() => ({ cause: 'snow', isFault: false, lostWh: 100 }));
    await evaluateAt(plant, NOW, evaluator);
    expect(await findingsOf(plant)).toMatchObject([{ until: null }]);
    await evaluateAt(plant, NOW + 10 * 86_400_000, evaluator);
    expect(await findingsOf(plant)).toMatchObject([{ until: addDays(FROM, DAYS + 3) }]);
  });

  it('takes back all losses of a finding that turns out to cost nothing', async () => {
    const plant = await shortPlant();
    const costly = reporting((day) => ({
      cause: 'newShading',
      lostWh: day < addDays(FROM, DAYS - 1) ? 100 : 200,
    }));
    await evaluateAt(plant, NOW, costly);
    expect((await lossesOf(plant)).map(({ wh }) => wh)).toEqual([100, 100]);
    await evaluateAt(
      plant,
      NOW + 2 * 86_400_000,
      reporting(() => ({ cause: 'swappedModules', lostWh: 0 })),
    );
    expect(await lossesOf(plant)).toEqual([]);
    expect(await findingsOf(plant)).toMatchObject([{ lostWh: 0, lostMoney: null }]);
  });

  it('evaluates the past anew when the array turns out to lie elsewhere', async () => {
    const plant = await plantOf([{ from: 0, days: 12, health: well }]);
    const before = await expectedOf(plant);
    await sql`update arrays set tilt_deg = 60 where site_id = ${plant.id}`.execute(database.db);
    await sql`update analytics_plant set due_at = ${new Date(NOW)} where site_id = ${plant.id}`.execute(
      database.db,
    );
    await evaluateAll(database.db, NOW);
    const { rows } = await sql<{ run: number; clear: number }>`
      select run, (select sum(clear_sky_wh) from site_expected e where e.site_id = p.site_id) as clear
      from analytics_plant p where site_id = ${plant.id}`.execute(database.db);
    expect(rows[0]?.run).toBe(1);
    expect((await expectedOf(plant)).map(({ day }) => day)).toEqual(before.map(({ day }) => day));
  });
});

describe('several processes', () => {
  it('never evaluate one plant at the same time', async () => {
    const plants = [await makeSunlitPlant(database), await makeSunlitPlant(database)];
    for (const plant of plants) await shineOn(database, plant, FROM, 2, well, { now: NOW });
    await settle(database.db, NOW);
    const later = NOW + 60_000;
    const claims = await Promise.all([1, 2, 3].map(() => claimPlant(database.db, later)));
    const taken = claims.flatMap((claim) => claim?.siteId ?? []);
    expect(taken.sort()).toEqual(plants.map(({ id }) => id).sort());
    for (const claim of claims) if (claim) await releasePlant(database.db, claim, later);
  });

  it('take a plant over from a process that was killed, whose late work is refused', async () => {
    const plant = await makeSunlitPlant(database);
    await shineOn(database, plant, FROM, 3, well, { now: NOW });
    await settle(database.db, NOW);
    await sql`update analytics_plant set due_at = 'infinity' where site_id <> ${plant.id}`.execute(
      database.db,
    );
    const later = NOW + 60_000;
    const killed = (await claimPlant(database.db, later))!;
    expect(await claimPlant(database.db, later + GIVEN_UP_AFTER_MS - 1000)).toBeUndefined();
    const other = (await claimPlant(database.db, later + GIVEN_UP_AFTER_MS + 1000))!;
    expect(other.siteId).toBe(plant.id);
    const parts = { db: database.db, clock: () => later + GIVEN_UP_AFTER_MS + 1000 };
    await expect(evaluatePlant(parts, killed, 1000)).rejects.toThrow('taken over');
    expect(await expectedOf(plant)).toEqual([]);
    expect((await evaluatePlant(parts, other, 1000)).days).toBeGreaterThan(2);
  });
});
