import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReport } from '../../../seed/makeReports.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { claim } from '../../records/devices.ts';
import { moveDevice } from '../keep/move.ts';
import { createPartitions } from '../keep/partitions.ts';
import { over, type Queryable } from '../queryable.ts';
import { isDistributed, lockGroups } from './lockGroups.ts';
import { putBatch } from './put.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await createPartitions(database.pool).ensure([NOW], []);
});
afterAll(() => database.close());

const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(database.db, 'write', work);

describe('rows of several plants', () => {
  it('are locked in the order of the plants, all at once or one after the other', () => {
    expect(lockGroups([3, 1, 3, 2], false)).toEqual([[1, 2, 3]]);
    expect(lockGroups([3, 1, 3, 2], true)).toEqual([[1], [2], [3]]);
    expect(lockGroups([], false)).toEqual([]);
  });

  it('are all on one machine here', async () => {
    expect(await write((tx) => isDistributed(over(tx)))).toBe(false);
  });

  it.each([false, true])('come out the same, per plant or not: %s', async (perPlant) => {
    const devices = await write(async (tx) => {
      const made: { deviceId: number; siteId: number; timeZone: string }[] = [];
      for (let i = 0; i < 3; i++) {
        const { id: siteId } = await makeSite(tx, { sid: `DE_20260101_${perPlant ? 'p' : 'a'}00${i}` });
        for (let k = 0; k < 2; k++)
          made.push({ deviceId: (await makeDevice(tx, siteId)).id, siteId, timeZone: 'Europe/Berlin' });
      }
      return made;
    });
    // Devices of plants in turns, so that a group is not just a stretch of the batch.
    const reports = [0, 2, 4, 1, 3, 5].flatMap((i) =>
      [100, 200].map((power) => makeReport(devices[i]!, NOW + power, { power })),
    );
    const locking: unknown[][] = [];
    await write(async (tx) => {
      const inner = over(tx);
      const seen: Queryable = {
        query(config) {
          if (config.text.includes('for update')) locking.push([config.values?.[0]]);
          return inner.query(config);
        },
      };
      await putBatch(seen, reports, NOW, [], perPlant);
    });
    if (perPlant) for (const [siteIds] of locking) expect(siteIds).toMatch(/^\{\d+\}$/);
    const { rows } = await sql<{ power: number }>`
      select power from site_latest where site_id = any(${[...new Set(devices.map((d) => d.siteId))]}::bigint[])`.execute(
      database.db,
    );
    expect(rows.map((row) => row.power)).toEqual([400, 400, 400]);
  });

  it('have one newest row per device: a batch that looked a device up before it moved is tried again', async () => {
    const { siteId, device } = await write(async (tx) => ({
      siteId: (await makeSite(tx, { sid: 'DE_20260101_m000' })).id,
      device: await makeDevice(tx, null),
    }));
    const stranger = { deviceId: device.id, siteId: 0, timeZone: 'UTC' };
    await write((tx) => putBatch(over(tx), [makeReport(stranger, NOW, { power: 1 })], NOW));
    await write((tx) => claim(tx, { serial: device.serial, siteId, now: NOW }, moveDevice));
    await expect(
      write((tx) => putBatch(over(tx), [makeReport(stranger, NOW + 1, { power: 2 })], NOW)),
    ).rejects.toMatchObject({ code: '40001' });
    const { rows } = await sql`select site_id from latest where device_id = ${device.id}`.execute(
      database.db,
    );
    expect(rows).toEqual([{ site_id: siteId }]);
  });
});
