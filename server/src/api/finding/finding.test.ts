import { finding } from '@helioport/contract/finding';
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EvaluatedPortal,
  FAULT_DAY,
  LAST_DAY,
  startEvaluatedPortal,
} from '../../../test/evaluatedPlant.ts';

let portal: EvaluatedPortal;
beforeAll(async () => {
  portal = await startEvaluatedPortal();
});
afterAll(() => portal.close());

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

describe('v2/finding/list', () => {
  it('names module, device, array, since when and what it costs, to those who see the plant', async () => {
    const { plant, owner, unrelated } = portal;
    const { list, total, counts } = await owner.call(finding.list);
    expect({ total, counts }).toEqual({ total: 1, counts: { open: 1, faults: 1, closed: 0 } });
    const [found] = list;
    expect(found).toMatchObject({
      plant: plant.sid,
      plantName: 'Barn',
      scope: 'module',
      module: `${plant.sns[0]}_2`,
      device: plant.sns[0],
      array: 1,
      arrayName: 'South',
      until: null,
      isFault: true,
      severity: 'minor',
      currency: 'EUR',
      recovered: null,
      moduleCount: 1,
      modules: [{ plcSN: `${plant.sns[0]}_2`, sn: plant.sns[0], addr: 2 }],
    });
    expect(found!.since.slice(0, 10)).toBe(FAULT_DAY);
    expect(found!.since).toMatch(/\+02:00$/);
    expect(found!.detectedAt > found!.since).toBe(true);
    expect(found!.detectedAt.slice(0, 10) <= addDays(FAULT_DAY, 8)).toBe(true);
    expect(found!.lostKwh).toBeGreaterThan(2);
    expect(found!.lostMoney).toBeCloseTo(found!.lostKwh * 0.3, 1);
    expect(found!.lostKwhPerYear).toBeGreaterThan(found!.lostKwh);
    expect((await unrelated.call(finding.list)).total).toBe(0);
  });

  it('is narrowed by every filter', async () => {
    const { plant, owner } = portal;
    const [found] = (await owner.call(finding.list)).list;
    const count = async (filters: object) => (await owner.call(finding.list, { filters })).total;
    const matching = [
      { plant: plant.sid },
      { sid: plant.sid },
      { sn: plant.sns[0]!.slice(2) },
      { module: `${plant.sns[0]}_2` },
      { state: 'open' },
      { cause: [found!.cause] },
      { cause: found!.cause },
      { scope: 'module' },
      { confidence: found!.confidence },
      { isFault: true },
      { period: `${FAULT_DAY}~${FAULT_DAY}` },
      { detected: `${FAULT_DAY}~${LAST_DAY}` },
      { keywords: 'barn' },
    ];
    for (const filters of matching) expect([filters, await count(filters)]).toEqual([filters, 1]);
    const others = [
      { plant: 'DE_20260101_none' },
      { sn: plant.sns[1] },
      { module: `${plant.sns[0]}_3` },
      { module: 'rubbish' },
      { state: 'closed' },
      { cause: ['snow', 'clipping'] },
      { scope: 'plant' },
      { isFault: false },
      { period: `${addDays(FAULT_DAY, -9)}~${addDays(FAULT_DAY, -1)}` },
      { detected: `${addDays(FAULT_DAY, -9)}~${FAULT_DAY}` },
      { keywords: 'roof' },
      { case_id: 1 },
    ];
    for (const filters of others) expect([filters, await count(filters)]).toEqual([filters, 0]);
    for (const field of ['since', 'lostKwh', 'plantName', 'confidence', 'lostKwhPerYear'] as const)
      expect((await owner.call(finding.list, { sort: [{ field, order: 'asc' }] })).list).toHaveLength(1);
    expect((await owner.call(finding.list, { page: { size: 10, num: 3 } })).total).toBe(1);
  });
});

describe('the yearly loss', () => {
  it('is extrapolated for faults only: snow passes by itself', async () => {
    const { owner, app } = portal;
    const { db } = app.database;
    const read = async () => (await owner.call(finding.list)).list[0]!;
    const before = await read();
    await sql`update finding set year_wh = null`.execute(db);
    expect((await read()).lostKwhPerYear).toBeGreaterThan(before.lostKwh);
    await sql`update finding set cause = 'snow', is_fault = false`.execute(db);
    expect(await read()).toMatchObject({ lostKwhPerYear: null, lostMoneyPerYear: null });
    await sql`update finding set cause = ${before.cause}, is_fault = true, year_wh = ${1000 * before.lostKwhPerYear!}`.execute(
      db,
    );
    expect(await read()).toEqual(before);
  });
});

describe('v2/finding/detail', () => {
  it('has the evidence and the days behind it', async () => {
    const { owner, unrelated } = portal;
    const [found] = (await owner.call(finding.list)).list;
    const answer = await owner.call(finding.detail, { id: found!.id });
    expect(answer).toMatchObject(found!);
    expect(answer.evidence.length).toBeGreaterThan(0);
    const { days, produced, expected, siblings } = answer.daily;
    expect([days[0], days.at(-1)! >= LAST_DAY]).toEqual([addDays(FAULT_DAY, -14), true]);
    const from = days.indexOf(FAULT_DAY);
    const to = days.indexOf(LAST_DAY) + 1;
    const share = (values: typeof produced) => sum(produced.slice(from, to)) / sum(values.slice(from, to));
    expect(share(expected)).toBeCloseTo(0.66, 1);
    expect(share(siblings)).toBeCloseTo(0.66, 1);
    expect(sum(produced.slice(0, from)) / sum(expected.slice(0, from))).toBeCloseTo(1, 1);
    const lost = sum(expected.slice(from, to)) - sum(produced.slice(from, to));
    expect(Math.abs(lost - found!.lostKwh) / lost).toBeLessThan(0.15);
    const noon = answer.lossByHour[12];
    expect(noon).toBeGreaterThan(0.25);
    expect(answer.lossByHour[0]).toBe(null);
    expect(answer.proofDay! >= FAULT_DAY).toBe(true);
    await expect(unrelated.call(finding.detail, { id: found!.id })).rejects.toThrow('4071');
  });
});

describe('v2/finding/day', () => {
  it('shows what was produced beside what was expected and what siblings produced', async () => {
    const { owner } = portal;
    const [found] = (await owner.call(finding.list)).list;
    const day = await owner.call(finding.day, { id: found!.id });
    expect(day.produced).toHaveLength(288);
    expect(day.stepMs).toBe(300_000);
    expect(sum(day.produced) / sum(day.siblings)).toBeCloseTo(0.66, 1);
    expect(sum(day.produced) / sum(day.expected)).toBeCloseTo(0.66, 1);
    expect(day.voltage.some((volts) => volts === 35.2)).toBe(true);
    expect(day.acVoltage.some((volts) => volts === 230.1)).toBe(true);
    const before = await owner.call(finding.day, { id: found!.id, date: addDays(FAULT_DAY, -3) });
    expect(sum(before.produced) / sum(before.siblings)).toBeCloseTo(1, 1);
  });
});

describe('v2/finding/export', () => {
  it('writes CSV and JSON with the names of the list', async () => {
    const { owner, unrelated } = portal;
    const [found] = (await owner.call(finding.list)).list;
    const csv = await owner.call(finding.export, { format: 'csv' });
    const text = Buffer.from(csv.base64, 'base64').toString();
    const [head, row, ...rest] = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(rest).toEqual([]);
    const cells = Object.fromEntries(head!.split(',').map((name, i) => [name, row!.split(',')[i]]));
    expect(cells).toMatchObject({
      plant: found!.plant,
      module: found!.module,
      device: found!.device,
      array: String(found!.array),
      cause: found!.cause,
      since: found!.since,
      until: '',
      detectedAt: found!.detectedAt,
      lostKwh: String(found!.lostKwh),
      lostMoney: String(found!.lostMoney),
    });
    const json = await owner.call(finding.export, { format: 'json' });
    expect(JSON.parse(Buffer.from(json.base64, 'base64').toString())).toEqual({ findings: [found] });
    const none = await unrelated.call(finding.export, { format: 'json' });
    expect(JSON.parse(Buffer.from(none.base64, 'base64').toString())).toEqual({ findings: [] });
  });
});
