import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { createAdmission } from '../../platform/admission.ts';
import { inTransaction } from '../../platform/db.ts';
import { takeDirty } from '../../timeseries/marks/dirty.ts';
import { packingEndsAt, packReadings } from '../../timeseries/retention/pack.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';

const NOW = Date.UTC(2026, 5, 20, 12);

const admission = createAdmission();
let app: TestApp;
let sid: string;
let sn: string;

beforeAll(async () => {
  app = await startTestApp({ now: NOW, limits: { admission } });
  const { db } = app.database;
  const who = await inTransaction(db, 'write', async (tx) => {
    await seedMenus(tx);
    const owner = await makeUser(tx, { email: 'owner@archive.test' });
    await makeUser(tx, { email: 'other@archive.test' });
    const plant = await makeSite(tx, { ownerId: owner.id });
    const device = await makeDevice(tx, plant.id);
    sid = plant.sid;
    sn = device.sn;
    return { deviceId: device.id, siteId: plant.id, timeZone: 'Europe/Berlin' };
  });
  for (const day of ['2026-06-08', '2026-06-19'])
    await storeReadings(app.database.pool, sunnyDay(who, day, { channels: 2, peakW: 700 }), NOW);
  for (const day of await takeDirty(db, 100, NOW, { isHasty: true })) await rollUp(db, day, NOW);
  await packReadings(db, packingEndsAt(NOW, 4));
});
afterAll(() => app.close());

/** The files of a tar, by name. */
function filesIn(data: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const tar = gunzipSync(data);
  for (let at = 0; tar[at]; ) {
    const name = tar.toString('utf8', at, tar.indexOf(0, at));
    const bytes = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    files.set(name, tar.subarray(at + 512, at + 512 + bytes));
    at += 512 + Math.ceil(bytes / 512) * 512;
  }
  return files;
}

const rowsOf = (file: Buffer | undefined) =>
  (file ?? Buffer.alloc(0))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('v2/site/archive', () => {
  it('exports every reading and total, with a manifest of all files', async () => {
    const owner = await app.as('owner@archive.test');
    const { address, devices, days } = await owner.call(site.archive, { sid });
    expect({ devices, days }).toEqual({ devices: 1, days: 2 });
    const answer = await app.http.inject({ url: address });
    expect(answer.headers['content-type']).toBe('application/gzip');
    const files = filesIn(answer.rawPayload);
    const manifest = JSON.parse(files.get('manifest.json')!.toString()) as {
      files: { name: string; bytes: number; sha256: string }[];
      counts: Record<string, number>;
      plant: { lifetime: { energyWh: number } };
    };
    expect([...files.keys()]).toEqual([...manifest.files.map(({ name }) => name), 'manifest.json']);
    for (const { name, bytes, sha256 } of manifest.files) {
      const data = files.get(name)!;
      expect([data.length, createHash('sha256').update(data).digest('hex')]).toEqual([bytes, sha256]);
    }
    expect(manifest.counts).toMatchObject({ devices: 1, readings: 338, days: 2, users: 1 });
    const readings = rowsOf(files.get(`readings/${sn}/2026-06.jsonl`));
    expect(readings).toHaveLength(338);
    expect(readings[84]).toMatchObject({
      at: '2026-06-08T11:00:00.000Z',
      kind: 'microinverter',
      hasOwnTime: true,
      device: { power: 700, acVoltage: 230.1 },
      inputs: { power: [350, 350] },
    });
    const csv = files.get(`readings-csv/${sn}/2026-06.csv`)!.toString().split('\r\n');
    expect(csv[0]).toContain('time (UTC),device type,status,state');
    expect(csv).toHaveLength(340);
    expect(files.has(`readings-parquet/${sn}/2026-06.parquet`)).toBe(true);
    const totals = rowsOf(files.get('totals/plant-days.jsonl'));
    expect(totals.map(({ day }) => day)).toEqual(['2026-06-08', '2026-06-19']);
    expect(totals.reduce((sum, day) => sum + Number(day.energy_wh), 0)).toBe(
      manifest.plant.lifetime.energyWh,
    );
    expect(answer.rawPayload.toString('latin1')).not.toContain('argon2');
  });

  it('is refused to others, after its minute, and with another signature', async () => {
    const other = await app.as('other@archive.test');
    await expect(other.call(site.archive, { sid })).rejects.toThrow();
    const owner = await app.as('owner@archive.test');
    const { address } = await owner.call(site.archive, { sid });
    expect((await app.http.inject({ url: `${address}x` })).statusCode).toBe(404);
    app.setNow(NOW + 61_000);
    expect((await app.http.inject({ url: address })).statusCode).toBe(404);
    app.setNow(NOW);
  });

  it('ends with the connection of its reader, and leaves its place in the queue', async () => {
    const owner = await app.as('owner@archive.test');
    const { address } = await owner.call(site.archive, { sid });
    const base = await app.http.listen({ host: '127.0.0.1', port: 0 });
    const request = http.get(base + address, { agent: false });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(answer.statusCode).toBe(200);
    request.destroy();
    await expect.poll(() => admission.archives.load().running).toBe(0);
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(app.database.db);
    expect(rows).toEqual([{ open: 0 }]);
  });
});
