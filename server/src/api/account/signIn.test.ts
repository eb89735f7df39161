import { account } from '@helioport/contract/account';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBrands } from '../../../seed/brands.ts';
import { seedDemo } from '../../../seed/demo.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO: 'on' } });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedBrands(tx);
    await seedDemo(tx, app.now());
  });
});
afterAll(() => app.close());

const signIn = (email: string, password: string) =>
  app.anonymous.send('v2/sign-in', { account: email, password });

describe('v2/sign-in', () => {
  it('gives a JWT-shaped token that opens the other calls for 30 days', async () => {
    const answer = await app.anonymous.call(account.signIn, {
      account: 'Owner@demo.test',
      password: 'helioport-demo',
    });
    expect(answer.tokenInfo.token).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(answer.tokenInfo.duration).toBe(43_200);
    expect(answer.tokenInfo.expiresAt).toBe(app.now() / 1000 + 30 * 86_400);
    expect(answer.siteCount).toBeGreaterThanOrEqual(2);
    const info = await app.withToken(answer.tokenInfo.token).call(account.info);
    expect(info.email).toBe('owner@demo.test');
  });

  it('is answered at the address of older clients too', async () => {
    const { envelope } = await app.anonymous.send('v1/sign-in', {
      account: 'owner@demo.test',
      password: 'helioport-demo',
    });
    expect(envelope.code).toBe(200);
  });

  it('keeps many sessions side by side, and ends one without the others', async () => {
    const [phone, script] = [await app.as('dealer@demo.test'), await app.as('dealer@demo.test')];
    await phone.call(account.loginOut);
    expect((await phone.send('v2/account/info')).status).toBe(401);
    expect((await script.send('v2/account/info')).status).toBe(200);
  });

  it('tells an unknown account from a wrong password only where the portal is set to the codes of old', async () => {
    const old = await startTestApp({ env: { DEMO: 'on', COMPAT_CODES: 'on' } });
    const body = { account: 'nobody@demo.test', password: 'x' };
    expect((await old.anonymous.send('v2/sign-in', body)).envelope.code).toBe(202);
    await old.close();
  });

  it('says how often a password may still be wrong', async () => {
    const { status, envelope } = await signIn('support@demo.test', 'wrong');
    expect(status).toBe(200);
    expect(envelope.code).toBe(258);
    expect(envelope.msg).toContain('4');
  });

  it('lets the account wait 15 minutes after five wrong passwords, the right one included', async () => {
    for (let i = 0; i < 5; i++) await signIn('distributor@demo.test', 'wrong');
    expect((await signIn('distributor@demo.test', 'helioport-demo')).envelope.code).toBe(259);
    app.setNow(app.now() + 15 * 60_000 + 1);
    expect((await signIn('distributor@demo.test', 'helioport-demo')).envelope.code).toBe(200);
  });

  it('refuses a tampered token, and an old one after its 30 days', async () => {
    const { tokenInfo } = await app.anonymous.call(account.signIn, {
      account: 'owner@demo.test',
      password: 'helioport-demo',
    });
    const tampered = `${tokenInfo.token.slice(0, -1)}${tokenInfo.token.endsWith('A') ? 'B' : 'A'}`;
    expect((await app.withToken(tampered).send(site.listWithSN.path)).status).toBe(401);
    const before = app.now();
    app.setNow(before + 31 * 86_400_000);
    expect((await app.withToken(tokenInfo.token).send('v2/account/info')).status).toBe(401);
    app.setNow(before);
  });

  it('tells a switched-off account so only to those who know its password', async () => {
    const { db } = app.database;
    await sql`update users set is_blocked = true where email = 'installer@demo.test'`.execute(db);
    expect((await signIn('installer@demo.test', 'wrong')).envelope.code).toBe(258);
    expect((await signIn('installer@demo.test', 'helioport-demo')).envelope.code).toBe(260);
    await sql`update users set is_blocked = false where email = 'installer@demo.test'`.execute(db);
  });

  it('ends the sessions of an account that is switched off at their next request', async () => {
    const me = await app.as('installer@demo.test');
    const { db } = app.database;
    await sql`update users set is_blocked = true where email = 'installer@demo.test'`.execute(db);
    expect((await me.send('v2/account/info')).status).toBe(401);
    await sql`update users set is_blocked = false where email = 'installer@demo.test'`.execute(db);
  });

  it('lets only those in who run the house while the website is under maintenance', async () => {
    const { db } = app.database;
    await sql`update brands set maintenance = true where id = 0`.execute(db);
    const { status, envelope } = await signIn('owner@demo.test', 'helioport-demo');
    expect([status, envelope.code]).toEqual([503, 503]);
    expect(envelope.msg).toBe('The website is under maintenance, please try again later.');
    expect((await signIn('owner@demo.test', 'wrong')).envelope.code).toBe(258);
    expect((await signIn('admin@demo.test', 'helioport-demo')).envelope.code).toBe(200);
    await sql`update brands set maintenance = false where id = 0`.execute(db);
    expect((await signIn('owner@demo.test', 'helioport-demo')).envelope.code).toBe(200);
  });

  it('counts guesses that come all at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => signIn('dealer@demo.test', `guess ${i}`)),
    );
    const codes = answers.map(({ envelope }) => envelope.code).sort();
    expect(codes).toEqual([258, 258, 258, 258, 259, 259, 259, 259]);
    app.setNow(app.now() + 15 * 60_000 + 1);
  });

  it('takes a form-encoded body', async () => {
    const body = 'account=owner%40demo.test&password=helioport-demo';
    const { envelope } = await app.anonymous.send('v2/sign-in', body, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(envelope.code).toBe(200);
  });
});
