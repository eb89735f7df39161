// A plant: found in the list and on the map, and everything that is shown of one.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { pageInput, pageOf, sortBy } from './envelope.ts';
import { chart, clearSkyBasis, periodFigures, recordedSince, values } from './figures.ts';
import { pvPlantPage } from './grants.ts';
import { layoutPage } from './layout.ts';
import {
  mapPoint,
  missingSpan,
  siteCurve,
  siteDetail,
  siteModules,
  siteOverview,
  siteRow,
} from './siteAnswers.ts';
import { siteCommission } from './siteCommission.ts';
import { siteEdit } from './siteEdit.ts';
import { siteFilters } from './siteFilters.ts';
import { siteHandOver } from './siteHandOver.ts';
import { sitePublic } from './sitePublic.ts';
import { siteViews } from './siteViews.ts';
import {
  body,
  dayOrRange,
  dayRange,
  figureDay,
  flag,
  listOf,
  sid,
  weatherHours,
  whole,
  wholeOr,
} from './values.ts';

const siteSort = sortBy([
  'siteName',
  'now',
  'todayPower',
  'totalPower',
  'specificToday',
  'specific30',
  'lastUpdate',
  'status',
  'verdict',
  'registerDate',
]);

const neighbour = z.object({ sid: z.string(), siteName: z.string() });

export const site = {
  listWithSN: endpoint({
    path: 'v2/site/listWithSN',
    summary: 'Plants the caller can see, with their serial numbers.',
    grant: pvPlantPage,
    input: body({ page: pageInput, filters: siteFilters, sort: siteSort }),
    output: pageOf(siteRow),
  }),
  neighbours: endpoint({
    path: 'v2/site/neighbours',
    summary: 'The plants before and after one in a list, so that one can go through the list plant by plant.',
    grant: pvPlantPage,
    input: body({ sid, filters: siteFilters, sort: siteSort }),
    output: z.object({
      before: neighbour.nullable().describe('null: it is the first, or not in the list.'),
      after: neighbour.nullable().describe('null: it is the last, or not in the list.'),
      place: z.number().int().describe('From 1; 0 when it is not in the list.'),
      total: z.number().int(),
    }),
  }),
  map: endpoint({
    path: 'v2/site/map',
    summary: 'Where the plants of the list lie and how they are; at most 20,000 points.',
    grant: pvPlantPage,
    input: body({ filters: siteFilters }),
    output: z.object({ list: z.array(mapPoint).max(20_000) }),
  }),
  curves: endpoint({
    path: 'v2/site/curves',
    summary: "Power of today for several plants at once, in half hours of each plant's own day.",
    grant: pvPlantPage,
    input: body({ sids: listOf(sid, 50).describe('Plants that the caller cannot see are left out.') }),
    output: z.object({ stepMinutes: z.number().int(), list: z.array(siteCurve) }),
  }),
  detail: endpoint({
    path: 'v2/site/detail',
    summary: 'Address, settings, people and equipment of one plant.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: siteDetail,
  }),
  overview: endpoint({
    path: 'v2/site/overview',
    summary: 'What one plant does now and has produced, with its energy flow, devices and alert.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: siteOverview,
  }),
  modules: endpoint({
    path: 'v2/site/modules',
    summary: 'Every module of one plant with its latest values, grouped by device.',
    grant: pvPlantPage,
    input: body({
      sid,
      page: wholeOr(0, 0, 1_000_000).describe('Page of the layout, not of the list; 0 is all.'),
    }),
    output: z.object({ list: z.array(siteModules), total_plc: z.number().int(), is_all: z.boolean() }),
  }),
  modulesPage: endpoint({
    path: 'v2/site/modules/page',
    summary: 'The pages of modules of one plant, each a drawing of its own.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({ list: z.array(layoutPage) }),
  }),
  statisticsEcharts: endpoint({
    path: 'v2/site/statistics/echarts',
    summary: 'One chart of a plant: 2 hours of a day, 3 days, 5 months, 6 years by month, 11 power of a day.',
    grant: pvPlantPage,
    input: body({
      types: whole(0, 99),
      sid,
      date: dayOrRange,
      rangeDate: dayRange,
      weatherHours,
      minInterval: wholeOr(15, 1, 60)
        .transform((minutes) => (minutes < 15 ? 5 : 15))
        .describe('Ours, type 11: minutes of a step, 5 or 15.'),
      withClearSky: flag(false).describe(
        'Ours, types 2, 3, 5 (24 months at most) and 11: adds the series `Clear sky` up to now, of the plant as it is today, and `clearSkyBasis`.',
      ),
      byPlane: flag(false).describe(
        'Ours, types 3 and 5: energies of the planes in place of devices, each series with its `planeId`; with `withClearSky` that of each plane too, `key` clearSky.',
      ),
      withFlows: flag(false).describe(
        'Ours, types 2, 3, 5 and 11: adds what meter and battery say: `Consumption`, `Grid` and `Battery`, or energies `Consumption`, `Imported`, `Exported`.',
      ),
      withCompleteness: flag(false).describe('Ours: adds `completeness`.'),
      withMissing: flag(false).describe('Ours, type 11: adds `missing`, `startAt` and `stepMs`.'),
    }),
    output: chart.extend({
      totals: values
        .optional()
        .describe(
          'Ours, type 3 with flows: kWh of the whole plant per label, rounded once; null: nothing is known.',
        ),
      money: values
        .optional()
        .describe(
          'Ours, types 3 and 5 with flows: what the energy of each label was worth, in `moneyUnit`; null: not known.',
        ),
      moneyUnit: z.string().optional().describe('Ours: currency of `money`.'),
      completeness: values
        .optional()
        .describe('Ours, on request: per label, how much of the expected reports is there, 0 to 1.'),
      repairedOn: z
        .array(z.string().nullable())
        .optional()
        .describe(
          'Ours, types 3 and 5, with `completeness`: per label, the day (YYYY-MM-DD of the plant) on which energies of days that were over changed last, as by late reports; null where they never did.',
        ),
      missing: z
        .array(missingSpan)
        .optional()
        .describe(
          'Ours, on request: spans in which a device did not report while others of the plant did; without `sn` none did.',
        ),
      startAt: z
        .number()
        .int()
        .optional()
        .describe('Ours, on request: instant of the first step, ms since 1970.'),
      stepMs: z.number().int().optional(),
      clearSkyBasis: clearSkyBasis
        .optional()
        .describe(
          'Ours, with `withClearSky`: the planes of all modules are known, of some, or none, the others being taken as mounted at 30° towards the equator; or why there is none.',
        ),
      recordedSince: recordedSince.describe(
        'Ours, types 5 and 6: first local day with data, YYYY-MM-DD; null where nothing was ever recorded.',
      ),
    }),
  }),
  statisticsDate: endpoint({
    path: 'v2/site/statistics/date',
    summary: 'Energy and money of a plant: 1 day, 2 month, 3 year, 4 all time.',
    grant: pvPlantPage,
    input: body({
      sid,
      types: wholeOr(1, 0, 99),
      date: figureDay,
      rangeDate: dayRange.describe(
        'Ours: YYYY-MM-DD~YYYY-MM-DD, both included, in place of `types` and `date`.',
      ),
    }),
    output: periodFigures.extend({
      saved: z
        .number()
        .nullable()
        .describe(
          'Ours: the part of `economic` that was used on site; null where no meter tells it apart from the rest.',
        ),
      exportRevenue: z
        .number()
        .nullable()
        .describe(
          'Ours: the part of `economic` that was paid for exported energy; null where no meter tells it, or days with export have no feed-in price.',
        ),
    }),
  }),
  layoutInfo: endpoint({
    path: 'v2/site/layoutInfo',
    summary: 'The picture under the module layout of a plant.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({
      sid: z.string(),
      siteName: z.string(),
      layoutPic: z.string(),
      layoutScale: z.number(),
    }),
  }),
  ...siteCommission,
  ...siteEdit,
  ...siteHandOver,
  ...sitePublic,
  ...siteViews,
} satisfies Contract;
