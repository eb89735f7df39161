// A role without "Benefit and money" reads no amount and no price anywhere: every reading call is made as such a role, and
// every field of the contract that names money is in the list by which the gate empties answers.
import { contracts } from '@helioport/contract/contracts';
import { moneyFields, moneyModule, withoutMoney } from '@helioport/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { allOf } from './addresses.ts';
import { bodyFor, fitted, startWorld, type World } from './world.ts';

const OWNER = 'owner@demo.test';
const namesMoney = /money$|^money|price|economic|revenue|worth|cost/i;
/** Fields that are named like money and hold none. */
const noMoney = new Set<string>(['totalMoneyUnit', 'economicUnit']);

/** Names of all fields of a schema, at any depth. */
function namesOf(schema: z.ZodType, found = new Set<string>(), seen = new Set<z.ZodType>()): Set<string> {
  if (seen.has(schema)) return found;
  seen.add(schema);
  const { def } = schema._zod as unknown as {
    def: Record<'innerType' | 'element' | 'valueType' | 'out', z.ZodType | undefined> & {
      shape?: Record<string, z.ZodType>;
      options?: z.ZodType[];
    };
  };
  for (const [name, inner] of Object.entries(def.shape ?? {})) {
    found.add(name);
    namesOf(inner, found, seen);
  }
  for (const inner of [def.innerType, def.element, def.valueType, def.out, ...(def.options ?? [])])
    if (inner) namesOf(inner, found, seen);
  return found;
}

/** Fields of money in an answer that are not empty. */
function moneyIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => moneyIn(one, `${at}[${i}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isEmpty = inner === null || inner === '' || (Array.isArray(inner) && inner.length === 0);
    return [...(moneyFields.has(key) && !isEmpty ? [`${at}.${key}`] : []), ...moneyIn(inner, `${at}.${key}`)];
  });
}

describe('a role without benefit and money', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await sql`update sites set electricity_price = 0.31`.execute(world.app.database.db);
  });
  afterAll(() => world.close());

  const readAll = async () => {
    const [ids] = await world.idsOf(OWNER);
    const caller = await world.sessionOf(OWNER);
    const found: string[] = [];
    for (const endpoint of allOf(contracts)) {
      if (endpoint.writes) continue;
      const { envelope } = await caller.send(endpoint.path, fitted(endpoint, bodyFor(ids!)));
      found.push(...moneyIn(envelope.data).map((field) => `${endpoint.path}${field}`));
    }
    return found;
  };

  it('reads no money in any answer, while a role with it does', { timeout: 1_800_000 }, async () => {
    const before = await readAll();
    expect(before.some((one) => one.startsWith('v2/site/detail'))).toBe(true);
    expect(before.some((one) => one.startsWith('v2/site/overview'))).toBe(true);
    await sql`delete from group_menus where menu_id in (
      select id from menus where mode = 3 and title = ${moneyModule})`.execute(world.app.database.db);
    expect(await readAll()).toEqual([]);
  });
});

describe('the fields of money', () => {
  it('are all that the contract names', () => {
    const names = new Set(allOf(contracts).flatMap(({ output }) => [...namesOf(output)]));
    const missing = [...names].filter(
      (name) => namesMoney.test(name) && !moneyFields.has(name) && !noMoney.has(name),
    );
    expect(missing).toEqual([]);
    for (const field of moneyFields) expect(names.has(field), field).toBe(true);
  });

  it('are emptied at any depth, and nothing else is', () => {
    const answer = { list: [{ price: 0.3, name: 'a', prices: [{ price: 1 }], totalMoney: '4.20', at: 5 }] };
    expect(withoutMoney(answer)).toEqual({
      list: [{ price: null, name: 'a', prices: [], totalMoney: '', at: 5 }],
    });
  });
});
