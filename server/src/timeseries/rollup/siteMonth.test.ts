import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { rollUp } from './rollup.ts';

const NOW = Date.UTC(2026, 6, 10);

let database: TestDatabase;
let who: { siteId: number; deviceId: number; timeZone: string };

beforeAll(async () => {
  database = await freshDatabase();
  who = await inTransaction(database.db, 'write', async (tx) => {
    const { id: siteId } = await makeSite(tx);
    return { siteId, deviceId: (await makeDevice(tx, siteId)).id, timeZone: 'Europe/Berlin' };
  });
  const days = ['2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03'];
  const readings = days.flatMap((day) => sunnyDay(who, day, { peakW: 1000, channels: 4, everyMinutes: 30 }));
  await storeReadings(database.pool, readings, NOW);
});
afterAll(() => database.close());

/** Stored months, and the sums of their days. */
async function months() {
  const { rows } = await sql<{ month: string; kept: number | null; summed: number | null }>`
    select to_char(m.month, 'YYYY-MM') as month, m.energy_wh as kept,
      (select round(sum(d.energy_wh) * 10) / 10 from site_day d
       where d.site_id = m.site_id and to_char(d.day, 'YYYY-MM') = to_char(m.month, 'YYYY-MM')) as summed
    from site_month m where m.site_id = ${who.siteId} order by 1`.execute(database.db);
  return rows;
}

describe('site_month', () => {
  it('is what the days of the month made, also when two of them are recomputed at once', async () => {
    const days = ['2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03'];
    await Promise.all(days.map((day) => rollUp(database.db, { siteId: who.siteId, day }, NOW)));
    const found = await months();
    expect(found.map(({ month }) => month)).toEqual(['2026-06', '2026-07']);
    for (const { kept, summed } of found) expect(kept).toBe(summed);
    expect(found[1]?.kept).toBeGreaterThan(20_000);
  });

  it('follows days whose readings are gone', async () => {
    await sql`delete from reading where at < '2026-07-01T10:00Z' and site_id = ${who.siteId}`.execute(
      database.db,
    );
    await rollUp(database.db, { siteId: who.siteId, day: '2026-06-30' }, NOW);
    await rollUp(database.db, { siteId: who.siteId, day: '2026-07-01' }, NOW);
    const found = await months();
    expect(found[0]).toEqual({ month: '2026-06', kept: null, summed: null });
    expect(found[1]?.kept).toBe(found[1]?.summed);
  });
});
