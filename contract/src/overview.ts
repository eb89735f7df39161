// Totals over all plants visible to the caller, and system health.
import { severities } from '@helioport/domain/condition';
import { conditionLevels } from '@helioport/domain/conditionSummary';
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

/** Extension: totals of the plants that match the filters of the list. Without filters: all plants. */
const chosen = body({ filters: siteFilters });

export const overview = {
  overview: endpoint({
    path: 'v2/overview/overview',
    summary:
      'Production and benefit of all plants visible to the caller, and the number of plants and devices.',
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
          'Extension: value in each currency, null if none of its plants has ever reported. The fields above are in the currency of most plants.',
        ),
      recordedSince: recordedSince.describe(
        'Extension: first local day with data of any of the plants, YYYY-MM-DD; null if there is none.',
      ),
      siteCount: count,
      deviceCount: count,
      mrCount: count.describe('Microinverters.'),
      gatewayCount: count,
    }),
  }),
  siteStatusCounts: endpoint({
    path: 'v2/overview/siteStatusCounts',
    summary:
      'Number of plants in each state, of each level and of each severity. Each count ignores the filter by its own values and follows all others.',
    grant: pvPlantPage,
    input: chosen,
    /** Keys are status numbers as texts, `0` and `-1` always there. */
    output: z.object({
      siteCount: count.describe('Plants in all states.'),
      statusMap: z.record(z.string().regex(/^-?\d+$/), count),
      stateCounts: z.record(stateKey, count).describe('Extension: all states by key.'),
      verdictCounts: z.record(z.enum(conditionLevels), count).describe('Extension: all levels by key.'),
      worst: z
        .enum(severities)
        .describe(
          'Extension: status of the plants in all states together, such as those of a company: the worst one.',
        ),
      severityCounts: z
        .record(z.enum(severities), count)
        .describe(
          'Extension: number by severity of the worst open cause. `none` includes plants without devices and uncommissioned ones; plants operating normally are those of the level `good`.',
        ),
    }),
  }),
  health: endpoint({
    path: 'v2/overview/health',
    summary: 'Results of the nightly check of stored totals, pending recalculations, and storage size.',
    grant: healthPage,
    input: body({ withStore: flag(false).describe('True: includes storage sizes and counts.') }),
    output: health,
  }),
  clockIsRight: endpoint({
    path: 'v2/overview/clockIsRight',
    summary: 'Marks the server clock as correct for a period in which it was doubted.',
    grant: healthPage,
    writes: true,
    input: body({ noteId: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: nothing,
  }),
  retentionLoss: endpoint({
    path: 'v2/overview/retentionLoss',
    summary:
      'What would be deleted tonight if detailed readings were kept for this many years. Deletes nothing.',
    grant: retentionUpdateButton,
    input: body({ years: whole(LEAST_YEARS_KEPT, MOST_YEARS_KEPT) }),
    output: z.object({
      detailFrom: z.string().describe('YYYY-MM-DD: first day whose detailed readings are kept.'),
      days: count.describe('Plant-days that would be deleted.'),
      plants: count.describe('Plants with such days.'),
    }),
  }),
  setRetention: endpoint({
    path: 'v2/overview/setRetention',
    summary:
      'Sets the retention period of detailed readings in years. Older ones are deleted in the next night; hourly, daily, monthly and yearly totals are kept.',
    grant: retentionUpdateButton,
    writes: true,
    input: body({
      years: whole(LEAST_YEARS_KEPT, MOST_YEARS_KEPT)
        .nullable()
        .describe('null: forever. Deleted readings cannot be restored.'),
    }),
    output: nothing,
  }),
  search: endpoint({
    path: 'v2/overview/search',
    summary:
      'Search: plants by name and address, devices by serial number and name, modules, users and companies that contain every word of a text, ignoring accents and case, as far as the caller has their pages.',
    grant: signedIn,
    input: body({
      q: neededText(100).describe('At least two characters, three for serial numbers.'),
      limit: wholeOr(6, 1, 20).describe('Maximum hits per type; prefix matches come first.'),
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
          name: z.string().describe("'' if it has none apart from its serial number."),
          sid: z.string().describe("'' if it does not belong to a plant."),
          siteName: z.string(),
        }),
      ),
      modules: z
        .array(z.object({ sn: z.string(), addr: count, sid: z.string(), siteName: z.string() }))
        .describe('Inputs of inverters, found by `SN_addr`.'),
      people: z.array(z.object({ uid: z.string(), email: z.string(), contactPerson: z.string() })),
      companies: z.array(z.object({ id: count, name: z.string() })),
    }),
  }),
} satisfies Contract;
