// A winter month of all demo plants without faults: short gray days, snow, dusk and dawn on four continents. Real
// ingestion, totals and detections with fewer readings and inverters; with WHOLE_WINTER=on all of them, evaluated every
// hour.

import { demoPlants } from '@helioport/demo/plants';
import type { DemoPlant } from '@helioport/demo/world';
import { HOUR_MS } from '@helioport/domain/duration';
import { createPipeline } from '@helioport/server/ingest/accept';
import { replay } from '@helioport/server/ingest/replay';
import { inTransaction } from '@helioport/server/platform/db';
import { createLog } from '@helioport/server/platform/log';
import { createMetrics } from '@helioport/server/platform/metrics';
import { seedDemo } from '@helioport/server/seed/demo';
import { seedMenus } from '@helioport/server/seed/menus';
import { freshDatabase, type TestDatabase } from '@helioport/server/test/harness';
import { findIssues } from '@helioport/server/timeseries/alarms/issues';
import { takeDirty } from '@helioport/server/timeseries/marks/dirty';
import { evaluateDays } from '@helioport/server/timeseries/rollup/evaluate';
import { rollUp } from '@helioport/server/timeseries/rollup/rollup';
import { replayLine } from '@helioport/simulator/frames';
import type { DeviceReport } from '@helioport/simulator/reports';
import { createWorld } from '@helioport/simulator/world';
import { afterAll, beforeAll, expect, it } from 'vitest';

const FROM = Date.UTC(2027, 0, 1);
const DAYS = 31;
const isWhole = process.env.WHOLE_WINTER === 'on';
const LOOK_EVERY_MS = (isWhole ? 1 : 6) * HOUR_MS;
/** Of each device one report in so many is sent. */
const KEPT_ONE_IN = isWhole ? 1 : 3;
const MOST_INVERTERS = isWhole ? Number.POSITIVE_INFINITY : 4;

/** Without what is broken; shade, dirt and weather stay. */
const healthy = (plant: DemoPlant): DemoPlant => ({
  ...plant,
  faults: [],
  inverters: plant.inverters.slice(0, MOST_INVERTERS).map((inverter) => ({
    ...inverter,
    modules: inverter.modules.map(({ flaw, ...module }) =>
      flaw === undefined || flaw.kind === 'dead' ? module : { ...module, flaw },
    ),
  })),
});
const plants = demoPlants.filter(({ commissionedDay }) => commissionedDay !== null).map(healthy);

let database: TestDatabase;
let now = FROM;

beforeAll(async () => {
  database = await freshDatabase();
  await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedDemo(tx, FROM);
  });
  const serials = plants.flatMap(({ inverters, meter, battery }) =>
    [...inverters, meter, battery].flatMap((device) => (device ? [device.serial] : [])),
  );
  await database.pool.query('delete from alarm');
  await database.pool.query(
    'delete from modules where device_id in (select id from devices where serial <> all($1::text[]))',
    [serials],
  );
  await database.pool.query('delete from devices where serial <> all($1::text[])', [serials]);
});
afterAll(() => database.close());

/** All scheduled work between two evaluations. */
async function look(): Promise<void> {
  for (;;) {
    const days = await takeDirty(database.db, 200, now, { isHasty: true });
    if (days.length === 0) break;
    for (const day of days) await rollUp(database.db, day, now);
  }
  await evaluateDays(database.db, now);
  await findIssues(database.db, now);
}

const raised = async () =>
  (
    await database.pool.query<{ kind: string; name: string; at: string; begun: string; sns: string[] }>(
      `select a.kind, s.name, a.raised_at::text as at, a.begun_at::text as begun,
        array(select sn from devices where id = any(a.device_ids)) as sns
      from alarm a join sites s on s.id = a.site_id order by a.id`,
    )
  ).rows;

it('a healthy winter month raises nothing, and one plant unplugged in it raises one', {
  timeout: isWhole ? 7_200_000 : 900_000,
}, async () => {
  const pipeline = createPipeline({
    pool: database.pool,
    clock: () => now,
    log: createLog('silent'),
    metrics: createMetrics(),
    rawFrameDays: 0,
  });
  const world = createWorld();
  let reports = 0;
  const counts = new Map<string, number>();
  const isKept = ({ kind, serial }: DeviceReport) => {
    const count = counts.get(`${kind} ${serial}`) ?? 0;
    counts.set(`${kind} ${serial}`, count + 1);
    return count % KEPT_ONE_IN === 0;
  };
  const advance = async (untilMs: number, of: readonly DemoPlant[]) => {
    const lines = of.flatMap((plant) => world.reportsOf(plant, now, untilMs).filter(isKept).map(replayLine));
    now = untilMs;
    reports += lines.length;
    const { refused, problems } = await replay(pipeline, lines.join('\n'));
    expect(refused, JSON.stringify(problems)).toBe(0);
    await look();
  };
  for (let i = 1; i <= (DAYS * 24 * HOUR_MS) / LOOK_EVERY_MS; i++) {
    await advance(FROM + i * LOOK_EVERY_MS, plants);
    if (isWhole && (now - FROM) % (24 * HOUR_MS) === 0)
      console.log({
        day: (now - FROM) / (24 * HOUR_MS),
        plants: plants.length,
        devices: counts.size,
        reports,
      });
  }
  expect(reports).toBeGreaterThan(10_000);
  expect(await raised()).toEqual([]);
  const { rows: deviations } = await database.pool.query(
    `select * from issue_event where key in ('tooMuch', 'nightPower')`,
  );
  expect(deviations).toEqual([]);
  // Planted: the looks would see it.
  const [unplugged, ...others] = plants as [DemoPlant, ...DemoPlant[]];
  for (let i = 1; i <= (48 * HOUR_MS) / LOOK_EVERY_MS; i++) await advance(now + LOOK_EVERY_MS, others);
  expect(await raised()).toMatchObject([{ kind: 'plantSilent', name: unplugged.name }]);
  await pipeline.close();
});
