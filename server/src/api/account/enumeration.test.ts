// Neither response nor duration reveals whether an email address has an account: known and unknown ones cost the same
// hashes and, except for the email itself, the same writes. Differences of single milliseconds are below the precision
// of this test.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

const spent = vi.hoisted(() => ({ hashes: 0, comparisons: 0 }));
vi.mock('../../platform/password.ts', async (original) => {
  const real = await original<typeof import('../../platform/password.ts')>();
  return {
    hashPassword: (password: string) => {
      spent.hashes++;
      return real.hashPassword(password);
    },
    isPassword: (stored: string, password: string) => {
      spent.comparisons++;
      return real.isPassword(stored, password);
    },
    spendPasswordTime: (password: string) => {
      spent.comparisons++;
      return real.spendPasswordTime(password);
    },
  };
});

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'known@demo.test' });
  });
});
afterAll(() => app.close());
beforeEach(() => {
  spent.hashes = 0;
  spent.comparisons = 0;
});

const requests = async () =>
  (await sql<{ n: number }>`select count(*) as n from mail_requests`.execute(app.database.db)).rows[0]!.n;

/** What a call costs, and everything that its caller gets. */
async function costOf(path: string, body: object) {
  const before = { ...spent, requests: await requests() };
  const { status, envelope } = await app.anonymous.send(path, body);
  return {
    hashes: spent.hashes - before.hashes,
    comparisons: spent.comparisons - before.comparisons,
    requests: (await requests()) - before.requests,
    status,
    envelope,
  };
}

describe('a stranger who asks about addresses', () => {
  it.each([
    ['v2/sign-up', { password: 'any password' }, 1],
    ['v2/email-forget-password', {}, 0],
    ['v2/account/resendVerification', {}, 0],
  ])('gets the same of %s, for the same work', async (path, body, hashes) => {
    const known = await costOf(path, { ...body, email: 'known@demo.test' });
    const unknown = await costOf(path, { ...body, email: 'unknown@demo.test' });
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ hashes, comparisons: 0, requests: 1, status: 200 });
    expect(known.envelope).toEqual({ code: 200, msg: 'Success', data: {} });
  });

  it('gets the same of the sign-in, however often he guesses', async () => {
    for (let i = 0; i < 7; i++) {
      const [known, unknown] = [
        await costOf('v2/sign-in', { account: 'known@demo.test', password: 'wrong' }),
        await costOf('v2/sign-in', { account: 'nobody@demo.test', password: 'wrong' }),
      ];
      expect(known).toEqual(unknown);
      expect(known.envelope.code).toBe(i < 4 ? 258 : 259);
    }
  });
});
