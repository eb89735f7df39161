// What a kWh of each country's grid costs in CO2: the built-in figures, and the operator's own over them.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import { co2FactorsPage, co2UpdateButton } from './grants.ts';
import { body, filterFlag, filterText, flag, neededText, part, whole } from './values.ts';

/** Bounds of a factor, kg per kWh: about 1 for the dirtiest grids. */
export const FACTOR_MAX = 2;
/** Longest name of a source in characters. */
export const SOURCE_MAX = 80;
export const FACTOR_YEARS = { first: 1990, last: 2100 } as const;

const year = z.number().int();
const countryCode = z
  .string()
  .describe('ISO 3166-1 alpha-2; 001 for the world, used for all other countries.');

const gridFactor = z
  .object({
    countryCode,
    countryName: z.string().describe("'' for the world."),
    kgPerKwh: z.number(),
    source: z.string(),
    year,
    isOwn: z.boolean().describe('Custom value set by the operator.'),
    isWorld: z.boolean().describe('No value for this country; the world average applies.'),
  })
  .meta({ id: 'GridFactor' });

const kgText = z
  .string()
  .trim()
  .regex(/^\d(\.\d{1,4})?$/, 'Expected kg per kWh with a point and at most four places')
  .transform(Number);
const kgBounded = z
  .number()
  .min(0)
  .max(FACTOR_MAX)
  .transform((kg) => Math.round(kg * 10_000) / 10_000);

export const co2 = {
  list: endpoint({
    path: 'v2/co2/list',
    summary:
      'CO2 emissions per kWh of each grid, with source and year. The world average first, then by name.',
    grant: co2FactorsPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText.describe('Part of the name or the code of a country.'),
        isOwn: filterFlag.describe('True: only custom values.'),
      }),
      sort: sortBy(['countryName', 'kgPerKwh', 'year']),
    }),
    output: pageOf(gridFactor),
  }),
  update: endpoint({
    path: 'v2/co2/update',
    summary: 'Sets a custom factor for a country, or removes it.',
    grant: co2UpdateButton,
    writes: true,
    input: body({
      countryCode,
      isReset: flag(false).describe('True: restores the default value; the other fields are ignored.'),
      kgPerKwh: z.union([kgBounded, kgText.pipe(kgBounded)]).nullish(),
      source: neededText(SOURCE_MAX).nullish(),
      year: whole(FACTOR_YEARS.first, FACTOR_YEARS.last).nullish(),
    }),
    output: nothing,
  }),
} satisfies Contract;
