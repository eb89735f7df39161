import { contracts } from '@helioport/contract/contracts';
import { endpoint, open } from '@helioport/contract/endpoint';
import { noInput } from '@helioport/contract/envelope';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { allOf } from './addresses.ts';
import { brokenPromises } from './answers.ts';
import { startWorld } from './world.ts';

it('every reading call keeps its promise on the demo world, for every role', {
  timeout: 1_800_000,
}, async () => {
  const world = await startWorld();
  expect(await brokenPromises(world, allOf(contracts))).toEqual([]);
  await world.close();
});

it('a broken promise is seen', async () => {
  const promised = endpoint({
    path: 'v2/gate/open',
    summary: '',
    grant: open,
    input: noInput,
    output: z.object({ width: z.number() }),
  });
  const world = await startWorld({
    planted: [{ name: 'open', endpoint: promised, handler: async () => ({ width: '3 m' }) }],
  });
  const found = await brokenPromises(world, [promised]);
  expect(found).toContain('v2/gate/open never succeeds');
  expect(found.some((line) => line.startsWith('v2/gate/open answers endUser 500'))).toBe(true);
  await world.close();
});
