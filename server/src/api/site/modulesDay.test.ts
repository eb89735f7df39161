// The file of a day's energy of all modules adds up to the plant's day, and leaves empty what is unknown.
import { site } from '@helioport/contract/site';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { BDM_800, BDM_2250 } from '../../../test/capturedFrames.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { createPipeline, type Pipeline } from '../../ingest/accept.ts';
import { inTransaction } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const TODAY = '2026-06-21';
const YESTERDAY = '2026-06-20';

let app: TestApp;
let pipeline: Pipeline;
let owner: Caller;
let siteId: number;
let sid: string;
let silent: string;

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  pipeline = createPipeline({
    pool: app.database.pool,
    clock: () => NOW,
    log: createLog('silent'),
    metrics: createMetrics(),
    rawFrameDays: 30,
  });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'other@make.test' });
    ({ id: siteId, sid } = await makeSite(tx, { ownerId, timezone: 'Etc/UTC' }));
    await makeDevice(tx, siteId, { serial: 'DEADBEEF', productNumber: 6 });
    await makeDevice(tx, siteId, { serial: '86A10001', productNumber: 11 });
    ({ sn: silent } = await makeDevice(tx, siteId, { productNumber: 11 }));
    await sql`insert into arrays (site_id, id, name, tilt_deg, azimuth_deg) values
      (${siteId}, 1, 'South', 30, 180), (${siteId}, 2, 'East, upper', 30, 90)`.execute(tx);
    await sql`update modules m set array_id = case when m.addr < 3 then 1 else 2 end
      from devices d where d.id = m.device_id and d.sn = '86A10001'`.execute(tx);
  });
  owner = await app.as('owner@make.test');
  for (const day of [1, 0]) {
    for (const hex of [BDM_800, BDM_2250]) {
      await pipeline.accept(
        {
          kind: 'frame',
          bytes: Uint8Array.from(Buffer.from(hex, 'hex')),
          atMs: NOW - day * DAY_MS - 60_000,
        },
        'replay',
      );
    }
  }
  await settle(app.database.db, NOW);
  // The counters of the captured readings did not move since the day before.
  await sql`update latest set day_wh = 2010, ch_day_wh = '{400,500,600,500}' where day = ${TODAY} and site_id = ${siteId}
    and device_id = (select id from devices where sn = '86A10001')`.execute(app.database.db);
});
afterAll(async () => {
  await pipeline.close();
  await app.close();
});

interface Written {
  plant: string;
  day: string;
  plantWh: number | null;
  modules: {
    scope: string;
    module: string;
    sn: string;
    array: string;
    energyWh: number | null;
    expectedWh: number | null;
    completeness: number | null;
    mark: string;
  }[];
}

const fileOf = async (input: { date?: string; format?: 'csv' | 'json' }) => {
  const { fileName, type, base64 } = await owner.call(site.modulesDay, { sid, ...input });
  return { fileName, type, text: Buffer.from(base64, 'base64').toString() };
};
const json = async (date?: string) =>
  JSON.parse((await fileOf({ format: 'json', ...(date ? { date } : {}) })).text) as Written;
const plantDay = async (date: string) =>
  Number((await owner.call(site.statisticsDate, { sid, types: 1, date })).power);
const sumOf = ({ modules }: Written) => modules.reduce((sum, { energyWh }) => sum + (energyWh ?? 0), 0);

describe('v2/site/modules/day', () => {
  it.each([TODAY, YESTERDAY])('adds up to the energy of the plant on %s', async (day) => {
    const written = await json(day);
    expect(written).toMatchObject({ plant: sid, day });
    expect(written.plantWh).toBeGreaterThan(0);
    expect(Math.abs(sumOf(written) - (written.plantWh ?? 0))).toBeLessThan(1);
    expect(Math.abs((await plantDay(day)) * 1000 - (written.plantWh ?? 0))).toBeLessThan(10);
  });

  it('has the inputs of each device with their array, and one row where readings name no inputs', async () => {
    const { modules } = await json(YESTERDAY);
    const of = (sn: string) => modules.filter((row) => row.sn === sn && row.scope !== 'rest');
    expect(of('86A10001').map(({ module, array, scope }) => [module, array, scope])).toEqual([
      ['86A10001_1', 'South', 'module'],
      ['86A10001_2', 'South', 'module'],
      ['86A10001_3', 'East, upper', 'module'],
      ['86A10001_4', 'East, upper', 'module'],
    ]);
    expect(of('DEADBEEF')).toMatchObject([{ scope: 'device', module: 'DEADBEEF' }]);
    expect(of('DEADBEEF')[0]?.energyWh).not.toBeNull();
  });

  it('leaves the energy of a device without readings empty and marks it', async () => {
    const { modules } = await json(YESTERDAY);
    const rows = modules.filter(({ sn }) => sn === silent);
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row).toMatchObject({ energyWh: null, expectedWh: null, mark: 'noData' });
    const before = await json('2026-05-01');
    expect(before.plantWh).toBeNull();
    expect(before.modules.every(({ energyWh, mark }) => energyWh === null && mark === 'noData')).toBe(true);
  });

  it('states what the modules lack of the energy of the plant', async () => {
    await sql`update module_day set energy_wh = energy_wh / 2 where site_id = ${siteId} and day = ${YESTERDAY}`.execute(
      app.database.db,
    );
    await sql`update site_day set energy_wh = energy_wh + 500 where site_id = ${siteId} and day = ${YESTERDAY}`.execute(
      app.database.db,
    );
    const written = await json(YESTERDAY);
    const rests = written.modules.filter(({ scope }) => scope === 'rest');
    expect(rests.map(({ sn }) => sn)).toEqual(['86A10001', '']);
    expect(rests[1]?.energyWh).toBeCloseTo(500, 0);
    expect(Math.abs(sumOf(written) - (written.plantWh ?? 0))).toBeLessThan(1);
  });

  it('has expected energy and completeness of evaluated days only', async () => {
    const deviceId = sql`(select id from devices where sn = '86A10001')`;
    await sql`insert into site_expected (site_id, day, completeness, source, until_at, start_at, slot_s, curve)
      values (${siteId}, ${YESTERDAY}, 1, 'clearSky', now(), now(), 300, '')`.execute(app.database.db);
    await sql`insert into device_expected
      (site_id, device_id, day, produced_wh, expected_wh, clear_sky_wh, completeness, flags)
      values (${siteId}, ${deviceId}, ${YESTERDAY}, '{1,1,1,1}', '{100,200,null,400}', '{1,1,1,1}', '{1,0.5,null,1}',
        '{0,0,0,0}')`.execute(app.database.db);
    await sql`update site_day set completeness = 1, is_corrected = true
      where site_id = ${siteId} and day = ${YESTERDAY}`.execute(app.database.db);
    const { modules } = await json(YESTERDAY);
    const rows = modules.filter(({ sn, scope }) => sn === '86A10001' && scope === 'module');
    expect(rows.map(({ expectedWh }) => expectedWh)).toEqual([100, 200, null, 400]);
    expect(rows.map(({ completeness }) => completeness)).toEqual([1, 0.5, null, 1]);
    expect(rows.map(({ mark }) => mark)).toEqual(['corrected', 'partial', 'corrected', 'corrected']);
    expect((await json(TODAY)).modules.filter(({ mark }) => mark === 'running').length).toBeGreaterThan(0);
  });

  it('writes CSV with empty cells instead of 0, and refuses plants that the caller does not see', async () => {
    const { fileName, type, text } = await fileOf({ date: YESTERDAY });
    expect(fileName).toBe(`modules-${sid}-${YESTERDAY}.csv`);
    expect(type).toContain('text/csv');
    const [head, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toBe(
      'plant,plantName,day,scope,module,sn,deviceName,input,array,energyWh,expectedWh,completeness,mark,timezone,plantWh,plantCompleteness',
    );
    expect(lines.find((line) => line.includes(silent))).toContain(',,,,noData,');
    expect(text).toContain('"East, upper"');
    const other = await app.as('other@make.test');
    expect((await other.send('v2/site/modules/day', { sid })).envelope.code).toBe(4040);
  });
});
