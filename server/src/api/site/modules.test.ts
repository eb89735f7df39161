// Frames of 45 bytes name no inputs, whatever model sends them; that must not make a module look dead.

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

let app: TestApp;
let pipeline: Pipeline;
let owner: Caller;
let siteId: number;
let sid: string;

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
    ({ id: siteId, sid } = await makeSite(tx, { ownerId }));
    await makeDevice(tx, siteId, { serial: 'DEADBEEF', productNumber: 6 });
    await makeDevice(tx, siteId, { serial: '86A10001', productNumber: 11 });
  });
  owner = await app.as('owner@make.test');
});
afterAll(async () => {
  await pipeline.close();
  await app.close();
});

const send = (hex: string, atMs: number) =>
  pipeline.accept({ kind: 'frame', bytes: Uint8Array.from(Buffer.from(hex, 'hex')), atMs }, 'replay');
/** The same frame with another serial number; a wrong checksum is no reason to reject it. */
const under = (hex: string, serial: string) =>
  hex.slice(0, 38) + (serial.match(/../g) ?? []).reverse().join('') + hex.slice(46);

const devicesNow = async () => (await owner.call(site.modules, { sid })).list;
const totalsOf = async (sn: string) =>
  (await devicesNow())
    .find((device) => device.sn === sn)
    ?.modules.map(({ addr, totalPower }) => [addr, totalPower]);

describe('v2/site/modules of devices that do not name their inputs', () => {
  it('is one row for all of them, which says so, and none that looks dead', async () => {
    await send(BDM_800, NOW - 60_000);
    const device = (await devicesNow()).find(({ sn }) => sn === 'DEADBEEF');
    expect(device?.modules).toHaveLength(1);
    expect(device?.modules[0]).toMatchObject({ addr: 1, isUndivided: true, now: 282.6, ratedW: 800 });
    await settle(app.database.db, NOW);
    expect((await devicesNow()).find(({ sn }) => sn === 'DEADBEEF')?.modules).toEqual(device?.modules);
  });

  it('leaves what the inputs of a device made as it was, today and on the days after', async () => {
    await send(BDM_2250, NOW - 2 * DAY_MS);
    await settle(app.database.db, NOW);
    const before = await totalsOf('86A10001');
    expect(before).toHaveLength(4);
    expect(before?.every(([, total]) => (total ?? 0) > 2)).toBe(true);
    for (const atMs of [NOW - 2 * DAY_MS + 60_000, NOW - DAY_MS]) {
      await send(under(BDM_800, '86A10001'), atMs);
      expect(await totalsOf('86A10001')).toEqual(before);
      await settle(app.database.db, NOW);
      expect(await totalsOf('86A10001')).toEqual(before);
    }
    const rows = (await devicesNow()).find(({ sn }) => sn === '86A10001')?.modules;
    expect(rows?.map(({ isUndivided }) => isUndivided)).toEqual([false, false, false, false]);
    const { rows: closings } = await sql<{ closing: (number | null)[] }>`
      select closing::float8[] from device_day where site_id = ${siteId} order by day, device_id`.execute(
      app.database.db,
    );
    // What the channels stood at is still known after a day that did not name them.
    const [named, unnamed] = closings.map(({ closing }) => closing);
    expect(unnamed?.slice(2)).toEqual(named?.slice(2));
    expect(named).toHaveLength(6);
  });

  it('gives no power of an input, not 0 W, while the device reports only its total', async () => {
    await send(under(BDM_800, '86A10001'), NOW - 60_000);
    const device = (await devicesNow()).find(({ sn }) => sn === '86A10001');
    expect(device?.modules.map(({ now }) => now)).toEqual([null, null, null, null]);
  });
});
