// What answers carry in many places: instants as clients read them, states, produced energy, benefit, flow, charts.
import { statuses } from '@helioport/domain/status';
import { z } from 'zod';
import { numberText } from './envelope.ts';
import { amountText } from './money.ts';

export const displayTime = z
  .string()
  .regex(/^(\d{2}\/\d{2}\/\d{4} \d{2}:\d{2})?$/)
  .describe('Plant time, DD/MM/YYYY HH:mm, or empty.');
export const clockTime = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/)
  .describe('Plant time, YYYY-MM-DD HH:mm:ss, or empty.');
/** On what a clear sky rests. */
export const clearSkyBasis = z.enum(['planes', 'partly', 'usual', 'noPosition', 'noRating']);
/** Wrong as an instant, but clients undo exactly this. */
export const wallSeconds = z
  .number()
  .int()
  .describe('Plant time in seconds as if it were UTC; 0 if there is none.');
export const faultCode = z
  .string()
  .regex(/^[0-9A-Fa-f]{4}$/)
  .describe('Fault word in 4 hex digits; 0000 for none.');
const count = z.number().int().nonnegative();

/** The state of a plant or device: its number, and its title in words. */
export const state = {
  status: z
    .literal(statuses.map(({ code }) => code))
    .describe(statuses.map(({ code, title }) => `${code} ${title}`).join(', ')),
  statusTitle: z.string(),
};

/** The fault word in 4 hex digits (`0000` is none) with its words. */
export const alertFields = { alertCode: faultCode, alertTitle: z.string(), alertDescription: z.string() };
export const alert = z.object({ code: faultCode, title: z.string(), desc: z.string() });

/**
 * When something last reported, at `lastReportAt` of its state: local time, relative words, wall-clock seconds. For a
 * plant that is the latest reading of its producers, or of any device if no producer has reported.
 */
export const lastUpdateFields = {
  lastUpdate: displayTime,
  lastUpdateCal: z.string(),
  lastUpdateTime: wallSeconds,
};

/** Power now in W, energy of today and in all in kWh. */
export const powerFields = {
  now: z.number(),
  nowUnit: z.string(),
  todayPower: z.number(),
  todayPowerUnit: z.string(),
  totalPower: z.number(),
  totalPowerUnit: z.string(),
};

/** The first day of which anything is known, so that a total can say since when it counts. */
export const recordedSince = z
  .string()
  .nullable()
  .optional()
  .describe('Extension: first local day with data, YYYY-MM-DD; null if there has never been data.');

/** Produced energy in kWh, power in W and money, all as texts. */
export const production = z
  .object({
    today: numberText,
    todayUnit: z.string(),
    yesterday: numberText,
    yesterdayUnit: z.string(),
    month: numberText,
    monthUnit: z.string(),
    year: numberText,
    yearUnit: z.string(),
    total: numberText,
    totalUnit: z.string(),
    totalNow: numberText,
    totalNowUnit: z.string(),
    totalMoney: amountText,
    todayMoney: amountText,
    yesterdayMoney: amountText,
    monthMoney: amountText,
    yearMoney: amountText.optional().describe('Extension.'),
    totalMoneyUnit: z.string(),
  })
  .meta({ id: 'Production' });

const ofGrid = 'null where plants of several grids are summed up, or none.';

/** What the produced energy saved: CO2 in kg by the factor of the country's grid, trees, km driven, hours of a 60 W lamp, barrels of oil. */
export const benefit = z
  .object({
    co2: numberText,
    co2Unit: z.string(),
    tree: numberText,
    treeUnit: z.string(),
    car: numberText,
    carUnit: z.string(),
    light: numberText,
    lightUnit: z.string(),
    oil: numberText,
    oilUnit: z.string(),
    co2Factor: z.number().nullable().optional().describe(`Extension: kg of CO2 per kWh; ${ofGrid}`),
    co2Source: z.string().nullable().optional().describe(`Extension: source of that value; ${ofGrid}`),
    co2Year: z.number().int().nullable().optional().describe(`Extension: year of that value; ${ofGrid}`),
  })
  .meta({ id: 'Benefit' });

const flowNode = z
  .object({
    power: z.number(),
    powerUnit: z.string(),
    direction: z.number().int().describe('0 idle, 1 out of this node, 2 into it.'),
    show: z.boolean(),
    rate: z.number().describe('State of charge in percent, else 0.'),
    showPower: z
      .boolean()
      .describe(
        'False if the value is not measured and only mirrors the modules, or unknown because readings are outdated or contradict each other.',
      ),
    outdatedAt: z
      .number()
      .optional()
      .describe(
        'Extension: time of the reading in ms if it is too old to be combined with the others; `showPower` tells whether its power still applies.',
      ),
  })
  .meta({ id: 'FlowNode' });

/** The energy flow picture: five nodes, those the plant does not have with `show` false. */
export const energyFlow = z
  .object({
    PVPanel: flowNode,
    home: flowNode,
    grid: flowNode,
    battery: flowNode,
    gen: flowNode,
  })
  .meta({ id: 'EnergyFlow' });

/** Values by label of a chart; null if not measured or in the future. */
export const values = z.array(z.number().nullable());

/** Which spans began before the record did. */
const partial = z.array(z.boolean()).optional();

export const chartSeries = z
  .object({
    stack: z.string(),
    name: z.string(),
    data: values,
    unit: z.string(),
    key: z
      .string()
      .optional()
      .describe(
        'Extension: key of the series, for a device its measurement (docs/measures.md). Screens use this, never the name.',
      ),
    addr: z.number().int().optional().describe('Extension: number of the input or phase, from 1.'),
    sn: z.string().optional().describe('Extension: the device.'),
    planeId: z
      .number()
      .int()
      .nullable()
      .optional()
      .describe('Extension, for an array: its number; null for modules without an array.'),
    partial: partial.describe('Extension, if each series is a year: as `partial` of a chart.'),
    completeness: values
      .optional()
      .describe('Extension, on request, if each series is a year: as `completeness` of a chart.'),
    completenessOfAll: z
      .number()
      .nullable()
      .optional()
      .describe(
        'Extension, on request: the average over all days of the year; null if no readings were expected.',
      ),
    repairedOn: z
      .string()
      .nullable()
      .optional()
      .describe(
        'Extension, with `completenessOfAll`: the latest `repairedOn` of a chart over the entire year.',
      ),
  })
  .meta({ id: 'ChartSeries' });

/** Said where single reports were asked for that were kept long enough; absent elsewhere. */
export const detailFrom = z
  .string()
  .optional()
  .describe(
    'Extension: the requested period starts before this day (YYYY-MM-DD), the first with detailed readings; totals are not affected.',
  );

/** A chart: every series has one value per label of `xAxisData`. */
export const chart = z
  .object({
    legend: z.array(z.string()),
    xAxisData: z.array(z.string()),
    series: z.array(chartSeries),
    weatherSeries: z.array(chartSeries).nullable().describe('Only with `weatherHours`.'),
    partial: partial.describe(
      'Extension: per label, whether data starts in the middle of that period, so that its total is incomplete.',
    ),
    detailFrom,
  })
  .meta({ id: 'Chart' });

/** Energy, consumption and money of one day, month, year or of all time, as texts. */
export const periodFigures = z
  .object({
    power: numberText,
    consumption: numberText,
    economic: amountText,
    powerUnit: z.string(),
    consumptionUnit: z.string(),
    economicUnit: z.string(),
    recordedSince,
    isPartial: z
      .boolean()
      .optional()
      .describe('Extension: data starts in the middle of this period, on `recordedSince`.'),
  })
  .meta({ id: 'PeriodFigures' });

/** One module: an input of a microinverter, `plcSN` is `<SN>_<addr>` with addr from 1. */
export const moduleRow = z
  .object({
    plcSN: z.string(),
    addr: z.number().int(),
    lastUpdate: clockTime,
    lastUpdateTime: wallSeconds,
    ...powerFields,
    now: z.number().nullable().describe('null: the device reports, but not for this input.'),
    version: z.string(),
    status: faultCode,
    page: count,
    model: z.number().int(),
    model_name: z.string(),
  })
  .meta({ id: 'Module' });
