// Somebody who guesses passwords, and the owner of the account meanwhile.
import { account } from '@helioport/contract/account';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { tidy } from '../../src/jobs/tidying.ts';
import { inTransaction } from '../../src/platform/db.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { lastMailTo, mailsTo } from '../outbox.ts';

const OWNER = 'owner@make.test';
const RIGHT = 'helioport-demo';
let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: OWNER });
  });
});
afterEach(() => app.close());

/** The code of a sign-in from a network address. */
async function signIn(from: string, password: string): Promise<number> {
  const answer = await app.http.inject({
    ...{ method: 'POST', url: '/v2/sign-in', remoteAddress: from },
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account: OWNER, password }),
  });
  return (answer.json() as { code: number }).code;
}

const guessFrom = async (addresses: number, each: number) => {
  for (let i = 0; i < addresses; i++) {
    for (let k = 0; k < each; k++) await signIn(`198.51.100.${i}`, `guess ${k}`);
  }
};

describe('a stranger who guesses', () => {
  it('locks himself and not the owner, who is told once', async () => {
    for (let i = 0; i < 12; i++) await signIn('198.51.100.1', 'wrong');
    expect(await signIn('198.51.100.1', RIGHT)).toBe(259);
    expect(await signIn('192.0.2.1', RIGHT)).toBe(200);
    const mails = await mailsTo(app, OWNER);
    expect(mails.map(({ kind }) => kind)).toEqual(['signInLocked']);
    app.setNow(app.now() + 15 * 60_000 + 1);
    expect(await signIn('198.51.100.1', RIGHT)).toBe(200);
  });

  it('from many addresses slows the account down, but not where its owner is signed in', async () => {
    expect(await signIn('192.0.2.1', RIGHT)).toBe(200);
    await guessFrom(7, 3);
    expect(await signIn('203.0.113.1', RIGHT)).toBe(259);
    expect(await signIn('192.0.2.1', RIGHT)).toBe(200);
    expect((await mailsTo(app, OWNER)).map(({ kind }) => kind)).toEqual(['signInLocked']);
  });

  it('does not keep out whoever sets a new password by the link of a mail', async () => {
    await guessFrom(7, 3);
    expect(await signIn('203.0.113.1', RIGHT)).toBe(259);
    await app.stranger.call(account.emailForgetPassword, { email: OWNER });
    const { token } = await lastMailTo(app, OWNER);
    await app.stranger.call(account.resetPasswordEmail, { token, password: 'quite another one' });
    expect(await signIn('203.0.113.1', 'quite another one')).toBe(200);
  });

  it('gets forty guesses an hour out of all the addresses of the world', async () => {
    let heard = 0;
    const start = app.now();
    for (let i = 0; i < 120; i++) {
      app.setNow(start + i * 30_000);
      if ((await signIn(`203.0.${i >> 7}.${i & 127}`, 'guess')) === 258) heard++;
    }
    // One hour: twenty at once, ten a quarter of an hour then.
    expect(heard).toBeLessThanOrEqual(20 + 40);
    expect(heard).toBeGreaterThan(20);
  }, 60_000);

  it('is forgotten a day later', async () => {
    await guessFrom(2, 2);
    app.setNow(app.now() + 25 * 3_600_000);
    const { signInTries } = await tidy({ db: app.database.db, clock: () => app.now() });
    expect(signInTries).toBe(3);
  });
});
