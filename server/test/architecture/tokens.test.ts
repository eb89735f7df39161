// Personal access tokens at every call: a token of one plant learns of no other plant, and one without the scope writes
// nothing.
import { contracts } from '@helioport/contract/contracts';
import { endpoint, signedIn } from '@helioport/contract/endpoint';
import { nothing } from '@helioport/contract/envelope';
import { isForTokens } from '@helioport/contract/tokenAccess';
import { sid } from '@helioport/contract/values';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Fulfilled, Handler } from '../../src/access/handler.ts';
import { inTransaction } from '../../src/platform/db.ts';
import { createAccessToken } from '../../src/repositories/accessTokens.ts';
import { allOf } from './addresses.ts';
import { leaks } from './tenancy.ts';
import { bodyFor, fitted, giveEverybodyEverything, type Ids, startWorld, type World } from './world.ts';

const endpoints = allOf(contracts);
/** Those that a token of one plant can make; that it cannot make the others is a test of its own. */
const reads = endpoints.filter((call) => !call.writes && isForTokens(call, true));
const writes = endpoints.filter((call) => call.writes && isForTokens(call, true));
const ADMIN = 'admin@demo.test';

/** A token of the administrator for one plant, and this plant. */
async function tokenOf(world: World, canWrite: boolean): Promise<{ token: string; own: Ids }> {
  const { db } = world.app.database;
  const [own] = await world.idsOf('owner@demo.test');
  if (!own) throw new Error('No plant of owner@demo.test');
  const { rows } = await sql<{ siteId: number; userId: number }>`
    select s.id as "siteId", u.id as "userId" from sites s, users u where s.sid = ${own.sid} and u.email = ${ADMIN}`.execute(
    db,
  );
  const { siteId, userId } = rows[0]!;
  const { token } = await inTransaction(db, 'write', (tx) =>
    createAccessToken(tx, {
      userId,
      companyId: null,
      name: 'test',
      canWrite,
      siteIds: [siteId],
      now: world.app.now(),
      expiresAtMs: null,
    }),
  );
  return { token, own };
}

/** What a token of one plant learns of others, with the rights of an administrator. */
async function leaksTo(world: World, calls: typeof endpoints, canWrite: boolean): Promise<string[]> {
  const { token, own } = await tokenOf(world, canWrite);
  const limited: World = {
    ...world,
    sessionOf: async () => world.app.withToken(token),
    idsOf: async () => [own],
  };
  return await leaks(limited, calls, ADMIN);
}

/** Calls that change something or can answer other than 403 with a token that only reads. */
async function writesOf(world: World, calls: typeof endpoints): Promise<string[]> {
  const { token, own } = await tokenOf(world, false);
  const found: string[] = [];
  for (const call of calls) {
    if (!call.writes) continue;
    const { status } = await world.app.withToken(token).send(call.path, fitted(call, bodyFor(own)));
    if (status !== 403) found.push(`${call.path} answers ${status}`);
  }
  return found;
}

describe('a token of one plant', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await giveEverybodyEverything(world);
  });
  afterAll(() => world.close());

  it('that only reads learns nothing of other plants', { timeout: 1_800_000 }, async () => {
    expect(await leaksTo(world, reads, false)).toEqual([]);
  });

  it('that only reads writes nothing', async () => {
    expect(await writesOf(world, endpoints)).toEqual([]);
  });

  it('that writes learns nothing of other plants and changes none', { timeout: 1_800_000 }, async () => {
    const others = async () => {
      const { rows } = await sql<{ hash: string }>`
        select md5(string_agg(s::text, '' order by s.id)) as hash from sites s
        where s.sid <> ${(await tokenOf(world, true)).own.sid}`.execute(world.app.database.db);
      return rows[0]?.hash;
    };
    const before = await others();
    expect(await leaksTo(world, writes, true)).toEqual([]);
    expect(await others()).toBe(before);
  });

  it('reaches no call about accounts, roles, tokens, feeds and the portal', async () => {
    const { token, own } = await tokenOf(world, true);
    const refused = endpoints.filter((call) => !isForTokens(call, true));
    const nouns = new Set(refused.map(({ path }) => path.split('/')[1]));
    for (const noun of [
      'account',
      'auth',
      'user',
      'token',
      'feed',
      'webhook',
      'influx',
      'brand',
      'mail',
      'configuration',
    ])
      expect(nouns).toContain(noun);
    const found: string[] = [];
    for (const call of refused) {
      const { status } = await world.app.withToken(token).send(call.path, fitted(call, bodyFor(own)));
      if (status !== 403) found.push(`${call.path} answers ${status}`);
    }
    expect(found).toEqual([]);
  });
});

describe('the test itself', () => {
  it('sees a call that forgets the limit, and that only the scope opens a write', async () => {
    const input = z.object({ sid: sid.optional() });
    const careless = endpoint({
      path: 'v2/site/careless',
      summary: '',
      grant: signedIn,
      input,
      output: z.array(z.string()),
    });
    const careful = endpoint({
      path: 'v2/site/careful',
      summary: '',
      grant: signedIn,
      input,
      output: z.array(z.string()),
    });
    const writing = endpoint({
      path: 'v2/site/writing',
      summary: '',
      grant: signedIn,
      writes: true,
      input,
      output: nothing,
    });
    const listOf =
      (isLimited: boolean): Handler<typeof careless> =>
      async ({ tx, visible }) => {
        const from = isLimited ? visible.sites : sql`sites`;
        const { rows } = await sql<{ name: string }>`select name from ${from} s`.execute(tx);
        return rows.map(({ name }) => name);
      };
    const world = await startWorld({
      planted: [
        { name: 'careless', endpoint: careless, handler: listOf(false) },
        { name: 'careful', endpoint: careful, handler: listOf(true) },
        { name: 'writing', endpoint: writing, handler: async () => ({}) },
      ] as unknown as Fulfilled[],
    });
    const found = await leaksTo(world, [careless, careful], false);
    expect(found.map((line) => line.replace(/ of .*|(exists):.*/, '$1'))).toEqual([
      `v2/site/careless tells ${ADMIN}`,
      `v2/site/careless tells ${ADMIN} that an id exists`,
    ]);

    expect(await writesOf(world, [writing])).toEqual([]);
    const { token } = await tokenOf(world, true);
    expect((await world.app.withToken(token).send(writing.path, {})).status).toBe(200);
    await world.close();
  });
});
