// The fleet desk: plants ranked by money at risk, what becomes of the fleet over years, and how plants compare.
import { findingCauses } from '@helioport/domain/analytics/types';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { pageInput, pageOf, sortBy } from './envelope.ts';
import { findingConfidences, findingScopes, irradianceSource, localDay, ratioKind } from './findingRows.ts';
import { fleetPage } from './grants.ts';
import { stateNow } from './now.ts';
import { filterOf, siteFilters } from './siteFilters.ts';
import { body, filterFlag, listOf, part, wholeOr } from './values.ts';

const amount = z.number().nullable();
const count = z.number().int().nonnegative();

const fleetFilters = part({
  cause: listOf(z.enum(findingCauses), findingCauses.length).describe(
    'Plants with an open finding of one of these.',
  ),
  confidence: filterOf(findingConfidences, 'a confidence').describe(
    'Plants with an open fault of this confidence or a higher one.',
  ),
  has_findings: filterFlag.describe('True: plants with open faults. False: plants without.'),
  has_case: filterFlag.describe('True: plants with an open case. False: plants without.'),
  mine: filterFlag.describe('True: plants with an open case that is assigned to the caller.'),
  incomplete: filterFlag.describe('True: plants of which under 90% of the last 7 days was received.'),
});

const fleetRow = z
  .object({
    sid: z.string(),
    siteName: z.string(),
    countryCode: z.string(),
    city: z.string(),
    timezone: z.string(),
    latitude: amount,
    longitude: amount,
    ...stateNow,
    ratedKw: amount.describe('kWp of its modules; null: unknown.'),
    power: amount.describe('W now; null where the newest reading is old.'),
    todayKwh: amount.describe('Produced today.'),
    expectedTodayKwh: amount.describe(
      'Expected today until the newest evaluation, which is up to half an hour old; null: cannot be estimated.',
    ),
    ratioToday: amount.describe('Produced over expected energy, both until that evaluation.'),
    ratio7: amount.describe(
      'Produced over expected of the last 7 evaluated days; null: nothing is expected.',
    ),
    change7: amount.describe('Its change from the 7 days before: 0.02 is two percentage points more.'),
    ratioKind,
    completeness: amount.describe('Received share of the last 7 days, 0 to 1.'),
    openFindings: count.describe('Open findings that need work.'),
    openInfos: count.describe('Open findings that are information only.'),
    topCause: z.enum(findingCauses).nullable().describe('Of the open fault that costs most.'),
    topScope: z.enum(findingScopes).nullable().describe('What the finding of `topCause` is about.'),
    topSince: localDay.nullable(),
    topFindingId: z.number().int().nullable(),
    lostKwh: z
      .number()
      .describe('Lost to date by open faults; `lostKwh` of their findings, mostly DC energy.'),
    lostMoney: amount.describe('By the prices in force; null without a price.'),
    riskKwh: z.number().describe('Lost in a year by open faults if nothing is done.'),
    riskMoney: amount.describe('By the price in force now: money at risk; null without a price.'),
    currency: z.string().describe('ISO 4217.'),
    openAlarms: count,
    openCases: count,
    caseId: z.number().int().nullable().describe('Of the newest open case.'),
    evaluatedUntil: localDay.nullable().describe('Last day that was evaluated; null: none yet.'),
    mayEdit: z.boolean(),
  })
  .meta({ id: 'FleetRow' });

const moneyOf = z.array(z.object({ currency: z.string(), amount: z.number(), perYear: z.number() }));

const trendPoint = z.object({
  month: z.string().describe('YYYY-MM'),
  value: amount,
  low: amount.describe('Lower end of the 90% interval.'),
  high: amount,
  plants: count,
});

const failureRow = z.object({
  model: z.string(),
  version: z.string().describe("Firmware; '' where it is unknown."),
  devices: count.describe('Devices in operation.'),
  deviceYears: z.number().describe('Operated to date, at most 400 days back.'),
  failures: count.describe('Findings of failed modules and devices.'),
  perYear: amount.describe('Failures per 100 devices and year; null under 10 device years.'),
  low: amount,
  high: amount,
});

/** Columns that the fleet page can be sorted by. */
export const fleetOrders = [
  'riskMoney',
  'riskKwh',
  'lostKwh',
  'siteName',
  'status',
  'power',
  'todayKwh',
  'ratio7',
  'change7',
  'completeness',
  'openFindings',
  'openCases',
  'lastUpdate',
  'ratedKw',
] as const;

export const fleet = {
  list: endpoint({
    path: 'v2/fleet/list',
    summary: 'Plants that the caller sees, ranked by money at risk.',
    grant: fleetPage,
    input: body({
      page: pageInput,
      filters: siteFilters,
      fleet: fleetFilters,
      sort: sortBy(fleetOrders),
    }),
    output: pageOf(fleetRow),
  }),
  summary: endpoint({
    path: 'v2/fleet/summary',
    summary: 'The plants of the desk in totals: findings, energy and money at risk by currency.',
    grant: fleetPage,
    input: body({ filters: siteFilters, fleet: fleetFilters }),
    output: z.object({
      plants: count,
      withFindings: count,
      openFindings: count,
      openCases: count,
      overdueCases: count,
      riskKwh: z.number(),
      money: moneyOf.describe('Lost to date and at risk per year.'),
      causes: z.array(
        z.object({ cause: z.enum(findingCauses), findings: count, plants: count, riskKwh: z.number() }),
      ),
      recovered: z
        .object({ findings: count, kwhPerYear: z.number() })
        .describe('By findings that were resolved within 90 days.'),
    }),
  }),
  trends: endpoint({
    path: 'v2/fleet/trends',
    summary:
      'What becomes of the plants: soiling by month, degradation per year, failures by model and firmware.',
    grant: fleetPage,
    input: body({ filters: siteFilters, months: wholeOr(13, 1, 36) }),
    output: z.object({
      soiling: z
        .array(trendPoint)
        .describe('Share of the expected energy lost to soiling, mean over plants.'),
      degradation: z
        .object({
          perYear: amount.describe('Change of output per year, such as -0.005; null under two years.'),
          low: amount,
          high: amount,
          plants: count,
        })
        .describe('Year-on-year, median over plants and months, 90% interval.'),
      failures: z.array(failureRow).max(200),
    }),
  }),
  benchmark: endpoint({
    path: 'v2/fleet/benchmark',
    summary: 'Plants by specific yield against the median of plants of their region and size.',
    grant: fleetPage,
    input: body({
      page: pageInput,
      filters: siteFilters,
      days: wholeOr(30, 7, 365)
        .transform((days) => (days > 60 ? 365 : 30))
        .describe('30 or 365.'),
      sort: sortBy(['difference', 'specific', 'siteName', 'ratedKw']),
    }),
    output: pageOf(
      z
        .object({
          sid: z.string(),
          siteName: z.string(),
          region: z.string().describe('Country, and state where it has enough plants.'),
          sizeClass: z.enum(['to1', 'to5', 'to15', 'to100', 'above']).describe('kWp.'),
          ratedKw: amount,
          specific: amount.describe('kWh per kWp in these days.'),
          median: amount.describe('Of its region and size; null under five plants.'),
          low: amount.describe('Lower quartile.'),
          high: amount.describe('Upper quartile.'),
          plants: count.describe('Plants of that region and size.'),
          difference: amount.describe('specific / median - 1.'),
          irradianceSource,
        })
        .meta({ id: 'BenchmarkRow' }),
    ),
  }),
} satisfies Contract;
