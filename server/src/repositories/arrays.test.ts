import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../seed/make.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { arraysOf, setArrays, upsertArrays } from './arrays.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(database.db, 'write', work);

const south = { id: 1, name: 'South', tiltDeg: 35, azimuthDeg: 180, ratedW: 4000 };
const east = { id: 2, name: 'East', tiltDeg: 20, azimuthDeg: 90, ratedW: 0 };

describe('setArrays', () => {
  it('puts all modules into the first array of a plant, and none where there are two to choose from', async () => {
    const arraysOfModules = async (entries: Parameters<typeof setArrays>[2], more: typeof entries = []) =>
      await write(async (tx) => {
        const { id } = await makeSite(tx);
        await makeDevice(tx, id);
        await setArrays(tx, id, entries);
        if (more.length > 0) await setArrays(tx, id, more);
        const { rows } = await sql<{ array: number | null }>`
          select distinct array_id as "array" from modules where site_id = ${id}`.execute(tx);
        return rows.map(({ array }) => array);
      });
    expect(await arraysOfModules([south])).toEqual([1]);
    expect(await arraysOfModules([south, east])).toEqual([null]);
    expect(await arraysOfModules([south], [south, east])).toEqual([1]);
  });

  it('adds, changes and removes, and says whether anything did', async () => {
    const { id } = await write((tx) => makeSite(tx));
    expect(await write((tx) => setArrays(tx, id, [south, east]))).toBe(true);
    expect(await write((tx) => arraysOf(tx, id))).toEqual([south, east]);
    expect(await write((tx) => setArrays(tx, id, [east, south]))).toBe(false);
    const steeper = { ...south, tiltDeg: 40 };
    expect(await write((tx) => setArrays(tx, id, [steeper]))).toBe(true);
    expect(await write((tx) => arraysOf(tx, id))).toEqual([steeper]);
  });

  it('leaves the modules of a removed plane in their place, of no plane, and other plants alone', async () => {
    const [one, other] = await write(async (tx) => [await makeSite(tx), await makeSite(tx)] as const);
    await write(async (tx) => {
      for (const { id } of [one, other]) {
        await setArrays(tx, id, [south, east]);
        await makeDevice(tx, id);
        await sql`update modules set array_id = 2, x_m = 7 where site_id = ${id}`.execute(tx);
      }
      await setArrays(tx, one.id, [south]);
    });
    const { rows } = await sql`
      select distinct site_id as "siteId", array_id as "planeId", x_m as x from modules
      where site_id in (${one.id}, ${other.id}) order by 1, 2`.execute(database.db);
    expect(rows).toEqual([
      { siteId: one.id, planeId: null, x: 7 },
      { siteId: other.id, planeId: 2, x: 7 },
    ]);
  });

  it('takes away only what the form knew, so that a zone drawn meanwhile stays and keeps its number', async () => {
    const { id } = await write((tx) => makeSite(tx));
    await write((tx) => setArrays(tx, id, [south, east]));
    // While a form with both arrays is open, another user adds a third, and another form saves one more without the
    // second.
    const north = { id: null, name: 'North', tiltDeg: 10, azimuthDeg: 0 };
    const { ids } = await write((tx) => upsertArrays(tx, id, [north]));
    expect(ids).toEqual([3]);
    const west = { id: null, name: 'West', tiltDeg: 15, azimuthDeg: 270, ratedW: 100 };
    await write((tx) => setArrays(tx, id, [south, west], [1, 2]));
    const stored = await write((tx) => arraysOf(tx, id));
    expect(stored.map((array) => [array.id, array.name])).toEqual([
      [1, 'South'],
      [3, 'North'],
      [4, 'West'],
    ]);
  });

  it('leaves the rating alone where nobody speaks of it', async () => {
    const { id } = await write((tx) => makeSite(tx));
    await write((tx) => setArrays(tx, id, [south]));
    const { ratedW: _, ...drawn } = south;
    expect((await write((tx) => upsertArrays(tx, id, [drawn]))).isChanged).toBe(false);
    expect(await write((tx) => arraysOf(tx, id))).toEqual([south]);
  });

  it('gives two who add at once different numbers', async () => {
    const { id } = await write((tx) => makeSite(tx));
    const fresh = { id: null, name: 'New', tiltDeg: 1, azimuthDeg: 1 };
    const put = () => write((tx) => upsertArrays(tx, id, [fresh]));
    const numbers = (await Promise.all([put(), put(), put(), put()])).flatMap(({ ids }) => ids);
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4]);
  });
});
