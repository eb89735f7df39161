// Converts the power answer of a day to a chart: production, sources of the consumption, clear-sky power, and devices
// not reporting. `key` identifies a series; names are for older clients.

import type { OutputOf } from '@helioport/contract/endpoint';
import type { site as calls } from '@helioport/contract/site';
import { HOUR_MS } from '@helioport/domain/duration';
import { dateFormat } from '../../formats.ts';
import { t, type WordKey } from '../../i18n.ts';
import type { ColorToken } from '../../theme.ts';
import type { ChartBand, ChartData, ChartSeries } from '../chart/Chart.tsx';
import { lookOf } from './measureLook.ts';
import { clockText, dateText, dayText, withOffset } from './plantClock.ts';

export type PowerAnswer = OutputOf<typeof calls.statisticsEcharts>;
type Values = readonly (number | null)[];

/** From here on a curve is read in kW. */
const LARGE_W = 5000;
/** Below this share of clear-sky energy covered by readings, the day cannot be rated. */
const LEAST_SEEN = 0.25;
/** Below this clear-sky energy a ratio is only noise. */
const LEAST_SKY_WH = 300;

/** Series with names of their own in this chart. */
const known: ReadonlySet<string> = new Set(['production', 'consumption', 'grid', 'battery', 'clearSky']);

/** The values of one kind of series; undefined where the plant has none. */
const valuesOf = ({ series }: PowerAnswer, key: string): Values | undefined =>
  series.find((one) => one.key === key)?.data;

/** Where the consumption of one step came from, in W. The three add up to it. */
export interface Sources {
  sunW: number;
  batteryW: number;
  gridW: number;
}

/**
 * PV supplies consumption first, then the battery does, and the grid covers the rest; charging and export are not
 * consumption.
 */
export function sourcesOf(usedW: number, producedW: number, batteryW: number): Sources {
  const sunW = Math.min(usedW, Math.max(0, producedW));
  const fromBatteryW = Math.min(usedW - sunW, Math.max(0, batteryW));
  return { sunW, batteryW: fromBatteryW, gridW: usedW - sunW - fromBatteryW };
}

function stacksOf(answer: PowerAnswer): Record<keyof Sources, (number | null)[]> | undefined {
  const used = valuesOf(answer, 'consumption');
  if (used === undefined) return undefined;
  const produced = valuesOf(answer, 'production');
  const battery = valuesOf(answer, 'battery');
  const sources = used.map((watts, i) =>
    watts === null ? null : sourcesOf(watts, produced?.[i] ?? 0, battery?.[i] ?? 0),
  );
  const part = (key: keyof Sources) => sources.map((source) => source?.[key] ?? null);
  return { sunW: part('sunW'), batteryW: part('batteryW'), gridW: part('gridW') };
}

interface ChartNames {
  site: string;
  /** `YYYY-MM-DD`. */
  day: string;
  timeZone: string;
  /** Feed-in limit of the plant in W; null or absent: unknown. */
  feedInLimitW?: number | null;
}

/** The limit is drawn from this share of the production peak on: a line far above would flatten the curve. */
const NEAR_LIMIT = 0.8;

/**
 * The highest production that the feed-in limit permits per step, in W: consumption, battery charging, and the limit.
 * Undefined if the plant has no limit or stays far below it.
 */
function underLimit(answer: PowerAnswer, limitW: number | null): (number | null)[] | undefined {
  const produced = valuesOf(answer, 'production');
  if (limitW === null || produced === undefined) return undefined;
  const used = valuesOf(answer, 'consumption');
  const battery = valuesOf(answer, 'battery');
  const admitted = produced.map((_, i) => {
    if (used === undefined) return limitW;
    const watts = used[i];
    return watts == null ? null : watts + Math.max(0, -(battery?.[i] ?? 0)) + limitW;
  });
  const isNear = produced.some(
    (watts, i) => (watts ?? 0) > 0 && (watts ?? 0) >= NEAR_LIMIT * (admitted[i] ?? Infinity),
  );
  return isNear ? admitted : undefined;
}

/** The chart of the whole day, midnight to midnight. */
export function powerChart(
  answer: PowerAnswer,
  { site, day, timeZone, feedInLimitW = null }: ChartNames,
): ChartData {
  const peak = Math.max(0, ...answer.series.flatMap(({ data }) => data.map((value) => Math.abs(value ?? 0))));
  const scale = peak >= LARGE_W ? 1000 : 1;
  const lineOf = (
    key: string,
    name: WordKey,
    color: ColorToken,
    values: Values,
    more: Partial<ChartSeries> = {},
  ): ChartSeries => ({
    key,
    name: t(name),
    kind: 'line',
    color,
    unit: scale === 1 ? 'W' : 'kW',
    decimals: scale === 1 ? 0 : 2,
    values: values.map((value) => (value === null ? null : value / scale)),
    ...more,
  });
  const series: ChartSeries[] = [];
  const add = (values: Values | undefined, make: (values: Values) => ChartSeries) => {
    if (values !== undefined) series.push(make(values));
  };
  const stacks = stacksOf(answer);
  const used = { kind: 'area', stack: 'used' } as const;
  add(valuesOf(answer, 'production'), (values) =>
    lineOf('production', 'site.curve.production', 'production', values, { kind: 'area' }),
  );
  if (stacks !== undefined) {
    const hasBattery = valuesOf(answer, 'battery') !== undefined;
    series.push(lineOf('fromSun', 'site.curve.fromSun', 'production', stacks.sunW, used));
    if (hasBattery)
      series.push(lineOf('fromBattery', 'site.curve.fromBattery', 'battery', stacks.batteryW, used));
    series.push(lineOf('fromGrid', 'site.curve.fromGrid', 'import', stacks.gridW, used));
  }
  const tableOnly = stacks === undefined ? {} : { isTableOnly: true };
  add(valuesOf(answer, 'consumption'), (values) =>
    lineOf('consumption', 'site.curve.consumption', 'consumption', values, { isTableOnly: true }),
  );
  add(valuesOf(answer, 'grid'), (values) => lineOf('grid', 'site.curve.grid', 'import', values, tableOnly));
  add(valuesOf(answer, 'battery'), (values) =>
    lineOf('battery', 'site.curve.battery', 'battery', values, tableOnly),
  );
  const sky = valuesOf(answer, 'clearSky');
  // Without a position clear-sky power is unknown, and a missing line needs no legend.
  add(sky?.some((value) => value !== null) ? sky : undefined, (values) =>
    lineOf('clearSky', 'site.curve.clearSky', 'muted', byDay(values), { isExpected: true }),
  );
  add(underLimit(answer, feedInLimitW), (values) =>
    lineOf('feedInLimit', 'site.curve.feedInLimit', 'export', values, { isExpected: true }),
  );
  // Unknown series keep their own unit, name and color.
  for (const one of answer.series.filter(({ key = '' }) => !known.has(key))) {
    const { name, color, decimals } = lookOf(one);
    series.push({
      key: one.key ?? one.name,
      name,
      kind: 'line',
      unit: one.unit,
      color,
      decimals,
      values: one.data,
    });
  }
  return {
    title: t('site.curve.chartTitle', { site, day }),
    xName: t('site.curve.time', { zone: timeZone }),
    x: answer.xAxisData,
    ...labelsOf(answer, timeZone),
    series,
    bands: bandsOf(answer, timeZone),
  };
}

const overColors: readonly ColorToken[] = ['series-1', 'series-2', 'series-4', 'series-5'];

/**
 * Overlays other days on a day by wall-clock time. Days with a clock change have more or fewer steps; times that the
 * day does not have are left out. Only production and clear sky of all days stay visible, to keep the chart readable.
 */
export function overDays(chart: ChartData, others: readonly OtherDay[]): ChartData {
  if (others.length === 0) return chart;
  const kept = chart.series.map((series) =>
    series.key === 'production' || series.key === 'clearSky' ? series : { ...series, isTableOnly: true },
  );
  const production = chart.series.find(({ key }) => key === 'production');
  if (production === undefined) return chart;
  const lines = others.map(
    (other, i): ChartSeries => ({
      key: other.day,
      name: dateText(other.day),
      kind: 'line',
      color: overColors[i % overColors.length] ?? 'series-1',
      ...curveOf(chart, production, other),
    }),
  );
  return { ...chart, series: [...kept, ...lines] };
}

/** The production of another day by the clock of this one, in its unit. */
function curveOf({ x }: ChartData, { unit, decimals = 1 }: ChartSeries, { answer }: OtherDay) {
  const values = valuesOf(answer, 'production') ?? [];
  const at = new Map(answer.xAxisData.map((time, step) => [time, values[step] ?? null]));
  const scale = unit === 'kW' ? 1000 : 1;
  return {
    unit,
    decimals,
    values: x.map((time) => {
      const watts = at.get(time) ?? null;
      return watts === null ? null : watts / scale;
    }),
  };
}

interface OtherDay {
  day: string;
  answer: PowerAnswer;
}

/** The production of the day that this one is compared with, as a pale area behind it. */
export function withOtherDay(chart: ChartData, other: OtherDay): ChartData {
  const production = chart.series.find(({ key }) => key === 'production');
  if (production === undefined) return chart;
  const curve = curveOf(chart, production, other);
  const name = t('site.energy.producedIn', { span: dayText(other.day) });
  const ghost: ChartSeries = { key: 'compared', name, kind: 'area', color: 'muted', isGhost: true, ...curve };
  return { ...chart, series: [...chart.series, ghost] };
}

/** Clear-sky power from sunrise to sunset, without a line at zero during the night. */
const byDay = (values: Values): Values =>
  values.map((value, i) => (value === 0 && !values[i - 1] && !values[i + 1] ? null : value));

/** Full and machine-readable labels of the points; empty if the answer has no instants. */
function labelsOf({ xAxisData, startAt, stepMs }: PowerAnswer, timeZone: string) {
  if (startAt === undefined || stepMs === undefined) return {};
  const format = dateFormat({
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  const at = xAxisData.map((_, i) => startAt + i * stepMs);
  return { xFull: at.map((ms) => format.format(ms)), xFile: at.map((ms) => withOffset(ms, timeZone)) };
}

/** One band per communication loss of a device, over its steps. */
function bandsOf({ missing = [], startAt, stepMs, xAxisData }: PowerAnswer, timeZone: string): ChartBand[] {
  if (startAt === undefined || stepMs === undefined) return [];
  const stepOf = (ms: number) =>
    Math.min(xAxisData.length - 1, Math.max(0, Math.floor((ms - startAt) / stepMs)));
  return missing.map(({ sn, from, to }) => ({
    from: stepOf(from),
    to: stepOf(to - 1),
    name:
      sn === ''
        ? t('site.curve.gap', { from: clockText(from, timeZone), to: clockText(to, timeZone) })
        : t('site.curve.missing', { sn, from: clockText(from, timeZone), to: clockText(to, timeZone) }),
  }));
}

/** How often data is missing on the day, of the plant or of devices. */
export const gapCount = ({ missing = [] }: PowerAnswer): number => missing.length;

/** The highest production of the day in W and when it was; null without any. */
export function peakOf(answer: PowerAnswer): { powerW: number; at: string } | null {
  let peak: { powerW: number; at: string } | null = null;
  valuesOf(answer, 'production')?.forEach((powerW, i) => {
    if (powerW !== null && powerW > (peak?.powerW ?? 0)) peak = { powerW, at: answer.xAxisData[i] ?? '' };
  });
  return peak;
}

/**
 * Production of the plant as a share of clear-sky energy, over the steps with readings; null if there is too little
 * data.
 */
export function shareOfClearSky(answer: PowerAnswer, nowMs: number): number | null {
  const { startAt, stepMs } = answer;
  const sky = valuesOf(answer, 'clearSky');
  const produced = valuesOf(answer, 'production');
  if (sky === undefined || produced === undefined || startAt === undefined || stepMs === undefined)
    return null;
  const hours = stepMs / HOUR_MS;
  let madeWh = 0;
  let seenWh = 0;
  let skyWh = 0;
  sky.forEach((skyW, i) => {
    if (skyW === null || startAt + i * stepMs > nowMs) return;
    skyWh += skyW * hours;
    const watts = produced[i];
    if (watts == null) return;
    seenWh += skyW * hours;
    madeWh += watts * hours;
  });
  return skyWh < LEAST_SKY_WH || seenWh < LEAST_SEEN * skyWh ? null : madeWh / seenWh;
}

/** True when nothing was reported on the day. */
export const isEmptyDay = ({ series }: PowerAnswer): boolean =>
  series.every(({ key, data }) => key === 'clearSky' || data.every((value) => value === null));
