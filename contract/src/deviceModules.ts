// One module: an input of an inverter, beside the median module of its plane.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { chart, periodFigures } from './figures.ts';
import { pvPlantPage } from './grants.ts';
import { stateNow, trouble } from './now.ts';
import { body, dayOrRange, dayRange, figureDay, sid, sn, whole, wholeOr } from './values.ts';

const addr = whole(1, 256).describe('Number of the input, from 1.');
const amount = z.number().nullable();

const period = z.object({
  energy: amount.describe('kWh; null: nothing is known.'),
  median: amount.describe('kWh of the median module of its plane; null: nothing to compare with.'),
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
    trouble,
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
    power: amount.describe('W; null where the newest report is old.'),
    powerMedian: amount,
    dcVoltage: amount.describe('V of the newest report.'),
    dcCurrent: amount.describe('A of the newest report.'),
    temperature: amount.describe('°C of the newest report, of the device.'),
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
    summary: 'What one module does now and has made, beside the median module of its plane.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish(), addr }),
    output: moduleOverview,
  }),
  modulesStatisticsEcharts: endpoint({
    path: 'v2/device/modules/statistics/echarts',
    summary:
      'One chart of a module and the median of its plane: 1 one measure over a day, 3 energy by days, 5 by months.',
    grant: pvPlantPage,
    input: body({
      ...{ sn, sid: sid.nullish(), addr },
      types: whole(0, 99),
      date: dayOrRange,
      rangeDate: dayRange,
      minInterval: wholeOr(5, 1, 60).describe('Minutes of a step.'),
      measure: z
        .enum(['power', 'energy', 'dcVoltage', 'dcCurrent', 'temperature'])
        .nullish()
        .describe('Of type 1; power unless told.'),
    }),
    output: chart,
  }),
  modulesStatisticsDate: endpoint({
    path: 'v2/device/modules/statistics/date',
    summary: 'Energy and money of a module: 1 day, 2 month, 3 year, 4 all time.',
    grant: pvPlantPage,
    input: body({ sn, sid: sid.nullish(), addr, types: wholeOr(1, 0, 99), date: figureDay }),
    output: periodFigures.extend({ median: amount.describe('kWh of the median module of its plane.') }),
  }),
} satisfies Contract;
