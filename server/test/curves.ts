// A world for the stored power of plants' days: plants of many devices, reports of theirs, and whether what is answered is
// what the reports add up to.

import { deviceKinds } from '@helioport/domain/deviceKinds';
import { HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { makeDevice, makeSite } from '../seed/make.ts';
import { makeReading, type Reporter, storeReadings } from '../seed/makeReadings.ts';
import { type Db, inTransaction } from '../src/platform/db.ts';
import { roles } from '../src/timeseries/codec/curve.ts';
import { powersOfDay } from '../src/timeseries/query/curves.ts';
import { knownOfDay } from '../src/timeseries/query/storedCurve.ts';
import type { IncomingReading } from '../src/timeseries/reading.ts';
import { CURVE_FROM_DEVICES } from '../src/timeseries/rollup/siteCurve.ts';
import { CURVE_STEP_MINUTES, slotsOfDay } from '../src/timeseries/slots/slots.ts';
import { freshDatabase } from './harness.ts';
import { settle } from './settle.ts';

export const DAY = '2026-10-20';
export const NOW = Date.UTC(2026, 10, 10);

export interface Plant {
  siteId: number;
  timeZone: string;
  /** Inverters, and behind them a meter and a battery. */
  devices: Reporter[];
}

/** The world, in a database of its own. */
export async function startCurves() {
  const database = await freshDatabase();
  const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
    inTransaction(database.db, 'write', work);

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

  const store = (reports: readonly IncomingReading[], now = NOW) =>
    storeReadings(database.pool, reports, now);

  /** A report of each device every quarter of an hour of some hours of a day, with last digits that do not add up evenly. */
  function dayOf(plant: Plant, day: string, { hours = 10, from = 5 } = {}): IncomingReading[] {
    const { startMs } = slotsOfDay(day, plant.timeZone, CURVE_STEP_MINUTES);
    return plant.devices.flatMap((who, i) =>
      Array.from({ length: hours * 4 }, (_, n) =>
        makeReading(who, startMs + from * HOUR_MS + n * 15 * MINUTE_MS + i * 7_001, {
          kind: kindOf(plant, i),
          power: 1000 + ((n * 37 + i * 11) % 900),
          energy: n * 10,
        }),
      ),
    );
  }

  const shownCurves = (db: Db, { siteId, timeZone }: Plant, day: string, now = NOW) =>
    powersOfDay(db, { siteId, timeZone }, { day, stepMinutes: CURVE_STEP_MINUTES, roles }, now);

  /** What the reports alone add up to. */
  async function calculated(plant: Plant, day: string, now = NOW) {
    return await database.db
      .transaction()
      .execute(async (tx) => {
        await sql`delete from site_curve where site_id = ${plant.siteId}`.execute(tx);
        const answer = await shownCurves(tx, plant, day, now);
        throw Object.assign(new Error('undo'), { answer });
      })
      .catch((error: { answer?: Awaited<ReturnType<typeof shownCurves>> }) => {
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
    expect(await shownCurves(database.db, plant, day)).toEqual(await calculated(plant, day));
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

  return {
    database,
    write,
    kindOf,
    makePlant,
    store,
    dayOf,
    shownCurves,
    calculated,
    isStored,
    holds,
    curveDays,
    settled,
  };
}

/** The warnings of the process while work is done. */
export async function warned(work: () => Promise<void>): Promise<Error[]> {
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  await work();
  const warnings = spy.mock.calls.map(([warning]) => warning as Error);
  spy.mockRestore();
  return warnings;
}
