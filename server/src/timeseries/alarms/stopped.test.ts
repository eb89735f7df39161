import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { inTransaction } from '../../platform/db.ts';
import { evaluateDays } from '../rollup/evaluate.ts';
import { findIssues } from './issues.ts';

const ZONE = 'Europe/Berlin';
const TODAY = '2026-06-21';
const { startMs } = dayBounds(TODAY, ZONE);
/** Long before one o'clock, at which sums of the running day are judged. */
const MORNING = startMs + 11 * HOUR_MS;

let database: TestDatabase;
let siteId: number;

beforeEach(async () => {
  database = await freshDatabase();
  siteId = (await inTransaction(database.db, 'write', (tx) => makeSite(tx))).id;
  await sql`insert into arrays (site_id, id, tilt_deg, azimuth_deg) values (${siteId}, 1, 30, 180)`.execute(
    database.db,
  );
});
afterEach(() => database.close());

async function addDevice(): Promise<number> {
  const { id } = await inTransaction(database.db, 'write', (tx) => makeDevice(tx, siteId));
  await sql`update modules set array_id = 1 where device_id = ${id}`.execute(database.db);
  return id;
}

interface Lit {
  /** Hours of the day, up to the second one. */
  hours: readonly [number, number];
  /** W of each input. */
  watts: readonly number[];
  back?: number;
  temperatureC?: number;
  statusBits?: number;
}

async function shine(deviceId: number, { hours, watts, back = 0, temperatureC = 20, statusBits = 0 }: Lit) {
  const who = { siteId, deviceId, timeZone: ZONE };
  const power = watts.reduce((a, b) => a + b, 0);
  const from = dayBounds(addDays(TODAY, -back), ZONE).startMs + hours[0] * HOUR_MS;
  const readings = Array.from({ length: Math.floor((hours[1] - hours[0]) * 6 + 1) }, (_, i) => {
    const share = (i + 1) / 6;
    return makeReading(who, from + i * (HOUR_MS / 6), {
      statusBits,
      temperature: temperatureC * 10,
      power: power * 10,
      chPower: watts.map((one) => one * 10),
      energy: Math.round(power * share * 10),
      chEnergy: watts.map((one) => Math.round(one * share * 10)),
    });
  });
  await storeReadings(database.pool, readings, MORNING + 12 * HOUR_MS);
}

const LIT = [200, 200, 200, 200];
const DARK = [0, 0, 0, 0];
/** Days on which everything worked. */
const before = (deviceId: number) => shine(deviceId, { hours: [8, 9], watts: LIT, back: 3 });

async function find(now: number) {
  await settle(database.db, now);
  await evaluateDays(database.db, now);
  await findIssues(database.db, now);
  const { rows: devices } = await sql<{ id: number; key: string; addrs: number[] }>`
    select device_id as id, key, addrs from device_issue order by device_id`.execute(database.db);
  const { rows: alarms } = await sql<{ kind: string; ids: number[]; at: Date }>`
    select kind, device_ids::float8[] as ids, begun_at as at from alarm where ended_at is null`.execute(
    database.db,
  );
  const { rows: condition } = await sql<{ key: string; count: number }>`
    select key, count from site_condition`.execute(database.db);
  return { devices, alarms, condition: condition[0] ?? null };
}

it('a plant of one inverter that makes nothing for an hour is an alarm, until it works again', async () => {
  const only = await addDevice();
  await before(only);
  await shine(only, { hours: [8, 9.5], watts: LIT });
  await shine(only, { hours: [9.75, 11], watts: DARK });
  expect(await find(startMs + 10.5 * HOUR_MS)).toMatchObject({ devices: [], alarms: [], condition: null });
  expect(await find(MORNING)).toMatchObject({
    devices: [{ id: only, key: 'plantZero', addrs: [] }],
    alarms: [{ kind: 'plantZero', ids: [only], at: new Date(startMs + 9.75 * HOUR_MS + HOUR_MS / 6) }],
    condition: { key: 'plantZero', count: 1 },
  });
  // At night there is still no power, and by now the plant no longer reports.
  const kinds = (await find(startMs + 23 * HOUR_MS)).alarms.map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['plantSilent', 'plantZero']);
  await shine(only, { hours: [8, 8.5], watts: LIT, back: -1 });
  expect(await find(startMs + 32.6 * HOUR_MS)).toEqual({ devices: [], alarms: [], condition: null });
});

it('on a cold day nothing is reported: snow may lie', async () => {
  const only = await addDevice();
  await before(only);
  await shine(only, { hours: [6, 6.2], watts: DARK, temperatureC: 1 });
  await shine(only, { hours: [9, 11], watts: DARK, temperatureC: 12 });
  expect((await find(MORNING)).devices).toEqual([]);
});

it('an inverter and a module that stopped at ten are named at eleven', async () => {
  const [good, dead, half] = [await addDevice(), await addDevice(), await addDevice()];
  for (const one of [good, dead, half]) {
    await before(one);
    await shine(one, { hours: [8, 9.5], watts: LIT });
  }
  await shine(good, { hours: [9.7, 11], watts: LIT });
  await shine(dead, { hours: [9.7, 11], watts: DARK });
  await shine(half, { hours: [9.7, 11], watts: [200, 200, 0, 200] });
  const { devices, condition } = await find(MORNING);
  expect(devices).toEqual([
    { id: dead, key: 'makesNothing', addrs: [] },
    { id: half, key: 'modulesMakeNothing', addrs: [3] },
  ]);
  expect(condition).toEqual({ key: 'makesNothing', count: 1 });
  await shine(half, { hours: [11.1, 11.2], watts: LIT });
  expect((await find(startMs + 11.2 * HOUR_MS)).devices).toMatchObject([{ id: dead }]);
});

it('what was put up yesterday is not judged by an hour', async () => {
  const only = await addDevice();
  await shine(only, { hours: [9, 11], watts: DARK });
  expect((await find(MORNING)).devices).toEqual([]);
});

/** A sunny day of devices of four modules, each module with its share. */
async function sunnyModules(
  back: number,
  sharesOf: Readonly<Record<number, readonly number[]>>,
  temperature = 180,
) {
  for (const [deviceId, shares] of Object.entries(sharesOf)) {
    const who = { siteId, deviceId: Number(deviceId), timeZone: ZONE };
    const readings = sunnyDay(who, addDays(TODAY, -back), { peakW: 1200, channels: 4, everyMinutes: 15 });
    const whole = shares.reduce((x, y) => x + y, 0) / 4;
    await storeReadings(
      database.pool,
      readings.map((reading) => ({
        ...reading,
        scalars: {
          ...reading.scalars,
          temperature,
          energy: Math.round((reading.scalars.energy ?? 0) * whole),
          power: Math.round((reading.scalars.power ?? 0) * whole),
        },
        inputs: {
          power: shares.map((one) => Math.round(((reading.scalars.power ?? 0) * one) / 4)),
          energy: shares.map((one) => Math.round(((reading.scalars.energy ?? 0) * one) / 4)),
        },
      })),
      startMs + 9 * HOUR_MS,
    );
  }
}

it('a module that always made two thirds of its array is reported after seven good days, until it performs', async () => {
  const [a, b] = [await addDevice(), await addDevice()];
  const day = (back: number, share: number) =>
    sunnyModules(back, { [a]: [1, 1, 1, share], [b]: [1, 1, 1, 1] });
  for (let back = 9; back > 3; back--) await day(back, 0.68);
  expect((await find(startMs - 48 * HOUR_MS)).devices).toEqual([]);
  for (let back = 3; back > 0; back--) await day(back, 0.68);
  expect(await find(startMs + HOUR_MS)).toMatchObject({
    devices: [{ id: a, key: 'moduleWeak', addrs: [4] }],
    alarms: [{ kind: 'moduleWeak', ids: [a], at: dayBounds(addDays(TODAY, -9), ZONE).startMs }].map(
      (one) => ({
        ...one,
        at: new Date(one.at),
      }),
    ),
    condition: { key: 'moduleWeak', count: 1 },
  });
  for (let back = 0; back > -3; back--) await day(back, 1);
  expect((await find(startMs + 73 * HOUR_MS)).devices).toHaveLength(1);
  for (let back = -3; back > -6; back--) await day(back, 1);
  expect((await find(startMs + 145 * HOUR_MS)).devices).toEqual([]);
});

it('no module is reported where all of an array are weak', async () => {
  const [a, b] = [await addDevice(), await addDevice()];
  for (let back = 9; back > 0; back--)
    await sunnyModules(back, { [a]: [0.5, 0.5, 0.5, 0.5], [b]: [0.5, 0.45, 0.5, 0.5] });
  expect((await find(startMs + HOUR_MS)).devices).toEqual([]);
});

it('a module that makes a third less for three good days is weak, and well after two good ones', async () => {
  const [a, b] = [await addDevice(), await addDevice()];
  const weakFrom = 3;
  const day = (back: number, share: number, temperature = 180) =>
    sunnyModules(back, { [a]: [1, 1, share, 1], [b]: [1, 1, 1, 1] }, temperature);
  for (let back = 20; back > weakFrom; back--) await day(back, 1);
  for (let back = weakFrom; back > 1; back--) await day(back, 2 / 3);
  await day(1, 2 / 3, 30);
  // One of them was so cold that snow may have lain on it.
  expect((await find(startMs + HOUR_MS)).devices).toEqual([]);
  await day(1, 2 / 3);
  expect(await find(startMs + HOUR_MS)).toMatchObject({
    devices: [{ id: a, key: 'moduleWeak', addrs: [3] }],
    alarms: [{ kind: 'moduleWeak', ids: [a] }],
    condition: { key: 'moduleWeak', count: 1 },
  });
  await day(0, 1);
  expect((await find(startMs + 25 * HOUR_MS)).devices).toHaveLength(1);
  await day(-1, 1);
  expect((await find(startMs + 49 * HOUR_MS)).devices).toEqual([]);
});
