// From the power answer of a day to the chart of it.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site as calls } from '@helioport/contract/site';
import { t, type WordKey } from '../i18n.ts';
import type { ColorToken } from '../theme.ts';
import type { ChartData, ChartSeries } from '../ui/chart/Chart.tsx';

type Answer = OutputOf<typeof calls.statisticsEcharts>;

/** From here on a curve is read in kW. */
const LARGE_W = 5000;
/** Steps left before the first and after the last value, so that the curve does not begin at the edge. */
const EDGE = 6;

/** Lines of the answer that have a colour and words of their own; all others are production. */
const known: Record<string, { name: WordKey; color: ColorToken }> = {
  'Clear sky': { name: 'site.curve.clearSky', color: 'muted' },
  Consumption: { name: 'site.curve.consumption', color: 'consumption' },
  Grid: { name: 'site.curve.grid', color: 'import' },
  Battery: { name: 'site.curve.battery', color: 'battery' },
};

/** The lines in the order of the legend: what there was, what might have been last. */
const order = ['Consumption', 'Grid', 'Battery', 'Clear sky'];

const isProduction = (name: string): boolean => known[name] === undefined;

/** The steps from the first to the last one at which anything is above or below 0. */
function lightOf({ series, xAxisData }: Answer): [number, number] {
  const isAnything = (i: number) =>
    series.some(({ name, data }) => {
      const value = data[i];
      return value != null && (name === 'Clear sky' ? value > 0 : true);
    });
  const last = xAxisData.length - 1;
  let from = 0;
  let to = last;
  while (from < last && !isAnything(from)) from++;
  while (to > from && !isAnything(to)) to--;
  return from >= to ? [0, last] : [Math.max(0, from - EDGE), Math.min(last, to + EDGE)];
}

interface ChartNames {
  site: string;
  /** `YYYY-MM-DD`. */
  day: string;
  timeZone: string;
}

/** The chart; the hours without light and without reports are left away at both ends. */
export function powerChart(answer: Answer, { site, day, timeZone }: ChartNames): ChartData {
  const [from, to] = lightOf(answer);
  const peak = Math.max(0, ...answer.series.flatMap(({ data }) => data.map((value) => Math.abs(value ?? 0))));
  const isLarge = peak >= LARGE_W;
  const scale = isLarge ? 1000 : 1;
  const sorted = [...answer.series].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const series = sorted.map(({ name, data }): ChartSeries => {
    const look = known[name];
    return {
      key: name,
      name: look ? t(look.name) : t('site.curve.production'),
      kind: isProduction(name) ? 'area' : 'line',
      unit: isLarge ? 'kW' : 'W',
      color: look?.color ?? 'production',
      decimals: isLarge ? 2 : 0,
      values: data.slice(from, to + 1).map((value) => (value === null ? null : value / scale)),
      ...(name === 'Clear sky' ? { isExpected: true } : {}),
      // What the house uses says most; where it came from is one press away.
      ...(name === 'Grid' || name === 'Battery' ? { isHiddenAtFirst: true } : {}),
    };
  });
  return {
    title: t('site.curve.chartTitle', { site, day }),
    xName: t('site.curve.time', { zone: timeZone }),
    x: answer.xAxisData.slice(from, to + 1),
    series,
  };
}

/** The highest production of the day in W and when it was; null without any. */
export function peakOf({ series, xAxisData }: Answer): { powerW: number; at: string } | null {
  let peak: { powerW: number; at: string } | null = null;
  for (const { name, data } of series) {
    if (!isProduction(name)) continue;
    data.forEach((powerW, i) => {
      if (powerW !== null && powerW > (peak?.powerW ?? 0)) peak = { powerW, at: xAxisData[i] ?? '' };
    });
  }
  return peak;
}

/** True when nothing was reported on the day. */
export const isEmptyDay = ({ series }: Answer): boolean =>
  series.every(({ name, data }) => name === 'Clear sky' || data.every((value) => value === null));
