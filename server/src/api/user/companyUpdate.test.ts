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
    // A user there has a distributor role.
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
      expect(await change('dealer', { companyId, companyName: 'Taken' })).toBe(4043);
    expect(await change('north', { ...own, parentId: south })).toBe(4043);
    expect(await change('north', { ...own, parentId: 0 })).toBe(1229);
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
