import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeDays } from '../../../seed/makeDays.ts';
import { makeReading, type ReportedValues, storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { KIND } from '../reading.ts';
import { missingOfDay } from './missing.ts';

const DAY = '2026-06-21';
const midnight = Date.UTC(2026, 5, 20, 22);
const at = (hour: number, minute = 0) => midnight + (hour * 60 + minute) * 60_000;
const EVENING = at(23);

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

interface Spoke {
  kind?: 'microinverter' | 'meter';
  /** Hours of the day from and to which it reports every five minutes. */
  hours: [number, number][];
  /** False: no readings before this day. */
  isOld?: boolean;
}

/** Creates a plant whose devices report in these hours; returns the missing spans. */
async function missing(devices: Spoke[], now = EVENING) {
  const made = await inTransaction(database.db, 'write', async (tx) => {
    const plant = await makeSite(tx, {});
    const installed = [];
    for (const { kind = 'microinverter', isOld = true } of devices) {
      const device = await makeDevice(tx, plant.id, { kind });
      if (isOld) await makeDays(tx, { id: device.id, siteId: plant.id }, '2026-06-19', [1000]);
      installed.push(device);
    }
    return { plant, installed };
  });
  const readings = devices.flatMap(({ kind, hours, isOld = true }, i) => {
    const who = { deviceId: made.installed[i]!.id, siteId: made.plant.id, timeZone: 'Europe/Berlin' };
    const what: ReportedValues = { kind: kind === 'meter' ? KIND.meter : KIND.inverter, power: 100 };
    const spoken = hours.flatMap(([from, to]) =>
      Array.from({ length: (to - from) * 12 }, (_, step) => makeReading(who, at(from, step * 5), what)),
    );
    return isOld ? [makeReading(who, at(-10), what), ...spoken] : spoken;
  });
  await storeReadings(database.pool, readings, now);
  const found = await missingOfDay(
    database.db,
    { siteId: made.plant.id, timeZone: 'Europe/Berlin' },
    DAY,
    now,
  );
  return found.map(({ sn, from, to }) => ({
    device: made.installed.findIndex(({ serial }) => serial === sn),
    from: (from - midnight) / 3_600_000,
    to: (to - midnight) / 3_600_000,
  }));
}

describe('devices missing on a day', () => {
  it('marks the hours in which one was silent while the other spoke', async () => {
    const found = await missing([
      { hours: [[6, 20]] },
      {
        hours: [
          [6, 11],
          [14, 20],
        ],
      },
    ]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ device: 1, to: 14 });
    expect(found[0]?.from).toBeCloseTo(11, 0);
  });

  it('marks the whole light of the day for a device that never woke', async () => {
    expect(await missing([{ hours: [[6, 20]] }, { hours: [] }])).toMatchObject([{ device: 1, from: 6 }]);
  });

  it('misses nobody at night or in short silences', async () => {
    expect(await missing([{ hours: [[6, 20]] }, { hours: [[6, 20]] }])).toEqual([]);
    expect(await missing([{ hours: [[6, 20]] }, { hours: [[6.5, 19.5]] }])).toEqual([]);
    expect(await missing([{ kind: 'meter', hours: [[0, 23]] }, { hours: [[6, 20]] }])).toEqual([]);
  });

  it('marks one gap of the plant where none of its inverters reported by day', async () => {
    const hours: [number, number][] = [
      [6, 10],
      [13, 20],
    ];
    // From the last reading before to the first one after; no single serial number is the cause.
    expect(await missing([{ hours }, { hours }])).toEqual([{ device: -1, from: 10 - 5 / 60, to: 13 }]);
  });

  it('does not miss a device before its first reading', async () => {
    expect(await missing([{ hours: [[6, 20]] }, { hours: [[13, 20]], isOld: false }])).toEqual([]);
  });

  it('misses a meter by day and by night', async () => {
    const found = await missing([{ hours: [[6, 20]] }, { kind: 'meter', hours: [[0, 12]] }]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ device: 1 });
  });

  it('says nothing of the hours to come', async () => {
    const found = await missing([{ hours: [[6, 13]] }, { hours: [[6, 9]] }], at(13));
    expect(found).toHaveLength(1);
    expect(found[0]?.to).toBeLessThanOrEqual(13);
  });
});
