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
import { siteArchive } from './siteArchive.ts';
import { siteCommission } from './siteCommission.ts';
import { siteEdit } from './siteEdit.ts';
import { siteExpected } from './siteExpected.ts';
import { siteFiles } from './siteFiles.ts';
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

/** Columns that lists of plants can be sorted by. */
export const siteOrders = [
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
] as const;
const siteSort = sortBy(siteOrders);

const neighbor = z.object({ sid: z.string(), siteName: z.string() });

export const site = {
  listWithSN: endpoint({
    path: 'v2/site/listWithSN',
    summary: 'Plants visible to the caller, with their serial numbers.',
    grant: pvPlantPage,
    input: body({
      page: pageInput,
      filters: siteFilters,
      sort: siteSort,
      devices: z.boolean().optional().describe('false: `sn` stays empty; `snCount` does not change.'),
    }),
    output: pageOf(siteRow),
  }),
  neighbours: endpoint({
    path: 'v2/site/neighbours',
    summary: 'The plants before and after one in a list, for paging through the list.',
    grant: pvPlantPage,
    input: body({ sid, filters: siteFilters, sort: siteSort }),
    output: z.object({
      before: neighbor.nullable().describe('null: it is the first, or not in the list.'),
      after: neighbor.nullable().describe('null: it is the last, or not in the list.'),
      place: z.number().int().describe('From 1; 0 if it is not in the list.'),
      total: z.number().int(),
    }),
  }),
  map: endpoint({
    path: 'v2/site/map',
    summary: 'Locations and states of the plants in the list, up to 20,000 points.',
    grant: pvPlantPage,
    input: body({ filters: siteFilters }),
    output: z.object({ list: z.array(mapPoint).max(20_000) }),
  }),
  curves: endpoint({
    path: 'v2/site/curves',
    summary:
      "Power of several plants in half-hour steps of each plant's own day: today's, or that of the day before until sunrise.",
    grant: pvPlantPage,
    input: body({ sids: listOf(sid, 50).describe('Plants not visible to the caller are omitted.') }),
    output: z.object({ stepMinutes: z.number().int(), list: z.array(siteCurve) }),
  }),
  detail: endpoint({
    path: 'v2/site/detail',
    summary: 'Address, settings, users and equipment of one plant.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: siteDetail,
  }),
  overview: endpoint({
    path: 'v2/site/overview',
    summary: 'Current state and production of one plant, with its energy flow, devices and alert.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: siteOverview,
  }),
  modules: endpoint({
    path: 'v2/site/modules',
    summary: 'All modules of one plant with their latest values, grouped by device.',
    grant: pvPlantPage,
    input: body({
      sid,
      page: wholeOr(0, 0, 1_000_000).describe('Layout page, not page of the list; 0 for all.'),
    }),
    output: z.object({ list: z.array(siteModules), total_plc: z.number().int(), is_all: z.boolean() }),
  }),
  modulesPage: endpoint({
    path: 'v2/site/modules/page',
    summary: 'The layout pages of one plant.',
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
        .describe('Extension, type 11: minutes per step, 5 or 15.'),
      withClearSky: flag(false).describe(
        'Extension, types 2, 3, 5 (up to 24 months) and 11: adds the series `Clear sky` up to now, for the current plant configuration, and `clearSkyBasis`.',
      ),
      byPlane: flag(false).describe(
        'Extension, types 3 and 5: energy by array instead of by device, each series with its `planeId`; with `withClearSky` that of each array as well, `key` clearSky.',
      ),
      withFlows: flag(false).describe(
        'Extension, types 2, 3, 5 and 11: adds meter and battery data: `Consumption`, `Grid` and `Battery`, or energies `Consumption`, `Imported`, `Exported`.',
      ),
      withCompleteness: flag(false).describe('Extension: adds `completeness`.'),
      withMissing: flag(false).describe('Extension, type 11: adds `missing`, `startAt` and `stepMs`.'),
    }),
    output: chart.extend({
      totals: values
        .optional()
        .describe(
          'Extension, type 3 with flows: kWh of the entire plant per label, rounded once; null: unknown.',
        ),
      money: values
        .optional()
        .describe(
          'Ours, types 3 and 5 with flows: what the energy of each label was worth, in `moneyUnit`; null: not known.',
        ),
      moneyUnit: z.string().optional().describe('Ours: currency of `money`.'),
      completeness: values
        .optional()
        .describe('Extension, on request: per label, share of the expected readings received, 0 to 1.'),
      repairedOn: z
        .array(z.string().nullable())
        .optional()
        .describe(
          "Extension, types 3 and 5, with `completeness`: per label, the day (YYYY-MM-DD in the plant's calendar) of the latest correction of completed days, for example by delayed readings; null if none.",
        ),
      missing: z
        .array(missingSpan)
        .optional()
        .describe(
          'Extension, on request: periods in which a device did not report while others in the plant did; without `sn`, in which none did.',
        ),
      startAt: z
        .number()
        .int()
        .optional()
        .describe('Extension, on request: time of the first step, ms since 1970.'),
      stepMs: z.number().int().optional(),
      clearSkyBasis: clearSkyBasis
        .optional()
        .describe(
          'Extension, with `withClearSky`: the arrays of all modules are known, of some, or of none, the others being assumed at 30° toward the equator; or why it is unavailable.',
        ),
      recordedSince: recordedSince.describe(
        'Extension, types 5 and 6: first local day with data, YYYY-MM-DD; null if there has never been data.',
      ),
    }),
  }),
  statisticsDate: endpoint({
    path: 'v2/site/statistics/date',
    summary: 'Energy and value of a plant: 1 day, 2 month, 3 year, 4 lifetime.',
    grant: pvPlantPage,
    input: body({
      sid,
      types: wholeOr(1, 0, 99),
      date: figureDay,
      rangeDate: dayRange.describe(
        'Extension: YYYY-MM-DD~YYYY-MM-DD, both inclusive, instead of `types` and `date`.',
      ),
    }),
    output: periodFigures.extend({
      saved: z
        .number()
        .nullable()
        .describe('Extension: the part of `economic` for self-consumption; null if no meter separates it.'),
      exportRevenue: z
        .number()
        .nullable()
        .describe(
          'Extension: the part of `economic` for exported energy; null if no meter separates it, or if days with export have no feed-in price.',
        ),
    }),
  }),
  layoutInfo: endpoint({
    path: 'v2/site/layoutInfo',
    summary: "The background image of a plant's module layout.",
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({
      sid: z.string(),
      siteName: z.string(),
      layoutPic: z.string(),
      layoutScale: z.number(),
    }),
  }),
  ...siteArchive,
  ...siteCommission,
  ...siteFiles,
  ...siteEdit,
  ...siteExpected,
  ...siteHandOver,
  ...sitePublic,
  ...siteViews,
} satisfies Contract;
