// String machines: inverters with modules in series at their inputs.

import { compositeOverview } from './compositeFigures.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { pvPlantPage } from './grants.ts';
import { body, sid, sn } from './values.ts';

export const ksp = {
  overview: endpoint({
    path: 'v2/ksp/overview',
    summary: 'Current state of a string machine, by input and phase.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish() }),
    output: compositeOverview,
  }),
} satisfies Contract;
