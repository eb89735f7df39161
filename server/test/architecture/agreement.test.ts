import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDays } from '../../seed/makeDays.ts';
import { makeReading, storeReadings } from '../../seed/makeReadings.ts';
import { inTransaction } from '../../src/platform/db.ts';
import { packingEndsAt, packReadings } from '../../src/timeseries/retention/pack.ts';
import { rollUp } from '../../src/timeseries/rollup/rollup.ts';
import { compareAll } from './agreement.ts';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  const { app } = world;
  const { db, pool } = app.database;
  const now = app.now();
  interface Device {
    id: number;
    siteId: number;
    kind: string;
    timeZone: string;
    reports: boolean;
  }
  const { rows } = await sql<Device>`
    select d.id, d.site_id as "siteId", d.kind, s.timezone as "timeZone",
      exists (select from latest l where l.site_id = d.site_id and l.device_id = d.id) as reports
    from devices d join sites s on s.id = d.site_id
    where s.commissioned_at is not null and d.kind in ('microinverter', 'meter', 'battery') order by d.id`.execute(
    db,
  );
  // Two months of odd tenths of a watt-hour, so that every rounding has something to round.
  await inTransaction(db, 'write', async (tx) => {
    for (const { id, siteId } of rows.filter(({ kind, reports }) => reports && kind === 'microinverter')) {
      const made = Array.from({ length: 60 }, (_, i) => 3000 + ((id * 7919 + i * 104_729) % 50_000) / 10);
      await makeDays(tx, { id, siteId }, '2026-04-20', made);
    }
  });
  const counters = rows
    .filter(({ kind }) => kind !== 'microinverter')
    .flatMap(({ id, siteId, kind, timeZone }) =>
      [30, 20, 10, 1].map((hours) =>
        makeReading({ deviceId: id, siteId, timeZone }, now - hours * 3_1_800_000, {
          kind: kind === 'meter' ? 1 : 2,
          power: 1234,
          energy: 1_000_000 - hours * 997,
          energyOut: 500_000 - hours * 313,
        }),
      ),
    );
  await storeReadings(pool, counters, now);
  const marked = await sql<{ siteId: number; day: string }>`
    select distinct site_id as "siteId", day::text as day from dirty_day where site_id > 0`.execute(db);
  for (const day of marked.rows) await rollUp(db, day, now);
  // Totals in the current rows as if those months had been reported.
  await sql`
    update latest l set before_wh = round(coalesce((select sum(d.energy_wh) from device_day d
      where d.site_id = l.site_id and d.device_id = l.device_id and d.day < l.day)::numeric, 0), 1)`.execute(
    db,
  );
  await sql`
    update site_latest l set before_wh = round(coalesce((select sum(d.energy_wh) from site_day d
      where d.site_id = l.site_id and d.day < l.day)::numeric, 0), 1)`.execute(db);
  // Yesterday out of blocks, today out of rows: no figure may know which.
  const { readings } = await packReadings(db, packingEndsAt(now, 0));
  expect(readings).toBeGreaterThan(0);
}, 1_800_000);
afterAll(() => world.close());

describe('one figure by all its ways', () => {
  it('is one figure, in thousands of comparisons', { timeout: 1_800_000 }, async () => {
    const caller = await world.app.as('admin@demo.test');
    const { comparisons, disagreements } = await compareAll(caller, world.app.now());
    console.log(`${comparisons} comparisons, ${disagreements.length} disagreements`);
    expect(disagreements.slice(0, 40)).toEqual([]);
    expect(comparisons).toBeGreaterThan(1700);
  });

  it('would show a plant whose list says another figure than its days', { timeout: 1_800_000 }, async () => {
    const { db } = world.app.database;
    const { rows } = await sql<{ siteId: number; sid: string; day: string }>`
      select s.id as "siteId", s.sid, max(d.day)::text as day from sites s join site_day d on d.site_id = s.id
      join users o on o.id = s.owner_id where o.email = 'owner@demo.test' group by s.id limit 1`.execute(db);
    const planted = rows[0]!;
    await sql`update site_day set energy_wh = energy_wh + 7 where site_id = ${planted.siteId}
      and day = ${addDays(planted.day, -3)}`.execute(db);
    const caller = await world.app.as('owner@demo.test');
    const { disagreements } = await compareAll(caller, world.app.now());
    expect(disagreements.filter((line) => line.startsWith(planted.sid)).length).toBeGreaterThan(0);
    expect(disagreements.join('\n')).toContain('total, list and overview');
  });
});
