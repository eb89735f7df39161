import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { afterAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../seed/demo.ts';
import { makeCompany, makeSite, makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import type { RowsOf } from './share.ts';
import { createShares } from './share.ts';

const apps: TestApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
});

/** Two who see everything, and three who do not. */
const people = ['root@make.test', 'second@make.test', 'one@make.test', 'two@make.test', 'owner@make.test'];

async function startShared(rowsOf?: RowsOf): Promise<TestApp> {
  const app = await startTestApp({ limits: { sharesForMs: 600_000, ...(rowsOf ? { rowsOf } : {}) } });
  apps.push(app);
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const [one, two] = [await makeCompany(tx), await makeCompany(tx)];
    for (const email of people.slice(0, 2)) await makeUser(tx, { email, group: 'administrator' });
    await makeUser(tx, { email: 'one@make.test', group: 'installer', companyId: one });
    await makeUser(tx, { email: 'two@make.test', group: 'installer', companyId: two });
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    for (let i = 0; i < 3; i++) await makeSite(tx, { companyId: one, name: `One ${i}` });
    await makeSite(tx, { companyId: two, name: 'Two' });
    await makeSite(tx, { ownerId, name: 'Own' });
  });
  return app;
}

/** Number of plants that each user gets from list, chips and totals, requested one after the other. */
async function counts(app: TestApp): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  // Login writes, which clears all shared results.
  const callers = new Map<string, Caller>();
  for (const email of people) callers.set(email, await app.as(email, DEMO_PASSWORD));
  for (const [email, caller] of callers) {
    const list = await caller.call(site.listWithSN, {});
    const chips = await caller.call(overview.siteStatusCounts, {});
    const sums = await caller.call(overview.overview, {});
    found[email] = [list.list.length, list.total, chips.siteCount, sums.siteCount];
  }
  return found;
}

const right = {
  'root@make.test': [5, 5, 5, 5],
  'second@make.test': [5, 5, 5, 5],
  'one@make.test': [3, 3, 3, 3],
  'two@make.test': [1, 1, 1, 1],
  'owner@make.test': [1, 1, 1, 1],
};

describe('what is shared', () => {
  it('is shared by those who see everything, and nobody else is told of it', async () => {
    const app = await startShared();
    expect(await counts(app)).toEqual(right);
  });

  it('would be seen to leak, did a company count as everybody', async () => {
    const app = await startShared(() => 'all');
    expect(await counts(app)).not.toEqual(right);
  });

  it('ends with whatever somebody writes', async () => {
    const app = await startShared();
    const [root, second] = [await app.as('root@make.test'), await app.as('second@make.test')];
    const count = async () => (await second.call(overview.siteStatusCounts, {})).siteCount;
    const request = { filters: {}, sort: [{ field: 'verdict' as const, order: 'asc' as const }] };
    const { list } = await root.call(site.listWithSN, request);
    expect(await count()).toBe(5);
    await inTransaction(app.database.db, 'write', (tx) => makeSite(tx, { name: 'New' }));
    // Not through the API: known within seconds only.
    expect(await count()).toBe(5);
    expect((await root.call(site.listWithSN, request)).list).toEqual(list);
    await app.as('owner@make.test', DEMO_PASSWORD);
    expect(await count()).toBe(6);
    expect((await root.call(site.listWithSN, request)).total).toBe(6);
  });
});

describe('a question that several ask at once', () => {
  const me = { scope: 'all' } as Parameters<ReturnType<typeof createShares>['of']>[0];

  it('is worked out once', async () => {
    const share = createShares(60_000).of(me);
    let times = 0;
    const work = async () => ++times;
    expect(await Promise.all([1, 2, 3].map(() => share('sum', { a: 1 }, work)))).toEqual([1, 1, 1]);
    expect(await share('sum', { a: 2 }, work)).toBe(2);
    expect(await share('other', { a: 1 }, work)).toBe(3);
  });

  it('is asked again by who waited for somebody that failed', async () => {
    const share = createShares(60_000).of(me);
    const failing = share('sum', {}, () => Promise.reject(new Error('his connection broke')));
    const waiting = share('sum', {}, async () => 7);
    await expect(failing).rejects.toThrow('broke');
    expect(await waiting).toBe(7);
  });

  it("is each one's own where nothing is shared", async () => {
    let times = 0;
    const work = async () => ++times;
    for (const share of [createShares(0).of(me), createShares(60_000).of({ ...me, scope: 'company' })]) {
      expect(share.isShared).toBe(false);
      await share('sum', {}, work);
    }
    expect(times).toBe(2);
  });
});
