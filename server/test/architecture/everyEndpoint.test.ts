import { contracts } from '@helioport/contract/contracts';
import { endpoint, open, signedIn } from '@helioport/contract/endpoint';
import { noInput, nothing } from '@helioport/contract/envelope';
import { noRegGatewayListPage, pvPlantPage } from '@helioport/contract/grants';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS } from '../../seed/menus.ts';
import type { Fulfilled } from '../../src/access/handler.ts';
import { allOf } from './addresses.ts';
import { anonymousAccess, writesOfSupport, wronglyGated } from './callers.ts';
import { startWorld, type World } from './world.ts';

const endpoints = allOf(contracts);

const giveSupportEverything = (world: World) =>
  sql`insert into group_menus select ${GROUPS.support}, id from menus on conflict do nothing`.execute(
    world.app.database.db,
  );

describe('every call', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  it('answers strangers 401, unless its grant is open', async () => {
    expect(await anonymousAccess(world, endpoints)).toEqual([]);
  });

  it('answers 403 to exactly those whose menus do not give it', { timeout: 1_800_000 }, async () => {
    expect(await wronglyGated(world, endpoints)).toEqual([]);
  });

  it('refuses support whatever it could change, even when an operator grants all menus', async () => {
    await giveSupportEverything(world);
    expect(await writesOfSupport(world, endpoints)).toEqual([]);
    const declared = endpoints.filter(({ evenReadOnly }) => evenReadOnly).map(({ path }) => path);
    expect(declared).toEqual(['v2/user/invite', 'v2/user/allowLogins']);
  });
});

describe('the test itself', () => {
  const path = 'v2/gate/open';
  const make = (grant: Parameters<typeof endpoint>[0]['grant'], writes?: true) =>
    endpoint({ path, summary: '', grant, input: noInput, output: nothing, ...(writes && { writes }) });
  const planted: Fulfilled[] = [{ name: 'open', endpoint: make(open), handler: async () => ({}) }];
  const shut: Fulfilled[] = [
    { name: 'open', endpoint: make(noRegGatewayListPage), handler: async () => ({}) },
  ];

  it('sees a call that lets everybody in', async () => {
    const world = await startWorld({ planted });
    const promised = [make(pvPlantPage)];
    expect(await anonymousAccess(world, promised)).toEqual([
      'v2/gate/open answers a stranger 200 although its grant is page',
    ]);
    expect(await wronglyGated(world, [make(noRegGatewayListPage)])).toHaveLength(4);
    await giveSupportEverything(world);
    expect(await writesOfSupport(world, [make(pvPlantPage, true)])).toEqual([
      'v2/gate/open answers support 200',
    ]);
    await world.close();
  });

  it('sees a call that keeps out those who may', async () => {
    const world = await startWorld({ planted: shut });
    expect(await anonymousAccess(world, [make(open)])).toHaveLength(1);
    expect(await wronglyGated(world, [make(signedIn)])).toHaveLength(4);
    await world.close();
  });
});
