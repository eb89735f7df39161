import { HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import type { MeasureKey } from '@helioport/domain/measures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { linesOfDay, playback, powerOfDay } from './curves.ts';
import { readingsOf } from './history.ts';
import { modulesNow, siteNow } from './series.ts';

const NOW = Date.UTC(2026, 10, 1);

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await database.close();
});

async function makePlant(timeZone: string, inverters: number) {
  return await inTransaction(database.db, 'write', async (tx) => {
    const { id } = await makeSite(tx, { timezone: timeZone });
    const devices: number[] = [];
    for (let i = 0; i < inverters; i++) devices.push((await makeDevice(tx, id)).id);
    return { siteId: id, timeZone, devices };
  });
}

const store = (readings: Parameters<typeof storeReadings>[1]) => storeReadings(database.pool, readings, NOW);

describe('power of a day', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['America/New_York', '2026-10-20', 24],
  ])('has the slots of the day: %s %s, %d h', async (timeZone, day, hours) => {
    const plant = await makePlant(timeZone, 1);
    for (const stepMinutes of [5, 15]) {
      const { values } = await powerOfDay(database.db, plant, { day, stepMinutes }, NOW);
      expect(values).toHaveLength((hours * 60) / stepMinutes);
      expect(values.every((value) => value === null)).toBe(true);
    }
  });

  it('adds up devices, lets slow ones not flicker, and leaves gaps as gaps', async () => {
    const plant = await makePlant('Etc/UTC', 2);
    const [quick = 0, slow = 0] = plant.devices;
    const start = Date.UTC(2026, 9, 20, 10);
    const of = (deviceId: number) => ({ ...plant, deviceId });
    const readings = [
      ...Array.from({ length: 12 }, (_, i) =>
        makeReading(of(quick), start + i * 5 * MINUTE_MS + 1000, { power: 1000 }),
      ),
      ...Array.from({ length: 6 }, (_, i) =>
        makeReading(of(slow), start + i * 10 * MINUTE_MS + 2000, { power: 500 }),
      ),
      // After an hour of silence.
      makeReading(of(quick), start + 3 * HOUR_MS, { power: 2000 }),
    ];
    await store(readings);
    const { values, startMs, stepMs } = await powerOfDay(
      database.db,
      plant,
      { day: '2026-10-20', stepMinutes: 5 },
      NOW,
    );
    expect(startMs).toBe(Date.UTC(2026, 9, 20));
    const first = (start - startMs) / stepMs;
    expect(values.slice(first, first + 12)).toEqual(Array.from({ length: 12 }, () => 150));
    expect(values[first - 1]).toBeNull();
    expect(values.slice(first + 14, first + 36).every((value) => value === null)).toBe(true);
    expect(values[first + 36]).toBe(200);
  });

  it('says nothing about the future', async () => {
    const plant = await makePlant('Etc/UTC', 1);
    const now = Date.UTC(2026, 9, 20, 12, 1);
    await store([
      makeReading({ ...plant, deviceId: plant.devices[0] ?? 0 }, now - MINUTE_MS, { power: 100 }),
    ]);
    const { values } = await powerOfDay(database.db, plant, { day: '2026-10-20', stepMinutes: 1 }, now);
    expect(values.filter((value) => value !== null)).toHaveLength(2);
  });
});

describe('the other curves', () => {
  it('give every line of a device, and its modules played back', async () => {
    const plant = await makePlant('Etc/UTC', 1);
    const deviceId = plant.devices[0] ?? 0;
    const start = Date.UTC(2026, 9, 20, 10);
    await store(
      Array.from({ length: 4 }, (_, i) =>
        makeReading({ ...plant, deviceId }, start + i * 5 * MINUTE_MS, {
          power: 4000 + i * 40,
          acVoltage: 23_050,
          frequency: 49_990,
          temperature: 305,
          dcVoltage: 3300,
          chPower: [1000, 1000 + i * 10, null, 2000],
          chVoltage: [3300, 3200, 50, 3100],
          chEnergy: [1, 2, 3, 4],
        }),
      ),
    );
    const lines = await linesOfDay(
      database.db,
      { ...plant, deviceId },
      { day: '2026-10-20', stepMinutes: 5 },
      NOW,
    );
    const at = (10 * 60) / 5;
    const line = (key: MeasureKey, addr = 0) =>
      lines.lines.find((one) => one.key === key && one.addr === addr)?.values;
    expect(line('power')?.slice(at, at + 4)).toEqual([400, 404, 408, 412]);
    expect(line('acVoltage')?.[at]).toBe(230.5);
    expect(line('frequency')?.[at]).toBe(49.99);
    expect(line('temperature')?.[at]).toBe(30.5);
    expect(
      [1, 2, 3, 4].map((addr) => [addr, line('power', addr)?.[at + 1], line('dcVoltage', addr)?.[at]]),
    ).toEqual([
      [1, 100, 33],
      [2, 101, 32],
      // The third input never told its power: it has no line of it.
      [3, undefined, 0.5],
      [4, 200, 31],
    ]);

    const span = { fromMs: start - 10 * MINUTE_MS, toMs: start + HOUR_MS, stepMinutes: 5 };
    const { modules, powerW, count } = await playback(database.db, plant, span, NOW);
    expect(count).toBe(14);
    expect(powerW.slice(0, 6)).toEqual([null, null, 400, 404, 408, 412]);
    expect(modules.map((module) => Array.from(module.powers.subarray(0, 4)))).toEqual([
      [-1, -1, 100, 100],
      [-1, -1, 100, 101],
      [-1, -1, -1, -1],
      [-1, -1, 200, 200],
    ]);

    const now = await modulesNow(database.db, plant, NOW);
    expect(now.map(({ addr, powerW: watts }) => [addr, watts])).toEqual([
      [1, 100],
      [2, 103],
      [3, null],
      [4, 200],
    ]);
    const [newest] = await readingsOf(
      database.db,
      { siteId: plant.siteId, deviceId },
      { fromMs: start, toMs: start + HOUR_MS, limit: 1, newestFirst: true },
    );
    const page = { fromMs: start, toMs: newest!.atMs, limit: 2, newestFirst: true };
    const readings = await readingsOf(database.db, { siteId: plant.siteId, deviceId }, page);
    expect(readings.map((reading) => reading.values.scalars.power)).toEqual([408, 404]);
    const { inputs } = readings[0]!.values;
    expect([inputs.power?.[1], inputs.dcVoltage?.[1], inputs.energyTotal?.[1]]).toEqual([102, 32, 0.2]);
  });

  it('read devices whose readings have different numbers of channels', async () => {
    const plant = await makePlant('Etc/UTC', 1);
    const deviceId = plant.devices[0] ?? 0;
    const start = Date.UTC(2026, 9, 20, 10);
    const wide = { power: 300, chPower: [100, 200], chVoltage: [1, 2], chEnergy: [1, 2] };
    await store([
      makeReading({ ...plant, deviceId }, start, wide),
      makeReading({ ...plant, deviceId }, start + 5 * MINUTE_MS, { power: 300 }),
      makeReading({ ...plant, deviceId }, start + 10 * MINUTE_MS, { ...wide, chPower: [110, 210] }),
    ]);
    const span = { fromMs: start, toMs: start + 15 * MINUTE_MS, stepMinutes: 5 };
    const { modules } = await playback(database.db, plant, span, NOW);
    expect(modules.map((module) => [...module.powers])).toEqual([
      [10, 10, 11],
      [20, 20, 21],
    ]);
  });
});

describe('what a plant does now', () => {
  it('adds up devices that are live, so that a silent one neither drags nor invents', async () => {
    const plant = await makePlant('Etc/UTC', 3);
    const [a = 0, b = 0, c = 0] = plant.devices;
    const at = Date.UTC(2026, 9, 20, 12);
    const reading = (deviceId: number, ms: number, power: number, statusBits: number) =>
      makeReading({ ...plant, deviceId }, ms, { power, statusBits });
    await store([
      reading(a, at, 1000, 0x20),
      reading(b, at - 14 * MINUTE_MS, 500, 0x10),
      reading(c, at - 16 * MINUTE_MS, 9000, 0x4),
    ]);
    const now = (await siteNow(database.db, [plant], at)).get(plant.siteId);
    expect(now).toMatchObject({ powerW: 150, statusBits: 0x30, atMs: at, todayWh: 0 });
  });
});
