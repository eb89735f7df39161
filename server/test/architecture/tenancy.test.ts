import { contracts } from '@helioport/contract/contracts';
import { endpoint, signedIn } from '@helioport/contract/endpoint';
import { sn } from '@helioport/contract/values';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Fulfilled, Handler } from '../../src/access/handler.ts';
import { fail } from '../../src/platform/failure.ts';
import { allOf } from './addresses.ts';
import { leaks } from './tenancy.ts';
import { giveEverybodyEverything, startWorld, type World } from './world.ts';

/** The manager and an installer of the other tree of companies, and an owner. */
const people = ['grace@demo.test', 'noah@demo.test', 'owner@demo.test'];

describe('company B and its people, holding every menu there is', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await giveEverybodyEverything(world);
  });
  afterAll(() => world.close());

  it.each(people)('%s learns nothing of the plants of others', { timeout: 1_800_000 }, async (email) => {
    expect(await leaks(world, allOf(contracts), email)).toEqual([]);
  });
});

describe('the test itself', () => {
  const input = z.object({ sn: sn.optional() });
  const all = endpoint({
    path: 'v2/gate/list',
    summary: '',
    grant: signedIn,
    input,
    output: z.array(z.string()),
  });
  const taken = endpoint({
    path: 'v2/gate/taken',
    summary: '',
    grant: signedIn,
    input,
    output: z.object({}),
  });
  const careful = endpoint({
    path: 'v2/gate/own',
    summary: '',
    grant: signedIn,
    input,
    output: z.array(z.string()),
  });

  const denied = endpoint({
    path: 'v2/gate/denied',
    summary: '',
    grant: signedIn,
    input,
    output: z.object({}),
  });

  const searched = endpoint({
    path: 'v2/gate/searched',
    summary: '',
    grant: signedIn,
    input: z.object({ filters: z.object({ keywords: z.string().optional() }).optional() }),
    output: z.object({ total: z.number() }),
  });

  const countFound: Handler<typeof searched> = async ({ tx, input: body }) => {
    const { rows } = await sql`select from sites where name = ${body.filters?.keywords ?? ''}`.execute(tx);
    return { total: rows.length };
  };
  const denyUnknown: Handler<typeof denied> = async ({ tx, visible, input: body }) => {
    const { rows } = await sql`
      select from ${visible.devices} d where serial = ${body.sn ?? ''}`.execute(tx);
    return body.sn && rows.length === 0 ? fail('access.denied') : {};
  };
  const listAll: Handler<typeof all> = async ({ tx }) => {
    const { rows } = await sql<{ serial: string }>`select serial from devices`.execute(tx);
    return rows.map(({ serial }) => serial);
  };
  const revealTaken: Handler<typeof taken> = async ({ tx, input: body }) => {
    const { rows } = await sql`select from devices where serial = ${body.sn ?? ''}`.execute(tx);
    return rows.length > 0 ? fail('device.snTaken', { sn: body.sn ?? '' }) : {};
  };
  const listOwn: Handler<typeof careful> = async ({ tx, visible }) => {
    const { rows } = await sql<{ serial: string }>`select serial from ${visible.devices} d`.execute(tx);
    return rows.map(({ serial }) => serial);
  };
  const planted = [
    { name: 'list', endpoint: all, handler: listAll },
    { name: 'taken', endpoint: taken, handler: revealTaken },
    { name: 'own', endpoint: careful, handler: listOwn },
    { name: 'denied', endpoint: denied, handler: denyUnknown },
    { name: 'searched', endpoint: searched, handler: countFound },
  ] as unknown as Fulfilled[];

  it('sees a list that forgets whose it is, an answer that betrays what exists, and one like a dead login', async () => {
    const world = await startWorld({ planted });
    const found = await leaks(world, [all, taken, careful, denied, searched], 'owner@demo.test');
    expect(found.map((line) => line.replace(/(of|exists).*/, '$1'))).toEqual([
      'v2/gate/list tells owner@demo.test of',
      'v2/gate/list tells owner@demo.test that an id exists',
      'v2/gate/taken tells owner@demo.test that an id exists',
      'v2/gate/denied sends owner@demo.test to sign in again over an id that he does not know',
      'v2/gate/searched tells owner@demo.test that an id exists',
    ]);
    await world.close();
  });
});
