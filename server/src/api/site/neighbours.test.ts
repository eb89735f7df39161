import { site } from '@helioport/contract/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let owner: Caller;
let admin: Caller;
let sids: string[];

beforeAll(async () => {
  app = await startTestApp();
  sids = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    const made: string[] = [];
    for (const name of ['Amsel', 'Buche', 'Birke', 'Dachs']) {
      made.push((await makeSite(tx, { ownerId, name })).sid);
    }
    made.push((await makeSite(tx, { name: 'Bussard' })).sid);
    return made;
  });
  owner = await app.as('owner@make.test');
  admin = await app.as('admin@make.test');
});
afterAll(() => app.close());

const orders = [
  'verdict',
  'status',
  'now',
  'todayPower',
  'totalPower',
  'lastUpdate',
  'registerDate',
] as const;
const byName = [{ field: 'siteName', order: 'asc' }] as const;

describe('v2/site/neighbours', () => {
  it('goes through a list in its own order, and ends at its ends', async () => {
    const names = async (sid: string) => {
      const { before, after, place, total } = await owner.call(site.neighbours, { sid, sort: [...byName] });
      return [before?.siteName, after?.siteName, place, total];
    };
    const [amsel = '', buche = '', , dachs = ''] = sids;
    expect(await names(amsel)).toEqual([undefined, 'Birke', 1, 4]);
    expect(await names(buche)).toEqual(['Birke', 'Dachs', 3, 4]);
    expect(await names(dachs)).toEqual(['Buche', undefined, 4, 4]);
  });

  it('follows the list in every order that it has, filters included', async () => {
    for (const field of orders) {
      const input = { filters: { site_name: 'Bu' }, sort: [{ field, order: 'desc' as const }] };
      const { list } = await admin.call(site.listWithSN, input);
      const shown = list.map(({ sid }) => sid);
      expect(shown.length).toBe(2);
      const { before, after } = await admin.call(site.neighbours, { sid: shown[0] ?? '', ...input });
      expect([before, after?.sid]).toEqual([null, shown[1]]);
    }
  });

  it('knows nothing of plants that are not in the list or not the caller’s', async () => {
    const nowhere = { before: null, after: null, place: 0, total: 0 };
    expect(await owner.call(site.neighbours, { sid: sids[4] ?? '' })).toEqual(nowhere);
    expect(await owner.call(site.neighbours, { sid: 'DE_20260101_ZZZZ' })).toEqual(nowhere);
    expect(await admin.call(site.neighbours, { sid: sids[0] ?? '', filters: { keywords: 'Bu' } })).toEqual(
      nowhere,
    );
  });
});
