import { account } from '@helioport/contract/account';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { lastMailTo, mailsTo } from '../../../test/outbox.ts';
import { inTransaction, type Tx } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';

let app: TestApp;
let company: number;
let dealer: number;

beforeAll(async () => {
  app = await startTestApp();
  await write(async (tx) => {
    await seedMenus(tx);
    dealer = await makeCompany(tx, { name: 'Dealer', kind: 'dealer' });
    company = await makeCompany(tx, { name: 'Roofers', parentId: dealer });
    await makeUser(tx, { email: 'dealer@demo.test', group: 'dealer', companyId: dealer });
    await makeUser(tx, { email: 'stranger@demo.test' });
    await makeUser(tx, { email: 'admin@demo.test', group: 'administrator' });
  });
});
afterAll(() => app.close());

const write = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(app.database.db, 'write', work);
const password = 'helioport-demo';
const rowOf = async (id: number) =>
  (await sql<Record<string, unknown>>`select * from users where id = ${id}`.execute(app.database.db)).rows[0];
const siteOf = async (id: number) =>
  (
    await sql<{ ownerId: number | null; companyId: number | null; isOwnerless: boolean }>`
      select owner_id as "ownerId", company_id as "companyId", ownerless_since is not null as "isOwnerless"
      from sites where id = ${id}`.execute(app.database.db)
  ).rows[0];

describe('v2/account/logOff', () => {
  it('asks for the password and lets nobody guess it', async () => {
    await write((tx) => makeUser(tx, { email: 'careful@demo.test' }));
    const me = await app.as('careful@demo.test');
    const send = async (guess: string) =>
      (await me.send('v2/account/logOff', { password: guess })).envelope.code;
    expect(await send('')).toBe(400);
    for (let i = 0; i < 4; i++) expect(await send('wrong')).toBe(258);
    expect(await send('wrong')).toBe(259);
    expect(await send(password)).toBe(259);
    expect((await me.send('v2/account/info')).status).toBe(200);
  });

  it('says before what will become of the plants, and leaves them visibly without an owner', async () => {
    const made = await write(async (tx) => {
      const owner = await makeUser(tx, { email: 'leaver@demo.test' });
      const friend = await makeUser(tx, { email: 'friend@demo.test' });
      const own = await makeSite(tx, { name: 'Own', ownerId: owner.id, companyId: company });
      const shared = await makeSite(tx, { name: 'Theirs', ownerId: friend.id });
      await shareSite(tx, own.id, friend.id, false);
      await shareSite(tx, shared.id, owner.id, true);
      return { owner, friend, own, shared };
    });
    const [me, elsewhere] = [await app.as('leaver@demo.test'), await app.as('leaver@demo.test')];
    await me.call(account.update, { contactPerson: 'Leo Leaver', contactNumber: '123', city: 'Berlin' });
    expect(await me.call(account.logOffPreview)).toEqual({
      mayLeave: true,
      plants: {
        list: [{ sid: made.own.sid, siteName: 'Own', companyName: 'Roofers' }],
        total: 1,
      },
      sharedWithMe: 1,
      sharedByMe: 1,
      managedCompanies: [],
    });
    await app.anonymous.call(account.emailForgetPassword, { email: 'leaver@demo.test' });
    await me.call(account.logOff, { password });

    expect(await siteOf(made.own.id)).toEqual({ ownerId: null, companyId: company, isOwnerless: true });
    expect(await siteOf(made.shared.id)).toMatchObject({ ownerId: made.friend.id, isOwnerless: false });
    const friend = await app.as('friend@demo.test');
    const seen = (await friend.call(site.listWithSN)).list.map(({ siteName }) => siteName);
    expect(seen.sort()).toEqual(['Own', 'Theirs']);

    for (const caller of [me, elsewhere]) expect((await caller.send('v2/account/info')).status).toBe(401);
    expect(
      (await app.anonymous.send('v2/sign-in', { account: 'leaver@demo.test', password })).envelope.code,
    ).toBe(258);
    const row = JSON.stringify(await rowOf(made.owner.id));
    expect(row).not.toMatch(/leaver|leo|Berlin|123"/i);
    // Of all emails to the user, only the last one remains.
    expect((await mailsTo(app, 'leaver@demo.test')).map(({ kind }) => kind)).toEqual(['cancelled']);
  });

  it('frees the address: whoever registers it next is somebody else', async () => {
    const old = await write((tx) => makeUser(tx, { email: 'phoenix@demo.test' }));
    await (await app.as('phoenix@demo.test')).call(account.logOff, { password });
    await app.anonymous.call(account.signUp, { email: 'phoenix@demo.test', password: 'born again' });
    const { token } = await lastMailTo(app, 'phoenix@demo.test');
    await app.anonymous.call(account.verifyEmail, { token, password: 'born again' });
    const me = await app.as('phoenix@demo.test', 'born again');
    expect((await me.call(account.profile)).uid).not.toBe((await rowOf(old.id))?.uid);
  });

  it('hands the plants over to an account in use, and tells it', async () => {
    const made = await write(async (tx) => {
      const owner = await makeUser(tx, { email: 'giver@demo.test' });
      const newOwner = await makeUser(tx, { email: 'heir@demo.test' });
      const own = await makeSite(tx, { ownerId: owner.id });
      await shareSite(tx, own.id, newOwner.id, false);
      return { newOwner, own };
    });
    const me = await app.as('giver@demo.test');
    const send = async (handOverTo: string) =>
      (await me.send('v2/account/logOff', { password, handOverTo })).envelope.code;
    expect(await send('nobody@demo.test')).toBe(267);
    expect(await send('giver@demo.test')).toBe(267);
    expect(await send('no address')).toBe(400);
    expect(await send('Heir@demo.test')).toBe(200);
    expect(await siteOf(made.own.id)).toMatchObject({ ownerId: made.newOwner.id, isOwnerless: false });
    const mail = await lastMailTo(app, 'heir@demo.test');
    expect(mail).toMatchObject({ kind: 'handOver' });
    expect(mail.text).toContain('giver@demo.test');
    const { rows } = await sql`select 1 from site_shares where site_id = ${made.own.id}`.execute(
      app.database.db,
    );
    expect(rows).toEqual([]);
    const audit = await sql`
      select action from audit where site_id = ${made.own.id}`.execute(app.database.db);
    expect(audit.rows).toEqual([{ action: 'site.handOver' }]);
  });

  it('refuses the manager of a company until he names somebody of it, or above it', async () => {
    const made = await write(async (tx) => {
      const manager = await makeUser(tx, { email: 'boss@demo.test', group: 'installer', companyId: company });
      const worker = await makeUser(tx, {
        email: 'worker@demo.test',
        group: 'installer',
        companyId: company,
      });
      await sql`update companies set manager_id = ${manager.id} where id = ${company}`.execute(tx);
      const customer = await makeUser(tx, { email: 'customer@demo.test' });
      await sql`update users set parent_id = ${manager.id} where id = ${customer.id}`.execute(tx);
      const roof = await makeSite(tx, { installerId: manager.id, companyId: company, ownerId: customer.id });
      return { manager, worker, customer, roof };
    });
    const me = await app.as('boss@demo.test');
    expect((await me.call(account.logOffPreview)).managedCompanies).toEqual([
      { companyId: company, companyName: 'Roofers' },
    ]);
    const send = async (companyHandOverTo?: string) =>
      (await me.send('v2/account/logOff', { password, companyHandOverTo })).envelope;
    expect(await send()).toMatchObject({
      code: 266,
      msg: 'You manage Roofers. Assign another manager first.',
    });
    expect(await send('nobody@demo.test')).toMatchObject({ code: 267 });
    expect(await send('stranger@demo.test')).toMatchObject({ code: 268 });
    expect(await send('worker@demo.test')).toMatchObject({ code: 200 });

    const { rows } = await sql`select manager_id from companies where id = ${company}`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ manager_id: made.worker.id }]);
    const roof = await sql`
      select installer_id, owner_id from sites where id = ${made.roof.id}`.execute(app.database.db);
    expect(roof.rows).toEqual([{ installer_id: made.worker.id, owner_id: made.customer.id }]);
    expect((await rowOf(made.customer.id))?.parent_id).toBe(made.worker.id);
  });

  it('lets a company above take over', async () => {
    const { id } = await write(async (tx) => {
      const manager = await makeUser(tx, {
        email: 'boss2@demo.test',
        group: 'installer',
        companyId: company,
      });
      await sql`update companies set manager_id = ${manager.id} where id = ${company}`.execute(tx);
      return manager;
    });
    const me = await app.as('boss2@demo.test');
    await me.call(account.logOff, { password, companyHandOverTo: 'dealer@demo.test' });
    expect((await rowOf(id))?.company_id).toBeNull();
  });

  it('refuses the last administrator, and of two who leave at once one', async () => {
    const first = await app.as('admin@demo.test');
    expect((await first.call(account.logOffPreview)).mayLeave).toBe(false);
    expect((await first.send('v2/account/logOff', { password })).envelope.code).toBe(265);

    await write((tx) => makeUser(tx, { email: 'admin2@demo.test', group: 'administrator' }));
    const second = await app.as('admin2@demo.test');
    expect((await first.call(account.logOffPreview)).mayLeave).toBe(true);
    const answers = await Promise.all(
      [first, second].map((admin) => admin.send('v2/account/logOff', { password })),
    );
    expect(answers.map(({ envelope }) => envelope.code).sort()).toEqual([200, 265]);
  });
});
