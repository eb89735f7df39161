import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSite } from '../../../seed/make.ts';
import { makeDays } from '../../../seed/makeDays.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { factorsNow } from '../../repositories/gridFactors.ts';
import { fleetSums } from './fleet.ts';
import { recordedSince } from './recordedSince.ts';

// In Auckland it is New Year's Day, in Berlin still the last day of December.
const NEW_YEAR = Date.UTC(2025, 11, 31, 12);
// Everywhere the same day and month.
const SUMMER = Date.UTC(2026, 5, 21, 12);

let database: TestDatabase;
let ids: Record<'berlin' | 'auckland' | 'priced' | 'other' | 'silent', number>;

beforeAll(async () => {
  database = await freshDatabase();
  ids = await inTransaction(database.db, 'write', async (tx) => {
    const berlin = await makeSite(tx);
    const auckland = await makeSite(tx, { timezone: 'Pacific/Auckland', countryCode: 'NZ' });
    const priced = await makeSite(tx, { currency: 'PLN', countryCode: 'PL' });
    const other = await makeSite(tx);
    const silent = await makeSite(tx);
    const prices = JSON.stringify([
      { from: '2020-01-01', price: 1 },
      { from: '2025-12-31', price: 2 },
    ]);
    await sql`update sites set prices = ${prices}::jsonb where id = ${priced.id}`.execute(tx);
    const of = (site: { id: number }) => ({ id: site.id, siteId: site.id });
    await makeDays(tx, of(berlin), '2025-12-29', [1000, 2000, 4000]);
    await makeDays(tx, of(berlin), '2025-03-01', [8000]);
    await makeDays(tx, of(auckland), '2025-12-30', [100, 200, 400]);
    await makeDays(tx, of(priced), '2025-12-30', [10_000, 20_000]);
    await makeDays(tx, of(priced), '2025-11-30', [40_000]);
    await makeDays(tx, of(other), '2024-05-01', [64_000]);
    return {
      berlin: berlin.id,
      auckland: auckland.id,
      priced: priced.id,
      other: other.id,
      silent: silent.id,
    };
  });
});
afterAll(() => database.close());

const all = sql`(select * from sites)`;
const these = (...some: number[]) => sql`(select * from sites where id = any(${some}::bigint[]))`;

const sumsOf = (sites: RawBuilder<unknown>, isWhole: boolean, now: number) =>
  inTransaction(database.db, 'read', async (tx) =>
    fleetSums(tx, { sites, isWhole }, now, await factorsNow(tx)),
  );
const sinceOf = (sites: RawBuilder<unknown>, isWhole: boolean) =>
  inTransaction(database.db, 'read', (tx) => recordedSince(tx, { sites, isWhole }));

describe('sums over plants', () => {
  it('follow the calendar of each plant over the turn of a year', async () => {
    const [euro, zloty] = await sumsOf(these(ids.berlin, ids.auckland, ids.priced), false, NEW_YEAR);
    expect(euro).toMatchObject({
      plants: 2,
      grids: expect.arrayContaining(['DE', 'NZ']),
      // Yesterday is the 30th in Berlin and the 31st in Auckland, whose month and year are a day old.
      energy: { yesterdayWh: 2000 + 200, monthWh: 7000 + 400, yearWh: 15_000 + 400 },
    });
    expect(zloty).toMatchObject({
      plants: 1,
      grids: ['PL'],
      energy: { yesterdayWh: 10_000, monthWh: 30_000, yearWh: 70_000 },
      // Each day by the price that was its own; nothing of the newest day is known but its roll-up.
      money: { today: 40, yesterday: 10, month: 50, year: 90, total: 90 },
    });
  });

  it.each([NEW_YEAR, SUMMER])('are the same where all plants are asked for at once (%i)', async (now) => {
    const some = await sumsOf(all, false, now);
    expect(some).toHaveLength(2);
    expect(await sumsOf(all, true, now)).toEqual(some);
  });

  it('are none without plants', async () => {
    expect(await sumsOf(these(), false, SUMMER)).toEqual([]);
  });
});

describe('since when plants are recorded', () => {
  it('is the first day of those that are asked for', async () => {
    expect(await sinceOf(all, true)).toBe('2024-05-01');
    expect(await sinceOf(these(ids.berlin, ids.auckland), false)).toBe('2025-03-01');
    expect(await sinceOf(these(ids.silent), false)).toBeNull();
  });

  it('is the day of the newest reading where none is summed up yet', async () => {
    await sql`insert into site_latest (site_id, at, day) values (${ids.silent}, '2023-02-02T12:00Z', '2023-02-02')`.execute(
      database.db,
    );
    expect(await sinceOf(these(ids.silent), false)).toBe('2023-02-02');
    expect(await sinceOf(all, true)).toBe('2023-02-02');
    expect(await sinceOf(these(ids.berlin), false)).toBe('2025-03-01');
  });
});
