import { user } from '@helioport/contract/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';

let world: People;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.close());

const signIn = async (password: string) => {
  const { app } = world;
  const answer = await app.http.inject({
    method: 'POST',
    url: '/v2/sign-in',
    remoteAddress: '203.0.113.7',
    payload: { account: 'mate@make.test', password },
  });
  return answer.json<{ code: number }>().code;
};

describe('v2/user/allowLogins', () => {
  it('ends the refusal, with old and new values in the audit log, once', async () => {
    const { app } = world;
    const uid = await world.uid('mate');
    const admin = await world.as('admin');
    for (let i = 0; i < 5; i++) await signIn('wrong');
    const { refusedLogins } = await admin.call(user.detail, { uid });
    expect(refusedLogins).toEqual({ networks: 1, until: app.now() + 15 * 60_000 });
    const refused = await signIn('wrong');
    await admin.call(user.allowLogins, { uid });
    await admin.call(user.allowLogins, { uid });
    expect((await admin.call(user.detail, { uid })).refusedLogins).toBeNull();
    // A wrong password is compared again.
    expect(await signIn('wrong')).not.toBe(refused);
    const { list } = await admin.call(user.audit, {
      filters: { about_uid: uid, action: 'user.allowLogins' },
    });
    expect(list).toMatchObject([
      {
        userEmail: 'admin@make.test',
        detail: {
          refusedLogins: { from: 1, to: 0 },
          refusedUntil: { from: new Date(refusedLogins?.until ?? 0).toISOString(), to: '' },
        },
      },
    ]);
  });

  it('is for support too, which otherwise only reads', async () => {
    const uid = await world.uid('mate');
    for (let i = 0; i < 5; i++) await signIn('wrong');
    const support = await world.as('support');
    await support.call(user.allowLogins, { uid });
    expect((await support.call(user.detail, { uid })).refusedLogins).toBeNull();
  });

  it('is for administrators, and for accounts that exist', async () => {
    const admin = await world.as('admin');
    expect((await admin.send(user.allowLogins.path, { uid: 'none' })).envelope.code).toBe(4042);
    const dealer = await world.as('dealer');
    expect((await dealer.send(user.allowLogins.path, { uid: await world.uid('mate') })).envelope.code).toBe(
      403,
    );
  });
});
