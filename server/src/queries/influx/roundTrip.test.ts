// What one server exports as line protocol, another one reads as a feed: equal energy of the plant and its modules.
import type net from 'node:net';
import { feed } from '@helioport/contract/feed';
import { deviceKind } from '@helioport/domain/deviceKinds';
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { personAway } from '../../access/session.ts';
import { visibleTo } from '../../access/visible.ts';
import { createPipeline, type Pipeline } from '../../ingest/accept.ts';
import { influx } from '../../ingest/feeds/influx.ts';
import { addFeedInputs } from '../../ingest/feeds/input.ts';
import { type Db, inTransaction } from '../../platform/db.ts';
import { createHttpServer, type FastifyInstance } from '../../platform/http.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { takeDirty } from '../../timeseries/marks/dirty.ts';
import { KIND } from '../../timeseries/reading.ts';
import { packingEndsAt, packReadings } from '../../timeseries/retention/pack.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';
import { exportedPlant, exportPage } from './export.ts';

const NOW = Date.UTC(2026, 10, 2, 12);
const ZONE = 'Europe/Berlin';
const STRING = deviceKind('stringMachine').code;
const log = createLog('silent');

let source: TestDatabase;
let target: People;
let pipeline: Pipeline;
let http: FastifyInstance;

beforeAll(async () => {
  source = await freshDatabase();
  target = await startPeople({ now: NOW });
  const { db, pool } = target.app.database;
  pipeline = createPipeline({ pool, clock: () => NOW, log, metrics: createMetrics(), rawFrameDays: 30 });
  http = await createHttpServer({ log, trustsProxy: false });
  addFeedInputs(http, { db, pipeline, clock: () => NOW, log, metrics: createMetrics() }, [influx]);
  await http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await http.close();
  await pipeline.close();
  await target.close();
  await source.close();
});

async function rollAll(db: Db): Promise<void> {
  for (;;) {
    const days = await takeDirty(db, 1000, NOW, { isHasty: true });
    if (days.length === 0) return;
    for (const day of days) await rollUp(db, day, NOW);
  }
}

it('gives equal energy for days with replaced counters, changes of the clock and compressed days', async () => {
  const { db, pool } = source;
  const made = await inTransaction(db, 'write', async (tx) => {
    await seedMenus(tx);
    const user = await makeUser(tx, { email: 'owner@lines.test' });
    const plant = await makeSite(tx, { ownerId: user.id, timezone: ZONE });
    return {
      user,
      plant,
      micro: await makeDevice(tx, plant.id),
      string: await makeDevice(tx, plant.id, { kind: 'stringMachine', vendor: 'acme' }),
      meter: await makeDevice(tx, plant.id, { kind: 'meter', vendor: 'acme' }),
      battery: await makeDevice(tx, plant.id, { kind: 'battery', vendor: 'acme' }),
    };
  });
  const siteId = made.plant.id;
  const of = ({ id }: { id: number }) => ({ deviceId: id, siteId, timeZone: ZONE });
  let lifetime = 5_000_000;
  for (let i = 0; i < 5; i++) {
    const day = addDays('2026-10-23', i);
    const sunny = sunnyDay(of(made.micro), day, { channels: 4, peakW: 1500 + 7 * i });
    await storeReadings(pool, sunny, NOW);
    // A lifetime counter that restarts with a new main board in the middle of a day.
    const ofString = sunny.map(({ atMs }, n) => {
      lifetime = i === 2 && n === 60 ? 0 : lifetime + 41;
      const values = { kind: STRING, power: 4900, energyOut: lifetime, chEnergy: [Math.floor(lifetime / 2)] };
      return makeReading(of(made.string), atMs, { ...values, phases: { phaseVoltage: [2301, null, 2299] } });
    });
    await storeReadings(pool, ofString, NOW);
    const counters = (n: number) => ({
      power: -100,
      energy: 10_000 + n + i * 1000,
      energyOut: 5_000 + 3 * n,
    });
    for (const [who, kind] of [
      [made.meter, KIND.meter],
      [made.battery, KIND.battery],
    ] as const)
      await storeReadings(
        pool,
        sunny.map(({ atMs }, n) => makeReading(of(who), atMs, { kind, ...counters(n + i * 300), soc: 573 })),
        NOW,
      );
  }
  await rollAll(db);
  await packReadings(db, packingEndsAt(NOW, 8));

  const { token } = await (await target.as('free')).call(feed.create, {
    sid: target.sid.alpha,
    source: 'influx',
    name: 'Other portal',
  });
  const { port } = http.server.address() as net.AddressInfo;
  const write = async (lines: string[]) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v2/write?precision=ms`, {
      method: 'POST',
      headers: { authorization: `Token ${token}` },
      body: lines.join('\n'),
    });
    expect([response.status, await response.text()]).toEqual([204, '']);
  };
  await sql`update sites set timezone = ${ZONE} where sid = ${target.sid.alpha}`.execute(
    target.app.database.db,
  );
  let count = 0;
  await inTransaction(db, 'read', async (tx) => {
    const visible = visibleTo(await personAway(tx, made.user.id), NOW);
    const plant = (await exportedPlant({ tx, visible }, { sid: made.plant.sid, sn: null }))!;
    expect(plant.devices).toHaveLength(4);
    for (const device of plant.devices)
      for (let fromMs: number | null = Date.UTC(2026, 9, 1); fromMs !== null; ) {
        const page: Awaited<ReturnType<typeof exportPage>> = await exportPage(
          { tx, visible },
          ...([plant, device, { fromMs, toMs: NOW }] as const),
        );
        count += page!.lines.length;
        if (page!.lines.length > 0) await write(page!.lines);
        fromMs = page!.nextMs;
      }
  });
  const { rows: stored } = await sql<{ count: number }>`
    select (select count(*) from reading)::int + (select coalesce(sum(readings), 0) from reading_block)::int as count`.execute(
    db,
  );
  expect(count).toBe(stored[0]!.count);

  await rollAll(target.app.database.db);
  const daysOf = async (of: Db, id: number) => {
    const { rows } = await sql`
      select day, energy_wh, import_wh, export_wh, charged_wh, discharged_wh, peak_w, samples
      from site_day where site_id = ${id} and samples > 0 order by day`.execute(of);
    return rows;
  };
  const modulesOf = async (of: Db, id: number) => {
    const { rows } = await sql`
      select m.day, m.addr, m.energy_wh, m.peak_w from module_day m join devices d on d.id = m.device_id
      where m.site_id = ${id} order by m.day, d.vendor = 'acme' or d.alias like '%acme%', m.addr`.execute(of);
    return rows;
  };
  const { rows: sites } = await sql<{ id: number }>`
    select id from sites where sid = ${target.sid.alpha}`.execute(target.app.database.db);
  const days = await daysOf(db, siteId);
  expect(days).toHaveLength(5);
  expect(await daysOf(target.app.database.db, sites[0]!.id)).toEqual(days);
  expect(await modulesOf(target.app.database.db, sites[0]!.id)).toEqual(await modulesOf(db, siteId));
});
