import { user } from '@helioport/contract/user';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';

let world: People | undefined;
beforeEach(async () => {
  await world?.close();
  world = await startPeople();
});
afterAll(() => world?.close());

const page = { size: 100, num: 0 };
const list = async (who: string, body: Record<string, unknown> = {}) =>
  (await (await world!.as(who)).call(user.companyList, { page, ...body })).list;
const names = async (who: string, body: Record<string, unknown> = {}) =>
  (await list(who, body)).map(({ companyName }) => companyName);

describe('v2/user/company/list', () => {
  it('shows a company and those below it, by name, with what they have', async () => {
    expect(await names('dealer')).toEqual(['North Dealer', 'North Installer']);
    const [north, dealer] = await list('north');
    expect(north).toMatchObject({
      companyName: 'North',
      kind: 'distributor',
      parentId: 0,
      path: [],
      children: 1,
      companiesBelow: 2,
      users: 1,
      usersBelow: 5,
      sites: 0,
      sitesBelow: 1,
      isOwn: true,
      mayEdit: true,
      mayDelete: false,
    });
    expect(dealer).toMatchObject({
      parentName: 'North',
      path: [{ companyName: 'North' }],
      users: 1,
      usersBelow: 4,
      mayDelete: true,
    });
    const installer = (await list('north', { filters: { kind: 'installer' } }))[0];
    expect(installer?.path.map(({ companyName }) => companyName)).toEqual(['North', 'North Dealer']);
    expect(installer).toMatchObject({
      managerEmail: 'boss@make.test',
      users: 3,
      sites: 1,
      companiesBelow: 0,
    });
    // What is above the dealer is not the dealer's to see.
    expect((await list('dealer'))[0]).toMatchObject({ parentId: 0, parentName: '', path: [] });
  });

  it('goes level by level, filters, sorts and pages', async () => {
    expect(await names('admin', { filters: { parent_id: 0 } })).toEqual(['North', 'South']);
    expect(await names('north', { filters: { parent_id: 0 } })).toEqual(['North']);
    expect(await names('admin', { filters: { parent_id: world!.company.south } })).toEqual([
      'South Installer',
    ]);
    expect(await names('north', { filters: { parent_id: world!.company.south } })).toEqual([]);
    // Listing the user's own company below it would reveal the hidden parent.
    expect(await names('dealer', { filters: { parent_id: world!.company.north } })).toEqual([]);
    expect(await names('admin', { filters: { keywords: 'BOSS@' } })).toEqual(['North Installer']);
    expect(await names('admin', { filters: { kind: 'distributor' } })).toEqual(['North', 'South']);
    const by = (field: string, order = 'desc') => ({ sort: [{ field, order }] });
    expect((await names('admin', by('usersBelow')))[0]).toBe('North');
    expect((await names('admin', by('users')))[0]).toBe('North Installer');
    expect((await names('admin', by('sites'))).slice(0, 2).sort()).toEqual([
      'North Installer',
      'South Installer',
    ]);
    expect(await names('admin', { ...by('kind', 'asc'), page: { size: 2, num: 1 } })).toEqual([
      'North Dealer',
      'North Installer',
    ]);
    const admin = await world!.as('admin');
    const beyond = await admin.call(user.companyList, { page: { size: 10, num: 3 } });
    expect(beyond).toEqual({ list: [], total: 5 });
    for (const field of ['companyName', 'manager', 'sitesBelow', 'createdAt'])
      expect(await names('admin', by(field, 'asc')), field).toHaveLength(5);
  });

  it('is closed to installers, who choose among their own companies only', async () => {
    const boss = await world!.as('boss');
    expect((await boss.send(user.companyList.path)).status).toBe(403);
    const choices = await boss.call(user.companyChoices);
    expect(choices).toEqual({
      list: [
        {
          companyId: world!.company.northInstaller,
          companyName: 'North Installer',
          kind: 'installer',
          path: [],
        },
      ],
      total: 1,
    });
    const north = await world!.as('north');
    expect((await north.call(user.companyChoices, { filters: { keywords: 'deal' } })).list).toHaveLength(1);
  });
});
