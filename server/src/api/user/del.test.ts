import { account } from '@helioport/contract/account';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSite } from '../../../seed/make.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';

let world: People | undefined;
beforeEach(async () => {
  await world?.close();
  world = await startPeople();
});
afterAll(() => world?.close());

const db = () => world!.app.database.db;
const end = async (who: string, whom: string, more: Record<string, unknown> = {}) =>
  (await (await world!.as(who)).send(user.del.path, { uid: await world!.uid(whom), ...more })).envelope.code;
const preview = async (who: string, whom: string) =>
  (await world!.as(who)).call(user.delPreview, { uid: await world!.uid(whom) });
/** Gives `customer` a plant managed by the northern installer, like that of `free`. */
const givePlant = async () => {
  const plant = {
    name: 'Gamma',
    companyId: world!.company.northInstaller,
    ownerId: await world!.id('customer'),
  };
  await inTransaction(db(), 'write', (tx) => makeSite(tx, plant));
};

describe('v2/user/delPreview', () => {
  it('says what hangs on an account, and what stands against its end', async () => {
    await givePlant();
    expect(await preview('boss', 'customer')).toMatchObject({
      mayDelete: true,
      reason: '',
      plants: { total: 1, list: [{ siteName: 'Gamma', companyName: 'North Installer' }] },
    });
    expect(await preview('dealer', 'boss')).toMatchObject({
      mayDelete: true,
      managedCompanies: [{ companyName: 'North Installer' }],
    });
    expect((await preview('boss', 'boss')).reason).toBe('self');
    expect((await preview('boss', 'free')).reason).toBe('notYours');
    expect((await preview('mate', 'boss')).reason).toBe('notYours');
    expect((await preview('support', 'admin')).reason).toBe('notYours');
    await sql`
      insert into users (uid, email, password_hash, group_id) values ('x', 'x@make.test', '', 1)`.execute(
      db(),
    );
    expect((await preview('x', 'admin')).reason).toBe('');
    await sql`update users set is_blocked = true where uid = 'x'`.execute(db());
    await sql`update users set last_sign_in_at = now() where email = 'customer@make.test'`.execute(db());
    expect((await preview('boss', 'customer')).reason).toBe('inUse');
    expect((await preview('admin', 'customer')).reason).toBe('');
  });

  it('counts plants that the caller does not see, without naming them', async () => {
    await sql`update sites set owner_id = ${await world!.id('customer')} where name = 'Beta'`.execute(db());
    expect(await preview('boss', 'customer')).toMatchObject({
      mayDelete: false,
      reason: 'plantsElsewhere',
      plants: { total: 1, list: [] },
    });
  });
});

describe('v2/user/del', () => {
  it('asks what becomes of the plants', async () => {
    await givePlant();
    expect(await end('boss', 'customer')).toBe(1208);
    expect(await end('boss', 'customer', { handOverTo: 'nobody@make.test' })).toBe(267);
    expect(await end('boss', 'customer', { handOverTo: 'customer@make.test' })).toBe(267);
    expect(await end('boss', 'customer', { handOverTo: 'south.boss@make.test' })).toBe(267);
  });

  it('hands them over, tells the heir, and leaves nothing of the person', async () => {
    await givePlant();
    const customer = await world!.as('customer');
    const uid = await world!.uid('customer');
    expect(await end('boss', 'customer', { handOverTo: 'Free@make.test' })).toBe(200);
    expect((await customer.send('v2/account/info')).status).toBe(401);
    const signIn = { account: 'customer@make.test', password: 'helioport-demo' };
    expect((await world!.app.anonymous.send('v2/sign-in', signIn)).envelope.code).toBe(258);
    const free = await world!.as('free');
    expect(
      (await free.call(site.listWithSN, { sort: [{ field: 'siteName', order: 'asc' }] })).list.map(
        ({ siteName }) => siteName,
      ),
    ).toEqual(['Alpha', 'Gamma']);
    expect((await mailsTo(world!.app, 'free@make.test')).map(({ kind }) => kind)).toEqual(['handOver']);
    expect((await mailsTo(world!.app, 'customer@make.test')).map(({ kind }) => kind)).toEqual(['removed']);
    expect((await (await world!.as('boss')).send(user.detail.path, { uid })).envelope.code).toBe(4042);
    // The address is free again.
    const body = { email: 'customer@make.test', password: 'another one', groupId: 26 };
    await (await world!.as('boss')).call(user.create, body);
  });

  it('leaves them visibly without an owner when that is what was said', async () => {
    await givePlant();
    expect(await end('boss', 'customer', { orphanPlants: true })).toBe(200);
    const { rows } = await sql<{ ownerId: number | null; isOwnerless: boolean }>`
      select owner_id as "ownerId", ownerless_since is not null as "isOwnerless" from sites where name = 'Gamma'`.execute(
      db(),
    );
    expect(rows).toEqual([{ ownerId: null, isOwnerless: true }]);
    expect((await (await world!.as('mate')).call(site.listWithSN)).total).toBe(2);
  });

  it('names another manager for the companies of the person, or none', async () => {
    const manager = async () =>
      (
        await sql<{ email: string | null; isOwner: boolean | null }>`
          select u.email, u.is_company_owner as "isOwner"
          from companies c left join users u on u.id = c.manager_id where c.name = 'North Installer'`.execute(
          db(),
        )
      ).rows[0];
    expect(await end('dealer', 'boss', { companyHandOverTo: 'customer@make.test' })).toBe(1227);
    expect(await end('dealer', 'boss', { companyHandOverTo: 'mate@make.test' })).toBe(200);
    expect(await manager()).toEqual({ email: 'mate@make.test', isOwner: true });
    expect(await end('dealer', 'mate')).toBe(200);
    expect((await manager())?.email).toBeNull();
  });

  it('is refused beside, above and against oneself', async () => {
    for (const whom of ['dealer', 'north', 'admin', 'south.boss', 'customer.south', 'free'])
      expect(await end('boss', whom, { orphanPlants: true }), whom).toBe(whom === 'free' ? 1212 : 4042);
    expect(await end('mate', 'boss')).toBe(1212);
    expect(await end('boss', 'boss')).toBe(1205);
    expect(await end('support', 'mate')).toBe(403);
    expect(await end('free', 'free')).toBe(403);
    expect(await end('admin', 'admin')).toBe(1205);
  });

  it('keeps owners in use of their account and plants of elsewhere', async () => {
    await sql`update users set last_sign_in_at = now() where email = 'customer@make.test'`.execute(db());
    expect(await end('boss', 'customer')).toBe(1207);
    await sql`update users set last_sign_in_at = null where email = 'customer@make.test'`.execute(db());
    await sql`update sites set owner_id = ${await world!.id('customer')} where name = 'Beta'`.execute(db());
    expect(await end('boss', 'customer', { orphanPlants: true })).toBe(1209);
    expect(await end('admin', 'customer', { orphanPlants: true })).toBe(200);
  });

  it('lets the house not lose its last administrator', async () => {
    await sql`insert into groups (id, name, scope) values (2001, 'Deputy', 'all')`.execute(db());
    await sql`insert into group_menus select 2001, id from menus`.execute(db());
    await sql`update users set group_id = 2001 where email = 'support@make.test'`.execute(db());
    expect(await end('support', 'admin')).toBe(265);
  });

  it('keeps the line of the change log, and no address in it', async () => {
    const boss = await world!.as('boss');
    const { uid } = await boss.call(user.create, {
      email: 'short@make.test',
      password: 'a password',
      groupId: 4,
    });
    await (await world!.app.as('short@make.test', 'a password')).call(account.update, { city: 'Ulm' });
    await boss.call(user.del, { uid });
    const { list } = await boss.call(user.audit, { page: { size: 50, num: 0 } });
    // Entries about the user's own actions are no longer visible.
    expect(list.map(({ action }) => action)).toEqual(['user.del', 'user.create']);
    expect(JSON.stringify(list)).not.toContain('short@make.test');
  });
});
