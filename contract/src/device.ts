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
  unregisteredDevice,
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
  .describe('Extension: device types, separated by commas.');

const wifiSn = listOf(z.object({ sn, wifiVersion: text(60) }), 200);

export const device = {
  list: endpoint({
    path: 'v2/device/list',
    summary: 'Devices visible to the caller, with their modules.',
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
        sid: filterText.describe('Extension: the devices of one plant.'),
        sn_prefix: filterText.describe('Extension: prefix of the serial number.'),
        kinds: filterKinds,
        state: filterOf<StateKey>(stateKeys, 'a state').describe('Extension: key of the displayed state.'),
        severity: filterOf<Severity>(severities, 'a severity').describe(
          'Extension: severity of the worst open cause.',
        ),
        version: filterText.describe('Extension: prefix of one of its versions.'),
        company_id: filterWhole.describe('Extension: the company that manages its plant.'),
        is_restricted: filterFlag.describe('Extension: whether its serial number is on the blocklist.'),
      }),
      sort: sortBy([
        'sn',
        'siteName',
        'modelName',
        'now',
        'lastUpdate',
        'status',
        'createdAt',
        'todayPower',
        'totalPower',
        'version',
      ] as const),
    }),
    output: pageOf(deviceRow),
  }),
  listNoReg: endpoint({
    path: 'v2/device/list/noReg',
    summary: 'Serial numbers that report but do not belong to a plant yet.',
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
    summary:
      'A serial number without a plant: its latest frame, decoded, with its bytes if they are stored, and its stock entry.',
    grant: noRegGatewayListPage,
    input: body({ sn }),
    output: z.object({
      sn: z.string(),
      at: z.number().int().nullable().describe('Milliseconds since 1970; null: no frame has been decoded.'),
      values: z.array(historyColumn.extend({ value: z.number() })),
      bytes: z.string().describe("Hex; '' if not stored."),
      ...unregisteredDevice.shape,
    }),
  }),
  frames: endpoint({
    path: 'v2/device/frames',
    summary: 'Raw frames of a device as received, newest first, where they are stored.',
    grant: deviceFramesButton,
    input: body({ sn, page: pageInput }),
    output: z.object({
      list: z.array(
        z.object({
          at: z.number().int().describe('Milliseconds since 1970.'),
          bytes: z.string().describe('Hex.'),
          isWhole: z.boolean().describe('All checksums are valid.'),
        }),
      ),
      hasMore: z.boolean(),
    }),
  }),
  claim: endpoint({
    path: 'v2/device/claim',
    summary: 'Adds a serial number to a plant, including its previous readings.',
    grant: deviceClaimButton,
    writes: true,
    /** Without `modelNumber` the model is what the frames say. */
    input: body({ sid, sn, alias: text(60), modelNumber: wholeOr(null, 0, 10_000) }),
    output: z.object({ sid: z.string(), sn: z.string() }),
  }),
  sheet: endpoint({
    path: 'v2/device/sheet',
    summary:
      'Reads serial numbers from an .xlsx file below 4 MB (first column: serial number, second: name) and checks each row; adds nothing.',
    grant: plantUpdateButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({ file: upload }),
    output: z.object({ list: z.array(serialRow) }),
  }),
  detail: endpoint({
    path: 'v2/device/detail',
    summary: 'Type, model, plant and owner of a device.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish() }),
    output: deviceDetail,
  }),
  history: endpoint({
    path: 'v2/device/history',
    summary: 'All readings of a device on one day, oldest first.',
    grant: pvPlantPage,
    input: body({ sid: sid.nullish(), sn, date: day }),
    output: z.object({ list: z.array(historyRow) }),
  }),
  historyDownload: endpoint({
    path: 'v2/device/history/download',
    summary: 'All readings of a device on one day or a range of days as CSV, one column per measurement.',
    grant: pvPlantPage,
    queue: 'bulk',
    input: body({ sid: sid.nullish(), sn, date: day, rangeDate: dayRange }),
    output: z.object({
      fileName: z.string(),
      type: z.string(),
      text: z.string().describe('Times with their UTC offset, units in the first line.'),
    }),
  }),
  historyRows: endpoint({
    path: 'v2/device/historyRows',
    summary: 'Readings of a device between two days, newest first, in pages.',
    grant: pvPlantPage,
    input: body({
      sid: sid.nullish(),
      sn,
      rangeDate: dayRange,
      before: wholeOr(null, 0, 9_000_000_000_000).describe('`next` of the previous page.'),
      size: wholeOr(100, 1, 5000),
    }),
    output: historyRows,
  }),
  historyCurves: endpoint({
    path: 'v2/device/historyCurves',
    summary: 'Measurements of a device between two days as averages over equal steps, at most about 700.',
    grant: pvPlantPage,
    input: body({
      sid: sid.nullish(),
      sn,
      rangeDate: dayRange,
      columns: listOf(neededText(60), 24).describe(
        'Column IDs as in `historyRows`; counters are not available.',
      ),
    }),
    output: historyCurves,
  }),
  playback: endpoint({
    path: 'v2/device/playback',
    summary:
      'Power of every module in five-minute steps, of one device or, without `sn`, of an entire plant.',
    grant: pvPlantPage,
    input: body({
      sn: sn.nullish(),
      sid: sid.nullish(),
      types: wholeOr(1, 0, 99).describe('1 power; the only type.'),
      start: day,
      end: day,
      compact: flag(false).describe('Extension: one day of numbers only, in `compact`.'),
      measure: z
        .enum(['power', 'energy', 'dcVoltage', 'dcCurrent', 'temperature'])
        .nullish()
        .describe('Extension, with `compact`; default: power.'),
    }).refine((input) => input.sn || input.sid, { path: ['sn'], message: 'Expected sn or sid' }),
    output: playback,
  }),
  alerts: endpoint({
    path: 'v2/device/alerts',
    summary:
      'Faults reported by inverters and problems detected in devices, repeated days grouped: ongoing ones first, then newest.',
    grant: pvPlantPage,
    input: body({
      sid: sid.nullish().describe('Like `filters.sid`, as other calls of devices have it; both apply.'),
      sn: sn.nullish().describe('One device; `filters.sn` is part of a serial number.'),
      page: pageInput,
      filters: part({
        keywords: filterText,
        sid: filterText,
        sn: filterText,
        site_name: filterText,
        alert_code: filterText.describe('Key of an event: a code such as `0040`, or `silent`.'),
      }),
      rangeDate: dayRange.describe(
        'YYYY-MM-DD~YYYY-MM-DD in the calendar of each plant; absent: the last 30 days. At most one year.',
      ),
      sort: sortBy(['begunAt', 'lasted', 'times', 'sn']),
      fold: flag(false).describe(
        'Extension: groups the same code on several devices of a plant on the same days, which is usually caused by the grid.',
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
    summary: 'Current state and production of one device.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish() }),
    output: statisticsOverview,
  }),
  statisticsOverviewElectricity: endpoint({
    path: 'v2/device/statistics/overview/electricity',
    summary: 'Counter readings of one device, for a composite device by component.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish() }),
    output: z.object({ list: z.array(deviceMeasure), recordedSince }),
  }),
  historyElectricity: endpoint({
    path: 'v2/device/history/electricity',
    summary: 'Daily counter increments of one device, newest first, up to 400 days.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish(), rangeDate: dayRange }),
    output: z.object({
      list: z.array(
        z.object({
          date: z.string().describe("YYYY-MM-DD in the plant's calendar."),
          measures: z.array(
            z.object({
              key: z.string().describe('Key in the catalog of measurements.'),
              unit: z.string(),
              value: z.number().nullable().describe('null: no data for that day.'),
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
      'One chart of a device: 1 curves of a day, 2 hours of a day, 3 days with daily means, 5 months, 6 years by month, 11 power of a day.',
    grant: pvPlantPage,
    input: body({
      sn,
      sid: sid.nullish(),
      types: whole(0, 99),
      date: dayOrRange,
      rangeDate: dayRange,
      weatherHours,
      minInterval: wholeOr(null, 1, 60).describe('Minutes per step; null: default of the chart type.'),
      lines: listOf(neededText(60), 100).describe('Names from `powerParamateMap`; none: all of them.'),
    }),
    output: chart,
  }),
  statisticsDate: endpoint({
    path: 'v2/device/statistics/date',
    summary: 'Energy and value of a device: 1 day, 2 month, 3 year, 4 lifetime.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish(), types: wholeOr(1, 0, 99), date: figureDay }),
    output: periodFigures.extend({
      measures: z
        .array(z.object({ key: z.string(), unit: z.string(), value: z.number().nullable() }))
        .optional()
        .describe(
          'Extension: counter increments of the device in the period, by key in the catalog of measurements.',
        ),
    }),
  }),
  powerParamateMap: endpoint({
    path: 'v2/device/powerParamateMap',
    summary: 'The series available for the day chart of a device, with their units.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish() }),
    output: z.object({
      list: z.array(
        z.object({
          name: z.string(),
          unit: z.string(),
          key: z.string().describe('Extension: the measurement.'),
          addr: z.number().int().optional().describe('Extension: number of the input or phase, from 1.'),
        }),
      ),
    }),
  }),
  detailWifiOta: endpoint({
    path: 'v2/device/detailWifiOta',
    summary: 'Whether newer Wi-Fi firmware exists for these serial numbers.',
    grant: pvPlantPage,
    input: body({ wifiSn }),
    /** A bare array with serial numbers in lower case, like the original service. `advice`: 1 update, 2 none. */
    output: z.array(
      z.object({ sn: z.string(), wifiVersion: z.string(), advice: z.number().int(), address: z.string() }),
    ),
  }),
  updateWifiVersion: endpoint({
    path: 'v2/device/updateWifiVersion',
    summary: 'Records the Wi-Fi firmware that these serial numbers now run.',
    /** No button required: the mobile app of the owner, who may change the plant, installs firmware and records it. */
    grant: pvPlantPage,
    writes: true,
    input: body({ wifiSn }),
    output: nothing,
  }),
} satisfies Contract;
