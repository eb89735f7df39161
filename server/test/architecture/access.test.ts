import { fileURLToPath } from 'node:url';
import { contracts } from '@helioport/contract/contracts';
import { endpoint, signedIn } from '@helioport/contract/endpoint';
import { sid } from '@helioport/contract/values';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { menuTree } from '../../seed/menuTree.ts';
import type { Fulfilled, Handler } from '../../src/access/handler.ts';
import { type AccessRow, accessOf, accessPage } from './access.ts';
import { allOf } from './addresses.ts';
import { mayCall } from './grants.ts';
import { roles, startWorld } from './world.ts';

const file = fileURLToPath(new URL('../../../docs/api/access.md', import.meta.url));
/** Roles that must never reach another company's rows. */
const tenants = ['distributor', 'dealer', 'installer', 'endUser'] as const;

const trespasses = (rows: readonly AccessRow[]) =>
  rows.flatMap(({ path, byRole }) =>
    tenants.filter((role) => byRole[role].others === 'yes').map((role) => `${role}: ${path}`),
  );

describe('docs/api/access.md', () => {
  it('says what really happens (else: npm run routes -- --docs)', { timeout: 1_800_000 }, async () => {
    const world = await startWorld();
    const endpoints = allOf(contracts);
    const rows = await accessOf(world, endpoints);
    await world.close();

    expect(trespasses(rows)).toEqual([]);
    for (const [i, row] of rows.entries()) {
      for (const role of roles) {
        const may = mayCall(role, endpoints[i]!, menuTree);
        expect(row.byRole[role].own, `${row.path} as ${role}`).toBe(may ? 'yes' : 'no');
      }
    }
    await expect(accessPage(contracts, rows, menuTree)).toMatchFileSnapshot(file);
  });

  it('would show a call that forgets whose a plant is', async () => {
    const promise = (path: string, writes?: true) =>
      endpoint({
        path,
        summary: '',
        grant: signedIn,
        input: z.object({ sid: sid.optional() }),
        output: z.object({ name: z.string() }),
        ...(writes && { writes }),
      });
    const [careless, careful, writing] = [
      promise('v2/gate/careless'),
      promise('v2/gate/careful'),
      promise('v2/gate/writing', true),
    ];
    const nameOf =
      (isLimited: boolean): Handler<typeof careless> =>
      async ({ tx, visible, input }) => {
        const from = isLimited ? visible.sites : sql`sites`;
        const { rows } = await sql<{ name: string }>`
          select name from ${from} s where sid = ${input.sid ?? ''}`.execute(tx);
        return { name: rows[0]?.name ?? '' };
      };
    const world = await startWorld({
      planted: [
        { name: 'careless', endpoint: careless, handler: nameOf(false) },
        { name: 'careful', endpoint: careful, handler: nameOf(true) },
        { name: 'writing', endpoint: writing, handler: async () => ({ name: '' }) },
      ] as unknown as Fulfilled[],
    });
    const found = trespasses(await accessOf(world, [careless, careful, writing]));
    await world.close();
    expect(found).toEqual([
      ...tenants.map((role) => `${role}: v2/gate/careless`),
      ...tenants.map((role) => `${role}: v2/gate/writing`),
    ]);
  });
});
