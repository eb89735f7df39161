// A device of a plant: found by serial number, its latest values, its history, its firmware.
import { type Severity, severities } from '@helioport/domain/condition';
import { type DeviceKindKey, deviceKinds } from '@helioport/domain/deviceKinds';
import { type StateKey, stateKeys } from '@helioport/domain/state';
import { z } from 'zod';
import { deviceActs } from './deviceActs.ts';
import {
  alertRow,
  deviceDetail,
  deviceMeasure,
  deviceRow,
  historyRow,
  playback,
  statisticsOverview,
  unregisteredRow,
} from './deviceAnswers.ts';
import { deviceDownloads } from './deviceDownloads.ts';
import { historyColumn, historyCurves, historyRows } from './deviceHistory.ts';
import { deviceModules } from './deviceModules.ts';
import { deviceModulesAnalytics } from './deviceModulesAnalytics.ts';
import { deviceReplace } from './deviceReplace.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import { chart, periodFigures, recordedSince } from './figures.ts';
import {
  deviceClaimButton,
  deviceFramesButton,
  noRegGatewayListPage,
  plantUpdateButton,
  pvPlantPage,
} from './grants.ts';
import { layout } from './layout.ts';
import { serialRow } from './siteEdit.ts';
import { filterOf } from './siteFilters.ts';
import { upload } from './upload.ts';
import {
  body,
  day,
  dayOrRange,
  dayRange,
  figureDay,
  filterFlag,
  filterText,
  filterWhole,
  flag,
  listOf,
  neededText,
  part,
  sid,
  sn,
  text,
  weatherHours,
  whole,
  wholeOr,
} from './values.ts';

/** Keys of kinds with commas between them; no word gives an empty list. */
const filterKinds = filterText
  .transform((raw, ctx): DeviceKindKey[] => {
    const words = raw === '' ? [] : raw.split(',').map((word) => word.trim());
    const known = deviceKinds.map(({ key }) => key).filter((key) => words.includes(key));
    if (known.length === new Set(words).size) return known;
    ctx.addIssue({ code: 'custom', message: 'Expected kinds of devices' });
    return z.NEVER;
  })
  .describe('Ours: kinds of devices with commas between them.');

const wifiSn = listOf(z.object({ sn, wifiVersion: text(60) }), 200);

export const device = {
  list: endpoint({
    path: 'v2/device/list',
    summary: 'Devices the caller can see, with their modules.',
    grant: pvPlantPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText,
        sn: filterText,
        site_name: filterText,
        user_email: filterText,
        installer_email: filterText,
        is_commission: filterFlag,
        model: filterWhole.describe('Number of a model.'),
        country_code: filterText,
        street: filterText,
        status: filterWhole.describe('The number `status` of its rows.'),
        sid: filterText.describe('Ours: the devices of one plant.'),
        sn_prefix: filterText.describe('Ours: with what the serial number begins.'),
        kinds: filterKinds,
        state: filterOf<StateKey>(stateKeys, 'a state').describe(
          'Ours: key of the state by which a device is shown.',
        ),
        severity: filterOf<Severity>(severities, 'a severity').describe(
          'Ours: how severe the worst open cause is.',
        ),
        version: filterText.describe('Ours: with what one of its versions begins.'),
        company_id: filterWhole.describe('Ours: the company that looks after its plant.'),
        is_restricted: filterFlag.describe('Ours: whether its serial is on the black list.'),
      }),
      sort: sortBy([
        ...['sn', 'siteName', 'modelName', 'now', 'lastUpdate', 'status', 'createdAt'],
        ...['todayPower', 'totalPower', 'version'],
      ] as const),
    }),
    output: pageOf(deviceRow),
  }),
  listNoReg: endpoint({
    path: 'v2/device/list/noReg',
    summary: 'Serials that report but belong to no plant yet.',
    grant: noRegGatewayListPage,
    input: body({
      page: pageInput,
      filters: part({ keywords: filterText, sn: filterText }),
      sort: sortBy(['sn', 'now', 'lastUpdate', 'createdAt']),
    }),
    output: pageOf(unregisteredRow),
  }),
  listNoRegFrame: endpoint({
    path: 'v2/device/list/noReg/frame',
    summary: 'The newest frame of a serial without a plant, decoded, and its bytes where they are kept.',
    grant: noRegGatewayListPage,
    input: body({ sn }),
    output: z.object({
      sn: z.string(),
      at: z.number().int().nullable().describe('Milliseconds since 1970; null: none was ever decoded.'),
      values: z.array(historyColumn.extend({ value: z.number() })),
      bytes: z.string().describe("Hex; '' where they are not kept."),
    }),
  }),
  frames: endpoint({
    path: 'v2/device/frames',
    summary: 'The raw frames of a device as they were received, newest first, where they are kept.',
    grant: deviceFramesButton,
    input: body({ sn, page: pageInput }),
    output: z.object({
      list: z.array(
        z.object({
          at: z.number().int().describe('Milliseconds since 1970.'),
          bytes: z.string().describe('Hex.'),
          isWhole: z.boolean().describe('All checksums are right.'),
        }),
      ),
      hasMore: z.boolean(),
    }),
  }),
  claim: endpoint({
    path: 'v2/device/claim',
    summary: 'Binds a serial to a plant; what it reported before comes along.',
    grant: deviceClaimButton,
    writes: true,
    /** Without `modelNumber` the model is what the frames say. */
    input: body({ sid, sn, alias: text(60), modelNumber: wholeOr(null, 0, 10_000) }),
    output: z.object({ sid: z.string(), sn: z.string() }),
  }),
  sheet: endpoint({
    path: 'v2/device/sheet',
    summary:
      'Reads serials from an .xlsx file below 4 MB, the first column with a name for each in the second, and looks at every row; enters nothing.',
    grant: plantUpdateButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({ file: upload }),
    output: z.object({ list: z.array(serialRow) }),
  }),
  detail: endpoint({
    path: 'v2/device/detail',
    summary: 'What a device is, where it stands and whose it is.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish() }),
    output: deviceDetail,
  }),
  history: endpoint({
    path: 'v2/device/history',
    summary: 'Every report of a device on one day, oldest first.',
    grant: pvPlantPage,
    input: body({ sid: sid.nullish(), sn, date: day }),
    output: z.object({ list: z.array(historyRow) }),
  }),
  historyDownload: endpoint({
    path: 'v2/device/history/download',
    summary: 'Every report of a device on one day or a range of days as CSV, a column for each measure.',
    grant: pvPlantPage,
    queue: 'bulk',
    input: body({ sid: sid.nullish(), sn, date: day, rangeDate: dayRange }),
    output: z.object({
      fileName: z.string(),
      type: z.string(),
      text: z.string().describe('Times with their offset from UTC, units in the first line.'),
    }),
  }),
  historyRows: endpoint({
    path: 'v2/device/historyRows',
    summary: 'The reports of a device between two days, newest first, page by page.',
    grant: pvPlantPage,
    input: body({
      ...{ sid: sid.nullish(), sn, rangeDate: dayRange },
      before: wholeOr(null, 0, 9_000_000_000_000).describe('`next` of the page before.'),
      size: wholeOr(100, 1, 5000),
    }),
    output: historyRows,
  }),
  historyCurves: endpoint({
    path: 'v2/device/historyCurves',
    summary: 'Measures of a device between two days as means over even steps, at most about 700 of them.',
    grant: pvPlantPage,
    input: body({
      ...{ sid: sid.nullish(), sn, rangeDate: dayRange },
      columns: listOf(neededText(60), 24).describe(
        'Ids of columns that `historyRows` names; counters give none.',
      ),
    }),
    output: historyCurves,
  }),
  playback: endpoint({
    path: 'v2/device/playback',
    summary:
      'Power of every module in steps of five minutes, of one device or, without `sn`, of a whole plant.',
    grant: pvPlantPage,
    input: body({
      sn: sn.nullish(),
      sid: sid.nullish(),
      types: wholeOr(1, 0, 99).describe('1 power, which alone there is.'),
      start: day,
      end: day,
      compact: flag(false).describe('Ours: one day of numbers alone, in `compact`.'),
      measure: z
        .enum(['power', 'energy', 'dcVoltage', 'dcCurrent', 'temperature'])
        .nullish()
        .describe('Ours, with `compact`; power unless told.'),
    }).refine((asked) => asked.sn || asked.sid, { path: ['sn'], message: 'Expected sn or sid' }),
    output: playback,
  }),
  alerts: endpoint({
    path: 'v2/device/alerts',
    summary:
      'What inverters complained of and what was found about devices, repeated days folded: what goes on, then the newest.',
    grant: pvPlantPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText,
        sid: filterText,
        sn: filterText,
        site_name: filterText,
        alert_code: filterText.describe('Key of an event: a code such as `0040`, or `silent`.'),
      }),
      rangeDate: dayRange.describe(
        'YYYY-MM-DD~YYYY-MM-DD of the calendar of each plant; absent: the last 30 days. At most a year.',
      ),
      sort: sortBy(['begunAt', 'lasted', 'times', 'sn']),
      fold: flag(false).describe(
        'Ours: the same code on several devices of a plant on the same days is one line, mostly it is the grid.',
      ),
    }),
    output: pageOf(alertRow),
  }),
  ...layout,
  ...deviceReplace,
  ...deviceActs,
  ...deviceModules,
  ...deviceModulesAnalytics,
  ...deviceDownloads,
  statisticsOverview: endpoint({
    path: 'v2/device/statistics/overview',
    summary: 'What one device does now and has produced.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish() }),
    output: statisticsOverview,
  }),
  statisticsOverviewElectricity: endpoint({
    path: 'v2/device/statistics/overview/electricity',
    summary: 'What one device has counted, counter by counter, of a machine part by part.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish() }),
    output: z.object({ list: z.array(deviceMeasure), recordedSince }),
  }),
  historyElectricity: endpoint({
    path: 'v2/device/history/electricity',
    summary: 'What one device counted on each of some days, the newest first; at most 400 of them.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish(), rangeDate: dayRange }),
    output: z.object({
      list: z.array(
        z.object({
          date: z.string().describe('YYYY-MM-DD of the plant.'),
          measures: z.array(
            z.object({
              key: z.string().describe('Key of the catalogue of measures.'),
              unit: z.string(),
              value: z.number().nullable().describe('null: nothing is known of that day.'),
            }),
          ),
        }),
      ),
      total: z.number().int(),
    }),
  }),
  statisticsEcharts: endpoint({
    path: 'v2/device/statistics/echarts',
    summary:
      'One chart of a device: 1 lines of a day, 2 hours of a day, 3 days, 5 months, 6 years by month, 11 power of a day.',
    grant: pvPlantPage,
    input: body({
      sn,
      sid: sid.nullish(),
      types: whole(0, 99),
      date: dayOrRange,
      rangeDate: dayRange,
      weatherHours,
      minInterval: wholeOr(null, 1, 60).describe("Minutes of a step; null is the step of the chart's kind."),
      lines: listOf(neededText(60), 100).describe('Names from `powerParamateMap`; none is all of them.'),
    }),
    output: chart,
  }),
  statisticsDate: endpoint({
    path: 'v2/device/statistics/date',
    summary: 'Energy and money of a device: 1 day, 2 month, 3 year, 4 all time.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish(), types: wholeOr(1, 0, 99), date: figureDay }),
    output: periodFigures.extend({
      measures: z
        .array(z.object({ key: z.string(), unit: z.string(), value: z.number().nullable() }))
        .optional()
        .describe('Ours: what the device counted in the period, by keys of the catalogue of measures.'),
    }),
  }),
  powerParamateMap: endpoint({
    path: 'v2/device/powerParamateMap',
    summary: 'The lines that the day chart of a device can draw, with their units.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish() }),
    output: z.object({
      list: z.array(
        z.object({
          name: z.string(),
          unit: z.string(),
          key: z.string().describe('Ours: the measure.'),
          addr: z.number().int().optional().describe('Ours: number of the input or phase, from 1.'),
        }),
      ),
    }),
  }),
  detailWifiOta: endpoint({
    path: 'v2/device/detailWifiOta',
    summary: 'Whether a newer radio firmware exists for these serials.',
    grant: pvPlantPage,
    input: body({ wifiSn }),
    /** A bare array, serials in lower case, as the live service has it. `advice`: 1 update, 2 none. */
    output: z.array(
      z.object({ sn: z.string(), wifiVersion: z.string(), advice: z.number().int(), address: z.string() }),
    ),
  }),
  updateWifiVersion: endpoint({
    path: 'v2/device/updateWifiVersion',
    summary: 'Notes the radio firmware that these serials now run.',
    /** No button: an owner's phone brings the firmware along and tells what it did, and he may change his plant. */
    grant: pvPlantPage,
    writes: true,
    input: body({ wifiSn }),
    output: nothing,
  }),
} satisfies Contract;
