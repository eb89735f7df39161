import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { storyOf, whatDiffers } from '../../../test/matrix.ts';
import { settle } from '../../../test/settle.ts';
import { createPipeline } from '../../ingest/accept.ts';
import { checkSums } from '../../jobs/checkSums.ts';
import { inTransaction } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { checkTotals } from './checkTotals.ts';

const NOW = Date.UTC(2026, 10, 20);
const clock = () => NOW;

let database: TestDatabase;
let siteId: number;
let otherId: number;

beforeAll(async () => {
  database = await freshDatabase();
  const pipeline = createPipeline({
    pool: database.pool,
    clock,
    log: createLog('silent'),
    metrics: createMetrics(),
    rawFrameDays: 30,
  });
  const { a, b, ids } = await inTransaction(database.db, 'write', async (tx) => {
    const sites = [
      await makeSite(tx, { timezone: 'Etc/UTC', sid: 'DE_20260101_0001' }),
      await makeSite(tx, { timezone: 'Australia/Lord_Howe', sid: 'DE_20260101_0002' }),
    ];
    const siteIds = sites.map(({ id }) => id);
    const lifetime = await makeDevice(tx, siteIds[0] ?? 0);
    const frames = await makeDevice(tx, siteIds[1] ?? 0);
    return { a: lifetime.serial, b: frames.serial, ids: siteIds };
  });
  [siteId = 0, otherId = 0] = ids;
  const start = Date.UTC(2026, 9, 29);
  await pipeline.acceptMany(
    [...storyOf('lifetime counter', a, start, 4), ...storyOf('frames', b, start, 4)],
    'replay',
  );
  await pipeline.close();
  await settle(database.db, NOW);
});
afterAll(() => database.close());

const isWhole = async () => (await checkTotals(database.db, clock)).length === 0;

describe('the nightly check', () => {
  it('finds nothing where all adds up', async () => {
    expect(await checkTotals(database.db, clock)).toEqual([]);
    expect(await whatDiffers(database.db, siteId)).toEqual([]);
  });

  it.each([
    [
      'opening',
      `update device_day set opening[2] = opening[2] - 500, energy_wh = energy_wh where day = '2026-10-31'`,
      1,
    ],
    [
      'opening',
      `update device_day set opening[1] = 7 where opening[1] is not null and day = '2026-10-31'`,
      2,
    ],
    ['plantDay', `update site_day set energy_wh = energy_wh + 0.1 where day = '2026-10-30'`, 1],
    ['plantHours', `delete from site_hour where hour_at = '2026-10-30 10:00Z'`, 1],
    [
      'deviceHours',
      `update device_hour set energy_wh = energy_wh + 1 where hour_at = '2026-10-30 09:00Z'`,
      1,
    ],
    ['month', `update site_month set energy_wh = 1 where month = '2026-10-01'`, 1],
    ['month', `update site_month set worth = 123456 where month = '2026-10-01'`, 1],
    ['total', `update device_total set energy_wh = energy_wh + 20 where addr = 0`, 1],
    ['total', `update device_total set energy_wh = energy_wh + 20 where addr = 2`, 1],
    ['newest', `update latest set before_wh = before_wh - 3`, 1],
    ['recent', `update site_latest set recent_wh = recent_wh + 5`, 1],
    ['recent', `update site_latest set recent_wh = null`, 2],
  ])('finds a planted wrong %s, and has it mended: %s', async (kind, fault, which) => {
    const id = which === 1 ? siteId : otherId;
    await sql`${sql.raw(`${fault} ${fault.includes('where') ? 'and' : 'where'} site_id = ${id}`)}`.execute(
      database.db,
    );
    const metrics = createMetrics();
    await checkSums({ db: database.db, clock, log: createLog('silent'), metrics }, () => false);
    const counted = (await metrics.totalsMismatch.get()).values.map(({ labels }) => labels.kind);
    expect(counted).toContain(kind);
    const { rows } = await sql<{ kind: string; siteId: number }>`
      select kind, site_id as "siteId" from totals_mismatch where found_at = ${new Date(NOW)}`.execute(
      database.db,
    );
    expect(rows).toContainEqual({ kind, siteId: id });
    await settle(database.db, NOW);
    expect(await isWhole()).toBe(true);
    expect(await whatDiffers(database.db, siteId)).toEqual([]);
  });

  it('leaves alone what waits to be recomputed, and says when it ran', async () => {
    await sql`update site_day set energy_wh = 5 where site_id = ${siteId} and day = '2026-10-30'`.execute(
      database.db,
    );
    await sql`insert into dirty_day (site_id, day, marked_at) values (${siteId}, '2026-10-30', now())`.execute(
      database.db,
    );
    const found = await checkTotals(database.db, () => NOW + 1);
    expect(found.map(({ kind }) => kind)).not.toContain('plantDay');
    await settle(database.db, NOW);
    const { rows } = await sql<{ sites: number }>`
      select sites from totals_check where finished_at is not null order by started_at desc limit 1`.execute(
      database.db,
    );
    expect(rows).toEqual([{ sites: 2 }]);
  });
});
