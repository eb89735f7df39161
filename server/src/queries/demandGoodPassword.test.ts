// Every endpoint that sets a password rejects easily guessed ones.
import { account } from '@helioport/contract/account';
import { cloudImport } from '@helioport/contract/cloudImport';
import { contracts } from '@helioport/contract/contracts';
import { inputSchema } from '@helioport/contract/jsonSchema';
import { user } from '@helioport/contract/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBrands } from '../../seed/brands.ts';
import { makeUser } from '../../seed/make.ts';
import { GROUPS, seedMenus } from '../../seed/menus.ts';
import { startTestApp, TEST_SETUP_CODE, type TestApp } from '../../test/harness.ts';
import { lastMailTo } from '../../test/outbox.ts';
import { inTransaction } from '../platform/db.ts';

let app: TestApp;
let empty: TestApp;
let token = '';

beforeAll(async () => {
  [app, empty] = [await startTestApp(), await startTestApp()];
  for (const { database } of [app, empty]) {
    await inTransaction(database.db, 'write', async (tx) => {
      await seedMenus(tx);
      await seedBrands(tx);
    });
  }
  await inTransaction(app.database.db, 'write', async (tx) => {
    await makeUser(tx, { email: 'anna.meier@demo.test' });
    await makeUser(tx, { email: 'admin@demo.test', group: 'administrator' });
  });
  await app.anonymous.call(account.emailForgetPassword, { email: 'anna.meier@demo.test' });
  token = (await lastMailTo(app, 'anna.meier@demo.test')).token;
});
afterAll(() => Promise.all([app.close(), empty.close()]));

/** Each endpoint by the path of its call, for an account whose email address starts with anna.meier. */
const calls: Record<string, (password: string) => Promise<number>> = {
  [account.setup.path]: async (password) =>
    (
      await empty.anonymous.send(account.setup.path, {
        email: 'anna.meier@demo.test',
        password,
        code: TEST_SETUP_CODE,
      })
    ).envelope.code,
  [account.signUp.path]: async (password) =>
    (await app.anonymous.send(account.signUp.path, { email: 'anna.meier@new.test', password })).envelope.code,
  [account.updatePassword.path]: async (newPassword) => {
    const anna = await app.as('anna.meier@demo.test');
    const body = { password: 'helioport-demo', newPassword };
    return (await anna.send(account.updatePassword.path, body)).envelope.code;
  },
  [account.resetPasswordEmail.path]: async (password) =>
    (await app.anonymous.send(account.resetPasswordEmail.path, { token, password })).envelope.code,
  [user.create.path]: async (password) => {
    const admin = await app.as('admin@demo.test');
    const body = { email: 'anna.meier@other.test', password, groupId: GROUPS.endUser };
    return (await admin.send(user.create.path, body)).envelope.code;
  },
};

describe.each(Object.entries(calls))('%s', (_path, set) => {
  it.each([
    ['one of the commonest', 'dragon2024', 291],
    ['the name of the mail address', 'AnnaMeier1', 292],
    ['the name of the portal', 'Helioport!', 292],
  ])('refuses %s', async (_what, password, code) => {
    expect(await set(password)).toBe(code);
  });
});

describe('a password that is refused', () => {
  it('says so in the language of the caller, and uses up no link', async () => {
    const { envelope } = await app.anonymous.send(
      account.resetPasswordEmail.path,
      { token, password: 'password' },
      { lan: '1' },
    );
    expect(envelope.msg).not.toContain('failure.');
    await app.anonymous.call(account.resetPasswordEmail, { token, password: 'seven red roofs' });
  });

  it('is refused at every call that sets one', () => {
    const endpoints = Object.values(contracts).flatMap((noun) => Object.values(noun));
    const setting = endpoints.filter(
      ({ input, writes }) => writes && /"(new)?password":/i.test(JSON.stringify(inputSchema(input))),
    );
    // These take a password that exists; that of the import belongs to the account in the vendor cloud.
    const exempt: string[] = [
      account.signIn.path,
      account.verifyEmail.path,
      account.logOff.path,
      cloudImport.login.path,
    ];
    const paths = setting.map(({ path }) => path).filter((path) => !exempt.includes(path));
    expect(paths.sort()).toEqual(Object.keys(calls).sort());
  });
});
