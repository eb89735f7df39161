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
const codeOf = async (who: string, path: string, body: Record<string, unknown>) =>
  (await (await world!.as(who)).send(path, body)).envelope.code;
const found = (who: string, body: Record<string, unknown>) => codeOf(who, user.companyCreate.path, body);
const dissolve = (who: string, body: Record<string, unknown>) => codeOf(who, user.companyDel.path, body);

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
    expect(envelope.msg).toContain('is not empty: 3 users and 1 plant.');
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
    // The owner sees who moved the plant.
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
      expect(await dissolve('dealer', { companyId, handOverTo: northDealer })).toBe(4043);
    expect(await dissolve('dealer', { companyId: northInstaller, handOverTo: southInstaller })).toBe(4043);
    expect(await dissolve('dealer', { companyId: northInstaller, handOverTo: north })).toBe(4043);
    expect(await dissolve('support', { companyId: southInstaller })).toBe(403);
  });

  it('refuses an heir too low for the roles of the people', async () => {
    const { south, southInstaller, northInstaller } = world!.company;
    await sql`update companies set parent_id = null where id = ${southInstaller}`.execute(db());
    expect(await dissolve('admin', { companyId: south, handOverTo: northInstaller })).toBe(1226);
  });
});
