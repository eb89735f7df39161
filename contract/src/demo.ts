// The demo world, as far as those who run the house have a say in it.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { demoRemoveButton } from './grants.ts';
import { body } from './values.ts';

export const demo = {
  remove: endpoint({
    path: 'v2/demo/remove',
    summary:
      'Takes the demo world away: its people are shut out at once, its plants, devices and history go within a minute. What others made stays. For those who run the house.',
    grant: demoRemoveButton,
    writes: true,
    input: body({ isSure: z.literal(true).describe('Nothing happens by mistake.') }),
    output: nothing,
  }),
} satisfies Contract;
