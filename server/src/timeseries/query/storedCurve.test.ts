import { HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import { addDays } from '@helioport/domain/periods';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { makeReading } from '../../../seed/makeReadings.ts';
import { DAY, NOW, type Plant, startCurves, warned } from '../../../test/curves.ts';
import { settle } from '../../../test/settle.ts';
import { roles } from '../codec/curve.ts';
import { packReadings } from '../retention/pack.ts';
import { rollUp } from '../rollup/rollup.ts';
import { CURVE_FROM_DEVICES } from '../rollup/siteCurve.ts';
import { CURVE_STEP_MINUTES, slotsOfDay } from '../slots/slots.ts';
import { powersOfDay } from './curves.ts';
import { knownOfDay } from './storedCurve.ts';

const { database, kindOf, makePlant, store, dayOf, shownCurves, holds, settled } = await startCurves();
afterAll(() => database.close());

describe('the stored curve of a day', () => {
  it('is that of its readings, of days of any length, however the readings came', async () => {
    const days = fc.constantFrom(
      ['Europe/Berlin', '2026-03-29'],
      ['Europe/Berlin', '2026-10-25'],
      ['Australia/Lord_Howe', '2026-04-05'],
      ['Australia/Lord_Howe', '2026-10-04'],
      ['Asia/Kathmandu', '2026-10-20'],
      ['America/St_Johns', '2026-10-20'],
    );
    const readingStory = fc.record({
      // Across both midnights.
      minute: fc.integer({ min: -200, max: 1640 }),
      device: fc.nat(CURVE_FROM_DEVICES + 3),
      power: fc.option(fc.integer({ min: -90_000, max: 90_000 })),
      // A counter that grows, resets and leaps.
      energy: fc.nat(5000),
    });
    let stored = 0;
    const pieces = fc.array(fc.array(readingStory, { minLength: 1, maxLength: 40 }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(
        days,
        pieces,
        fc.nat(3),
        fc.boolean(),
        async ([timeZone, day], late, most, isCompressed) => {
          const plant = await makePlant(timeZone, CURVE_FROM_DEVICES + most);
          await store(dayOf(plant, day!, { hours: 3 }));
          const adjacentDays = [-1, 0, 1].map((n) => addDays(day!, n));
          const { startMs } = slotsOfDay(day!, plant.timeZone, CURVE_STEP_MINUTES);
          for (const piece of late) {
            await store(
              piece.flatMap(({ minute, device, power, energy }) => {
                const who = plant.devices[device];
                const kind = kindOf(plant, device);
                return who ? [makeReading(who, startMs + minute * MINUTE_MS, { kind, power, energy })] : [];
              }),
            );
            // New readings are visible before anything is recalculated.
            for (const one of adjacentDays) await holds(plant, one);
            if (isCompressed) await packReadings(database.db, NOW);
            await settle(database.db, NOW);
            for (const one of adjacentDays) if (await holds(plant, one)) stored++;
          }
        },
      ),
      { numRuns: 15 },
    );
    expect(stored).toBeGreaterThan(15);
  }, 600_000);

  it('is read until a reading comes late, and again when its day was recomputed', async () => {
    const plant = await settled();
    expect(await holds(plant)).toBe(true);
    const before = await shownCurves(database.db, plant, DAY);
    const late = slotsOfDay(DAY, plant.timeZone, CURVE_STEP_MINUTES).startMs + 20 * HOUR_MS;
    await store([makeReading(plant.devices[0]!, late, { power: 4321 })]);
    expect(await holds(plant)).toBe(false);
    const after = await shownCurves(database.db, plant, DAY);
    expect(after).not.toEqual(before);
    await settle(database.db, NOW);
    expect(await holds(plant)).toBe(true);
    expect(await shownCurves(database.db, plant, DAY)).toEqual(after);
    // What was there already changes nothing.
    await store([makeReading(plant.devices[0]!, late, { power: 4321 })]);
    expect(await holds(plant)).toBe(true);
  });

  it('is of no other step, of no single device, and of no day that is not over', async () => {
    const plant = await settled();
    await sql`update site_curve set bytes = '\\x00' where site_id = ${plant.siteId}`.execute(database.db);
    const warnings = await warned(async () => {
      for (const stepMinutes of [1, 10, 15])
        await powersOfDay(database.db, plant, { day: DAY, stepMinutes, roles }, NOW);
      const { startMs } = slotsOfDay(DAY, plant.timeZone, CURVE_STEP_MINUTES);
      await shownCurves(database.db, plant, DAY, startMs + 23 * HOUR_MS);
    });
    expect(warnings).toEqual([]);
  });

  it('survives that the day is packed', async () => {
    const plant = await settled();
    await packReadings(database.db, NOW);
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
