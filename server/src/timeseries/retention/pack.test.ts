// Packing seen from outside: whatever is asked before and after gives one answer.
import { HOUR_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, type Reporter, storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { BlockUnreadable } from '../codec/blockShape.ts';
import { readingCounts } from '../ingestion/unclaimed.ts';
import type { LineKey } from '../query/curves.ts';
import { linesBetween, readingsOf } from '../query/history.ts';
import type { IncomingReading } from '../reading.ts';
import { readReadings } from '../readings/readings.ts';
import { rollUp } from '../rollup/rollup.ts';
import { slotsOfDay } from '../slots/slots.ts';
import { deleteReadings } from './deleteReadings.ts';
import { moveDevice } from './move.ts';
import { packingEndsAt, packReadings } from './pack.ts';

const ZONE = 'Asia/Kathmandu';
const START = Date.UTC(2026, 4, 1);
const DAYS = 6;
const END = START + DAYS * 24 * HOUR_MS;
const NOW = END + 5 * 24 * HOUR_MS;

let database: TestDatabase;
let siteId: number;
let devices: Reporter[];

beforeAll(async () => {
  database = await freshDatabase();
  const made = await inTransaction(database.db, 'write', async (tx) => {
    const site = await makeSite(tx, { sid: 'NP_20260101_0001', timezone: ZONE });
    const ids = [await makeDevice(tx, site.id), await makeDevice(tx, site.id)];
    return { siteId: site.id, ids };
  });
  siteId = made.siteId;
  devices = made.ids.map(({ id }) => ({ deviceId: id, siteId, timeZone: ZONE }));
  await store(devices.flatMap((who) => story(who)));
});
afterAll(() => database.close());

/** Readings of every shape that devices send: with and without inputs, lists with holes, a counter of either kind. */
function story(who: Reporter) {
  const readings = [];
  for (let atMs = START; atMs < END; atMs += 0.5 * HOUR_MS) {
    const step = Math.round(((atMs - START) / HOUR_MS) * 2);
    const even = step % 2 === 0;
    readings.push(
      makeReading(who, atMs + 137, {
        power: even ? 900 + step : null,
        energyOut: 10 * step + 50_000,
        acVoltage: 23_000 + step,
        chPower: step % 5 === 0 ? null : [400 + step, even ? 500 : null],
        chEnergy: step % 5 === 0 ? null : [5 * step, 5 * step],
        statusBits: step % 7 === 0 ? 0x8000 : 0,
        phases: step % 3 === 0 ? { phaseVoltage: [23_000, 23_100, null] } : {},
      }),
    );
  }
  return readings;
}

const store = (readings: readonly IncomingReading[]) => storeReadings(database.pool, readings, NOW);
const pack = (beforeMs = packingEndsAt(NOW, 4)) => packReadings(database.db, beforeMs);
const counts = async () =>
  (
    await sql<{ rows: number; blocks: number; compressed: number }>`
      select (select count(*)::int from reading) as rows, (select count(*)::int from reading_block) as blocks,
        (select coalesce(sum(readings), 0)::int from reading_block) as compressed`.execute(database.db)
  ).rows[0]!;

/** Everything that the store can be asked about one device, or the plant. */
async function answers() {
  const { deviceId } = devices[0]!;
  const which = { siteId, deviceId };
  const lines: LineKey[] = [
    { key: 'power', place: 'device', addr: 0 },
    { key: 'power', place: 'input', addr: 2 },
    { key: 'phaseVoltage', place: 'phase', addr: 3 },
  ] as LineKey[];
  const pages = [];
  for (let toMs = NOW; ; ) {
    const page = await readingsOf(database.db, which, { fromMs: START, toMs, limit: 25, newestFirst: true });
    if (page.length === 0) break;
    pages.push(...page);
    toMs = page.at(-1)!.atMs;
  }
  return {
    forth: await readingsOf(database.db, which, {
      fromMs: START + 9 * HOUR_MS,
      toMs: NOW,
      limit: 100,
      newestFirst: false,
    }),
    pages,
    lines: await linesBetween(database.db, which, slotsOfDay('2026-05-03', ZONE, 30), lines, NOW),
    day: await readReadings(database.db, {
      siteId,
      fromMs: START + 18.25 * HOUR_MS,
      toMs: START + 42.25 * HOUR_MS,
      scalars: ['mainPower', 'mainCounter', 'secondCounter', 'acVoltage'],
      inputs: ['power', 'inputCounter'],
      phases: ['phaseVoltage'],
    }),
  };
}

const totals = async () =>
  (
    await sql`select day, energy_wh, samples, is_corrected from site_day where site_id = ${siteId} order by day`.execute(
      database.db,
    )
  ).rows;
const rollAll = async () => {
  for (let n = -1; n <= DAYS; n++) {
    const day = new Date(START + n * 24 * HOUR_MS).toISOString().slice(0, 10);
    await rollUp(database.db, { siteId, day }, NOW);
  }
};

describe('packing', () => {
  it('changes no answer, and leaves no row that is old enough', async () => {
    await rollAll();
    const [before, days] = [await answers(), await totals()];
    expect(before.pages).toHaveLength(DAYS * 48);
    const { readings } = await pack();
    expect(readings).toBe(2 * DAYS * 48);
    expect(await counts()).toEqual({ rows: 0, blocks: 2 * DAYS, compressed: 2 * DAYS * 48 });
    expect(await answers()).toEqual(before);
    await rollAll();
    expect(await totals()).toEqual(days);
  });

  it('finds nothing to do when it has done it', async () => {
    expect(await pack()).toEqual({ readings: 0, days: 0, refused: [], isDone: true });
  });

  it('merges what comes late, the later reading of an instant for good', async () => {
    const [who] = devices;
    const before = await answers();
    const late = [
      makeReading(who!, START + 30 * HOUR_MS + 60_000, { power: 4321, energyOut: 50_300 }),
      // In the place of one that is packed already.
      makeReading(who!, START + 31 * HOUR_MS + 137, { power: 1234, energyOut: 50_310 }),
    ];
    await store(late);
    const asRows = await answers();
    expect(asRows.pages).toHaveLength(before.pages.length + 1);
    expect(asRows.pages.filter(({ values }) => values.scalars.power === 123.4)).toHaveLength(1);
    expect(asRows.day[0]!.at).toHaveLength(before.day[0]!.at.length + 1);
    expect(await pack()).toMatchObject({ readings: 2, days: 1 });
    expect(await counts()).toMatchObject({ rows: 0, blocks: 2 * DAYS });
    expect(await answers()).toEqual(asRows);
  });

  it('hides no reading from those who read meanwhile, and shows none twice', async () => {
    const who = devices[1]!;
    const span = {
      siteId,
      deviceId: who.deviceId,
      fromMs: START,
      toMs: NOW,
      scalars: ['power'],
      inputs: [],
    } as const;
    const count = async () => (await readReadings(database.db, span))[0]!.at.length;
    for (let round = 0; round < 8; round++) {
      const late = Array.from({ length: 20 }, (_, i) =>
        makeReading(who, START + (i * 5 + 1) * HOUR_MS + round, { power: 1, energyOut: 50_000 }),
      );
      await store(late);
      const expected = await count();
      const seen = await Promise.all([...Array.from({ length: 6 }, count), pack().then(count), count()]);
      expect(seen).toEqual(seen.map(() => expected));
    }
  });

  it('leaves days alone that are not over for long enough', async () => {
    const [who] = devices;
    await store([makeReading(who!, NOW - 4 * 24 * HOUR_MS + 1, { power: 1, energyOut: 60_000 })]);
    expect(await pack()).toMatchObject({ readings: 0 });
    expect((await counts()).rows).toBe(1);
  });

  it('goes where its device goes', async () => {
    const other = await inTransaction(database.db, 'write', (tx) =>
      makeSite(tx, { sid: 'NP_20260101_0002', timezone: ZONE }),
    );
    const { deviceId } = devices[1]!;
    const span = { fromMs: START, toMs: NOW, limit: 1000, newestFirst: true };
    const before = await readingsOf(database.db, { siteId, deviceId }, span);
    await inTransaction(database.db, 'write', (tx) =>
      moveDevice(tx, { deviceId, fromSiteId: siteId, toSiteId: other.id, timeZone: ZONE, now: NOW }),
    );
    expect(await readingsOf(database.db, { siteId, deviceId }, span)).toEqual([]);
    expect(await readingsOf(database.db, { siteId: other.id, deviceId }, span)).toEqual(before);
    const { rows: marked } = await sql<{ day: string }>`
      select day from dirty_day where site_id = ${other.id} order by day`.execute(database.db);
    expect(marked).toHaveLength(DAYS + 1);
  });

  it('is done once by two who pack at the same moment', async () => {
    const who = devices[0]!;
    const late = Array.from({ length: 60 }, (_, i) =>
      makeReading(who, START + i * 2 * HOUR_MS + 999, { power: 2, energyOut: 50_000 }),
    );
    await store(late);
    const before = await answers();
    const both = await Promise.all([pack(), pack(), pack()]);
    expect(both.map(({ refused }) => refused)).toEqual([[], [], []]);
    expect(both.reduce((sum, { readings }) => sum + readings, 0)).toBe(60);
    expect(await answers()).toEqual(before);
  });

  it('is forgotten with a serial that nobody claimed', async () => {
    const made = await inTransaction(database.db, 'write', (tx) => makeDevice(tx, siteId));
    const who = { ...devices[0]!, deviceId: made.id };
    await store([makeReading(who, START + HOUR_MS, { power: 7, energyOut: 1 })]);
    await pack();
    await inTransaction(database.db, 'write', (tx) =>
      moveDevice(tx, { deviceId: made.id, fromSiteId: siteId, toSiteId: 0, timeZone: 'UTC', now: NOW }),
    );
    expect((await readingCounts(database.db, [made.id])).get(made.id)).toBe(1);
    await inTransaction(database.db, 'write', (tx) => deleteReadings(tx, [made.id]));
    const { rows } = await sql`select from reading_block where device_id = ${made.id}`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('keeps the rows of a device whose block is torn, packs its neighbours, and says which', async () => {
    const [who] = devices;
    await sql`update reading_block set bytes = set_byte(bytes, 9, get_byte(bytes, 9) # 1)
      where site_id = ${siteId} and day = '2026-05-02'`.execute(database.db);
    const third = await inTransaction(database.db, 'write', (tx) => makeDevice(tx, siteId));
    const torn = { ...who! };
    const fine = { ...who!, deviceId: third.id };
    await store(
      [torn, fine].map((one) => makeReading(one, START + 33 * HOUR_MS + 1, { power: 7, energyOut: 51_000 })),
    );
    const { readings, refused } = await pack();
    expect(readings).toBe(1);
    expect(refused).toMatchObject([{ siteId, deviceId: who!.deviceId, error: expect.any(BlockUnreadable) }]);
    const reading = readReadings(database.db, {
      siteId,
      fromMs: START + 24 * HOUR_MS,
      toMs: START + 48 * HOUR_MS,
      scalars: ['power'],
      inputs: [],
    });
    await expect(reading).rejects.toBeInstanceOf(BlockUnreadable);
    // No total is made of what can be read of a torn day.
    await expect(rollUp(database.db, { siteId, day: '2026-05-02' }, NOW)).rejects.toBeInstanceOf(
      BlockUnreadable,
    );
  });
});
