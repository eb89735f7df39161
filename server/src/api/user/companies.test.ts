import { account } from '@helioport/contract/account';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';

let world: People | undefined;
beforeEach(async () => {
  await world?.close();
  world = await startPeople();
});
afterAll(() => world?.close());

const db = () => world!.app.database.db;
const page = { size: 100, num: 0 };
const list = async (who: string, body: Record<string, unknown> = {}) =>
  (await (await world!.as(who)).call(user.companyList, { page, ...body })).list;
const names = async (who: string, body: Record<string, unknown> = {}) =>
  (await list(who, body)).map(({ companyName }) => companyName);
const codeOf = async (who: string, path: string, body: Record<string, unknown>) =>
  (await (await world!.as(who)).send(path, body)).envelope.code;
const found = (who: string, body: Record<string, unknown>) => codeOf(who, user.companyCreate.path, body);
const change = (who: string, body: Record<string, unknown>) => codeOf(who, user.companyUpdate.path, body);
const dissolve = (who: string, body: Record<string, unknown>) => codeOf(who, user.companyDel.path, body);

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

describe('v2/user/company/create', () => {
  it('founds a company below one of the caller, with its brand and a manager from above', async () => {
    const { northDealer } = world!.company;
    await sql`update companies set brand_id = 3 where id = ${northDealer}`.execute(db());
    const { companyId } = await (await world!.as('dealer')).call(user.companyCreate, {
      companyName: '  <i>Fresh</i>  ',
      kind: 'installer',
      parentId: northDealer,
      managerUid: await world!.uid('dealer'),
    });
    const { rows } = await sql<{ brand: number }>`
      select brand_id as brand from companies where id = ${companyId}`.execute(db());
    expect(rows[0]?.brand).toBe(3);
    expect((await list('dealer', { filters: { keywords: 'fresh' } }))[0]).toMatchObject({
      companyName: '<i>Fresh</i>',
      parentName: 'North Dealer',
      managerEmail: 'dealer@make.test',
    });
  });

  it('keeps the ranks and the trees apart', async () => {
    const { north, northDealer, northInstaller, south } = world!.company;
    const installer = { companyName: 'X', kind: 'installer' };
    expect(await found('dealer', { ...installer, parentId: north })).toBe(403);
    expect(await found('dealer', { ...installer, parentId: south })).toBe(403);
    expect(await found('dealer', { ...installer, parentId: 999_999 })).toBe(403);
    expect(await found('dealer', installer)).toBe(403);
    expect(await found('boss', { ...installer, parentId: northInstaller })).toBe(403);
    expect(await found('support', { ...installer, parentId: north })).toBe(403);
    expect(await found('dealer', { companyName: 'X', kind: 'dealer', parentId: northDealer })).toBe(1221);
    expect(await found('north', { ...installer, parentId: northInstaller })).toBe(1221);
    expect(await found('admin', { companyName: 'X', kind: 'operator', parentId: north })).toBe(1221);
    expect(await found('admin', { companyName: 'X', kind: 'distributor' })).toBe(200);
    expect(await found('admin', { companyName: ' ', kind: 'distributor' })).toBe(400);
    expect(await found('admin', { companyName: 'X', kind: 'boss' })).toBe(400);
  });

  it('takes as manager only somebody whom the caller sees and who works above', async () => {
    const body = { companyName: 'X', kind: 'installer', parentId: world!.company.northDealer };
    const by = async (name: string) => ({ ...body, managerUid: await world!.uid(name) });
    expect(await found('dealer', await by('south.boss'))).toBe(403);
    expect(await found('dealer', await by('north'))).toBe(403);
    expect(await found('dealer', await by('mate'))).toBe(1227);
    expect(await found('dealer', await by('free'))).toBe(1227);
    expect(await found('north', await by('north'))).toBe(200);
    expect(await found('admin', await by('admin'))).toBe(200);
  });
});

describe('v2/user/company/update', () => {
  it('renames, moves and gives a manager; nothing given changes nothing', async () => {
    const { north, northInstaller: companyId } = world!.company;
    const managerUid = await world!.uid('mate');
    expect(await change('north', { companyId, companyName: 'Renamed', parentId: north, managerUid })).toBe(
      200,
    );
    expect(await change('north', { companyId })).toBe(200);
    expect((await list('north', { filters: { keywords: 'renamed' } }))[0]).toMatchObject({
      parentName: 'North',
      managerEmail: 'mate@make.test',
    });
    // The mark of managers follows.
    const { rows } = await sql<{ email: string }>`select email from users where is_company_owner`.execute(
      db(),
    );
    expect(rows).toEqual([{ email: 'mate@make.test' }]);
    expect(await change('north', { companyId, managerUid: '' })).toBe(200);
    // Moved out of the dealer's sight.
    expect(await names('dealer')).toEqual(['North Dealer']);
    const lines = await (await world!.as('north')).call(user.audit, { filters: { action: 'company' } });
    expect(lines.list.map(({ detail }) => detail)).toEqual([
      { manager: { from: managerUid, to: '' } },
      {
        name: { from: 'North Installer', to: 'Renamed' },
        parent: { from: 'North Dealer', to: 'North' },
        manager: { from: await world!.uid('boss'), to: managerUid },
      },
    ]);
  });

  it('keeps ranks and avoids circles', async () => {
    const { north, northDealer, northInstaller, south } = world!.company;
    expect(await change('admin', { companyId: north, parentId: northInstaller })).toBe(1223);
    expect(await change('admin', { companyId: northDealer, parentId: northDealer })).toBe(1223);
    expect(await change('admin', { companyId: north, parentId: south })).toBe(1221);
    expect(await change('admin', { companyId: northDealer, kind: 'installer' })).toBe(1222);
    expect(await change('admin', { companyId: northInstaller, kind: 'dealer' })).toBe(1221);
    expect(await change('admin', { companyId: northDealer, parentId: south })).toBe(200);
    expect(await change('admin', { companyId: south, kind: 'dealer' })).toBe(1222);
    // Somebody there has the role of a distributor.
    await sql`update companies set parent_id = null where parent_id = ${south}`.execute(db());
    expect(await change('admin', { companyId: south, kind: 'dealer', parentId: north })).toBe(1226);
  });

  it('lets nobody move the ground on which he stands, nor take it over', async () => {
    const { north, northDealer, south, southInstaller } = world!.company;
    const own = { companyId: northDealer };
    expect(await change('dealer', { ...own, parentId: 0 })).toBe(1225);
    expect(await change('dealer', { ...own, kind: 'installer' })).toBe(1225);
    expect(await change('dealer', { ...own, managerUid: await world!.uid('dealer') })).toBe(1225);
    expect(await change('dealer', { ...own, companyName: 'Our new name' })).toBe(200);
    for (const companyId of [north, south, southInstaller])
      expect(await change('dealer', { companyId, companyName: 'Taken' })).toBe(403);
    expect(await change('north', { ...own, parentId: south })).toBe(403);
    expect(await change('north', { ...own, parentId: 0 })).toBe(403);
    expect(await change('support', { companyId: north, companyName: 'Taken' })).toBe(403);
  });

  it('refuses a move that leaves a company to a manager of elsewhere', async () => {
    const { northDealer, northInstaller, south } = world!.company;
    const managerUid = await world!.uid('dealer');
    expect(await change('north', { companyId: northInstaller, managerUid })).toBe(200);
    expect(await change('admin', { companyId: northInstaller, parentId: south })).toBe(1227);
    expect(await change('admin', { companyId: northDealer, parentId: south })).toBe(200);
  });

  it('cannot be raced into a circle', async () => {
    const a = await found('admin', { companyName: 'A', kind: 'dealer' });
    expect(a).toBe(200);
    const { rows } = await sql<{ id: number }>`
      insert into companies (name, kind) values ('O', 'operator'), ('P', 'operator') returning id`.execute(
      db(),
    );
    const [first, second] = rows.map(({ id }) => id);
    // Ranks forbid it as well; the lock makes sure that both looked at the same tree.
    const codes = await Promise.all([
      change('admin', { companyId: first, kind: 'dealer', parentId: second }),
      change('admin', { companyId: second, kind: 'dealer', parentId: first }),
    ]);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
  });
});

describe('v2/user/company/del', () => {
  it('dissolves an empty company, and asks who gets what another one has', async () => {
    const { northInstaller } = world!.company;
    await found('dealer', { companyName: 'Empty', kind: 'installer', parentId: world!.company.northDealer });
    const [empty] = await list('dealer', { filters: { keywords: 'empty' } });
    expect(await dissolve('dealer', { companyId: empty?.companyId })).toBe(200);
    const { envelope } = await (await world!.as('dealer')).send(user.companyDel.path, {
      companyId: northInstaller,
    });
    expect(envelope.code).toBe(1224);
    expect(envelope.msg).toContain('people: 3, plants: 1, companies below: 0');
  });

  it('hands people, plants and companies over; open sessions go on for the heir', async () => {
    const { north, northDealer, northInstaller } = world!.company;
    const boss = await world!.as('boss');
    expect(await dissolve('north', { companyId: northInstaller, handOverTo: northDealer })).toBe(200);
    expect((await boss.call(account.info)).company_id).toBe(northDealer);
    expect((await boss.call(site.listWithSN)).total).toBe(1);
    expect((await list('dealer'))[0]).toMatchObject({ users: 4, sites: 1, companiesBelow: 0 });
    expect(await dissolve('north', { companyId: northDealer, handOverTo: north })).toBe(200);
    expect((await list('north'))[0]).toMatchObject({ users: 5, sites: 1 });
    // The owner reads who has moved his plant.
    const lines = await (await world!.as('free')).call(user.audit);
    expect(lines.list).toMatchObject([
      { action: 'site.company', siteName: 'Alpha', userEmail: '', userName: '', groupName: 'Distributor' },
      { action: 'site.company', detail: { company: { from: 'North Installer', to: 'North Dealer' } } },
    ]);
  });

  it('moves companies below only where their rank fits', async () => {
    const { north, northDealer, northInstaller } = world!.company;
    await found('north', { companyName: 'Second', kind: 'installer', parentId: north });
    const [second] = await list('north', { filters: { keywords: 'second' } });
    expect(await dissolve('north', { companyId: northDealer, handOverTo: second?.companyId })).toBe(1222);
    expect(await dissolve('north', { companyId: northDealer, handOverTo: northInstaller })).toBe(1223);
    expect(await dissolve('north', { companyId: northDealer, handOverTo: northDealer })).toBe(1223);
    expect(await dissolve('north', { companyId: northDealer, handOverTo: north })).toBe(200);
    const [moved] = await list('north', { filters: { keywords: 'north installer' } });
    expect(moved?.parentName).toBe('North');
  });

  it('is refused for one’s own company and for those of others, on either side', async () => {
    const { north, northDealer, northInstaller, south, southInstaller } = world!.company;
    expect(await dissolve('dealer', { companyId: northDealer })).toBe(1225);
    for (const companyId of [north, south, southInstaller])
      expect(await dissolve('dealer', { companyId, handOverTo: northDealer })).toBe(403);
    expect(await dissolve('dealer', { companyId: northInstaller, handOverTo: southInstaller })).toBe(403);
    expect(await dissolve('dealer', { companyId: northInstaller, handOverTo: north })).toBe(403);
    expect(await dissolve('support', { companyId: southInstaller })).toBe(403);
  });

  it('refuses an heir too low for the roles of the people', async () => {
    const { south, southInstaller, northInstaller } = world!.company;
    await sql`update companies set parent_id = null where id = ${southInstaller}`.execute(db());
    expect(await dissolve('admin', { companyId: south, handOverTo: northInstaller })).toBe(1226);
  });
});
