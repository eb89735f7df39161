// One module: an input of an inverter, compared with the median module of its array.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { chart, periodFigures } from './figures.ts';
import { pvPlantPage } from './grants.ts';
import { deviceIssue, stateNow } from './now.ts';
import { body, dayOrRange, dayRange, figureDay, sid, sn, whole, wholeOr } from './values.ts';

const addr = whole(1, 256).describe('Number of the input, from 1.');
const amount = z.number().nullable();

const period = z.object({
  energy: amount.describe('kWh; null: unknown.'),
  median: amount.describe('kWh of the median module of its array; null: nothing to compare with.'),
});

const moduleOverview = z
  .object({
    sid: z.string(),
    siteName: z.string(),
    sn: z.string(),
    addr: z.number().int(),
    plcSN: z.string(),
    alias: z.string().describe('Of the device.'),
    modelName: z.string(),
    timezone: z.string(),
    ...stateNow,
    trouble: deviceIssue,
    ratedW: amount,
    plane: z
      .object({
        id: z.number().int(),
        name: z.string(),
        tiltDeg: z.number(),
        azimuthDeg: z.number(),
        count: z.number().int().describe('Modules in it.'),
      })
      .nullable(),
    power: amount.describe('W; null if the latest reading is too old.'),
    powerMedian: amount,
    dcVoltage: amount.describe('V, latest reading.'),
    dcCurrent: amount.describe('A, latest reading.'),
    temperature: amount.describe('°C, latest reading of the device.'),
    today: period,
    yesterday: period,
    month: period,
    year: period,
    total: period,
  })
  .meta({ id: 'ModuleOverview' });

export const deviceModules = {
  modulesStatisticsOverview: endpoint({
    path: 'v2/device/modules/statistics/overview',
    summary: 'Current state and production of one module, next to the median module of its array.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish(), addr }),
    output: moduleOverview,
  }),
  modulesStatisticsEcharts: endpoint({
    path: 'v2/device/modules/statistics/echarts',
    summary:
      'One chart of a module and the median of its array: 1 one measurement over a day, 3 energy by day, 5 by month.',
    grant: pvPlantPage,
    input: body({
      sn,
      sid: sid.nullish(),
      addr,
      types: whole(0, 99),
      date: dayOrRange,
      rangeDate: dayRange,
      minInterval: wholeOr(5, 1, 60).describe('Minutes per step.'),
      measure: z
        .enum(['power', 'energy', 'dcVoltage', 'dcCurrent', 'temperature'])
        .nullish()
        .describe('For type 1; default: power.'),
    }),
    output: chart,
  }),
  modulesStatisticsDate: endpoint({
    path: 'v2/device/modules/statistics/date',
    summary: 'Energy and value of a module: 1 day, 2 month, 3 year, 4 lifetime.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish(), addr, types: wholeOr(1, 0, 99), date: figureDay }),
    output: periodFigures.extend({ median: amount.describe('kWh of the median module of its array.') }),
  }),
} satisfies Contract;
