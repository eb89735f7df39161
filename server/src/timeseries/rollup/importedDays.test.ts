import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { energyByDay, totals } from '../query/energies.ts';
import type { IncomingReading } from '../reading.ts';
import { deleteDeviceHistory } from '../retention/deleteHistory.ts';
import { putImportedDays } from './importedDays.ts';
import { holdRollUps, rollUp } from './rollup.ts';
import { findMismatches } from './sums.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const ZONE = 'Europe/Berlin';

let database: TestDatabase;
let siteId: number;
let deviceId: number;
let removedId: number;
beforeAll(async () => {
  database = await freshDatabase();
  await inTransaction(database.db, 'write', async (tx) => {
    siteId = (await makeSite(tx, { timezone: ZONE })).id;
    deviceId = (await makeDevice(tx, siteId)).id;
    removedId = (await makeDevice(tx, siteId)).id;
  });
});
afterAll(() => database.close());

const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(database.db, 'write', work);
const settle = async () => {
  for (;;) {
    const { rows } = await sql<{ day: string }>`
      select day from dirty_day where site_id = ${siteId} order by day limit 1`.execute(database.db);
    const day = rows[0]?.day;
    if (day === undefined) return;
    await sql`delete from dirty_day where site_id = ${siteId} and day = ${day}`.execute(database.db);
    await rollUp(database.db, { siteId, day }, NOW);
  }
};
const put = (days: { deviceId: number; day: string; energyWh: number }[]) =>
  write(async (tx) => {
    await holdRollUps(tx, siteId);
    await putImportedDays(tx, { siteId, source: 'vendorCloud', days, now: NOW });
  });
const reading = (at: string, lifetimeWh: number): IncomingReading => ({
  siteId,
  deviceId,
  timeZone: ZONE,
  atMs: Date.parse(at),
  hasOwnTime: true,
  ratedW: null,
  kind: 0,
  contentHash: null,
  raw: null,
  statusBits: 0,
  state: null,
  inputs: {},
  phases: {},
  scalars: { energyTotal: lifetimeWh * 10 },
});
const energies = async (from: string, to: string) =>
  (await energyByDay(database.db, { siteId, timeZone: ZONE }, from, to, NOW)).map(({ energyWh }) => energyWh);
const lifetimeOf = async () => (await totals(database.db, { siteId, timeZone: ZONE }, NOW)).total.energyWh;
const listedWh = async () =>
  (
    await sql<{ wh: number }>`
      select before_wh + day_wh as wh from site_latest where site_id = ${siteId}`.execute(database.db)
  ).rows[0]?.wh;

const march = Array.from({ length: 5 }, (_, i) => addDays('2026-03-27', i));

it('gives days without readings the imported energy, twice as once', async () => {
  const days = march.flatMap((day, i) => [
    { deviceId, day, energyWh: 1000 + i },
    ...(i < 2 ? [{ deviceId: removedId, day, energyWh: 500 }] : []),
  ]);
  await put(days);
  await settle();
  await put(days);
  await settle();
  expect(await energies('2026-03-26', '2026-04-01')).toEqual([null, 1500, 1501, 1002, 1003, 1004, null]);
  expect(await lifetimeOf()).toBe(6010);
  expect(await findMismatches(database.db, [siteId])).toEqual([]);
});

it('does not count a lifetime counter above the imported sum on its first day', async () => {
  const readings = [reading('2026-06-20T08:00:00Z', 9_000_000), reading('2026-06-20T10:00:00Z', 9_000_700)];
  await storeReadings(database.pool, readings, NOW);
  await settle();
  expect(await energies('2026-06-20', '2026-06-20')).toEqual([700]);
  expect(await lifetimeOf()).toBe(6710);
  expect(await listedWh()).toBe(6710);
  expect(await findMismatches(database.db, [siteId])).toEqual([]);
});

it('prefers readings to an imported day, and fills a gap between them', async () => {
  await put([
    { deviceId, day: '2026-06-20', energyWh: 99 },
    { deviceId, day: '2026-06-19', energyWh: 40 },
  ]);
  await settle();
  expect(await energies('2026-06-19', '2026-06-20')).toEqual([40, 700]);
  expect(await findMismatches(database.db, [siteId])).toEqual([]);
});

it('deletes imported days with the history of their device', async () => {
  await write(async (tx) => {
    await holdRollUps(tx, siteId);
    await deleteDeviceHistory(tx, { siteId, deviceIds: [deviceId], now: NOW });
  });
  await settle();
  expect(await lifetimeOf()).toBe(1000);
  expect(await findMismatches(database.db, [siteId])).toEqual([]);
});
