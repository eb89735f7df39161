import { account } from '@helioport/contract/account';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { lastMailTo } from '../../../test/outbox.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';

let world: People | undefined;
beforeEach(async () => {
  await world?.close();
  world = await startPeople();
});
afterAll(() => world?.close());

const change = async (who: string, whom: string, more: Record<string, unknown>) =>
  (await (await world!.as(who)).send(user.update.path, { uid: await world!.uid(whom), ...more })).envelope
    .code;
const detail = async (whom: string, who = 'admin') =>
  (await world!.as(who)).call(user.detail, { uid: await world!.uid(whom) });
const signedIn = (whom: string) =>
  sql`update users set last_sign_in_at = now() where email = ${`${whom}@make.test`}`.execute(
    world!.app.database.db,
  );

describe('v2/user/update', () => {
  it('changes what is given and leaves the rest', async () => {
    expect(await change('boss', 'customer', { contactPerson: 'Cleo', countryCode: 'FR', city: 'Lyon' })).toBe(
      200,
    );
    expect(await change('boss', 'customer', { contactNumber: '7', isBusiness: true })).toBe(200);
    expect(await detail('customer')).toMatchObject({
      contactPerson: 'Cleo',
      contactNumber: '7',
      countryCode: 'FR',
      city: 'Lyon',
      isBusiness: true,
      groupId: 26,
      companyName: 'North Installer',
    });
  });

  it('acts at the next request of whom it is about: role, company and block', async () => {
    const { northDealer } = world!.company;
    const mate = await world!.as('mate');
    expect((await mate.call(site.listWithSN)).total).toBe(1);
    expect(await change('dealer', 'mate', { groupId: 3, companyId: northDealer })).toBe(200);
    expect((await mate.call(account.info)).groupName).toBe('Dealer');
    expect((await mate.call(account.info)).company_id).toBe(northDealer);
    expect(await change('dealer', 'mate', { groupId: 26 })).toBe(200);
    expect((await mate.call(site.listWithSN)).total).toBe(0);
    expect((await mate.send(user.list.path)).status).toBe(403);
    expect(await change('north', 'mate', { isBlocked: true })).toBe(200);
    expect((await mate.send('v2/account/info')).status).toBe(401);
    const signIn = { account: 'mate@make.test', password: 'helioport-demo' };
    expect((await world!.app.anonymous.send('v2/sign-in', signIn)).envelope.code).toBe(260);
    expect(await change('north', 'mate', { isBlocked: false })).toBe(200);
    expect((await world!.app.anonymous.send('v2/sign-in', signIn)).envelope.code).toBe(200);
  });

  it('sets the further companies that somebody works for, and leaves those that the caller does not see', async () => {
    const { northDealer, northInstaller, southInstaller } = world!.company;
    const id = await world!.id('mate');
    const companies = async () => (await detail('mate')).companies.map(({ companyId }) => companyId).sort();
    await sql`insert into memberships values (${id}, ${southInstaller})`.execute(world!.app.database.db);
    expect(await change('dealer', 'mate', { memberOf: [northDealer] })).toBe(200);
    expect(await companies()).toEqual([northDealer, northInstaller, southInstaller].sort());
    expect(await change('dealer', 'mate', { memberOf: [] })).toBe(200);
    expect(await companies()).toEqual([northInstaller, southInstaller].sort());
    expect(await change('dealer', 'mate', { memberOf: [southInstaller] })).toBe(4043);
  });

  it('ends the rights of a company at once in a session that was for it', async () => {
    const { northDealer, northInstaller } = world!.company;
    await change('dealer', 'mate', { memberOf: [northDealer] });
    const { tokenInfo } = await (await world!.as('mate')).call(account.switchCompany, {
      companyId: northDealer,
    });
    const there = world!.app.withToken(tokenInfo.token);
    expect((await there.call(account.info)).company_id).toBe(northDealer);
    await change('dealer', 'mate', { memberOf: [] });
    expect((await there.call(account.info)).company_id).toBe(northInstaller);
  });

  it('lets nobody reach above or beside himself', async () => {
    const { southInstaller, north } = world!.company;
    for (const whom of ['dealer', 'north', 'admin', 'support', 'south.boss', 'customer.south', 'free'])
      expect(await change('boss', whom, { contactPerson: 'Taken' }), whom).toBe(
        whom === 'free' ? 1212 : 4042,
      );
    expect(await change('mate', 'boss', { isBlocked: true })).toBe(1212);
    expect(await change('boss', 'mate', { groupId: 3 })).toBe(4044);
    expect(await change('boss', 'mate', { groupId: 1 })).toBe(4044);
    expect(await change('boss', 'mate', { companyId: southInstaller })).toBe(4043);
    expect(await change('boss', 'mate', { companyId: north })).toBe(4043);
    expect(await change('boss', 'mate', { companyId: 0 })).toBe(1203);
    expect(await change('boss', 'customer', { companyId: 0 })).toBe(1203);
    expect(await change('support', 'mate', { contactPerson: 'Taken' })).toBe(403);
  });

  it('keeps everybody from changing his own rights, not his own contact data', async () => {
    for (const more of [
      { groupId: 26 },
      { isBlocked: true },
      { email: 'other@make.test' },
      { memberOf: [world!.company.northDealer] },
      { companyId: world!.company.northDealer },
    ])
      expect(await change('dealer', 'dealer', { ...more, companyId: world!.company.north })).not.toBe(200);
    expect(await change('dealer', 'dealer', { groupId: 4 })).toBe(1205);
    expect(await change('dealer', 'dealer', { groupId: 3, contactPerson: 'Dana' })).toBe(200);
  });

  it('never loses the last administrator, neither by role nor by block', async () => {
    const { db } = world!.app.database;
    await sql`
      insert into users (uid, email, password_hash, group_id) values ('second', 'second@make.test', '', 1)`.execute(
      db,
    );
    expect(await change('second', 'admin', { groupId: 5 })).toBe(200);
    await sql`update users set group_id = 1 where email = 'admin@make.test'`.execute(db);
    // Another role that sees and may do everything is no administrator: it can lose that tomorrow.
    await sql`insert into groups (id, name, scope) values (2001, 'Deputy', 'all')`.execute(db);
    await sql`insert into group_menus select 2001, id from menus`.execute(db);
    await sql`update users set group_id = 2001 where email = 'second@make.test'`.execute(db);
    expect(await change('second', 'admin', { groupId: 5 })).toBe(265);
    expect(await change('second', 'admin', { isBlocked: true })).toBe(265);
  });

  it('lets two administrators demote each other only one after the other', async () => {
    await sql`
      insert into users (uid, email, password_hash, group_id) values ('second', 'second@make.test', '', 1)`.execute(
      world!.app.database.db,
    );
    const codes = await Promise.all([
      change('second', 'admin', { groupId: 5 }),
      change('admin', 'second', { groupId: 5 }),
    ]);
    const { rows } = await sql<{ left: number }>`
      select count(*) as left from users where group_id = 1`.execute(world!.app.database.db);
    expect(codes).toContain(200);
    expect(rows[0]?.left).toBeGreaterThanOrEqual(1);
  });

  it('changes the address of somebody who has never signed in; in use it is his own', async () => {
    expect(await change('boss', 'mate', { email: 'SOUTH@make.test' })).toBe(1202);
    expect(await change('boss', 'mate', { email: 'Mate.New@make.test' })).toBe(200);
    await world!.app.as('mate.new@make.test');
    expect(await change('boss', 'mate.new', { email: 'mine@make.test' })).toBe(1206);

    await signedIn('customer');
    const customer = await world!.as('customer');
    expect(await change('admin', 'customer', { email: 'moved@make.test' })).toBe(200);
    expect((await customer.send('v2/account/info')).status).toBe(401);
    expect((await detail('moved')).isEmailVerified).toBe(false);
    const { token, kind } = await lastMailTo(world!.app, 'moved@make.test');
    expect(kind).toBe('verify');
    await world!.app.anonymous.call(account.verifyEmail, { token, password: 'helioport-demo' });
    expect((await detail('moved')).isEmailVerified).toBe(true);
  });

  it('cannot be used to shut an owner out of his own account', async () => {
    await signedIn('customer');
    expect(await change('boss', 'customer', { isBlocked: true })).toBe(1207);
    expect(await detail('customer', 'boss')).toMatchObject({ mayBlock: false, mayChangeEmail: false });
    expect(await change('admin', 'customer', { isBlocked: true })).toBe(200);
  });

  it('refuses to leave a company to a manager who works elsewhere', async () => {
    const { northDealer, north } = world!.company;
    expect(await change('dealer', 'boss', { groupId: 26 })).toBe(1211);
    // A manager who moves to a parent company may continue to manage.
    expect(await change('north', 'boss', { companyId: northDealer })).toBe(200);
    expect(await change('north', 'boss', { companyId: north })).toBe(200);
    expect((await detail('boss')).manages).toEqual([
      { companyId: world!.company.northInstaller, companyName: 'North Installer' },
    ]);
  });

  it('answers two administrators who change each other at the same time', async () => {
    await inTransaction(world!.app.database.db, 'write', async (tx) => {
      for (const name of ['left', 'right'])
        await makeUser(tx, { email: `${name}@make.test`, group: 'administrator' });
    });
    const [left, right] = [await world!.app.as('left@make.test'), await world!.app.as('right@make.test')];
    const uidOf = async (email: string) =>
      (
        await sql<{ uid: string }>`select uid from users where email = ${email}`.execute(
          world!.app.database.db,
        )
      ).rows[0]!.uid;
    const [leftUid, rightUid] = [await uidOf('left@make.test'), await uidOf('right@make.test')];
    const codes: number[] = [];
    for (let i = 0; i < 25; i++) {
      const answers = await Promise.all([
        left.send(user.update.path, { uid: rightUid, contactPerson: `by left ${i}` }),
        right.send(user.update.path, { uid: leftUid, contactPerson: `by right ${i}` }),
      ]);
      codes.push(...answers.map(({ envelope }) => envelope.code));
    }
    expect(codes).toEqual(Array(50).fill(200));
  });
});
