import { overview } from '@helioport/contract/overview';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { GROUPS, seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let owner: Caller;
let dealer: Caller;
let admin: Caller;
let made: { sn: string; free: string; foreign: string };

beforeAll(async () => {
  app = await startTestApp();
  made = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const dealerId = await makeCompany(tx, { kind: 'dealer', name: 'Solar Nord' });
    const otherId = await makeCompany(tx, { name: 'Solar Fremd' });
    const { id: ownerId } = await makeUser(tx, { email: 'solar-fan@make.test' });
    await makeUser(tx, { email: 'dealer@make.test', group: 'dealer', companyId: dealerId });
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    const mine = await makeSite(tx, { ownerId, companyId: dealerId, name: 'Haus Solar 100%' });
    const second = await makeSite(tx, { ownerId, companyId: dealerId, name: 'Solarhof' });
    await sql`update sites set street = 'Ul. Źródlana 7', zip_code = '90-001', city = 'Łódź'
      where id = ${second.id}`.execute(tx);
    const { id: maja } = await makeUser(tx, { email: 'maja@make.test' });
    await sql`update users set contact_person = 'Maja Zielińska', contact_number = '+48 501 222 333'
      where id = ${maja}`.execute(tx);
    const foreign = await makeSite(tx, { companyId: otherId, name: 'Solar im Süden' });
    const device = await makeDevice(tx, mine.id);
    await sql`update devices set alias = 'Schéune 6' where id = ${device.id}`.execute(tx);
    const retired = await makeDevice(tx, mine.id);
    await sql`update devices set retired_at = now() where id = ${retired.id}`.execute(tx);
    const foreignDevice = await makeDevice(tx, foreign.id);
    const free = await makeDevice(tx, mine.id);
    await sql`delete from modules where device_id = ${free.id}`.execute(tx);
    await sql`update devices set site_id = null where id = ${free.id}`.execute(tx);
    return { sn: device.serial, free: free.serial, foreign: foreignDevice.serial };
  });
  owner = await app.as('solar-fan@make.test');
  dealer = await app.as('dealer@make.test');
  admin = await app.as('admin@make.test');
});
afterAll(() => app.close());

const find = (caller: Caller, q: string, limit = 6) => caller.call(overview.search, { q, limit });

describe('v2/overview/search', () => {
  it('finds what the caller may see in the pages that he has, the beginnings first', async () => {
    const forDealer = await find(dealer, 'sOLAR');
    expect(forDealer.plants.map(({ siteName }) => siteName)).toEqual(['Solarhof', 'Haus Solar 100%']);
    expect(forDealer.people.map(({ email }) => email)).toEqual(['solar-fan@make.test']);
    expect(forDealer.companies.map(({ name }) => name)).toEqual(['Solar Nord']);
    const forOwner = await find(owner, 'solar');
    expect(forOwner).toMatchObject({ people: [], companies: [], devices: [] });
    expect(forOwner.plants.length).toBe(2);
    expect((await find(admin, 'solar')).plants.length).toBe(3);
    expect((await find(admin, 'solar', 1)).plants).toEqual([
      expect.objectContaining({ siteName: 'Solar im Süden' }),
    ]);
  });

  it('takes the text for itself, not for a pattern', async () => {
    expect((await find(dealer, '100%')).plants.length).toBe(1);
    expect((await find(dealer, '%%')).plants).toEqual([]);
    expect((await find(dealer, '__')).plants).toEqual([]);
  });

  it('finds serials with their plant, and unclaimed ones for those who have that list', async () => {
    const [hit] = (await find(owner, made.sn.slice(0, 6).toLowerCase(), 20)).devices.filter(
      ({ sn }) => sn === made.sn,
    );
    expect(hit).toMatchObject({ sn: made.sn, siteName: 'Haus Solar 100%' });
    expect((await find(owner, made.foreign)).devices).toEqual([]);
    expect((await find(dealer, made.free)).devices).toEqual([]);
    expect((await find(admin, made.free)).devices).toEqual([
      { sn: made.free, name: '', sid: '', siteName: '' },
    ]);
  });

  it('finds addresses, device names, modules and people by any of their words, without accents', async () => {
    const street = await find(dealer, 'lodz ul. zrodlana');
    expect(street.plants).toMatchObject([{ siteName: 'Solarhof', street: 'Ul. Źródlana 7', zip: '90-001' }]);
    expect((await find(dealer, '90-001')).plants.length).toBe(1);
    expect((await find(dealer, 'lodz berlin')).plants).toEqual([]);
    expect((await find(owner, 'scheune 6')).devices).toMatchObject([{ sn: made.sn, name: 'Schéune 6' }]);
    expect((await find(owner, `${made.sn.toLowerCase()}_1`)).modules).toMatchObject([
      { sn: made.sn, addr: 1 },
    ]);
    expect((await find(owner, `${made.sn}_99`)).modules).toEqual([]);
    expect((await find(owner, `${made.foreign}_1`)).modules).toEqual([]);
    expect((await find(admin, 'zielinska')).people).toMatchObject([{ contactPerson: 'Maja Zielińska' }]);
    expect((await find(admin, '501 222')).people.length).toBe(1);
  });

  it('finds nothing in pages that a role has lost', async () => {
    await sql`
      delete from group_menus where group_id = ${GROUPS.dealer}
        and menu_id in (select id from menus where key in ('pvPlant', 'users'))`.execute(app.database.db);
    expect(await find(await app.as('dealer@make.test'), 'solar')).toMatchObject({
      plants: [],
      people: [],
      companies: [{ name: 'Solar Nord' }],
    });
  });

  it('does not answer strangers, or one character with half the house', async () => {
    expect((await app.anonymous.send('v2/overview/search', { q: 'solar' })).envelope.code).toBe(401);
    expect(await find(admin, 's')).toEqual({
      plants: [],
      devices: [],
      modules: [],
      people: [],
      companies: [],
    });
  });

  it('is answered from the indexes of search keys', async () => {
    const plan = await inTransaction(app.database.db, 'write', async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<Record<string, string>>`
        explain select 1 from sites s, users u
        where s.search_key like '%zielinska%' and u.search_key like '%zielinska%'`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('sites_key_search');
    expect(plan).toContain('users_key_search');
  });
});
