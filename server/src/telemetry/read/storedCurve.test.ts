// What is stored of a day's power is what its reports add up to, whatever happens to them; where it no longer would be, it
// is not read.
import { deviceKinds } from '@helioport/domain/deviceKinds';
import { addDays } from '@helioport/domain/periods';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReport, type Reporter, storeReports } from '../../../seed/makeReports.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { reclock } from '../../jobs/reclock.ts';
import { type Db, inTransaction } from '../../platform/db.ts';

import { claim } from '../../records/claims.ts';
import { trades } from '../keep/curve.ts';
import { forgetHistory } from '../keep/forgetDevice.ts';
import { makeMissingCurves } from '../keep/makeCurves.ts';
import { moveDevice, rezoneSite } from '../keep/move.ts';
import { packReports } from '../keep/pack.ts';
import { dropOldDetail, setRetention } from '../keep/retention.ts';
import { measureSites } from '../keep/sizes.ts';
import { holdRollUps, rollUp } from '../rollup/rollup.ts';
import { CURVE_FROM_DEVICES } from '../rollup/siteCurve.ts';
import type { IncomingReport } from '../take/report.ts';
import { powersOfDay } from './curves.ts';
import { inWholeSteps } from './power.ts';
import { CURVE_STEP_MINUTES, slotsOfDay } from './slots.ts';
import { knownOfDay } from './storedCurve.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = '2026-10-20';
const NOW = Date.UTC(2026, 10, 10);

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(database.db, 'write', work);

interface Plant {
  siteId: number;
  timeZone: string;
  /** Inverters, and behind them a meter and a battery. */
  devices: Reporter[];
}

const kindOf = (plant: Plant, i: number) => Math.max(0, i - (plant.devices.length - 3));

async function makePlant(timeZone = 'Europe/Berlin', devices = CURVE_FROM_DEVICES + 2): Promise<Plant> {
  return await write(async (tx) => {
    const { id: siteId } = await makeSite(tx, { timezone: timeZone });
    const made: Reporter[] = [];
    for (let i = 0; i < devices; i++) {
      const kind = deviceKinds[Math.max(0, i - (devices - 3))]!.key;
      made.push({ deviceId: (await makeDevice(tx, siteId, { kind })).id, siteId, timeZone });
    }
    return { siteId, timeZone, devices: made };
  });
}

const store = (reports: readonly IncomingReport[], now = NOW) => storeReports(database.pool, reports, now);

/** A report of each device every quarter of an hour of some hours of a day, with last digits that do not add up evenly. */
function dayOf(plant: Plant, day: string, { hours = 10, from = 5 } = {}): IncomingReport[] {
  const { startMs } = slotsOfDay(day, plant.timeZone, CURVE_STEP_MINUTES);
  return plant.devices.flatMap((who, i) =>
    Array.from({ length: hours * 4 }, (_, n) =>
      makeReport(who, startMs + from * HOUR + n * 15 * MINUTE + i * 7_001, {
        kind: kindOf(plant, i),
        power: 1000 + ((n * 37 + i * 11) % 900),
        energy: n * 10,
      }),
    ),
  );
}

const askedOf = (db: Db, { siteId, timeZone }: Plant, day: string, now = NOW) =>
  powersOfDay(db, { siteId, timeZone }, { day, stepMinutes: CURVE_STEP_MINUTES, trades }, now);

/** What the reports alone add up to. */
async function reckoned(plant: Plant, day: string, now = NOW) {
  return await database.db
    .transaction()
    .execute(async (tx) => {
      await sql`delete from site_curve where site_id = ${plant.siteId}`.execute(tx);
      const answer = await askedOf(tx, plant, day, now);
      throw Object.assign(new Error('undo'), { answer });
    })
    .catch((error: { answer?: Awaited<ReturnType<typeof askedOf>> }) => {
      if (!error.answer) throw error;
      return error.answer;
    });
}

async function isStored({ siteId, timeZone }: Plant, day: string): Promise<boolean> {
  const slots = slotsOfDay(day, timeZone, CURVE_STEP_MINUTES);
  return (await knownOfDay(database.db, siteId, day, slots)).power !== null;
}

/** Whether a stored curve was read; that the answer is that of the reports is demanded. */
async function holds(plant: Plant, day = DAY): Promise<boolean> {
  expect(await askedOf(database.db, plant, day)).toEqual(await reckoned(plant, day));
  return await isStored(plant, day);
}

const curveDays = async ({ siteId }: Plant): Promise<string[]> =>
  (
    await sql<{ day: string }>`select day from site_curve where site_id = ${siteId} order by day`.execute(
      database.db,
    )
  ).rows.map(({ day }) => day);

/** A plant whose day is stored. */
async function settled(timeZone?: string, devices?: number): Promise<Plant> {
  const plant = await makePlant(timeZone, devices);
  await store(dayOf(plant, DAY));
  await settle(database.db, NOW);
  return plant;
}

describe('the stored curve of a day', () => {
  it('is that of its reports, of days of any length, however the reports came', async () => {
    const days = fc.constantFrom(
      ['Europe/Berlin', '2026-03-29'],
      ['Europe/Berlin', '2026-10-25'],
      ['Australia/Lord_Howe', '2026-04-05'],
      ['Australia/Lord_Howe', '2026-10-04'],
      ['Asia/Kathmandu', '2026-10-20'],
      ['America/St_Johns', '2026-10-20'],
    );
    const told = fc.record({
      // Across both midnights.
      minute: fc.integer({ min: -200, max: 1640 }),
      device: fc.nat(CURVE_FROM_DEVICES + 3),
      power: fc.option(fc.integer({ min: -90_000, max: 90_000 })),
      // A counter that grows, resets and leaps.
      energy: fc.nat(5000),
    });
    let stored = 0;
    const pieces = fc.array(fc.array(told, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        days,
        pieces,
        fc.nat(3),
        fc.boolean(),
        async ([timeZone, day], late, most, isPacked) => {
          const plant = await makePlant(timeZone, CURVE_FROM_DEVICES + most);
          await store(dayOf(plant, day!, { hours: 3 }));
          const around = [-1, 0, 1].map((n) => addDays(day!, n));
          const { startMs } = slotsOfDay(day!, plant.timeZone, CURVE_STEP_MINUTES);
          for (const piece of late) {
            await store(
              piece.flatMap(({ minute, device, power, energy }) => {
                const who = plant.devices[device];
                const kind = kindOf(plant, device);
                return who ? [makeReport(who, startMs + minute * MINUTE, { kind, power, energy })] : [];
              }),
            );
            // What came is seen before anybody has recomputed anything.
            for (const one of around) await holds(plant, one);
            if (isPacked) await packReports(database.db, NOW);
            await settle(database.db, NOW);
            for (const one of around) if (await holds(plant, one)) stored++;
          }
        },
      ),
      { numRuns: 15 },
    );
    expect(stored).toBeGreaterThan(15);
  }, 120_000);

  it('is read until a report comes late, and again when its day was recomputed', async () => {
    const plant = await settled();
    expect(await holds(plant)).toBe(true);
    const before = await askedOf(database.db, plant, DAY);
    const late = slotsOfDay(DAY, plant.timeZone, CURVE_STEP_MINUTES).startMs + 20 * HOUR;
    await store([makeReport(plant.devices[0]!, late, { power: 4321 })]);
    expect(await holds(plant)).toBe(false);
    const after = await askedOf(database.db, plant, DAY);
    expect(after).not.toEqual(before);
    await settle(database.db, NOW);
    expect(await holds(plant)).toBe(true);
    expect(await askedOf(database.db, plant, DAY)).toEqual(after);
    // What was there already changes nothing.
    await store([makeReport(plant.devices[0]!, late, { power: 4321 })]);
    expect(await holds(plant)).toBe(true);
  });

  it('is of no other step, of no single device, and of no day that is not over', async () => {
    const plant = await settled();
    await sql`update site_curve set bytes = '\\x00' where site_id = ${plant.siteId}`.execute(database.db);
    const warnings = await warned(async () => {
      for (const stepMinutes of [1, 10, 15])
        await powersOfDay(database.db, plant, { day: DAY, stepMinutes, trades }, NOW);
      const { startMs } = slotsOfDay(DAY, plant.timeZone, CURVE_STEP_MINUTES);
      await askedOf(database.db, plant, DAY, startMs + 23 * HOUR);
    });
    expect(warnings).toEqual([]);
  });

  it('survives that the day is packed', async () => {
    const plant = await settled();
    await packReports(database.db, NOW);
    expect(await holds(plant)).toBe(true);
  });

  it('is not read when it is torn or another one, which is an error by name', async () => {
    const plant = await settled();
    const other = await settled();
    const slots = slotsOfDay(DAY, plant.timeZone, CURVE_STEP_MINUTES);
    const bytesOf = ({ siteId }: Plant) => sql`(select bytes from site_curve where site_id = ${siteId})`;
    for (const [of, bytes] of [
      [plant, sql`set_byte(bytes, 40, (get_byte(bytes, 40) + 1) % 256)`],
      [other, bytesOf(plant)],
    ] as const) {
      await sql`update site_curve set bytes = ${bytes} where site_id = ${of.siteId}`.execute(database.db);
      const warnings = await warned(async () => {
        expect(await holds(of)).toBe(false);
        // It is said once.
        await knownOfDay(database.db, of.siteId, DAY, slots);
      });
      expect(warnings).toEqual([
        expect.objectContaining({
          name: 'CurveUnreadable',
          message: expect.stringContaining(`plant ${of.siteId} on ${DAY}`),
        }),
      ]);
    }
    await rollUp(database.db, { siteId: plant.siteId, day: DAY }, NOW);
    expect(await holds(plant)).toBe(true);
  });
});

async function warned(work: () => Promise<void>): Promise<Error[]> {
  const heard = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  await work();
  const said = heard.mock.calls.map(([warning]) => warning as Error);
  heard.mockRestore();
  return said;
}

describe('whatever else happens to the reports of a day', () => {
  /** At once, and when everything that waited was recomputed. */
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
          ...{ deviceId: who.deviceId, fromSiteId: plant.siteId, toSiteId },
          ...{ timeZone: other.timeZone, now: NOW },
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
    const forget = (place: number) =>
      write(async (tx) => {
        await holdRollUps(tx, plant.siteId);
        const deviceIds = [plant.devices[place]!.deviceId];
        await forgetHistory(tx, { siteId: plant.siteId, deviceIds, now: NOW });
      });
    await forget(0);
    await staysTrue(plant);
    await forget(1);
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

  it('reports were taken under a wrong clock, and move', async () => {
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
      fromMs: startMs + 8 * HOUR,
      toMs: startMs + 24 * HOUR,
      byMs: -26 * HOUR,
    };
    expect((await reclock(database, shift, { clock: () => NOW })).reports).toBeGreaterThan(100);
    await staysTrue(plant, [addDays(DAY, -1), DAY, addDays(DAY, 1)]);
  });

  it('a report that moves finds its millisecond taken, and steps aside beyond midnight', async () => {
    const plant = await makePlant();
    const next = addDays(DAY, 1);
    await store([-20, 0, 1, 5].flatMap((n) => dayOf(plant, addDays(DAY, n))));
    const last = slotsOfDay(next, plant.timeZone, CURVE_STEP_MINUTES).startMs - 1;
    const who = plant.devices[0]!;
    const wrong = { ...makeReport(who, last - 10 * 24 * HOUR, { power: 60_000 }), hasOwnTime: false };
    await store([makeReport(who, last, { power: 50_000 }), wrong]);
    await settle(database.db, NOW);
    const { rows } = await sql<{ sid: string }>`select sid from sites where id = ${plant.siteId}`.execute(
      database.db,
    );
    const shift = { sid: rows[0]!.sid, fromMs: wrong.atMs, toMs: wrong.atMs, byMs: 10 * 24 * HOUR };
    await reclock(database, shift, { clock: () => NOW });
    await staysTrue(plant, [DAY, next]);
  });

  it('a device turns out to be of another kind', async () => {
    const plant = await settled();
    const who = plant.devices[0]!;
    await store([makeReport(who, NOW - HOUR, { kind: 1, power: 500 })]);
    await settle(database.db, NOW);
    expect(await holds(plant)).toBe(false);
    await store([makeReport(who, NOW - HOUR / 2, { kind: 5, power: 500 })]);
    await settle(database.db, NOW);
    // Of another kind of the same trade it is as it was.
    expect(await holds(plant)).toBe(true);
  });
});

it('a day is summed up by a process that knows of no curves', async () => {
  const plant = await settled();
  const late = slotsOfDay(DAY, plant.timeZone, CURVE_STEP_MINUTES).startMs + 20 * HOUR;
  await store([makeReport(plant.devices[0]!, late, { power: 4321 })]);
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
    const evening = startMs + 20 * HOUR;
    for (const one of [plant, small]) await store(dayOf(one, DAY), evening);
    await settle(database.db, evening);
    expect(await makeMissingCurves(database.db, evening)).toBe(0);
    expect(await curveDays(plant)).toEqual([]);

    await store([makeReport(plant.devices[0]!, startMs - HOUR, { power: 7 })], NOW);
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
    await packReports(database.db, later);
    await dropOldDetail(database.db, later);
    expect(await curveDays(plant)).toEqual([]);
    expect(await makeMissingCurves(database.db, later)).toBe(0);
    await sql`delete from retention`.execute(database.db);
  });
});
