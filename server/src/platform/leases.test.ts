import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { deleteOldCounts, takeCount } from '../repositories/callCounts.ts';
import { createLeases, type Take } from './leases.ts';

let database: TestDatabase;
let requests = 0;
const take: Take = (what) => {
  requests++;
  return takeCount(database.db, what);
};
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** How many of `tries` were granted, asked side by side of these in turn. */
async function granted(
  of: readonly ReturnType<typeof createLeases>[],
  key: string,
  max: number,
  tries: number,
) {
  const answers = await Promise.all(
    Array.from({ length: tries }, (_, i) => of[i % of.length]!.takeOne(key, max, 60_000)),
  );
  return answers.filter(({ isGranted }) => isGranted).length;
}

describe('a limit of several processes', () => {
  it('is held by all of them together, to the call where it is small', async () => {
    expect(await granted([createLeases(take), createLeases(take)], 'small', 20, 60)).toBe(20);
  });

  it('is taken in parts where it is large, so that few calls ask the database', async () => {
    requests = 0;
    const two = [createLeases(take), createLeases(take)];
    expect(await granted(two, 'large', 1_000, 1_500)).toBe(1_000);
    expect(requests).toBeLessThan(60);
    // A caller over the limit causes no further requests.
    requests = 0;
    expect(await granted(two, 'large', 1_000, 500)).toBe(0);
    expect(requests).toBe(0);
  });

  it('is of one key alone, and begins anew when its span is over', async () => {
    const leases = createLeases(take);
    expect((await leases.takeOne('a', 1, 20)).isGranted).toBe(true);
    expect((await leases.takeOne('b', 1, 60_000)).isGranted).toBe(true);
    await expect.poll(async () => (await leases.takeOne('a', 1, 20)).isGranted).toBe(true);
    await expect.poll(() => deleteOldCounts(database.db)).toBe(1);
    expect((await leases.takeOne('b', 1, 60_000)).isGranted).toBe(false);
  });

  it('is held by each process alone while the database is away', async () => {
    const leases = createLeases(() => Promise.reject(new Error('away')));
    expect(await granted([leases], 'x', 5, 9)).toBe(5);
  });
});
