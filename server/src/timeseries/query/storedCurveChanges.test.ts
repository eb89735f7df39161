import { HOUR_MS } from '@helioport/domain/duration';
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { makeReading, type Reporter } from '../../../seed/makeReadings.ts';
import { DAY, NOW, type Plant, startCurves, warned } from '../../../test/curves.ts';
import { settle } from '../../../test/settle.ts';
import { correctTimestamps } from '../../jobs/correctTimestamps.ts';
import { claim } from '../../repositories/claims.ts';
import { deleteDeviceHistory } from '../retention/deleteHistory.ts';
import { makeMissingCurves } from '../retention/makeCurves.ts';
import { moveDevice, rezoneSite } from '../retention/move.ts';
import { packReadings } from '../retention/pack.ts';
import { dropOldDetail, setRetention } from '../retention/retention.ts';
import { measureSites } from '../retention/sizes.ts';
import { holdRollUps, rollUp } from '../rollup/rollup.ts';
import { CURVE_FROM_DEVICES } from '../rollup/siteCurve.ts';
import { CURVE_STEP_MINUTES, slotsOfDay } from '../slots/slots.ts';
import { inWholeSteps } from './power.ts';

const { database, write, makePlant, store, dayOf, holds, curveDays, settled } = await startCurves();
afterAll(() => database.close());

describe('whatever else happens to the readings of a day', () => {
  /** Checks immediately, and again after all marked days are recalculated. */
  async function staysTrue(plant: Plant, days: readonly string[] = [DAY]): Promise<void> {
    for (const day of days) await holds(plant, day);
    await settle(database.db, NOW);
    for (const day of days) expect(await holds(plant, day)).toBe(true);
  }

  it('a device leaves, comes to another plant, and is claimed with its past', async () => {
    const plant = await settled(undefined, CURVE_FROM_DEVICES + 3);
    const other = await settled(undefined, CURVE_FROM_DEVICES + 3);
    const [one, two] = plant.devices;
    const move = (who: Reporter, toSiteId: number) =>
      write((tx) =>
        moveDevice(tx, {
          deviceId: who.deviceId,
          fromSiteId: plant.siteId,
          toSiteId,
          timeZone: other.timeZone,
          now: NOW,
        }),
      );
    await move(one!, other.siteId);
    await holds(plant);
    await staysTrue(other);
    expect(await holds(plant)).toBe(true);
    await move(two!, 0);
    await staysTrue(plant);
    const { rows } = await sql<{ serial: string }>`
      update devices set site_id = null where id = ${two!.deviceId} returning serial`.execute(database.db);
    await write((tx) => claim(tx, { serial: rows[0]!.serial, siteId: other.siteId, now: NOW }, moveDevice));
    await staysTrue(other);
  });

  it('the history of a device is deleted, until too few are left', async () => {
    const plant = await settled(undefined, CURVE_FROM_DEVICES + 1);
    const dropCurve = (place: number) =>
      write(async (tx) => {
        await holdRollUps(tx, plant.siteId);
        const deviceIds = [plant.devices[place]!.deviceId];
        await deleteDeviceHistory(tx, { siteId: plant.siteId, deviceIds, now: NOW });
      });
    await dropCurve(0);
    await staysTrue(plant);
    await dropCurve(1);
    expect(await holds(plant)).toBe(false);
    await settle(database.db, NOW);
    expect(await holds(plant)).toBe(false);
    expect(await curveDays(plant)).toEqual([]);
    expect(await makeMissingCurves(database.db, NOW)).toBe(0);
  });

  it('the plant is in another zone', async () => {
    const plant = await settled();
    const next = addDays(DAY, 1);
    for (const timeZone of ['Asia/Kathmandu', 'Pacific/Auckland', 'Europe/Paris']) {
      await write(async (tx) => {
        await sql`update sites set timezone = ${timeZone} where id = ${plant.siteId}`.execute(tx);
        await rezoneSite(tx, { siteId: plant.siteId, timeZone, now: NOW });
      });
      plant.timeZone = timeZone;
      for (const who of plant.devices) who.timeZone = timeZone;
      await holds(plant, next);
      await staysTrue(plant);
    }
    // A mark that was lost is no reason to show another midnight's day.
    await sql`update sites set timezone = 'Etc/UTC' where id = ${plant.siteId}`.execute(database.db);
    const warnings = await warned(async () => {
      expect(await holds({ ...plant, timeZone: 'Etc/UTC' })).toBe(false);
    });
    expect(warnings).toEqual([]);
  });

  it('readings were taken under a wrong clock, and move', async () => {
    const plant = await makePlant();
    await store(
      [DAY, addDays(DAY, 1)].flatMap((day) => dayOf(plant, day)).map((r) => ({ ...r, hasOwnTime: false })),
    );
    await settle(database.db, NOW);
    expect(await holds(plant)).toBe(true);
    const { startMs } = slotsOfDay(DAY, plant.timeZone, CURVE_STEP_MINUTES);
    const { rows } = await sql<{ sid: string }>`select sid from sites where id = ${plant.siteId}`.execute(
      database.db,
    );
    const shift = {
      sid: rows[0]!.sid,
      fromMs: startMs + 8 * HOUR_MS,
      toMs: startMs + 24 * HOUR_MS,
      byMs: -26 * HOUR_MS,
    };
    expect((await correctTimestamps(database, shift, { clock: () => NOW })).readings).toBeGreaterThan(100);
    await staysTrue(plant, [addDays(DAY, -1), DAY, addDays(DAY, 1)]);
  });

  it('a reading that moves finds its millisecond taken, and steps aside beyond midnight', async () => {
    const plant = await makePlant();
    const next = addDays(DAY, 1);
    await store([-20, 0, 1, 5].flatMap((n) => dayOf(plant, addDays(DAY, n))));
    const last = slotsOfDay(next, plant.timeZone, CURVE_STEP_MINUTES).startMs - 1;
    const who = plant.devices[0]!;
    const wrong = { ...makeReading(who, last - 10 * 24 * HOUR_MS, { power: 60_000 }), hasOwnTime: false };
    await store([makeReading(who, last, { power: 50_000 }), wrong]);
    await settle(database.db, NOW);
    const { rows } = await sql<{ sid: string }>`select sid from sites where id = ${plant.siteId}`.execute(
      database.db,
    );
    const shift = { sid: rows[0]!.sid, fromMs: wrong.atMs, toMs: wrong.atMs, byMs: 10 * 24 * HOUR_MS };
    await correctTimestamps(database, shift, { clock: () => NOW });
    await staysTrue(plant, [DAY, next]);
  });

  it('a device turns out to be of another kind', async () => {
    const plant = await settled();
    const who = plant.devices[0]!;
    await store([makeReading(who, NOW - HOUR_MS, { kind: 1, power: 500 })]);
    await settle(database.db, NOW);
    expect(await holds(plant)).toBe(false);
    await store([makeReading(who, NOW - HOUR_MS / 2, { kind: 5, power: 500 })]);
    await settle(database.db, NOW);
    // Of another kind of the same role it is as it was.
    expect(await holds(plant)).toBe(true);
  });
});

it('a day is summed up by a process that knows of no curves', async () => {
  const plant = await settled();
  const late = slotsOfDay(DAY, plant.timeZone, CURVE_STEP_MINUTES).startMs + 20 * HOUR_MS;
  await store([makeReading(plant.devices[0]!, late, { power: 4321 })]);
  await sql`delete from dirty_day where site_id = ${plant.siteId}`.execute(database.db);
  await sql`update site_day set samples = samples + 1 where site_id = ${plant.siteId}`.execute(database.db);
  expect(await holds(plant)).toBe(false);
});

it('what is hardly less than nothing is 0', () => {
  expect(Array.from(inWholeSteps(Float64Array.of(-0.3, -0.7, 0.5, Number.NaN)))).toEqual([
    0,
    -1,
    1,
    Number.NaN,
  ]);
});

describe('a curve that is missing', () => {
  it('is made when the day is over: of many devices, of days that do not wait, and the same as ever', async () => {
    const plant = await makePlant();
    const small = await makePlant(undefined, CURVE_FROM_DEVICES - 1);
    const { startMs } = slotsOfDay(DAY, plant.timeZone, CURVE_STEP_MINUTES);
    const evening = startMs + 20 * HOUR_MS;
    for (const one of [plant, small]) await store(dayOf(one, DAY), evening);
    await settle(database.db, evening);
    expect(await makeMissingCurves(database.db, evening)).toBe(0);
    expect(await curveDays(plant)).toEqual([]);

    await store([makeReading(plant.devices[0]!, startMs - HOUR_MS, { power: 7 })], NOW);
    await sql`insert into dirty_day (site_id, day, marked_at) values (${plant.siteId}, ${DAY}, now())`.execute(
      database.db,
    );
    expect(await makeMissingCurves(database.db, NOW)).toBe(0);
    await sql`delete from dirty_day`.execute(database.db);
    expect(await makeMissingCurves(database.db, NOW, () => true)).toBe(0);
    const rest = vi.fn(async () => {});
    expect(await makeMissingCurves(database.db, NOW, () => false, rest)).toBe(1);
    expect(rest).toHaveBeenCalledTimes(1);
    expect(await holds(plant)).toBe(true);
    expect(await curveDays(small)).toEqual([]);
    const { rows } = await sql<{
      bytes: Buffer;
    }>`select bytes from site_curve where site_id = ${plant.siteId}`.execute(database.db);
    await rollUp(database.db, { siteId: plant.siteId, day: DAY }, NOW);
    const { rows: again } = await sql`select bytes from site_curve where site_id = ${plant.siteId}`.execute(
      database.db,
    );
    expect(again).toEqual(rows);
    expect(await makeMissingCurves(database.db, NOW)).toBe(0);

    // Under a clock that was ahead a day seemed to be over: what is recomputed of it since has none.
    await rollUp(database.db, { siteId: plant.siteId, day: DAY }, evening);
    expect(await curveDays(plant)).toEqual([]);
  });

  it('counts into what the plant takes', async () => {
    const plant = await settled();
    await measureSites(database.db, NOW, () => false);
    const { rows } = await sql<{ bytes: number; curve: number }>`
      select z.block_bytes as bytes, (select pg_column_size(bytes) from site_curve where site_id = ${plant.siteId}) as curve
      from site_sizes z where site_id = ${plant.siteId}`.execute(database.db);
    expect(rows[0]!.curve).toBeGreaterThan(100);
    expect(rows[0]!.bytes).toBe(rows[0]!.curve);
  });
});

describe('a day without detail', () => {
  it('has no curve', async () => {
    const plant = await settled();
    const later = Date.UTC(2028, 0, 15);
    await write((tx) => setRetention(tx, 1));
    await sql`update retention set detail_from = '2027-01-01'`.execute(database.db);
    expect(await holds(plant)).toBe(false);
    expect(await curveDays(plant)).toEqual([DAY]);
    await packReadings(database.db, later);
    await dropOldDetail(database.db, later);
    expect(await curveDays(plant)).toEqual([]);
    expect(await makeMissingCurves(database.db, later)).toBe(0);
    await sql`delete from retention`.execute(database.db);
  });
});
