import { account } from '@helioport/contract/account';
import { common } from '@helioport/contract/common';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBrands } from '../../../seed/brands.ts';
import { makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { lastMailTo, mailsTo } from '../../../test/outbox.ts';
import { tidy } from '../../jobs/cleanup.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://portal.test/' } });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedBrands(tx);
    await makeUser(tx, { email: 'known@demo.test' });
  });
});
afterAll(() => app.close());

const PASSWORD = 'correct horse';
let calls = 0;
/** Registers from an address of its own, so that the limit of one address stays out of the way. */
const signUp = (body: Record<string, unknown>, from = `10.0.${(calls >> 8) & 255}.${calls++ & 255}`) =>
  app.anonymous.send('v2/sign-up', { password: PASSWORD, ...body }, { 'x-forwarded-for': from });
const signIn = (email: string, password = PASSWORD) =>
  app.anonymous.send('v2/sign-in', { account: email, password });
const verify = (token: string, password = PASSWORD) =>
  app.anonymous.send('v2/account/verifyEmail', { token, password });
const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(app.database.db)).rows[0]!
    .n;

describe('v2/sign-up', () => {
  it('lets a person register, confirm the address by the link of the mail, and sign in', async () => {
    const { envelope } = await signUp({
      email: ' New.Person@Example.test ',
      password2: PASSWORD,
      contactPerson: 'Nina Weber',
      contactNumber: '+49 30 1234',
      countryCode: 'de',
      stateCode: 'DE-BE',
      city: 'Berlin',
      street: 'Sonnenallee 1',
      isBusiness: true,
      language: 6,
    });
    expect(envelope.code).toBe(200);
    expect((await signIn('new.person@example.test')).envelope.code).toBe(263);

    const mail = await lastMailTo(app, 'new.person@example.test');
    expect(mail.kind).toBe('verify');
    expect(mail.text).toContain('https://portal.test/verifyEmail?token=');
    expect(await app.anonymous.call(account.verifyEmail, { token: mail.token, password: PASSWORD })).toEqual({
      email: 'new.person@example.test',
    });

    const me = await app.as('new.person@example.test', PASSWORD);
    expect(await me.call(account.profile)).toMatchObject({
      contactPerson: 'Nina Weber',
      countryCode: 'DE',
      stateCode: 'DE-BE',
      stateName: 'Berlin',
      isBusiness: true,
      isEmailVerified: true,
      groupName: 'End User',
    });
  });

  it('never takes a group, a company or a number from the body', async () => {
    await signUp({ email: 'greedy@example.test', groupId: 1, group_id: 1, role: 1, companyId: 1, id: 1 });
    const { rows } = await sql`
      select group_id, company_id from users where email = 'greedy@example.test'`.execute(app.database.db);
    expect(rows).toEqual([{ group_id: 26, company_id: null }]);
  });

  it('answers the same for a known address and tells its holder by mail', async () => {
    const fresh = await signUp({ email: 'fresh@example.test' });
    const before = await count('users');
    const known = await signUp({ email: 'Known@demo.test', password: 'another password' });
    expect(known).toEqual(fresh);
    expect(await count('users')).toBe(before);
    expect((await lastMailTo(app, 'known@demo.test')).kind).toBe('known');
    expect((await signIn('known@demo.test', 'another password')).envelope.code).toBe(258);
    expect((await signIn('known@demo.test', 'helioport-demo')).envelope.code).toBe(200);
  });

  it('gives an unconfirmed address to the registration whose password opens its link, whichever came last', async () => {
    const email = 'twice@example.test';
    await signUp({ email, password: 'of the owner', contactPerson: 'Owner' });
    const own = await lastMailTo(app, email);
    await signUp({ email, password: 'of the squatter', contactPerson: 'Squatter' });
    const foreign = await lastMailTo(app, email);
    expect((await signIn(email, 'of the squatter')).envelope.code).toBe(258);
    expect((await verify(foreign.token, 'of the owner')).envelope.code).toBe(274);
    expect((await verify(own.token, 'of the squatter')).envelope.code).toBe(274);
    expect((await verify(own.token, 'of the owner')).envelope.code).toBe(200);
    expect((await signIn(email, 'of the squatter')).envelope.code).toBe(258);
    const me = await app.as(email, 'of the owner');
    expect((await me.call(account.profile)).contactPerson).toBe('Owner');
    expect((await verify(foreign.token, 'of the squatter')).envelope.code).toBe(273);
  });

  it('keeps the account of the holder of the mailbox when another registration came first', async () => {
    const email = 'second@example.test';
    await signUp({ email, password: 'of the squatter', contactPerson: 'Squatter', city: 'Elsewhere' });
    await signUp({ email, password: 'of the owner', contactPerson: 'Owner' });
    const { token } = await lastMailTo(app, email);
    expect((await verify(token, 'of the owner')).envelope.code).toBe(200);
    expect((await signIn(email, 'of the squatter')).envelope.code).toBe(258);
    const me = await app.as(email, 'of the owner');
    expect(await me.call(account.profile)).toMatchObject({ contactPerson: 'Owner', city: '' });
  });

  it('stores nothing of a registration for which no mail goes out', async () => {
    const email = 'silent@example.test';
    for (let i = 0; i < 3; i++) await signUp({ email, password: 'of the owner' });
    const rows = () =>
      sql`select u.*, l.registration from users u left join mail_links l on l.user_id = u.id
        where u.email = ${email} order by l.created_at`.execute(app.database.db);
    const before = (await rows()).rows;
    expect(before).toHaveLength(3);
    expect((await signUp({ email, password: 'of the squatter' })).envelope.code).toBe(200);
    expect((await rows()).rows).toEqual(before);
    await app.anonymous.call(account.resendVerification, { email });
    const { token } = await lastMailTo(app, email);
    expect((await verify(token, 'of the squatter')).envelope.code).toBe(274);
    expect((await verify(token, 'of the owner')).envelope.code).toBe(200);
  });

  it('asks the holder of the mailbox for a new password where the registration was not theirs', async () => {
    const email = 'prepared@example.test';
    await signUp({ email, password: 'of the squatter', contactPerson: 'Squatter' });
    const { token: foreign } = await lastMailTo(app, email);
    await app.anonymous.call(account.emailForgetPassword, { email });
    const { token } = await lastMailTo(app, email);
    await app.anonymous.call(account.resetPasswordEmail, { token, password: 'of the owner' });
    expect((await verify(foreign, 'of the squatter')).envelope.code).toBe(273);
    const me = await app.as(email, 'of the owner');
    expect(await me.call(account.profile)).toMatchObject({ contactPerson: '', isEmailVerified: true });
  });

  it('lets an account that an earlier version left unconfirmed be confirmed with its password', async () => {
    const email = 'upgraded@example.test';
    await signUp({ email });
    const { token } = await lastMailTo(app, email);
    await sql`update mail_links set registration = null
      where user_id = (select id from users where email = ${email})`.execute(app.database.db);
    expect((await verify(token, 'another password')).envelope.code).toBe(274);
    expect((await verify(token, PASSWORD)).envelope.code).toBe(200);
    await app.as(email, PASSWORD);
  });

  it('writes nothing that a stranger typed into a mail, and escapes what it shows', async () => {
    const evil = '<img src=x onerror=alert(1)> visit http://evil.test';
    await signUp({ email: 'victim@example.test', contactPerson: evil, city: evil, street: evil });
    const mail = await lastMailTo(app, 'victim@example.test');
    expect(mail.text + mail.html + mail.subject).not.toContain('evil.test');
    expect(mail.html).not.toContain('<img');
  });

  it.each([
    ['no address', { email: 'nobody' }, 'email'],
    ['two addresses', { email: 'a@b.test,c@d.test' }, 'email'],
    ['a line break in the address', { email: 'a@b.test\nBcc: c@d.test' }, 'email'],
    ['a short password', { email: 'a@b.test', password: '12345' }, 'password'],
    ['a password of spaces', { email: 'a@b.test', password: '       ' }, 'password'],
    ['another password', { email: 'a@b.test', password2: 'different' }, 'password2'],
    ['no such country', { email: 'a@b.test', countryCode: 'XX' }, 'countryCode'],
    ['a state of another country', { email: 'a@b.test', countryCode: 'DE', stateCode: 'US-CA' }, 'stateCode'],
  ])('refuses %s', async (_, body, field) => {
    const { envelope } = await signUp(body);
    expect(envelope).toMatchObject({ code: 400 });
    expect(envelope.msg).toMatch(new RegExp(`^The request is not valid: ${field}( \\(.+\\))?$`));
  });

  it('sends one address at most three mails an hour, silently', async () => {
    for (let i = 0; i < 5; i++) {
      expect((await signUp({ email: 'flooded@example.test' })).envelope.code).toBe(200);
    }
    expect(await mailsTo(app, 'flooded@example.test')).toHaveLength(3);
  });

  it('stops one network address that registers masses of people', async () => {
    const codes: number[] = [];
    for (let i = 0; i < 22; i++) {
      codes.push((await signUp({ email: `mass${i}@example.test` }, '203.0.113.9')).envelope.code);
    }
    expect(codes.slice(0, 20).every((code) => code === 200)).toBe(true);
    expect(codes.slice(20)).toEqual([429, 429]);
    expect((await signUp({ email: 'neighbour@example.test' }, '203.0.113.10')).envelope.code).toBe(200);
  });

  it('forgets people who never confirmed within a week, and nobody else', async () => {
    const start = app.now();
    await signUp({ email: 'forgetful@example.test' });
    app.setNow(start + 6 * 86_400_000);
    await tidy({ db: app.database.db, clock: app.now });
    expect((await signIn('forgetful@example.test')).envelope.code).toBe(263);
    app.setNow(start + 8 * 86_400_000);
    await tidy({ db: app.database.db, clock: app.now });
    expect((await signIn('forgetful@example.test')).envelope.code).toBe(258);
    const { rows } = await sql`
      select 1 from audit where subject = 'forgetful@example.test'`.execute(app.database.db);
    expect(rows).toEqual([]);
    expect((await signIn('new.person@example.test')).envelope.code).toBe(200);
    app.setNow(start);
  });

  it('is closed to everybody when the brand says so', async () => {
    await sql`update brands set open_registration = false where id = 3`.execute(app.database.db);
    const send = (brand: string, email: string) =>
      app.anonymous.send('v2/sign-up', { email, password: PASSWORD }, { app: brand });
    expect((await send('3', 'late@example.test')).envelope.code).toBe(264);
    expect((await send('3', 'known@demo.test')).envelope.code).toBe(264);
    expect((await send('0', 'late@example.test')).envelope.code).toBe(200);
  });

  it('is not opened by the header of a client', async () => {
    const { db } = app.database;
    await sql`update brands set open_registration = false where id = 0`.execute(db);
    await sql`update brands set open_registration = true, hosts = '{open.test}' where id = 3`.execute(db);
    const send = async (headers: Record<string, string>) => {
      const person = { email: `by.${Math.random()}@example.test`, password: PASSWORD };
      return (await app.anonymous.send('v2/sign-up', person, headers)).envelope.code;
    };
    for (const named of ['0', '3', '12']) expect(await send({ app: named })).toBe(264);
    expect(await send({ host: 'open.test', app: '0' })).toBe(200);
    const { envelope } = await app.anonymous.send(common.brand.path, {}, { app: '3' });
    expect(envelope.data).toMatchObject({ id: 3, openRegistration: false });
    await sql`update brands set open_registration = false where id = 3`.execute(db);
    await sql`update brands set open_registration = true where id = 0`.execute(db);
    expect(await send({ host: 'open.test', app: '0' })).toBe(264);
    expect(await send({ app: '12' })).toBe(200);
    await sql`update brands set hosts = '{}' where id = 3`.execute(db);
  });
});

describe('v2/account/verifyEmail', () => {
  const register = async (email: string) => {
    await signUp({ email });
    return (await lastMailTo(app, email)).token;
  };
  it('takes a link once', async () => {
    const token = await register('once@example.test');
    expect((await verify(token)).envelope.code).toBe(200);
    expect((await verify(token)).envelope.code).toBe(272);
  });

  it('refuses a link after 24 hours, an invented one, and one that resets passwords', async () => {
    const start = app.now();
    const token = await register('slow@example.test');
    app.setNow(start + 24 * 3_600_000);
    expect((await verify(token)).envelope.code).toBe(273);
    app.setNow(start);
    expect((await verify(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).envelope.code).toBe(271);
    await app.anonymous.call(account.emailForgetPassword, { email: 'once@example.test' });
    const reset = await lastMailTo(app, 'once@example.test');
    expect((await verify(reset.token)).envelope.code).toBe(271);
  });
});

describe('v2/account/resendVerification', () => {
  it('sends a new link to who needs one, ends the one sent again before, and answers the same for everybody', async () => {
    await signUp({ email: 'again@example.test' });
    const send = (email: string) => app.anonymous.send('v2/account/resendVerification', { email });
    await send('again@example.test');
    const old = await lastMailTo(app, 'again@example.test');
    const answers = [
      await send('again@example.test'),
      await send('known@demo.test'),
      await send('nobody@example.test'),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const fresh = await lastMailTo(app, 'again@example.test');
    expect(fresh.token).not.toBe(old.token);
    expect((await verify(old.token)).envelope.code).toBe(273);
    expect((await verify(fresh.token)).envelope.code).toBe(200);
    expect((await mailsTo(app, 'known@demo.test')).filter(({ kind }) => kind === 'verify')).toEqual([]);
    expect(await mailsTo(app, 'nobody@example.test')).toEqual([]);
  });
});

describe('registration, as the operator sets it', () => {
  it('closes for all brands, and lets people in unconfirmed where he says so', async () => {
    const closed = await startTestApp({ env: { OPEN_REGISTRATION: 'off' } });
    const body = { email: 'late@example.test', password: PASSWORD };
    expect((await closed.anonymous.send('v2/sign-up', body)).envelope.code).toBe(264);
    await closed.close();

    const lenient = await startTestApp({ env: { REQUIRE_VERIFIED_EMAIL: 'off' } });
    await inTransaction(lenient.database.db, 'write', seedMenus);
    await lenient.anonymous.call(account.signUp, body);
    await lenient.anonymous.call(account.signUp, { ...body, password: 'of a thief' });
    expect((await mailsTo(lenient, body.email)).map(({ kind }) => kind)).toEqual(['known', 'verify']);
    const me = await lenient.as(body.email, PASSWORD);
    expect((await me.call(account.profile)).isEmailVerified).toBe(false);
    // The first registration stays valid, used or not.
    await lenient.anonymous.call(account.signUp, { ...body, password: 'of a thief' });
    expect(
      (await lenient.anonymous.send('v2/sign-in', { account: body.email, password: 'of a thief' })).envelope
        .code,
    ).toBe(258);
    await lenient.close();
  });
});
