import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import type { DeviceReadings, ReadingsOf } from './readingParts.ts';
import { kindsOf, readReadings, readReadingsInParts } from './readings.ts';

const NOON = Date.parse('2026-06-21T12:00:00Z');
/** More than one part contains. */
const DEVICES = 130;
/** Of the first device: more than there is room for at first. */
const MANY = 400;

let database: TestDatabase;
let siteId: number;
let ids: number[];

interface Stored {
  deviceId: number;
  atMs: number;
  power: number | null;
  lifetime: number | null;
  inputs: (number | null)[] | null;
  counters: (number | null)[] | null;
  voltages: (number | null)[] | null;
}
const stored: Stored[] = [];

/** The same numbers each time, none of them near the one before. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

beforeAll(async () => {
  database = await freshDatabase();
  await inTransaction(database.db, 'write', async (tx) => {
    siteId = (await makeSite(tx, { timezone: 'Etc/UTC' })).id;
    ids = [];
    for (let i = 0; i < DEVICES; i++) ids.push((await makeDevice(tx, siteId)).id);
  });
  const next = numbersFrom(7);
  const listOf = (width: number) =>
    next(5) === 0 ? null : Array.from({ length: width }, () => (next(4) === 0 ? null : next(40_000)));
  ids.forEach((deviceId, place) => {
    const count = place === 0 ? MANY : 1 + next(4);
    for (let i = 0; i < count; i++) {
      const width = next(4);
      stored.push({
        deviceId,
        atMs: NOON + ((i * 37) % count) * 20_000 + next(900),
        power: next(6) === 0 ? null : next(60_000) - 30_000,
        lifetime: next(3) === 0 ? null : 2 ** 33 + next(1_000_000),
        inputs: listOf(width),
        counters: listOf(width),
        voltages: width === 0 ? null : [...Array(width).keys()],
      });
    }
  });
  const { pool } = database;
  await pool.query(
    `create table reading_2026_06 partition of reading for values from ('2026-06-01Z') to ('2026-07-01Z')`,
  );
  await pool.query(
    `insert into latest (site_id, device_id, at, day) select $1, d, $2, date '2026-06-21' from unnest($3::bigint[]) d`,
    [siteId, new Date(NOON), ids],
  );
  for (const { deviceId, atMs, power, lifetime, inputs, counters, voltages } of stored)
    await pool.query(
      `insert into reading (site_id, device_id, at, kind, has_own_time, power, energy_total, status_bits, ch_power, ch_energy, ch_dc_voltage)
       values ($1, $2, $3, 0, true, $4, $5, 0, $6::int[], $7::int[], $8::int[])`,
      [siteId, deviceId, new Date(atMs), power, lifetime, inputs, counters, voltages],
    );
});
afterAll(() => database.close());

const which = (): ReadingsOf => ({
  siteId,
  fromMs: NOON - 1,
  toMs: NOON + 86_400_000,
  scalars: ['mainPower', 'secondCounter', 'statusBits'],
  inputs: ['power', 'inputCounter'],
});

/** What `readings` must be, put together the plain way. */
function plain(deviceId: number) {
  const rows = stored.filter((row) => row.deviceId === deviceId).sort((a, b) => a.atMs - b.atMs);
  const width = Math.max(...rows.map((row) => row.voltages?.length ?? 0));
  const flat = (pick: (row: Stored) => (number | null)[] | null) =>
    rows.flatMap((row) => Array.from({ length: width }, (_, i) => pick(row)?.[i] ?? Number.NaN));
  return {
    deviceId,
    kind: 0,
    width,
    at: rows.map((row) => row.atMs),
    mainPower: rows.map((row) => row.power ?? Number.NaN),
    secondCounter: rows.map((row) => row.lifetime ?? Number.NaN),
    power: flat((row) => row.inputs),
    inputCounter: flat((row) => row.counters),
  };
}

const asPlain = ({ deviceId, kind, width, at, scalars, inputs }: DeviceReadings) => ({
  deviceId,
  kind,
  width,
  at: [...at],
  mainPower: [...(scalars.mainPower ?? [])],
  secondCounter: [...(scalars.secondCounter ?? [])],
  power: [...(inputs.power ?? [])],
  inputCounter: [...(inputs.inputCounter ?? [])],
});

it('reads rows of any width, with gaps and in any order, as they are stored', async () => {
  const read = await readReadings(database.db, which());
  expect(read.map(asPlain)).toEqual(ids.map(plain));
});

it('reads the same in parts, every device once', async () => {
  const parts: DeviceReadings[][] = [];
  await inTransaction(database.db, 'read', async (tx) => {
    await readReadingsInParts(tx, which(), await kindsOf(tx, which()), (part) => parts.push([...part]));
  });
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.flat().map(asPlain)).toEqual(ids.map(plain));
});
