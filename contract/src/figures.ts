// What answers carry in many places: instants as clients read them, states, produced energy, benefit, flow, charts.
import { z } from 'zod';
import { numberText } from './envelope.ts';

/** Local time of the plant, `DD/MM/YYYY HH:mm`; '' when there is none. */
export const displayTime = z.string().regex(/^(\d{2}\/\d{2}\/\d{4} \d{2}:\d{2})?$/);
/** Local time of the plant, `YYYY-MM-DD HH:mm:ss`, as module lists have it; '' when there is none. */
export const clockTime = z.string().regex(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/);
/** The plant's wall clock in seconds as if it were UTC; 0 when there is none. Clients undo exactly this. */
export const wallSeconds = z.number().int();
const faultCode = z.string().regex(/^[0-9A-Fa-f]{4}$/);
const count = z.number().int().nonnegative();

/** 0 online, -1 offline, 1 alert, 2 not registered, 3 uncommissioned; the title in words. */
export const state = { status: z.number().int(), statusTitle: z.string() };

/** The fault word in 4 hex digits (`0000` is none) with its words. */
export const alertFields = { alertCode: faultCode, alertTitle: z.string(), alertDescription: z.string() };
export const alert = z.object({ code: faultCode, title: z.string(), desc: z.string() });

/** When something last reported: local time, relative words, wall-clock seconds. */
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

/** Produced energy in kWh, power in W and money, all as texts. */
export const production = z.object({
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
  totalMoney: numberText,
  todayMoney: numberText,
  yesterdayMoney: numberText,
  monthMoney: numberText,
  totalMoneyUnit: z.string(),
});

/** What the produced energy saved: CO2 in kg, trees, km driven, hours of a 60 W lamp, barrels of oil. */
export const benefit = z.object({
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
});

const flowNode = z.object({
  power: z.number(),
  powerUnit: z.string(),
  /** 0 still, 1 away from the node, 2 towards it. */
  direction: z.number().int(),
  show: z.boolean(),
  /** Battery charge in percent, else 0. */
  rate: z.number(),
  /** False where the figure is not measured and only mirrors the panels. */
  showPower: z.boolean(),
});

/** The energy flow picture: five nodes, those the plant does not have with `show` false. */
export const energyFlow = z.object({
  PVPanel: flowNode,
  home: flowNode,
  grid: flowNode,
  battery: flowNode,
  gen: flowNode,
});

/** Values beside the labels of a chart; null where nothing was measured or the time has not come. */
export const values = z.array(z.number().nullable());

export const chartSeries = z.object({ stack: z.string(), name: z.string(), data: values, unit: z.string() });

/** A chart: every series has one value per label of `xAxisData`. */
export const chart = z.object({
  legend: z.array(z.string()),
  xAxisData: z.array(z.string()),
  series: z.array(chartSeries),
  weatherSeries: z.array(chartSeries).nullable(),
});

/** Energy, consumption and money of one day, month, year or of all time, as texts. */
export const periodFigures = z.object({
  power: numberText,
  consumption: numberText,
  economic: numberText,
  powerUnit: z.string(),
  consumptionUnit: z.string(),
  economicUnit: z.string(),
});

/** One module: an input of a microinverter, `plcSN` is `<SN>_<addr>` with addr from 1. */
export const module = z.object({
  plcSN: z.string(),
  addr: z.number().int(),
  lastUpdate: clockTime,
  lastUpdateTime: wallSeconds,
  ...powerFields,
  version: z.string(),
  status: faultCode,
  page: count,
  model: z.number().int(),
  model_name: z.string(),
});
