import { overview } from '@helioport/contract/overview';
import { HOUR_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { GROUPS } from '../../../seed/menus.ts';
import type { Caller } from '../../../test/harness.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { settle } from '../../../test/settle.ts';
import { inTransaction } from '../../platform/db.ts';
import { noteBackup } from '../../repositories/backups.ts';
import { packReadings } from '../../timeseries/retention/pack.ts';
import { measureSites, noteSize } from '../../timeseries/retention/sizes.ts';
import { checkTotals } from '../../timeseries/rollup/checkTotals.ts';

const START = Date.UTC(2026, 5, 21, 12);

let people: People;
let admin: Caller;
let alphaId: number;

const health = (caller = admin, withStore = false) => caller.call(overview.health, { withStore });
const db = () => people.app.database.db;

async function checkAt(ms: number): Promise<void> {
  people.app.setNow(ms);
  await checkTotals(db(), people.app.now);
}

beforeAll(async () => {
  people = await startPeople({ now: START });
  admin = await people.as('admin');
  const made = await inTransaction(db(), 'write', async (tx) => {
    await sql`update migrations set applied_at = ${new Date(START)}`.execute(tx);
    const { rows } = await sql<{ id: number; timeZone: string }>`
      select id, timezone as "timeZone" from sites where sid = ${people.sid.alpha}`.execute(tx);
    const { id: siteId, timeZone } = rows[0]!;
    return { siteId, timeZone, deviceId: (await makeDevice(tx, siteId)).id };
  });
  alphaId = made.siteId;
  const day = { peakW: 800, channels: 1, everyMinutes: 30 };
  await storeReadings(
    people.app.database.pool,
    ['2026-06-19', '2026-06-20'].flatMap((date) => sunnyDay(made, date, day)),
    START,
  );
  await settle(db(), people.app.now());
});
afterAll(() => people.close());

describe('v2/overview/health', () => {
  it('has nothing to say of a young house, and soon that no check runs', async () => {
    expect(await health()).toMatchObject({ concerns: [], check: null, mismatches: [], store: null });
    people.app.setNow(START + 51 * HOUR_MS);
    expect((await health()).concerns).toEqual(['check']);
  });

  it('says how much was compared where nothing is wrong', async () => {
    await checkAt(START + 52 * HOUR_MS);
    const { check, concerns } = await health();
    // Two days of the plant and of its inverter, each twice; a month, two totals, a newest row; of the plant with reports its last 30 days.
    expect(check).toMatchObject({ plants: 2, sums: 13, mismatches: 0, startedAt: START + 52 * HOUR_MS });
    expect(concerns).toEqual([]);
  });

  it('tells of a wrong sum until the next check finds it right', async () => {
    await sql`update site_day set energy_wh = energy_wh + 100 where site_id = ${alphaId} and day = '2026-06-20'`.execute(
      db(),
    );
    await checkAt(START + 76 * HOUR_MS);
    const found = await health();
    expect(found.concerns).toEqual(['sums']);
    expect(found.check?.mismatches).toBe(found.mismatches.length);
    expect(found.mismatchCounts).toEqual({ waiting: found.mismatches.length, recomputed: 0, mended: 0 });
    const wrong = found.mismatches.find(({ kind }) => kind === 'plantDay');
    expect(wrong).toMatchObject({
      sid: people.sid.alpha,
      siteName: 'Alpha',
      day: '2026-06-20',
      state: 'waiting',
    });
    expect(wrong!.stored! - wrong!.summed!).toBeCloseTo(100, 5);

    await settle(db(), people.app.now());
    expect((await health()).mismatches.map(({ state }) => state)).toContain('recomputed');
    expect((await health()).concerns).toEqual(['sums']);
    await checkAt(START + 100 * HOUR_MS);
    const after = await health();
    expect(after.concerns).toEqual([]);
    expect(new Set(after.mismatches.map(({ state }) => state))).toEqual(new Set(['mended']));
  });

  it('says what has waited too long to be recomputed', async () => {
    const marked = people.app.now();
    await sql`insert into dirty_day (site_id, day, marked_at) values (${alphaId}, '2026-06-19', ${new Date(marked)})`.execute(
      db(),
    );
    expect(await health()).toMatchObject({
      concerns: [],
      dirtyDays: { count: 1, oldestDay: '2026-06-19', markedAt: marked },
    });
    people.app.setNow(marked + 3 * HOUR_MS);
    expect((await health()).concerns).toEqual(['rollUp']);
    await settle(db(), people.app.now());
    expect((await health()).dirtyDays).toEqual({ count: 0, oldestDay: null, markedAt: null });
  });

  it('counts the store where that is asked for', async () => {
    people.app.setNow(Date.UTC(2026, 5, 21, 12));
    const { store } = await health(admin, true);
    expect(store?.databaseBytes).toBeGreaterThan(1e6);
    expect(store?.reportsYesterday).toBeGreaterThan(20);
    expect(store?.reportsToday).toBe(0);
    expect(store?.partitions).toContainEqual(
      expect.objectContaining({ name: 'reading_2026_06', holds: 'report', from: '2026-06-01' }),
    );
    expect(store?.partitions.every(({ bytes }) => bytes > 0)).toBe(true);
  });

  it('names no plant of others, whoever was given the page', async () => {
    await expect(people.as('south').then((south) => health(south))).rejects.toThrow('403');
    await sql`
      insert into group_menus (group_id, menu_id) select ${GROUPS.distributor}, id from menus where key = 'health'`.execute(
      db(),
    );
    const [south, north] = [await people.as('south'), await people.as('north')];
    expect(await health(south)).toMatchObject({ mismatches: [], mismatchCounts: { mended: 0 } });
    expect((await health(north)).mismatches.length).toBeGreaterThan(0);
  });
});

describe('backups, the disk and the room that plants take', () => {
  it('are said to be missing when they are wanted, failed, or the disk will be full soon', async () => {
    const DAY = 86_400_000;
    const now = people.app.now() + DAY;
    people.app.setNow(now);
    expect((await health()).backup).toBeNull();
    await noteBackup(db(), { last: { takenAt: now - DAY, bytes: 5_000_000, rows: 900 } });
    expect(await health()).toMatchObject({ backup: { last: { rows: 900 }, trouble: null } });
    expect((await health()).concerns).not.toContain('backup');
    await noteBackup(db(), { trouble: { at: now, reason: 'There is not enough room' } });
    expect((await health()).concerns).toContain('backup');
    await noteBackup(db(), { last: { takenAt: now - 3 * DAY, bytes: 5_000_000, rows: 900 }, trouble: null });
    expect((await health()).concerns).toContain('backup');

    expect((await health()).disk).toBeNull();
    const free = 200_000_000;
    await noteSize(db(), now - 10 * DAY, free);
    await noteSize(db(), now, free);
    // Ten megabytes more each day.
    await sql`
      update store_days set database_bytes = case when noted_at < ${new Date(now - DAY)} then 100000000 else 200000000 end`.execute(
      db(),
    );
    const { disk, concerns } = await health();
    expect(disk).toEqual({ at: now, freeBytes: free, growthPerMonth: 300_000_000, daysLeft: 20 });
    expect(concerns).toContain('disk');
    await noteSize(db(), now, 400_000_000);
    expect((await health()).concerns).not.toContain('disk');
    await noteSize(db(), now, null);
    expect((await health()).disk).toMatchObject({ freeBytes: null, daysLeft: null });
  });

  it('is measured plant by plant, rows and blocks together', async () => {
    const now = people.app.now();
    expect((await health(admin, true)).store?.plants).toEqual([]);
    expect(await measureSites(db(), now, () => true)).toBe(0);
    expect(await measureSites(db(), now, () => false)).toBeGreaterThan(0);
    expect(await measureSites(db(), now, () => false)).toBe(0);
    const { rows } = await sql<{ reports: number }>`
      select count(*)::int as reports from reading where site_id = ${alphaId}`.execute(db());
    const alpha = async () =>
      (await health(admin, true)).store?.plants.find(({ sid }) => sid === people.sid.alpha);
    expect(await alpha()).toMatchObject({ reports: rows[0]?.reports });
    await packReadings(db(), now);
    expect(await measureSites(db(), now + 86_400_000, () => false)).toBeGreaterThan(0);
    const compressed = await alpha();
    expect(compressed).toMatchObject({ reports: rows[0]?.reports });
    expect(compressed?.bytes).toBeGreaterThan(0);
  });
});
