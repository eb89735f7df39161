import { account } from '@helioport/contract/account';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let north: number;
let south: number;
let foreignCompany: number;

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    north = await makeCompany(tx, { name: 'North' });
    south = await makeCompany(tx, { name: 'South' });
    foreignCompany = await makeCompany(tx, { name: 'Strange' });
    const { id } = await makeUser(tx, { email: 'both@demo.test', group: 'installer', companyId: north });
    await sql`insert into memberships (user_id, company_id) values (${id}, ${south})`.execute(tx);
    await makeSite(tx, { name: 'N1', companyId: north });
    await makeSite(tx, { name: 'S1', companyId: south });
    await makeSite(tx, { name: 'S2', companyId: south });
    await makeSite(tx, { name: 'X1', companyId: foreignCompany });
  });
});
afterAll(() => app.close());

const plants = async (me: Caller) => (await me.call(site.listWithSN)).list.map((row) => row.siteName).sort();

describe('v2/account/companies', () => {
  it('names the companies that the caller works for, and which one he works for now', async () => {
    const me = await app.as('both@demo.test');
    expect(await me.call(account.companies)).toEqual({
      list: [
        { companyId: north, companyName: 'North', kind: 'installer', isCurrent: true },
        { companyId: south, companyName: 'South', kind: 'installer', isCurrent: false },
      ],
      total: 2,
    });
    const found = await me.call(account.companies, { filters: { keywords: 'sou' } });
    expect(found.list.map(({ companyName }) => companyName)).toEqual(['South']);
  });
});

describe('v2/account/switchCompany', () => {
  it('gives a new token for the other company and ends the old one; every list follows', async () => {
    const me = await app.as('both@demo.test');
    expect(await plants(me)).toEqual(['N1']);
    const answer = await me.call(account.switchCompany, { companyId: south });
    expect(answer.userInfo.companyId).toBe(south);
    expect(answer.siteCount).toBe(2);
    const there = app.withToken(answer.tokenInfo.token);
    expect(await plants(there)).toEqual(['S1', 'S2']);
    expect((await there.call(account.profile)).companyName).toBe('South');
    expect((await me.send('v2/account/info')).status).toBe(401);
  });

  it('does not change what other sessions see', async () => {
    const [phone, browser] = [await app.as('both@demo.test'), await app.as('both@demo.test')];
    await browser.call(account.switchCompany, { companyId: south });
    expect(await plants(phone)).toEqual(['N1']);
  });

  it('refuses companies that he does not work for, and ones that do not exist, alike', async () => {
    const me = await app.as('both@demo.test');
    const foreign = await me.send('v2/account/switchCompany', { companyId: foreignCompany });
    const unknown = await me.send('v2/account/switchCompany', { companyId: 999_999 });
    expect(foreign).toMatchObject({ status: 200, envelope: { code: 4043 } });
    expect(unknown).toEqual(foreign);
    expect(await plants(me)).toEqual(['N1']);
  });

  it('shows nothing of a company any more at the next request after the membership ended', async () => {
    const me = await app.as('both@demo.test');
    const { tokenInfo } = await me.call(account.switchCompany, { companyId: south });
    const there = app.withToken(tokenInfo.token);
    await sql`delete from memberships where company_id = ${south}`.execute(app.database.db);
    expect(await plants(there)).toEqual([]);
    expect((await there.send('v2/account/switchCompany', { companyId: south })).envelope.code).toBe(4043);
  });
});
