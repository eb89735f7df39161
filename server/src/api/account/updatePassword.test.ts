import { account } from '@helioport/contract/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { lastMailTo } from '../../../test/outbox.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'anna@demo.test' });
    await makeUser(tx, { email: 'guessed@demo.test' });
    await makeUser(tx, { email: 'support@demo.test', group: 'support' });
  });
});
afterAll(() => app.close());

describe('v2/account/updatePassword', () => {
  it('changes the password, keeps this session and ends the others', async () => {
    const [here, elsewhere] = [await app.as('anna@demo.test'), await app.as('anna@demo.test')];
    await here.call(account.updatePassword, { password: 'helioport-demo', newPassword: 'a new password' });
    expect((await here.send('v2/account/info')).status).toBe(200);
    expect((await elsewhere.send('v2/account/info')).status).toBe(401);
    await app.as('anna@demo.test', 'a new password');
    await expect(app.as('anna@demo.test')).rejects.toThrow('258');
    expect((await lastMailTo(app, 'anna@demo.test')).kind).toBe('passwordChanged');
  });

  it('asks for the old password, and lets nobody guess it with a token that he found', async () => {
    const thief = await app.as('guessed@demo.test');
    const guess = async (password: string) =>
      (await thief.send('v2/account/updatePassword', { password, newPassword: 'of a thief' })).envelope;
    expect(await guess('wrong')).toMatchObject({
      code: 258,
      msg: 'Incorrect password, remaining attempts: 4',
    });
    for (let i = 0; i < 4; i++) await guess('wrong');
    expect((await guess('helioport-demo')).code).toBe(259);
  });

  it.each([
    ['shorter than 6', '12345'],
    ['of spaces', '        '],
    ['endless', 'x'.repeat(201)],
  ])('refuses a new password %s', async (_, newPassword) => {
    const me = await app.as('anna@demo.test', 'a new password');
    const { envelope } = await me.send('v2/account/updatePassword', {
      password: 'a new password',
      newPassword,
    });
    expect(envelope).toMatchObject({
      code: 400,
      msg: 'The request is not valid: newPassword (text from 6 to 200 characters)',
    });
  });

  it('is open to people who may only read: it is their own account', async () => {
    const me = await app.as('support@demo.test');
    await me.call(account.updatePassword, { password: 'helioport-demo', newPassword: 'a new password' });
  });
});
