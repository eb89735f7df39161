import { afterEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../server/test/harness.ts';
import { addFleetPlants, reportFleet } from './build.ts';
import { fleetPlants } from './plants.ts';

const DAYS = 6;
const plants = fleetPlants({ plants: 3, modules: 31 });
/** Noon of a day of summer in the past, so that the last day is half over. */
const work = { plants, days: DAYS, untilMs: Date.UTC(2026, 5, 21, 10), everyMinutes: 60, packAfterDays: 2 };

const open: TestDatabase[] = [];
afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});

async function fleetIn(): Promise<TestDatabase> {
  const database = await freshDatabase();
  open.push(database);
  await addFleetPlants(database, plants);
  return database;
}

async function whatIsThere({ pool }: TestDatabase) {
  const { rows: stored } = await pool.query<{ rows: number; compressed: number; blocks: number }>(`
    select (select count(*) from reading) as rows, (select coalesce(sum(readings), 0) from reading_block) as compressed,
      (select count(*) from reading_block) as blocks`);
  const { rows: days } = await pool.query<{ name: string; day: string; wh: number }>(`
    select s.name, d.day, d.energy_wh as wh from site_day d join sites s on s.id = d.site_id order by 1, 2`);
  return { ...stored[0]!, days };
}

describe('a fleet', () => {
  it('has its modules spread evenly, and is the same in every run', () => {
    const modules = plants.map(({ inverters }) => inverters.flatMap((one) => one.modules).length);
    expect(modules).toEqual([10, 10, 11]);
    expect(fleetPlants({ plants: 3, modules: 31 }, { from: 1, to: 2 })).toEqual([plants[1]]);
    const serials = plants.flatMap(({ inverters }) => inverters.map(({ serial }) => serial));
    expect(new Set(serials).size).toBe(serials.length);
    const large = fleetPlants({ plants: 200, modules: 4000 });
    const flaws = large.flatMap(({ inverters }) =>
      inverters.flatMap(({ modules: of }) => of.map(({ flaw }) => flaw?.kind)),
    );
    expect(flaws).toContain('dead');
    expect(large.some(({ faults }) => faults.some(({ kind }) => kind === 'gap'))).toBe(true);
  });

  it('is reported, summed up and packed', async () => {
    const database = await fleetIn();
    const { reports, isDone } = await reportFleet(database, work);
    const there = await whatIsThere(database);
    expect(isDone).toBe(true);
    expect(there.rows + there.compressed).toBe(reports);
    expect(there.blocks).toBeGreaterThan(0);
    expect(there.rows).toBeGreaterThan(0);
    expect(there.days).toHaveLength(plants.length * DAYS);
    for (const { wh } of there.days) expect(wh).toBeGreaterThan(0);
  });

  it('that was interrupted goes on and ends as one that was not', async () => {
    const whole = await fleetIn();
    await reportFleet(whole, work);
    const broken = await fleetIn();
    const stopping = new AbortController();
    let doneDays = 0;
    const first = await reportFleet(broken, work, {
      signal: stopping.signal,
      async onDay(done) {
        doneDays = done;
        // In the middle of the work: one day is there and was not noted.
        if (done === 3) stopping.abort();
        await Promise.resolve();
      },
    });
    expect(first.isDone).toBe(false);
    expect(doneDays).toBe(3);
    expect((await reportFleet(broken, { ...work, doneDays: doneDays - 1 })).isDone).toBe(true);
    expect(await whatIsThere(broken)).toEqual(await whatIsThere(whole));
  });
});
