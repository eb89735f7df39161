import { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { KIND } from '../../timeseries/reading.ts';

let app: TestApp;
let owner: Caller;
let otherUser: Caller;
let sn: string;
let meter: string;

// 2026-06-21 12:00 UTC: 14:00 in Berlin.
const NOW = Date.UTC(2026, 5, 21, 12);
const span = '2026-06-20~2026-06-21';

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const made = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'stranger@make.test' });
    const plant = await makeSite(tx, { ownerId });
    const inverter = await makeDevice(tx, plant.id);
    const other = await makeDevice(tx, plant.id, { kind: 'meter' });
    return { plant, inverter, other };
  });
  sn = made.inverter.serial;
  meter = made.other.serial;
  const one = { deviceId: made.inverter.id, siteId: made.plant.id, timeZone: 'Europe/Berlin' };
  await storeReadings(
    app.database.pool,
    [
      ...sunnyDay(one, '2026-06-20', { peakW: 1000, channels: 4 }),
      ...sunnyDay(one, '2026-06-21', { peakW: 1000, channels: 4, untilMs: NOW }),
      makeReading({ ...one, deviceId: made.other.id }, NOW - 60_000, { kind: KIND.meter, power: -4200 }),
    ],
    NOW,
  );
  owner = await app.as('owner@make.test');
  otherUser = await app.as('stranger@make.test');
});
afterAll(() => app.close());

describe('v2/device/historyRows', () => {
  it('gives every report once over its pages, newest first, as the day alone has them', async () => {
    const { list } = await owner.call(device.history, { sn, date: '2026-06-20' });
    const seen: number[] = [];
    let before: number | null = null;
    for (let pages = 0; pages < 1000; pages++) {
      const page: OutputOf<typeof device.historyRows> = await owner.call(device.historyRows, {
        sn,
        rangeDate: span,
        size: 37,
        before,
      });
      seen.push(...page.rows.map(({ at }) => at));
      before = page.next;
      if (before === null) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    const firstDay = seen.filter((at) => at < Date.UTC(2026, 5, 20, 22)).toReversed();
    expect(firstDay).toEqual(list.map(({ at }) => at));
  });

  it('names its columns by the catalogue, those of inputs with their number', async () => {
    const { columns, rows } = await owner.call(device.historyRows, { sn, rangeDate: span, size: 1 });
    const place = columns.findIndex(({ id }) => id === 'dcVoltage_2');
    expect(columns[place]).toEqual({ id: 'dcVoltage_2', key: 'dcVoltage', addr: 2, unit: 'V', decimals: 2 });
    expect(rows[0]!.values).toHaveLength(columns.length);
    const ofMeter = await owner.call(device.historyRows, { sn: meter });
    const grid = ofMeter.columns.findIndex(({ id }) => id === 'gridPower');
    expect(ofMeter.rows.map(({ values }) => values[grid])).toEqual([-420]);
  });

  it('is silent about devices of others and outside of the span', async () => {
    expect((await otherUser.send(device.historyRows.path, { sn })).envelope.code).toBe(4041);
    const none = await owner.call(device.historyRows, { sn, rangeDate: '2025-01-01~2025-01-31' });
    expect(none).toMatchObject({ rows: [], next: null });
  });
});

describe('v2/device/historyCurves', () => {
  it('draws means over even steps, gaps where nothing was reported, and no counters', async () => {
    const columns = ['power', 'dcVoltage_2', 'energy', 'nonsense'];
    const answer = await owner.call(device.historyCurves, { sn, rangeDate: span, columns });
    expect(answer.lines.map(({ id }) => id)).toEqual(['power', 'dcVoltage_2']);
    expect(answer.stepMinutes).toBe(5);
    const [power] = answer.lines;
    expect(power!.values).toHaveLength(576);
    expect(power!.values[0]).toBeNull();
    const noon = (Date.UTC(2026, 5, 20, 11) - answer.startAt) / 300_000;
    const rows = await owner.call(device.historyRows, { sn, rangeDate: '2026-06-20', size: 5000 });
    const at = rows.rows.find((row) => row.at === Date.UTC(2026, 5, 20, 11))!;
    const place = rows.columns.findIndex(({ id }) => id === 'power');
    expect(power!.values[noon]).toBeCloseTo(at.values[place]!, 0);
  });

  it('takes a year in few steps and refuses what is longer than it can read', async () => {
    const year = await owner.call(device.historyCurves, {
      sn,
      rangeDate: '2025-07-01~2026-06-30',
      columns: ['power'],
    });
    expect(year.lines[0]!.values.length).toBeLessThanOrEqual(740);
    const long = await owner.send(device.historyCurves.path, { sn, rangeDate: '2020-01-01~2026-06-30' });
    expect(long.envelope.code).toBe(1002);
  });
});
