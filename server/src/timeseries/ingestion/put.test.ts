import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { claim } from '../../repositories/claims.ts';
import { over } from '../queryable.ts';
import { type IncomingReading, KIND } from '../reading.ts';
import { moveDevice } from '../retention/move.ts';
import { createPartitions } from '../retention/partitions.ts';
import { putBatch } from './put.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await createPartitions(database.pool).ensure([NOW], []);
});
afterAll(() => database.close());

const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(database.db, 'write', work);

describe('newest rows', () => {
  it('are one per device: a batch that looked a device up before it moved is tried again', async () => {
    const { siteId, device } = await write(async (tx) => ({
      siteId: (await makeSite(tx, { sid: 'DE_20260101_m000' })).id,
      device: await makeDevice(tx, null),
    }));
    const unregistered = { deviceId: device.id, siteId: 0, timeZone: 'UTC' };
    await write((tx) => putBatch(over(tx), [makeReading(unregistered, NOW, { power: 1 })], NOW));
    await write((tx) => claim(tx, { serial: device.serial, siteId, now: NOW }, moveDevice));
    await expect(
      write((tx) => putBatch(over(tx), [makeReading(unregistered, NOW + 1, { power: 2 })], NOW)),
    ).rejects.toMatchObject({ code: '40001' });
    const { rows } = await sql`select site_id from latest where device_id = ${device.id}`.execute(
      database.db,
    );
    expect(rows).toEqual([{ site_id: siteId }]);
  });
});

describe('the row of a plant', () => {
  const MINUTE = 60_000;

  /** A plant in UTC with so many inverters. */
  const plantOf = (sid: string, inverters: number) =>
    write(async (tx) => {
      const siteId = (await makeSite(tx, { sid, timezone: 'UTC' })).id;
      const whose = async (kind: string) => ({
        deviceId: (await makeDevice(tx, siteId, kind === 'meter' ? { kind, vendor: 'acme' } : {})).id,
        siteId,
        timeZone: 'UTC',
      });
      const each = [];
      for (let i = 0; i < inverters; i++) each.push(await whose('microinverter'));
      return { siteId, inverters: each, meter: await whose('meter') };
    });

  it('speaks for the producers that are heard of, and adds up the day of all', async () => {
    const { siteId, inverters, meter } = await plantOf('DE_20260101_m001', 3);
    const [live, silent, ofYesterday] = inverters;
    const put = (reading: IncomingReading) => storeReadings(database.pool, [reading], NOW);
    await put(makeReading(ofYesterday!, NOW - 24 * 60 * MINUTE, { power: 400, energy: 1000, statusBits: 4 }));
    await put(makeReading(silent!, NOW - 20 * MINUTE, { power: 7000, energy: 300, statusBits: 2 }));
    await put(makeReading(live!, NOW, { power: 1000, energy: 500, statusBits: 1 }));
    await put(makeReading(meter, NOW + MINUTE, { kind: KIND.meter, power: 99_000, energy: 10 }));
    const { rows } = await sql`
      select at, produced_at, counted_since, day, power, status_bits, day_wh, before_wh
      from site_latest where site_id = ${siteId}`.execute(database.db);
    expect(rows).toEqual([
      {
        at: new Date(NOW + MINUTE),
        produced_at: new Date(NOW),
        counted_since: new Date(NOW),
        day: '2026-06-21',
        power: 1000,
        status_bits: 1,
        day_wh: 80,
        before_wh: 100,
      },
    ]);
  });

  it('is renewed, like all that a batch does, by statements that are not planned anew each time', async () => {
    const { inverters } = await plantOf('DE_20260101_m002', 2);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      for (let i = 0; i < 12; i++) {
        const readings = inverters.map((who) => ({
          ...makeReading(who, NOW + i * MINUTE, { power: 1000 + i, energy: 10 * i, chEnergy: [i, null] }),
          hasOwnTime: false,
        }));
        await client.query('begin');
        await putBatch(client, readings, NOW);
        await client.query('commit');
      }
      const { rows } = await client.query<{ name: string; anew: number }>(
        `select name, custom_plans::int as anew from pg_prepared_statements where generic_plans + custom_plans >= 12`,
      );
      expect(rows.map(({ name }) => name)).toContain('site-latest-update');
      // PostgreSQL looks at a statement five times before it trusts a plan for all values.
      for (const { name, anew } of rows) expect([name, anew]).toEqual([name, Math.min(anew, 5)]);
    } finally {
      await client.end();
    }
  });
});
