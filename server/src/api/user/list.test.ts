import { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';

let world: People;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.close());

const page = { size: 100, num: 0 };
const names = async (who: string, filters = {}, sort: { field: 'email'; order: 'asc' }[] = []) =>
  (await (await world.as(who)).call(user.list, { page, filters, sort })).list.map(({ email }) =>
    email.replace('@make.test', ''),
  );

describe('v2/user/list', () => {
  it.each([
    ['boss', ['boss', 'customer', 'free', 'mate']],
    ['dealer', ['boss', 'customer', 'dealer', 'free', 'mate']],
    ['north', ['boss', 'customer', 'dealer', 'free', 'mate', 'north']],
    ['south', ['customer.south', 'south', 'south.boss']],
    [
      'support',
      [
        'admin',
        'boss',
        'customer',
        'customer.south',
        'dealer',
        'free',
        'mate',
        'north',
        'south',
        'south.boss',
        'support',
      ],
    ],
  ])('shows %s the people of his companies and the owners of their plants', async (who, expected) => {
    expect((await names(who)).sort()).toEqual(expected);
  });

  it('is closed to end users, and shows them nobody but themselves if a role opens it', async () => {
    const { db } = world.app.database;
    const customer = await world.as('customer');
    expect((await customer.send(user.list.path)).status).toBe(403);
    const grant = sql`26, id from menus where key = 'users'`;
    await sql`insert into group_menus select ${grant}`.execute(db);
    await sql`insert into memberships (user_id, company_id) values (${await world.id('customer')}, ${world.company.northInstaller})`.execute(
      db,
    );
    expect(await names('customer')).toEqual(['customer']);
    await sql`delete from memberships where user_id = ${await world.id('customer')}`.execute(db);
    await sql`delete from group_menus where group_id = 26 and menu_id in (select id from menus where key = 'users')`.execute(
      db,
    );
  });

  it('says of everybody what the caller may know, and whether he administers the account', async () => {
    const boss = await world.as('boss');
    const { list } = await boss.call(user.list, { page });
    const row = (name: string) => list.find(({ email }) => email === `${name}@make.test`);
    expect(row('free')).toMatchObject({ companyId: 0, plants: 1, mayEdit: false, status: 'active' });
    expect(row('mate')).toMatchObject({ companyName: 'North Installer', mayEdit: true, isManager: false });
    expect(row('boss')).toMatchObject({ isManager: true, groupName: 'Installer' });
    // The user may not administer the manager of their own company.
    const seen = (await (await world.as('mate')).call(user.list, { page })).list;
    expect(seen.find(({ email }) => email === 'boss@make.test')?.mayEdit).toBe(false);
  });

  it('shows a member of another company without naming that company', async () => {
    const { db } = world.app.database;
    await sql`insert into memberships (user_id, company_id) values (${await world.id('south.boss')}, ${world.company.northInstaller})`.execute(
      db,
    );
    const { list } = await (await world.as('boss')).call(user.list, { page, filters: { email: 'south' } });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ companyId: 0, companyName: '', mayEdit: false });
    await sql`delete from memberships where user_id = ${await world.id('south.boss')} and company_id = ${world.company.northInstaller}`.execute(
      db,
    );
  });

  it('finds by every filter', async () => {
    const { db } = world.app.database;
    await sql`
      update users set contact_person = 'Ines Keller', country_code = 'DE', state_code = 'DE-BE',
        state_name = 'Berlin', city = 'Köpenick', is_business = true, is_blocked = true,
        created_at = '2026-03-01T12:00:00Z' where email = 'mate@make.test'`.execute(db);
    const only = [
      { keywords: 'KELL' },
      { keywords: 'mate@' },
      { email: 'ate@make' },
      { country_code: 'de' },
      { state: 'de-be' },
      { state: 'berl' },
      { city: 'köpe' },
      { is_business: true },
      { status: 'blocked' },
      { created_start_date: '2026-03-01', created_end_date: '2026-03-01' },
    ];
    for (const filters of only)
      expect(await names('north', filters), JSON.stringify(filters)).toEqual(['mate']);
    expect(await names('north', { group_id: 3 })).toEqual(['dealer']);
    expect(await names('north', { company_id: 0 })).toEqual(['free']);
    expect((await names('north', { company_id: world.company.northDealer })).sort()).toEqual(['dealer']);
    const below = { company_id: world.company.northDealer, with_below: true };
    expect((await names('north', below)).sort()).toEqual(['boss', 'customer', 'dealer', 'mate']);
    expect(await names('north', { company_id: world.company.southInstaller, with_below: true })).toEqual([]);
    expect(await names('north', { status: 'active', group_id: 4 })).toEqual(['boss']);
    // Signs of patterns mean themselves.
    expect(await names('north', { keywords: '%' })).toEqual([]);
    await sql`update users set is_blocked = false, is_business = false where email = 'mate@make.test'`.execute(
      db,
    );
  });

  it('counts beyond its end, too', async () => {
    const beyond = { page: { size: 10, num: 9 } };
    expect(await (await world.as('boss')).call(user.list, beyond)).toEqual({ list: [], total: 4 });
    expect(await (await world.as('admin')).call(user.list, beyond)).toEqual({ list: [], total: 11 });
  });

  it('leaves out accounts that have ended', async () => {
    const { db } = world.app.database;
    await sql`update users set cancelled_at = now() where email = 'free@make.test'`.execute(db);
    expect(await names('boss')).not.toContain('free');
    await sql`update users set cancelled_at = null where email = 'free@make.test'`.execute(db);
  });

  it('pages through thousands in every order, each person once', async () => {
    const { db } = world.app.database;
    await sql`
      insert into users (uid, email, password_hash, group_id, company_id, contact_person, city)
      select 'mass' || i, 'mass' || i || '@make.test', '', 26, ${world.company.northInstaller}, 'Name ' || i % 7,
        'Town ' || i % 3
      from generate_series(1, 2500) i`.execute(db);
    const north = await world.as('north');
    const fields = ['email', 'contactPerson', 'groupName', 'companyName', 'city', 'createdAt'] as const;
    for (const field of [...fields, 'country', 'status', 'lastSignInAt'] as const) {
      const seen = new Set<string>();
      for (let num = 0; num < 3; num++) {
        const sort = [{ field, order: 'asc' as const }];
        const { list, total } = await north.call(user.list, { page: { size: 1000, num }, sort });
        expect(total).toBe(2506);
        for (const { uid } of list) seen.add(uid);
      }
      expect(seen.size, field).toBe(2506);
    }
    const sort = [{ field: 'email' as const, order: 'desc' as const }];
    const { list } = await north.call(user.list, { page: { size: 3, num: 0 }, sort });
    expect(list.map(({ email }) => email)).toEqual(['north@make.test', 'mate@make.test', 'mass9@make.test']);
    await sql`delete from users where uid like 'mass%'`.execute(db);
  });
});
