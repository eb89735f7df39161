// A composite device compared with single devices of the same values: readers of plants must see no difference.

import { common } from '@helioport/contract/common';
import { device } from '@helioport/contract/device';
import type { Endpoint, InputOf } from '@helioport/contract/endpoint';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { MINUTE_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { rollUp } from '../timeseries/rollup/rollup.ts';
import { createPipeline, type Pipeline } from './accept.ts';
import { replay } from './replay.ts';

// 17:00 in Berlin.
const NOW = Date.UTC(2026, 5, 21, 15);
const DAYS = ['2026-06-20', '2026-06-21'];
const COMPOSITE = 'sunhall.HYB-0001';
const PARTS = ['inverter', 'meter', 'battery'] as const;
const single = (part: (typeof PARTS)[number]) => `sunhall.ONE-${part.toUpperCase()}`;

let app: TestApp;
let pipeline: Pipeline;
let admin: Caller;
let sids: Record<'whole' | 'apart', string>;

/** Values of the components at an instant: a sunny day at a home, lifetime counters. */
function reportAt(atMs: number) {
  const hour = (atMs / 3_600_000) % 24;
  const sunW = Math.max(0, Math.round(5000 * Math.sin((Math.PI * (hour - 3)) / 16)));
  const batteryW = sunW > 1500 ? -1200 : 300;
  const hours = (atMs - Date.UTC(2026, 5, 19)) / 3_600_000;
  return {
    inverter: {
      powerW: sunW,
      energyOutWh: Math.round(2000 * hours),
      temperatureC: 30,
      channels: [1, 2].map((index) => ({ index, powerW: sunW / 2, voltageV: 400 })),
    },
    meter: {
      powerW: 700 - sunW - batteryW,
      energyInWh: Math.round(150 * hours),
      energyOutWh: Math.round(900 * hours),
    },
    battery: {
      powerW: batteryW,
      energyInWh: Math.round(400 * hours),
      energyOutWh: Math.round(300 * hours),
      socRatio: 0.5,
    },
  };
}

const linesBetween = (fromMs: number, toMs: number): string[] => {
  const lines: string[] = [];
  for (let atMs = fromMs; atMs < toMs; atMs += 5 * MINUTE_MS) {
    const at = new Date(atMs).toISOString();
    const report = reportAt(atMs);
    lines.push(
      JSON.stringify({ at, sn: COMPOSITE, report: { kind: 'allInOne', statusBits: 64, ...report } }),
    );
    const bits = { inverter: { statusBits: 64 }, meter: {}, battery: {} };
    for (const kind of PARTS)
      lines.push(JSON.stringify({ at, sn: single(kind), report: { kind, ...report[kind], ...bits[kind] } }));
  }
  return lines;
};

const rowsOf = async (sn: string) =>
  (
    await sql<{ sn: string; kind: string; siteId: number | null; parentId: number | null; readings: number }>`
      select d.sn, d.kind, d.site_id as "siteId", d.parent_id as "parentId",
        (select count(*)::int from reading r where r.device_id = d.id) as readings
      from devices d where d.sn like ${`${sn}%`} order by d.id`.execute(app.database.db)
  ).rows;

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  pipeline = createPipeline({
    pool: app.database.pool,
    clock: () => NOW,
    log: createLog('silent'),
    metrics: createMetrics(),
    rawFrameDays: 30,
  });
  const plants = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    return { whole: await makeSite(tx, { name: 'Plant' }), apart: await makeSite(tx, { name: 'Plant' }) };
  });
  sids = { whole: plants.whole.sid, apart: plants.apart.sid };
  admin = await app.as('admin@make.test');

  const claimedAt = NOW - 20 * 60 * MINUTE_MS;
  const before = linesBetween(Date.UTC(2026, 5, 19, 22), claimedAt);
  expect((await replay(pipeline, before.join('\n'))).refused).toBe(0);
  await admin.call(device.claim, { sid: sids.whole, sn: COMPOSITE });
  for (const part of PARTS) await admin.call(device.claim, { sid: sids.apart, sn: single(part) });
  expect((await replay(pipeline, linesBetween(claimedAt, NOW).join('\n'))).refused).toBe(0);
  for (const { id: siteId } of Object.values(plants))
    for (const day of DAYS) await rollUp(app.database.db, { siteId, day }, NOW);
});
afterAll(async () => {
  await pipeline.close();
  await app.close();
});

/** A response without names that distinguish the plant or its devices. */
async function anonymous<E extends Endpoint>(endpoint: E, which: 'whole' | 'apart', input: object) {
  const answer = await admin.call(endpoint, { sid: sids[which], ...input } as InputOf<E>);
  let text = JSON.stringify(answer).replaceAll(sids[which], 'PLANT');
  for (const part of PARTS)
    text = text.replaceAll(`${COMPOSITE}~${part}`, part).replaceAll(single(part), part);
  return text;
}

const everything = { withFlows: true, withCompleteness: true, withMissing: true, withClearSky: true };

describe('a machine of several trades', () => {
  it('has a device for each of its parts, in its plant, and measures nothing itself', async () => {
    const rows = await rowsOf(COMPOSITE);
    const [composite, ...parts] = rows;
    expect(composite).toMatchObject({ sn: COMPOSITE, kind: 'allInOne', parentId: null, readings: 0 });
    expect(parts.map(({ sn, kind }) => [sn, kind]).sort()).toEqual([
      [`${COMPOSITE}~battery`, 'battery'],
      [`${COMPOSITE}~inverter`, 'stringMachine'],
      [`${COMPOSITE}~meter`, 'meter'],
    ]);
    expect(new Set(rows.map(({ siteId }) => siteId)).size).toBe(1);
    expect(new Set(parts.map(({ readings }) => readings))).toEqual(new Set([492]));
    expect((await rowsOf('sunhall.ONE-METER'))[0]?.readings).toBe(492);
  });

  it.each([
    ['power of today', site.statisticsEcharts, { types: 11, date: '2026-06-21', ...everything }],
    ['power of yesterday', site.statisticsEcharts, { types: 11, date: '2026-06-20', ...everything }],
    ['days', site.statisticsEcharts, { types: 3, rangeDate: '2026-06-19~2026-06-21', ...everything }],
    ['months', site.statisticsEcharts, { types: 5, date: '2026', ...everything }],
    ['years', site.statisticsEcharts, { types: 6, date: '2026' }],
    ['sums of a day', site.statisticsDate, { types: 1, date: '2026-06-20' }],
    ['sums of a month', site.statisticsDate, { types: 2, date: '2026-06-20' }],
    ['sums of all time', site.statisticsDate, { types: 4 }],
    ['modules', site.modules, {}],
    ['playback', device.playback, { start: '2026-06-20', end: '2026-06-20' }],
  ] as const)('fills the %s of a plant as single devices do', async (_, endpoint, input) => {
    const whole = await anonymous(endpoint, 'whole', input);
    expect(whole).toBe(await anonymous(endpoint, 'apart', input));
    // Something is there to be compared.
    expect(whole).toMatch(/[1-9]\d/);
  });

  it('fills the newest figures and the flow of a plant as single devices do', async () => {
    const [whole, apart] = await Promise.all(
      [sids.whole, sids.apart].map((sid) => admin.call(site.overview, { sid })),
    );
    const { deviceList: own, faults, ...values } = whole!;
    const { deviceList: others, faults: single, ...expected } = apart!;
    expect(values).toEqual(expected);
    // A fault of a part is one line, of the main device.
    expect(faults).toEqual(single.map((fault) => ({ ...fault, sn: COMPOSITE })));
    expect(faults).toHaveLength(1);
    expect([values.energy.grid.show, values.energy.battery.show]).toEqual([true, true]);
    const plain = (list: typeof own) =>
      list
        .filter(({ sn }) => sn !== COMPOSITE)
        .map(({ modelName, status, now, today }) => ({ modelName, status, now, today }))
        .sort((a, b) => (a.modelName < b.modelName ? -1 : 1));
    expect(plain(own)).toEqual(plain(others));
    expect(own[0]).toMatchObject({ sn: COMPOSITE, parent: null, part: '', pageType: 4, status: 1 });
    expect(
      own
        .slice(1)
        .map(({ parent, part }) => [parent, part])
        .sort(),
    ).toEqual([...PARTS].sort().map((part) => [COMPOSITE, part]));
  });

  it('has the same days in the store, to the last column', async () => {
    const daysOf = async (sid: string) =>
      (
        await sql<Record<string, unknown>>`
          select d.* from site_day d join sites s on s.id = d.site_id
          where s.sid = ${sid} order by day`.execute(app.database.db)
      ).rows.map((row) => ({ ...row, site_id: 0, computed_at: 0 }));
    const whole = await daysOf(sids.whole);
    expect(whole.length).toBeGreaterThanOrEqual(2);
    expect(whole).toEqual(await daysOf(sids.apart));
  });

  it('is one device in lists and counts, its parts behind it', async () => {
    const listInput = { filters: { sid: sids.whole } };
    const { list, total } = await admin.call(device.list, listInput);
    expect([total, list.length]).toEqual([1, 4]);
    expect(list[0]).toMatchObject({ sn: COMPOSITE, parent: null, part: '', status: 1, modules: [] });
    expect(list.slice(1).map(({ parent }) => parent)).toEqual([COMPOSITE, COMPOSITE, COMPOSITE]);
    expect(list.find(({ part }) => part === 'inverter')?.modules).toHaveLength(2);
    const found = await admin.call(device.list, { filters: { sn: `${COMPOSITE}~meter` } });
    expect(found.list.map(({ sn }) => sn)).toEqual(list.map(({ sn }) => sn));
    expect((await admin.call(overview.overview, {})).deviceCount).toBe(4);
    const plants = (await admin.call(site.listWithSN, {})).list;
    expect(plants.find(({ sid }) => sid === sids.whole)).toMatchObject({ snCount: 1, sn: { length: 4 } });
  });

  it('goes as a whole: no part of it can be claimed or checked by itself', async () => {
    const part = `${COMPOSITE}~battery`;
    expect((await admin.send(device.claim.path, { sid: sids.apart, sn: part })).envelope.code).toBe(1101);
    expect((await admin.call(common.getHardwareValid, { sn: part })).result).toBe('format');
    // Whatever a statement would try, the store refuses a part in another plant than its machine.
    const apart = sql`update devices set site_id = (select id from sites where sid = ${sids.apart}) where sn = ${part}`;
    await expect(inTransaction(app.database.db, 'write', (tx) => apart.execute(tx))).rejects.toThrow(
      /devices_parent_site/,
    );
  });

  it('is listed once while nobody has claimed it, with the number of its messages', async () => {
    const lines = [3, 2, 1].map((minutes) =>
      JSON.stringify({
        at: new Date(NOW - minutes * MINUTE_MS).toISOString(),
        sn: 'sunhall.HYB-0002',
        report: { kind: 'allInOne', meter: { powerW: 5 }, battery: { powerW: 5 } },
      }),
    );
    expect(await replay(pipeline, lines.join('\n'))).toMatchObject({ accepted: 3 });
    const { list } = await admin.call(device.listNoReg, { filters: { sn: 'HYB-0002' } });
    expect(list).toMatchObject([{ sn: 'sunhall.HYB-0002', reportCount: 3 }]);
  });

  it('adds a part that it names later to the plant in which it stands', async () => {
    await admin.call(device.claim, { sid: sids.whole, sn: 'sunhall.HYB-0002' });
    const reported = { at: new Date(NOW).toISOString(), sn: 'sunhall.HYB-0002' };
    const report = { kind: 'allInOne', inverter: { powerW: 100 } };
    expect(await replay(pipeline, JSON.stringify({ ...reported, report }))).toMatchObject({ accepted: 1 });
    const rows = await rowsOf('sunhall.HYB-0002');
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map(({ siteId }) => siteId)).size).toBe(1);
    expect(rows[0]?.siteId).not.toBeNull();
  });

  it('is stored whole or not at all, and answered once', async () => {
    const sn = 'sunhall.HYB-0003';
    const good = { kind: 'meter', powerW: 5, channels: [] } as const;
    const message = (powerW: number) => ({
      kind: 'allInOne' as const,
      parts: { meter: good, battery: { kind: 'battery' as const, powerW, channels: [] } },
    });
    const send = (powerW: number) =>
      pipeline.accept({ kind: 'machine', sn, message: message(powerW) }, 'mqtt');
    // Exceeds the range of the column; the parsers of the endpoints would have rejected it.
    expect(await send(1e12)).toEqual({ status: 'refused', refusal: 'notStorable' });
    expect(await rowsOf(sn)).toEqual([]);
    expect(await send(7)).toEqual({ status: 'stored' });
    expect(await send(7)).toEqual({ status: 'repeated' });
    // The meter's value did not change, but it is another message.
    expect(await send(8)).toEqual({ status: 'stored' });
    expect((await rowsOf(sn)).map(({ readings }) => readings)).toEqual([0, 2, 2]);
  });

  it('survives being heard for the first time by many at once while it is claimed', async () => {
    const sn = 'sunhall.HYB-0004';
    const send = (minutes: number) =>
      replay(
        pipeline,
        JSON.stringify({
          at: new Date(NOW - minutes * MINUTE_MS).toISOString(),
          sn,
          report: { kind: 'allInOne', ...reportAt(NOW) },
        }),
      );
    await Promise.all([1, 2, 3, 4].map(send));
    await Promise.all([
      ...[5, 6, 7, 8].map(send),
      ...[sids.whole, sids.apart].map((sid) => admin.send(device.claim.path, { sid, sn })),
      ...[9, 10, 11, 12].map(send),
    ]);
    const rows = await rowsOf(sn);
    expect(rows.map(({ readings }) => readings)).toEqual([0, 12, 12, 12]);
    expect(new Set(rows.map(({ siteId }) => siteId)).size).toBe(1);
    const { rows: strays } = await sql`
      select from reading r join devices d on d.id = r.device_id where d.sn like ${`${sn}%`}
        and r.site_id <> d.site_id`.execute(app.database.db);
    expect(strays).toEqual([]);
  });
});
