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
    expect(await found('dealer', { ...installer, parentId: north })).toBe(4043);
    expect(await found('dealer', { ...installer, parentId: south })).toBe(4043);
    expect(await found('dealer', { ...installer, parentId: 999_999 })).toBe(4043);
    expect(await found('dealer', installer)).toBe(1229);
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
    expect(await found('dealer', await by('south.boss'))).toBe(4042);
    expect(await found('dealer', await by('north'))).toBe(4042);
    expect(await found('dealer', await by('mate'))).toBe(1227);
    expect(await found('dealer', await by('free'))).toBe(1227);
    expect(await found('north', await by('north'))).toBe(200);
    expect(await found('admin', await by('admin'))).toBe(200);
  });
});
