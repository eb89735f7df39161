import { account } from '@helioport/contract/account';
import { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastMailTo } from '../../../test/outbox.ts';
import { type People, startPeople } from '../../../test/people.ts';

let world: People;
beforeAll(async () => {
  world = await startPeople({ env: { PUBLIC_URL: 'https://portal.test' } });
});
afterAll(() => world.close());

let made = 0;
const body = (more: Record<string, unknown> = {}) => ({
  email: `new${++made}@make.test`,
  password: 'first password',
  groupId: 26,
  ...more,
});
const codeOf = async (who: string, more: Record<string, unknown> = {}) =>
  (await (await world.as(who)).send(user.create.path, body(more))).envelope.code;
const rowOf = async (uid: string) => {
  const { rows } = await sql<{ parent: string; companyId: number | null; memberships: number[] | null }>`
    select (select email from users p where p.id = u.parent_id) as parent, company_id as "companyId",
      (select json_agg(company_id) from memberships m where m.user_id = u.id) as memberships
    from users u where uid = ${uid}`.execute(world.app.database.db);
  return rows[0]!;
};

describe('v2/user/create', () => {
  it('registers a customer for the company of the installer, who is noted as his creator', async () => {
    const mate = await world.as('mate');
    const { uid } = await mate.call(user.create, {
      email: ' Eva.Lang@Make.test ',
      password: 'first password',
      groupId: 26,
      contactPerson: '<b>Eva</b> Lang',
      contactNumber: '+49 30 1234',
      countryCode: 'de',
      stateCode: 'de-be',
      city: 'Berlin',
      street: 'Ufer 1',
      zip: '10115',
      isBusiness: true,
      language: 1,
    });
    expect(await rowOf(uid)).toEqual({
      parent: 'mate@make.test',
      companyId: world.company.northInstaller,
      memberships: null,
    });
    expect(await mate.call(user.detail, { uid })).toMatchObject({
      email: 'eva.lang@make.test',
      contactPerson: '<b>Eva</b> Lang',
      stateName: 'Berlin',
      street: 'Ufer 1',
      zip: '10115',
      isBusiness: true,
      language: 1,
      parentEmail: 'mate@make.test',
      mayEdit: true,
    });
    const eva = await world.app.as('eva.lang@make.test', 'first password');
    expect((await eva.call(account.info)).groupName).toBe('End User');
  });

  it('takes the place of a registration that was never confirmed, whose link ends with it', async () => {
    const email = 'squatted@example.test';
    await world.app.anonymous.call(account.signUp, { email, password: 'of an attacker' });
    const { token } = await lastMailTo(world.app, email);
    const boss = await world.as('boss');
    const { uid } = await boss.call(user.create, { email, password: 'first password', groupId: 26 });
    expect((await rowOf(uid)).parent).toBe('boss@make.test');
    const { envelope } = await world.app.anonymous.send(account.verifyEmail.path, { token });
    expect(envelope.code).not.toBe(200);
    await expect(world.app.as(email, 'of an attacker')).rejects.toThrow();
    // An account that a user created is not replaced.
    const other = await world.as('mate');
    const again = await other.send(user.create.path, { email, password: 'first password', groupId: 26 });
    expect(again.envelope.msg).toContain(email);
  });

  it('mails a link by which the invited sets the password himself', async () => {
    const boss = await world.as('boss');
    const { uid } = await boss.call(user.create, {
      email: 'invited@make.test',
      sendInvitation: true,
      groupId: 4,
    });
    expect((await rowOf(uid)).memberships).toEqual([world.company.northInstaller]);
    const mail = await lastMailTo(world.app, 'invited@make.test');
    expect(mail.kind).toBe('invite');
    expect(mail.text).toContain('boss@make.test');
    await world.app.anonymous.call(account.resetPasswordEmail, { token: mail.token, password: 'my own one' });
    const invited = await world.app.as('invited@make.test', 'my own one');
    expect((await invited.call(account.info)).company_id).toBe(world.company.northInstaller);
  });

  it('lets the invitation be sent again until he has signed in; the newest link wins', async () => {
    const boss = await world.as('boss');
    const { uid } = await boss.call(user.create, {
      email: 'late@make.test',
      sendInvitation: true,
      groupId: 26,
    });
    const first = await lastMailTo(world.app, 'late@make.test');
    await boss.call(user.invite, { uid });
    const second = await lastMailTo(world.app, 'late@make.test');
    const use = (token: string) =>
      world.app.anonymous.send(account.resetPasswordEmail.path, { token, password: 'my own one' });
    expect((await use(first.token)).envelope.code).toBe(273);
    expect((await use(second.token)).envelope.code).toBe(200);
    await world.app.as('late@make.test', 'my own one');
    expect((await boss.send(user.invite.path, { uid })).envelope.code).toBe(1210);
  });

  it('bounds how often one address is invited within an hour', async () => {
    const boss = await world.as('boss');
    const { uid } = await boss.call(user.create, {
      email: 'bombed@make.test',
      sendInvitation: true,
      groupId: 26,
    });
    const codes = [];
    for (let i = 0; i < 4; i++) codes.push((await boss.send(user.invite.path, { uid })).envelope.code);
    expect(codes).toEqual([200, 200, 1429, 1429]);
  });

  it('asks for a role first, and for a password or an invitation', async () => {
    const { envelope } = await (await world.as('boss')).send(user.create.path, body({ groupId: undefined }));
    expect(envelope).toMatchObject({ code: 1201, msg: 'Please select a group first' });
    expect(await codeOf('boss', { password: undefined })).toBe(400);
    expect(await codeOf('boss', { password: '     ' })).toBe(400);
    expect(await codeOf('boss', { email: 'no address' })).toBe(400);
    expect(await codeOf('boss', { countryCode: 'DE', stateCode: 'FR-75' })).toBe(400);
  });

  it('refuses an address that has an account, in any case of letters', async () => {
    expect(await codeOf('boss', { email: 'SOUTH.boss@make.test' })).toBe(1202);
  });

  it.each([
    ['boss', 3],
    ['boss', 2],
    ['boss', 1],
    ['boss', 5],
    ['dealer', 1],
    ['north', 1],
    ['north', 5],
  ])('lets %s not give the role %i, which sees or may do more than his own', async (who, groupId) => {
    expect(await codeOf(who, { groupId })).toBe(4044);
  });

  it('gives the role of a kind of company only in companies of that rank', async () => {
    const { northInstaller, northDealer, north } = world.company;
    // A distributor holds permissions that a dealer does not.
    expect(await codeOf('dealer', { groupId: 2 })).toBe(4044);
    expect(await codeOf('dealer', { groupId: 3, companyId: northInstaller })).toBe(1204);
    expect(await codeOf('dealer', { groupId: 3 })).toBe(200);
    expect(await codeOf('north', { groupId: 4, companyId: north })).toBe(200);
    expect(await codeOf('north', { groupId: 3, companyId: northDealer })).toBe(200);
    expect(await codeOf('admin', { groupId: 9999 })).toBe(4044);
  });

  it('gives nobody a role that an operator made wider than his own', async () => {
    const { db } = world.app.database;
    await sql`insert into groups (id, name, scope) values (2001, 'Wide', 'own'), (2002, 'Narrow', 'own')`.execute(
      db,
    );
    await sql`insert into group_menus select 2001, id from menus where key = 'role.update'`.execute(db);
    expect(await codeOf('north', { groupId: 2001 })).toBe(4044);
    expect(await codeOf('north', { groupId: 2002 })).toBe(200);
  });

  it('places nobody outside the companies of the caller, nor nowhere', async () => {
    const { southInstaller, north, northDealer, northInstaller } = world.company;
    expect(await codeOf('boss', { companyId: southInstaller })).toBe(4043);
    expect(await codeOf('boss', { companyId: northDealer })).toBe(4043);
    expect(await codeOf('boss', { companyId: 0 })).toBe(1203);
    expect(await codeOf('boss', { memberOf: [southInstaller], groupId: 4 })).toBe(4043);
    expect(await codeOf('north', { memberOf: [north, southInstaller], groupId: 4 })).toBe(4043);
    expect(await codeOf('admin', { groupId: 4 })).toBe(1203);
    expect(await codeOf('admin', { groupId: 26, companyId: 0 })).toBe(200);
    expect(await codeOf('north', { memberOf: [northDealer, northInstaller], groupId: 4 })).toBe(200);
  });

  it('is refused to support and to end users', async () => {
    expect(await codeOf('support')).toBe(403);
    expect(await codeOf('customer')).toBe(403);
  });
});
