import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReport } from '../../../seed/makeReports.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { claim } from '../../records/claims.ts';
import { moveDevice } from '../keep/move.ts';
import { createPartitions } from '../keep/partitions.ts';
import { over } from '../queryable.ts';
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
