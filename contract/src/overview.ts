// The sums over all plants that the caller may see, and how the house is that keeps them.
import { severities } from '@helioport/domain/condition';
import { verdictLevels } from '@helioport/domain/verdict';
import { z } from 'zod';
import { type Contract, endpoint, signedIn } from './endpoint.ts';
import { nothing, numberText } from './envelope.ts';
import { benefit, production, recordedSince } from './figures.ts';
import { healthPage, pvPlantPage, retentionUpdateButton } from './grants.ts';
import { health, LEAST_YEARS_KEPT, MOST_YEARS_KEPT } from './health.ts';
import { stateKey } from './now.ts';
import { siteFilters } from './siteFilters.ts';
import { body, flag, neededText, whole, wholeOr } from './values.ts';

const count = z.number().int().nonnegative();

/** Ours: the sums follow the search of the list beside which they stand. Without filters: all plants. */
const chosen = body({ filters: siteFilters });

export const overview = {
  overview: endpoint({
    path: 'v2/overview/overview',
    summary:
      'Production and benefit of all plants the caller can see, and how many plants and devices they are.',
    grant: pvPlantPage,
    input: chosen,
    output: z.object({
      statisticsProduction: production,
      benefit,
      moneyByCurrency: z
        .array(
          z.object({
            currency: z.string(),
            today: numberText.nullable(),
            yesterday: numberText.nullable(),
            month: numberText.nullable(),
            total: numberText.nullable(),
          }),
        )
        .optional()
        .describe(
          'Ours: the money of the plants paid in each currency, null where none of them ever reported. The fields above are of the currency of most plants.',
        ),
      recordedSince: recordedSince.describe(
        'Ours: the first local day of which any of the plants knows anything, YYYY-MM-DD; null where none does.',
      ),
      siteCount: count,
      deviceCount: count,
      mrCount: count.describe('Microinverters.'),
      gatewayCount: count,
    }),
  }),
  siteStatusCounts: endpoint({
    path: 'v2/overview/siteStatusCounts',
    summary: 'How many plants are in each state, among those that the other filters leave.',
    grant: pvPlantPage,
    input: chosen,
    /** Keys are status numbers as texts, `0` and `-1` always there. */
    output: z.object({
      siteCount: count,
      statusMap: z.record(z.string().regex(/^-?\d+$/), count),
      stateCounts: z.record(stateKey, count).describe('Ours: every state by its key.'),
      verdictCounts: z.record(z.enum(verdictLevels), count).describe('Ours: every level by its key.'),
      worst: z
        .enum(severities)
        .describe(
          'Ours: the status of all of them together, such as the plants of a company: that of the worst.',
        ),
      severityCounts: z
        .record(z.enum(severities), count)
        .describe('Ours: how many have each severity as the worst that is open.'),
    }),
  }),
  health: endpoint({
    path: 'v2/overview/health',
    summary:
      'What the nightly check of stored sums found, what waits to be recomputed, and how large the store is.',
    grant: healthPage,
    input: body({ withStore: flag(false).describe('True: sizes and numbers of the store too.') }),
    output: health,
  }),
  clockIsRight: endpoint({
    path: 'v2/overview/clockIsRight',
    summary: 'Ends the concern about a time at which the clock of the machine was doubted.',
    grant: healthPage,
    writes: true,
    input: body({ noteId: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: nothing,
  }),
  retentionLoss: endpoint({
    path: 'v2/overview/retentionLoss',
    summary:
      'What would be removed in the next night if single reports were kept for so many years. Removes nothing.',
    grant: retentionUpdateButton,
    input: body({ years: whole(LEAST_YEARS_KEPT, MOST_YEARS_KEPT) }),
    output: z.object({
      detailFrom: z.string().describe('YYYY-MM-DD: the first day that keeps its single reports.'),
      days: count.describe('Days of plants that lose theirs, those of all plants together.'),
      plants: count.describe('Plants that have such days.'),
    }),
  }),
  setRetention: endpoint({
    path: 'v2/overview/setRetention',
    summary:
      'Sets for how many years single reports are kept. What is older goes in the next night; the sums of hours, days, months and years stay.',
    grant: retentionUpdateButton,
    writes: true,
    input: body({
      years: whole(LEAST_YEARS_KEPT, MOST_YEARS_KEPT)
        .nullable()
        .describe('null: for ever. What was removed does not come back.'),
    }),
    output: nothing,
  }),
  search: endpoint({
    path: 'v2/overview/search',
    summary:
      'Plants by name and address, devices by serial and name, modules, people and companies that have every word of a text, accents and case ignored, as far as the caller has their pages.',
    grant: signedIn,
    input: body({
      q: neededText(100).describe('At least two characters find something, three where serials are meant.'),
      limit: wholeOr(6, 1, 20).describe('Most hits of each kind; those that begin with the text come first.'),
    }),
    output: z.object({
      plants: z.array(
        z.object({
          sid: z.string(),
          siteName: z.string(),
          city: z.string(),
          street: z.string(),
          zip: z.string(),
        }),
      ),
      devices: z.array(
        z.object({
          sn: z.string(),
          name: z.string().describe("'' where it has none beside its serial."),
          sid: z.string().describe("'' where no plant has claimed it."),
          siteName: z.string(),
        }),
      ),
      modules: z
        .array(z.object({ sn: z.string(), addr: count, sid: z.string(), siteName: z.string() }))
        .describe('Inputs of inverters, searched by `SN_addr`.'),
      people: z.array(z.object({ uid: z.string(), email: z.string(), contactPerson: z.string() })),
      companies: z.array(z.object({ id: count, name: z.string() })),
    }),
  }),
} satisfies Contract;
