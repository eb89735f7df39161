import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { rollUp } from './rollup.ts';

const DAY = '2026-06-21';
const NOON = Date.parse(`${DAY}T12:00:00Z`);
const NOW = NOON + 12 * 3_600_000;
/** More devices than one part, so that the day is read in parts. */
const DEVICES = 140;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** Which version of each stored row there is, and who locked it last. */
async function versions(siteId: number): Promise<Map<string, string>> {
  const tables = ['device_day', 'device_hour', 'module_day', 'device_total'];
  const found = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await sql<{ key: string; version: string }>`
      select ${table}::text || ' ' || (to_jsonb(t) - '{energy_wh,peak_w,out_wh,samples,first,first_at,opening,closing,closing_at}'::text[])::text as key,
        t.ctid::text || ' ' || t.xmin::text || ' ' || t.xmax::text as version
      from ${sql.ref(table)} t where site_id = ${siteId}`.execute(database.db);
    for (const { key, version } of rows) found.set(key, version);
  }
  return found;
}

describe('a day that is recomputed', () => {
  it('writes and locks no row that stays as it is, and each that does not', async () => {
    const { siteId, ids } = await inTransaction(database.db, 'write', async (tx) => {
      const site = await makeSite(tx, { timezone: 'Etc/UTC' });
      const made: number[] = [];
      for (let i = 0; i < DEVICES; i++) made.push((await makeDevice(tx, site.id)).id);
      return { siteId: site.id, ids: made };
    });
    const reading = (deviceId: number, atMs: number, energy: number) =>
      makeReading({ deviceId, siteId, timeZone: 'Etc/UTC' }, atMs, {
        power: 10_000,
        energy,
        inputs: { power: [5000, 5000], energy: [energy / 2, energy / 2] },
      });
    const both = ids.flatMap((id) => [
      reading(id, NOON - 3_600_000, 10_000),
      reading(id, NOON - 1_800_000, 14_000),
    ]);
    await storeReadings(database.pool, both, NOW);
    await rollUp(database.db, { siteId, day: DAY }, NOW);
    const first = await versions(siteId);
    expect(first.size).toBeGreaterThanOrEqual(DEVICES * 7);
    await rollUp(database.db, { siteId, day: DAY }, NOW);
    expect(await versions(siteId)).toEqual(first);

    await storeReadings(database.pool, [reading(ids[40]!, NOON - 900_000, 16_000)], NOW);
    await rollUp(database.db, { siteId, day: DAY }, NOW);
    const second = await versions(siteId);
    const changed = [...second].filter(([key, version]) => first.get(key) !== version).map(([key]) => key);
    // The device, its two inputs, their totals and the hour.
    expect(changed.length).toBe(7);
    for (const key of changed) expect(key).toContain(`"device_id": ${ids[40]}`);

    await sql`delete from reading where site_id = ${siteId} and device_id = ${ids[40]}`.execute(database.db);
    await rollUp(database.db, { siteId, day: DAY }, NOW);
    const left = [...(await versions(siteId)).keys()].filter((key) =>
      key.includes(`"device_id": ${ids[40]}`),
    );
    expect(left.every((key) => key.startsWith('device_total'))).toBe(true);
    const { rows } = await sql<{ wh: number }>`
      select sum(energy_wh) as wh from device_total where site_id = ${siteId} and device_id = ${ids[40]}`.execute(
      database.db,
    );
    expect(rows).toEqual([{ wh: 0 }]);
  });
});
