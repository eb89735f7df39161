import type { InputOf } from '@helioport/contract/endpoint';
import { feed } from '@helioport/contract/feed';
import { site } from '@helioport/contract/site';
import { TOKENS_MAX, token } from '@helioport/contract/token';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';

let world: People;

beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.close());

const create = async (who: string, input: Partial<InputOf<typeof token.create>> = {}) =>
  await (await world.as(who)).call(token.create, { name: 'Script', ...input });

const plantsOf = async (token: string) => {
  const { list } = await world.app.withToken(token).call(site.listWithSN, {});
  return list.map((row) => row.sid);
};
const statusOf = async (token: string, path: string, body: object = {}) =>
  (await world.app.withToken(token).send(path, body)).status;

describe('v2/token/create', () => {
  it('shows the token once, stores only its hash and lists it with its limits', async () => {
    const made = await create('free', { sids: [world.sid.alpha] });
    expect(made.token).toMatch(/^hp_[\w-]{43}$/);
    const { list } = await (await world.as('free')).call(token.list, {});
    expect(list).toMatchObject([
      {
        id: made.id,
        name: 'Script',
        canWrite: false,
        lastUsedAt: null,
        isExpired: false,
        plants: [{ sid: world.sid.alpha, name: 'Alpha' }],
        expiresAt: world.app.now() + 90 * DAY_MS,
      },
    ]);
    const { rows } = await sql<{ row: string }>`select access_tokens::text as row from access_tokens`.execute(
      world.app.database.db,
    );
    expect(JSON.stringify([rows, list])).not.toContain(made.token);
    expect(await plantsOf(made.token)).toEqual([world.sid.alpha]);
    expect(await plantsOf(`Bearer ${made.token}`)).toEqual([world.sid.alpha]);
    const used = await (await world.as('free')).call(token.list, {});
    expect(used.list[0]?.lastUsedAt).toBe(world.app.now());
    await (await world.as('free')).call(token.revoke, { id: made.id });
  });

  it('refuses plants that the user does not see and more tokens than allowed', async () => {
    const caller = await world.as('customer');
    const { envelope } = await caller.send(token.create.path, { name: 'X', sids: [world.sid.beta] });
    expect(envelope.code).toBe(4040);
    for (let i = 0; i < TOKENS_MAX; i++) await caller.call(token.create, { name: `T${i}` });
    expect((await caller.send(token.create.path, { name: 'X' })).envelope.code).toBe(1422);
  });

  it('is not for tokens, and neither are accounts, sessions, roles, feeds and the sharing of plants', async () => {
    const { token: accessToken } = await create('free', { canWrite: true });
    for (const [path, body] of [
      [token.create.path, { name: 'More' }],
      [token.list.path, {}],
      [token.revoke.path, { id: 1 }],
      [feed.create.path, { sid: world.sid.alpha, source: 'influx', name: 'X' }],
      ['v2/account/info', {}],
      ['v2/account/update', { city: 'Berlin' }],
      ['v2/account/updatePassword', { password: 'x', newPassword: 'long enough, really' }],
      ['v2/account/sessions', {}],
      ['v2/sign-in', { account: 'free@make.test', password: 'x' }],
      ['v2/auth/role/menu/view', {}],
      ['v2/alarm/notices', {}],
      ['v2/site/handOver', { sid: world.sid.alpha, email: 'boss@make.test' }],
      ['v1/pv/delete', { sid: world.sid.alpha }],
    ] as const)
      expect(await statusOf(accessToken, path, body), path).toBe(403);
    const shared = await world.app.withToken(accessToken).send(site.updateFast.path, {
      sid: world.sid.alpha,
      knownShares: [],
      shareWith: [{ email: 'mate@make.test', mayEdit: true }],
    });
    const { rows } = await sql`select 1 from site_shares`.execute(world.app.database.db);
    expect([shared.envelope.code === 200, rows]).toEqual([false, []]);
  });
});

describe('a personal access token', () => {
  it('that is wrong, expired or revoked, or of a blocked account, answers 401 the same way, also to open calls', async () => {
    const { token: accessToken, id } = await create('mate', { days: 1 });
    expect(await plantsOf(accessToken)).toEqual([world.sid.alpha]);
    const before = world.app.now();
    world.app.setNow(before + DAY_MS);
    const expired = await world.app.withToken(accessToken).send(site.listWithSN.path, {});
    expect((await world.app.withToken(accessToken).send('v1/common/lan', {})).status).toBe(401);
    world.app.setNow(before);
    const { db } = world.app.database;
    await sql`update users set is_blocked = true where email = 'mate@make.test'`.execute(db);
    const blocked = await world.app.withToken(accessToken).send(site.listWithSN.path, {});
    await sql`update users set is_blocked = false where email = 'mate@make.test'`.execute(db);
    expect(await plantsOf(accessToken)).toEqual([world.sid.alpha]);
    await (await world.as('mate')).call(token.revoke, { id });
    const revoked = await world.app.withToken(accessToken).send(site.listWithSN.path, {});
    const wrong = await world.app.withToken(`hp_${'A'.repeat(43)}`).send(site.listWithSN.path, {});
    expect(expired.status).toBe(401);
    for (const one of [blocked, revoked, wrong]) expect(one).toEqual(expired);
  });

  it('without an expiry lasts', async () => {
    const { token: accessToken } = await create('mate', { days: null });
    const before = world.app.now();
    world.app.setNow(before + 4000 * DAY_MS);
    expect(await plantsOf(accessToken)).toEqual([world.sid.alpha]);
    world.app.setNow(before);
  });

  it('writes only with the scope, and only where its user may', async () => {
    const reads = await create('free', {});
    const writes = await create('free', { canWrite: true });
    expect(
      await statusOf(reads.token, site.updateFast.path, { sid: world.sid.alpha, siteName: 'Gamma' }),
    ).toBe(403);
    const changed = await world.app
      .withToken(writes.token)
      .send(site.updateFast.path, { sid: world.sid.alpha, siteName: 'Alpha' });
    expect(changed.envelope.code, changed.envelope.msg).toBe(200);

    const { db } = world.app.database;
    const { rows } = await sql<{ id: number }>`select id from sites where sid = ${world.sid.alpha}`.execute(
      db,
    );
    const guest = await world.id('customer.south');
    await inTransaction(db, 'write', (tx) => shareSite(tx, rows[0]!.id, guest, false));
    const shared = await create('customer.south', { canWrite: true });
    const refused = await world.app
      .withToken(shared.token)
      .send(site.updateFast.path, { sid: world.sid.alpha, siteName: 'Mine' });
    expect(refused.envelope.code).toBe(1121);
  });

  it('limited to plants shows these and nothing beyond, also with the rights of an administrator', async () => {
    const limited = await create('admin', { sids: [world.sid.alpha], canWrite: true });
    expect(await plantsOf(limited.token)).toEqual([world.sid.alpha]);
    const caller = world.app.withToken(limited.token);
    expect((await caller.send(site.detail.path, { sid: world.sid.beta })).envelope.code).toBe(4040);
    expect(
      (await caller.send(site.updateFast.path, { sid: world.sid.beta, siteName: 'Mine' })).envelope.code,
    ).toBe(4040);
    expect(await statusOf(limited.token, site.createFast.path, {})).toBe(403);
    expect((await plantsOf((await create('admin')).token)).sort()).toEqual(
      [world.sid.alpha, world.sid.beta].sort(),
    );
  });

  it('loses the plants of a company with the membership', async () => {
    const { token: accessToken } = await create('mate');
    const { db } = world.app.database;
    const id = await world.id('mate');
    const { rows } = await sql<{ companyId: number }>`
      delete from memberships where user_id = ${id} returning company_id as "companyId"`.execute(db);
    expect(await plantsOf(accessToken)).toEqual([]);
    await sql`insert into memberships (user_id, company_id) values (${id}, ${rows[0]!.companyId})`.execute(
      db,
    );
  });
});

describe('the limit of calls', () => {
  it('counts all tokens of a user together and says in headers when to come back', async () => {
    const small = await startPeople({ limits: { sessionCallsPerMinute: 5 } });
    const tokens: string[] = [];
    for (let i = 0; i < 3; i++)
      tokens.push((await (await small.as('free')).call(token.create, { name: `T${i}` })).token);
    const request = (accessToken: string) =>
      small.app.http.inject({
        method: 'POST',
        url: `/${site.listWithSN.path}`,
        headers: { authorization: `Bearer ${accessToken}` },
      });
    for (let i = 0; i < 5; i++) {
      const { statusCode, headers } = await request(tokens[i % 3]!);
      expect([statusCode, headers['ratelimit-limit'], headers['retry-after']]).toEqual([200, '5', undefined]);
      expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(0);
    }
    const { statusCode, headers } = await request(tokens[0]!);
    expect([statusCode, headers['ratelimit-remaining']]).toEqual([429, '0']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await small.close();
  });
});
