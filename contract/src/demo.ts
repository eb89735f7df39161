// The demo world, as far as those who run the house have a say in it.
import { type Contract, endpoint } from './endpoint.ts';
import { noInput, nothing } from './envelope.ts';
import { demoRemoveButton } from './grants.ts';

export const demo = {
  remove: endpoint({
    path: 'v2/demo/remove',
    summary:
      'Takes the demo world away: its people are shut out at once, its plants, devices and history go within a minute. What others made stays. For those who run the house.',
    grant: demoRemoveButton,
    writes: true,
    input: noInput,
    output: nothing,
  }),
} satisfies Contract;
