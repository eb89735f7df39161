import { contracts } from '@helioport/contract/contracts';
import { endpoint, open } from '@helioport/contract/endpoint';
import { noInput, nothing } from '@helioport/contract/envelope';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { allOf } from './addresses.ts';
import { crashes } from './rubbish.ts';
import { startWorld } from './world.ts';

it('every call answers rubbish with a code, never with a crash', { timeout: 1_800_000 }, async () => {
  const world = await startWorld();
  expect(await crashes(world, allOf(contracts))).toEqual([]);
  await world.close();
});

it('a call that trusts its caller is seen', async () => {
  const trusting = endpoint({
    path: 'v2/gate/open',
    summary: '',
    grant: open,
    input: z.object({ sid: z.any() }).catch({ sid: '' }),
    output: nothing,
  });
  const honest = endpoint({
    path: 'v2/gate/shut',
    summary: '',
    grant: open,
    input: noInput,
    output: nothing,
  });
  const world = await startWorld({
    planted: [
      {
        name: 'open',
        endpoint: trusting,
        handler: async ({ input }) => ({ first: (input as { sid: string }).sid.toUpperCase() }),
      },
      { name: 'shut', endpoint: honest, handler: async () => ({}) },
    ],
  });
  const found = await crashes(world, [trusting, honest]);
  expect(found).toContain('v2/gate/open answers 500 500 to sid: null');
  expect(found.filter((line) => !line.startsWith('v2/gate/open '))).toEqual([]);
  await world.close();
});
