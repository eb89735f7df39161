import { account } from '@helioport/contract/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    for (const name of ['anna', 'bert', 'cleo']) await makeUser(tx, { email: `${name}@demo.test` });
  });
});
afterAll(() => app.close());

async function signIn(email: string, userAgent: string, from: string): Promise<Caller> {
  const { envelope } = await app.anonymous.send(
    'v2/sign-in',
    { account: email, password: 'helioport-demo' },
    { 'user-agent': userAgent, 'x-forwarded-for': from },
  );
  return app.withToken((envelope.data as { tokenInfo: { token: string } }).tokenInfo.token);
}

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36';

describe('v2/account/sessions', () => {
  it("lists the caller's own sessions in words, the latest seen first, and marks this one", async () => {
    const start = app.now();
    await signIn('anna@demo.test', 'python-requests/2.32', '203.0.113.1');
    await signIn('bert@demo.test', CHROME, '203.0.113.2');
    app.setNow(start + 120_000);
    const here = await signIn('anna@demo.test', CHROME, '203.0.113.3');
    const { list, total } = await here.call(account.sessions);
    expect(total).toBe(2);
    expect(list).toMatchObject([
      { device: 'Chrome on Windows', address: '203.0.113.3', createdAt: start + 120_000, isCurrent: true },
      { device: 'python-requests', address: '203.0.113.1', createdAt: start, isCurrent: false },
    ]);
    expect(list[0]?.expiresAt).toBe(start + 120_000 + 30 * 86_400_000);
    expect(JSON.stringify(list)).not.toMatch(/eyJ|token/i);

    const found = await here.call(account.sessions, { filters: { keywords: 'PYTHON' } });
    expect(found.list.map(({ device }) => device)).toEqual(['python-requests']);
    const page = await here.call(account.sessions, {
      page: { size: 1, num: 1 },
      sort: [{ field: 'createdAt', order: 'asc' }],
    });
    expect(page).toMatchObject({ total: 2, list: [{ device: 'Chrome on Windows' }] });
    expect(await here.call(account.sessions, { page: { size: 10, num: 9 } })).toEqual({ list: [], total: 2 });
    app.setNow(start);
  });
});

describe('v2/account/sessionRevoke', () => {
  it('ends one session and no other', async () => {
    const [here, there] = [await signIn('cleo@demo.test', CHROME, '::1'), await app.as('cleo@demo.test')];
    const other = (await here.call(account.sessions)).list.find(({ isCurrent }) => !isCurrent);
    await here.call(account.sessionRevoke, { id: other?.id ?? '' });
    expect((await there.send('v2/account/info')).status).toBe(401);
    expect((await here.send('v2/account/info')).status).toBe(200);
  });

  it("refuses other people's sessions and ids that name none", async () => {
    const [anna, bert] = [await app.as('anna@demo.test'), await app.as('bert@demo.test')];
    const target = (await bert.call(account.sessions)).list.find(({ isCurrent }) => isCurrent);
    expect((await anna.send('v2/account/sessionRevoke', { id: target?.id })).envelope.code).toBe(4047);
    expect((await bert.send('v2/account/info')).status).toBe(200);
    const nowhere = '00000000-0000-4000-8000-000000000000';
    expect((await anna.send('v2/account/sessionRevoke', { id: nowhere })).envelope.code).toBe(4047);
    expect((await anna.send('v2/account/sessionRevoke', { id: "' or 1=1" })).envelope.code).toBe(400);
  });
});

describe('v2/account/sessionRevokeOthers', () => {
  it('leaves only this one', async () => {
    const [here, ...others] = [
      await app.as('cleo@demo.test'),
      await app.as('cleo@demo.test'),
      await app.as('cleo@demo.test'),
    ];
    expect((await here.call(account.sessionRevokeOthers)).ended).toBeGreaterThanOrEqual(2);
    for (const other of others) expect((await other.send('v2/account/info')).status).toBe(401);
    expect((await here.call(account.sessions)).total).toBe(1);
  });
});
