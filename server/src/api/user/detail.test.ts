import { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';
import { setPassword } from '../../repositories/users.ts';

let world: People;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.close());

const detail = async (who: string, whom: string) =>
  (await world.as(who)).call(user.detail, { uid: await world.uid(whom) });

describe('v2/user/detail', () => {
  it('tells everything about a person of the caller', async () => {
    await sql`insert into site_shares (site_id, user_id) select id, ${await world.id('mate')} from sites`.execute(
      world.app.database.db,
    );
    await world.as('mate');
    expect(await detail('dealer', 'mate')).toMatchObject({
      email: 'mate@make.test',
      companies: [{ companyName: 'North Installer', isHome: true }],
      manages: [],
      sessions: 1,
      // The other plant is in the south, which the dealer does not see.
      plantsSharedWithHim: 1,
      mayEdit: true,
      mayBlock: true,
      mayChangeEmail: true,
      // The account was not created by another user, so it has a password of its own.
      mayInvite: false,
      isMe: false,
    });
    expect(await detail('dealer', 'dealer')).toMatchObject({ isMe: true, mayBlock: false });
  });

  it('counts the networks whose logins are refused after wrong passwords, until the password changes', async () => {
    const { app } = world;
    const wrong = (address: string) =>
      app.http.inject({
        method: 'POST',
        url: '/v2/sign-in',
        remoteAddress: address,
        payload: { account: 'mate@make.test', password: 'wrong' },
      });
    for (let i = 0; i < 4; i++) await wrong('203.0.113.7');
    expect((await detail('dealer', 'mate')).refusedLogins).toBeNull();
    await wrong('203.0.113.7');
    for (let i = 0; i < 5; i++) await wrong('198.51.100.9');
    expect((await detail('dealer', 'mate')).refusedLogins).toEqual({
      networks: 2,
      until: app.now() + 15 * 60_000,
    });
    expect((await detail('dealer', 'dealer')).refusedLogins).toBeNull();
    await inTransaction(app.database.db, 'write', async (tx) =>
      setPassword(tx, await world.id('mate'), { hash: 'x', byMail: false, now: app.now() }),
    );
    expect((await detail('dealer', 'mate')).refusedLogins).toBeNull();
  });

  it('counts a network that is refused as a whole once, without the addresses in it', async () => {
    const { app } = world;
    const refuse = (network: string) =>
      sql`insert into sign_in_tries (account_hash, network, tries, last_at, locked_until)
        values (sha256('mate@make.test'), ${network}, 0, ${new Date(app.now())}, ${new Date(app.now() + 60_000)})`.execute(
        app.database.db,
      );
    const networks = [
      'wide 203.0.113.0/24',
      'net 203.0.113.7',
      'net 203.0.113.8',
      'net 198.51.100.9',
      'wide 2001:db8:7::/48',
      'net 2001:db8:7:1::',
      'net 2001:db8:8:1::',
    ];
    for (const network of networks) await refuse(network);
    // Both wide networks, the other IPv4 address and the other IPv6 network.
    expect((await detail('dealer', 'mate')).refusedLogins?.networks).toBe(4);
    await sql`delete from sign_in_tries`.execute(app.database.db);
  });

  it('tells an owner whom the company only looks after, and nothing of his other plants', async () => {
    const { db } = world.app.database;
    await sql`update sites set owner_id = ${await world.id('free')} where name = 'Beta'`.execute(db);
    expect(await detail('boss', 'free')).toMatchObject({ plants: 1, mayEdit: false, mayChangeEmail: false });
    expect(await detail('admin', 'free')).toMatchObject({ plants: 2, mayEdit: true });
  });

  it.each(['south', 'south.boss', 'customer.south', 'dealer', 'admin'])('refuses boss %s', async (whom) => {
    const boss = await world.as('boss');
    expect((await boss.send(user.detail.path, { uid: await world.uid(whom) })).envelope.code).toBe(4042);
  });
});
