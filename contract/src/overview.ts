// The sums over all plants that the caller may see.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { noInput } from './envelope.ts';
import { benefit, production } from './figures.ts';
import { pvPlantPage } from './grants.ts';

const count = z.number().int().nonnegative();

export const overview = {
  overview: endpoint({
    path: 'v2/overview/overview',
    summary:
      'Production and benefit of all plants the caller can see, and how many plants and devices they are.',
    grant: pvPlantPage,
    input: noInput,
    output: z.object({
      statisticsProduction: production,
      benefit,
      siteCount: count,
      deviceCount: count,
      mrCount: count.describe('Microinverters.'),
      gatewayCount: count,
    }),
  }),
  siteStatusCounts: endpoint({
    path: 'v2/overview/siteStatusCounts',
    summary: 'How many plants are in each state.',
    grant: pvPlantPage,
    input: noInput,
    /** Keys are status numbers as texts, `0` and `-1` always there. */
    output: z.object({ siteCount: count, statusMap: z.record(z.string().regex(/^-?\d+$/), count) }),
  }),
} satisfies Contract;
