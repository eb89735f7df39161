// A machine was started once with its clock 1,200 days ahead, and then with the right time again.
import { DAY_MS, MINUTE_MS } from '@helioport/domain/duration';
import { stateRule } from '@helioport/domain/state';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, type Reporter, storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { inTransaction } from '../../platform/db.ts';
import { devicePowerSql, deviceStatusSql, sitePowerSql, siteStatusSql } from '../current/state.ts';
import { renewAhead } from './ahead.ts';
import { packReadings } from './pack.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const AHEAD = NOW + 1_200 * DAY_MS;
const ZONE = 'Europe/Berlin';

let database: TestDatabase;
let siteId: number;
let devices: Reporter[];

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  const made = await inTransaction(database.db, 'write', async (tx) => {
    await sql`truncate reading, reading_block, latest, site_latest, dirty_day, devices, sites cascade`.execute(
      tx,
    );
    const { id } = await makeSite(tx, { sid: 'DE_20260101_0001', timezone: ZONE });
    return { id, devices: [await makeDevice(tx, id), await makeDevice(tx, id)] };
  });
  siteId = made.id;
  devices = made.devices.map(({ id }) => ({ deviceId: id, siteId, timeZone: ZONE }));
});

/** Frames: what arrives is of the moment at which the machine believes to be. */
const frame = (who: Reporter, atMs: number, power: number, energy: number) =>
  storeReadings(database.pool, [{ ...makeReading(who, atMs, { power, energy }), hasOwnTime: false }], atMs);

const newest = async () =>
  (
    await sql<{ at: Date; power: number; day: string; dayWh: number; beforeWh: number }>`
      select at, power, day, day_wh as "dayWh", before_wh as "beforeWh" from latest order by device_id`.execute(
      database.db,
    )
  ).rows;

async function shown(now: number) {
  const { rows } = await sql<Record<string, number>>`
    select ${deviceStatusSql(now)} as "reportingRank", ${devicePowerSql(now)} as power, ${siteStatusSql(now)} as plant,
      ${sitePowerSql(now)} as "plantPower"
    from devices d join sites s on s.id = d.site_id join latest l on l.site_id = s.id and l.device_id = d.id
    left join site_latest sl on sl.site_id = s.id order by d.id`.execute(database.db);
  return rows;
}

describe('readings of a clock that was ahead', () => {
  it('are not live for ever, and hide nothing of what comes afterwards', async () => {
    const [a, b] = devices as [Reporter, Reporter];
    await frame(a, NOW - DAY_MS, 1_000, 30_000);
    await frame(b, NOW - DAY_MS, 1_000, 10_000);
    for (const who of [a, b]) await frame(who, AHEAD, 2_000, 5_000);
    await settle(database.db, NOW);

    // The clock is correct again and no reading has arrived yet: no device is live or has data of 2029.
    const before = await shown(NOW);
    expect(before.map(({ power, plantPower }) => [power, plantPower])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    // One of them reports: its row is of now, and the sum of its days is that of the right ones.
    await frame(a, NOW, 700, 12_000);
    const [first] = await newest();
    expect(first).toMatchObject({ at: new Date(NOW), power: 700, day: '2026-06-21', beforeWh: 3_000 });

    // Seen at start or after a jump: the other goes back to what it last said, and the plant with it.
    expect(await renewAhead(database.db, NOW + MINUTE_MS)).toBe(1);
    expect(await renewAhead(database.db, NOW + MINUTE_MS)).toBe(0);
    expect((await newest())[1]).toMatchObject({
      at: new Date(NOW - DAY_MS),
      power: 1_000,
      day: '2026-06-20',
    });
    expect((await shown(NOW + MINUTE_MS)).map(({ plantPower, power }) => [power, plantPower])).toEqual([
      [700, 700],
      [0, 700],
    ]);
    await settle(database.db, NOW + MINUTE_MS);
    expect(await newest()).toMatchObject([
      { dayWh: 1_200, beforeWh: 3_000 },
      { dayWh: 1_000, beforeWh: 0 },
    ]);
  });

  it('leave the newest packed reading behind them, and none where there was none', async () => {
    const [a, b] = devices as [Reporter, Reporter];
    await frame(a, NOW - 9 * DAY_MS, 900, 7_000);
    await packReadings(database.db, NOW - 5 * DAY_MS);
    for (const who of [a, b]) await frame(who, AHEAD, 2_000, 5_000);
    expect(await renewAhead(database.db, NOW)).toBe(2);
    expect(await newest()).toMatchObject([
      { at: new Date(NOW - 9 * DAY_MS), power: 900 },
      { at: new Date(0), power: null, day: '1970-01-01' },
    ]);
  });

  it('are not told from a clock that is a little ahead', async () => {
    const [a] = devices as [Reporter, Reporter];
    await frame(a, NOW + stateRule.aheadMs, 900, 7_000);
    expect(await renewAhead(database.db, NOW)).toBe(0);
    expect((await shown(NOW))[0]).toMatchObject({ power: 900 });
  });
});
