import { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { lastMailTo, mailsTo } from '../../../test/outbox.ts';
import { inTransaction } from '../../platform/db.ts';
import { createMailLink } from '../../repositories/mailLinks.ts';

let app: TestApp;
const ids = new Map<string, number>();

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    for (const name of ['anna', 'bert', 'cleo', 'dora', 'blocked', 'gone']) {
      ids.set(name, (await makeUser(tx, { email: `${name}@demo.test` })).id);
    }
    await sql`update users set is_blocked = true where email = 'blocked@demo.test'`.execute(tx);
  });
});
afterAll(() => app.close());

const requestReset = (email: string) => app.anonymous.send('v2/email-forget-password', { email });
const reset = (token: string, password = 'a new password', password2?: string) =>
  app.anonymous.send('v2/reset-password-email', { token, password, password2 });
const signIn = (email: string, password: string) =>
  app.anonymous.send('v2/sign-in', { account: email, password });

describe('v2/email-forget-password', () => {
  it('answers the same for every address, and mails only to accounts in use', async () => {
    const answers = [];
    for (const email of ['anna@demo.test', 'nobody@demo.test', 'blocked@demo.test']) {
      answers.push(await requestReset(email));
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await lastMailTo(app, 'anna@demo.test')).kind).toBe('reset');
    expect(await mailsTo(app, 'nobody@demo.test')).toEqual([]);
    expect(await mailsTo(app, 'blocked@demo.test')).toEqual([]);
  });

  it('stores no token, only its hash', async () => {
    const { token } = await lastMailTo(app, 'anna@demo.test');
    const { rows } = await sql<{ text: string }>`
      select encode(token_hash, 'escape') as text from mail_links`.execute(app.database.db);
    expect(token.length).toBeGreaterThan(40);
    expect(rows.some((row) => row.text.includes(token))).toBe(false);
  });

  it('sends one address at most three mails an hour, silently, and never locks it out for good', async () => {
    const start = app.now();
    for (let i = 0; i < 6; i++) expect((await requestReset('dora@demo.test')).envelope.code).toBe(200);
    expect(await mailsTo(app, 'dora@demo.test')).toHaveLength(3);
    app.setNow(start + 3_600_000);
    await requestReset('dora@demo.test');
    expect(await mailsTo(app, 'dora@demo.test')).toHaveLength(4);
    app.setNow(start);
  });
});

describe('v2/reset-password-email', () => {
  it('sets the password once, ends every session, opens a waiting account, and tells the holder', async () => {
    const [phone, browser] = [await app.as('bert@demo.test'), await app.as('bert@demo.test')];
    for (let i = 0; i < 5; i++) await signIn('bert@demo.test', 'wrong');
    await requestReset('bert@demo.test');
    const { token } = await lastMailTo(app, 'bert@demo.test');
    expect((await reset(token, 'a new password', 'a new password')).envelope.code).toBe(200);
    expect((await phone.send('v2/account/info')).status).toBe(401);
    expect((await browser.send('v2/account/info')).status).toBe(401);
    expect((await signIn('bert@demo.test', 'helioport-demo')).envelope.code).toBe(258);
    expect((await signIn('bert@demo.test', 'a new password')).envelope.code).toBe(200);
    expect((await lastMailTo(app, 'bert@demo.test')).kind).toBe('passwordChanged');

    expect((await reset(token, 'a third one')).envelope).toMatchObject({ code: 272 });
    expect((await signIn('bert@demo.test', 'a new password')).envelope.code).toBe(200);
  });

  it('takes only the newest link, and none after an hour', async () => {
    const start = app.now();
    await requestReset('cleo@demo.test');
    const older = await lastMailTo(app, 'cleo@demo.test');
    await requestReset('cleo@demo.test');
    const newer = await lastMailTo(app, 'cleo@demo.test');
    expect((await reset(older.token)).envelope.code).toBe(273);
    app.setNow(start + 3_600_000);
    expect((await reset(newer.token)).envelope.code).toBe(273);
    app.setNow(start + 3_599_000);
    expect((await reset(newer.token)).envelope.code).toBe(200);
    app.setNow(start);
  });

  it('refuses links that were never sent, are for something else, or whose account was blocked or closed', async () => {
    expect((await reset('A'.repeat(43))).envelope.code).toBe(271);
    const make = (name: string, purpose: 'verify' | 'reset') =>
      inTransaction(app.database.db, 'write', (tx) =>
        createMailLink(tx, { userId: ids.get(name) ?? 0, purpose, now: app.now() }),
      );
    expect((await reset(await make('anna', 'verify'))).envelope.code).toBe(271);
    expect((await reset(await make('blocked', 'reset'))).envelope.code).toBe(271);
    const late = await make('gone', 'reset');
    const gone = await app.as('gone@demo.test');
    await gone.call(account.logOff, { password: 'helioport-demo' });
    expect((await reset(late)).envelope.code).toBe(271);
  });

  it('uses no link up for a password that it refuses', async () => {
    await requestReset('anna@demo.test');
    const { token } = await lastMailTo(app, 'anna@demo.test');
    expect((await reset(token, '12345')).envelope.code).toBe(400);
    expect((await reset(token, 'a new password', 'another one')).envelope).toMatchObject({
      code: 400,
      msg: 'The request is not valid: password2 (Please enter the same value again)',
    });
    expect((await reset(token)).envelope.code).toBe(200);
  });

  it('ends the links that are still under way when the password is changed by other means', async () => {
    await requestReset('dora@demo.test');
    const { token } = await lastMailTo(app, 'dora@demo.test');
    const dora = await app.as('dora@demo.test');
    await dora.call(account.updatePassword, { password: 'helioport-demo', newPassword: 'changed by hand' });
    expect((await reset(token)).envelope.code).toBe(273);
  });

  it('gives two who press at once one success', async () => {
    await requestReset('cleo@demo.test');
    const { token } = await lastMailTo(app, 'cleo@demo.test');
    const codes = (await Promise.all([reset(token), reset(token), reset(token)])).map((a) => a.envelope.code);
    expect(codes.sort()).toEqual([200, 272, 272]);
  });
});
