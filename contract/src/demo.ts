// Management of the demo data by portal administrators.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { demoRemoveButton } from './grants.ts';
import { body } from './values.ts';

export const demo = {
  remove: endpoint({
    path: 'v2/demo/remove',
    summary:
      'Removes the demo data: demo users are logged out immediately; demo plants, devices and history are deleted within a minute. Data created by others is kept. Portal administrators only.',
    grant: demoRemoveButton,
    writes: true,
    input: body({ isSure: z.literal(true).describe('Required, to prevent accidents.') }),
    output: nothing,
  }),
} satisfies Contract;
