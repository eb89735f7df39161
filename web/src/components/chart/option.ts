// Converts chart data to ECharts options, in the colors of the theme.
import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { EChartsCoreOption } from 'echarts/core';
import { clockLabel } from '../../formats.ts';
import { t } from '../../i18n.ts';
import { colorNow, fontNow, type Ground } from '../../theme.ts';
import { formatNumber } from '../base/time.ts';
import { bandsOf, namesOf } from './marks.ts';
import {
  bandsAt,
  type ChartData,
  type ChartSeries,
  drawnOf,
  fullX,
  markBackground,
  type Pattern,
  unitsOf,
} from './series.ts';

const TEXT = 12;

interface OptionParts {
  data: ChartData;
  /** Keys of series that the reader has switched off. */
  hidden: ReadonlySet<string>;
  /** The resolved theme of the color tokens. */
  ground: Ground;
  /** True: for an exported image, with title and legend. */
  isPicture?: boolean;
}

/** The whole option. Called again when data, hidden series or the theme change. */
export function chartOption({ data, hidden, ground, isPicture = false }: OptionParts): EChartsCoreOption {
  const drawn = drawnOf(data).filter(({ key }) => !hidden.has(key));
  // Bars are drawn in the order of their series.
  const series = [...drawn.filter(({ isGhost }) => isGhost), ...drawn.filter(({ isGhost }) => !isGhost)];
  const units = unitsOf(series);
  const ink = colorNow('ink');
  const muted = colorNow('muted');
  const hairline = colorNow('hairline');
  const isStill = isPicture || matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isWhole = (unit: string) => series.every((one) => one.unit !== unit || one.decimals === 0);
  const hasBars = series.some(({ kind }) => kind === 'bar');
  return {
    darkMode: ground === 'dark',
    animation: !isStill,
    animationDuration: 180,
    animationDurationUpdate: 180,
    textStyle: { fontFamily: fontNow(), fontSize: TEXT, color: ink },
    backgroundColor: isPicture ? colorNow('surface') : 'transparent',
    ...(isPicture
      ? {
          title: {
            text: data.title,
            left: 12,
            top: 12,
            textStyle: { color: ink, fontSize: 16, fontWeight: 600 },
          },
          legend: {
            left: 8,
            top: 38,
            icon: 'roundRect',
            itemHeight: 8,
            itemWidth: 8,
            textStyle: { color: muted },
          },
        }
      : {}),
    grid: {
      left: isPicture ? 16 : 4,
      right: isPicture ? 24 : units.length > 1 ? 4 : 12,
      top: isPicture ? 92 : 30,
      bottom: isPicture ? 16 : 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      data: [...data.x],
      boundaryGap: hasBars,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: hairline } },
      axisLabel: {
        color: muted,
        hideOverlap: true,
        margin: 10,
        interval: labelledOf(data.x),
        formatter: clockLabel,
      },
      axisPointer: { lineStyle: { color: colorNow('edge') } },
    },
    yAxis: units.slice(0, 2).map((unit, side) => ({
      type: 'value',
      name: unit,
      position: side === 0 ? 'left' : 'right',
      nameGap: 12,
      nameTextStyle: { color: muted, align: side === 0 ? 'left' : 'right' },
      axisLabel: { color: muted, formatter: (value: number) => formatNumber(value, 2) },
      splitLine: { show: side === 0, lineStyle: { color: hairline } },
      splitNumber: 4,
      // Counts have no fractions.
      ...(isWhole(unit) ? { minInterval: 1 } : {}),
    })),
    tooltip: isPicture
      ? { show: false }
      : tooltipOf(data, [
          ...series,
          ...data.series.filter(({ isTableOnly, isInTip }) => isTableOnly && isInTip),
        ]),
    // The toolbox must exist for the drag-to-zoom cursor; its buttons are hidden, since the page has its own with
    // text.
    toolbox: isPicture ? { show: false } : { top: -60, feature: { dataZoom: { yAxisIndex: 'none' } } },
    dataZoom: [{ type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, moveOnMouseMove: false }],
    series: [
      ...series.map((one) => (one.kind === 'bar' ? barOf(one, units) : lineOf(one, units))),
      ...namesOf(series),
      ...bandsOf(data),
    ],
  };
}

/** Which labels the axis shows: full hours for a day, otherwise as many as fit. */
function labelledOf(x: readonly string[]): 'auto' | ((index: number, label: string) => boolean) {
  const isDay = x.length > 24 && x.every((label) => /^\d\d:\d\d$/.test(label));
  return isDay ? (_index, label) => label.endsWith(':00') : 'auto';
}

/** A value between two gaps has no line, so it is drawn as a dot. */
const dotsForLonely = (values: readonly (number | null)[]) =>
  values.map((value, i) =>
    value !== null && values[i - 1] == null && values[i + 1] == null
      ? { value, symbol: 'circle', symbolSize: 4 }
      : { value, symbol: 'none' },
  );

function lineOf(series: ChartSeries, units: readonly string[]): LineSeriesOption {
  const color = colorNow(series.color);
  return {
    type: 'line',
    id: series.key,
    name: series.name,
    yAxisIndex: Math.max(0, units.indexOf(series.unit)),
    data: dotsForLonely(series.values),
    connectNulls: false,
    showSymbol: true,
    color,
    lineStyle: series.isExpected
      ? { color, width: 1, type: [4, 4] }
      : { color, width: series.stack === undefined && !series.isGhost ? 2 : 1 },
    emphasis: { disabled: true },
    ...(series.kind === 'area'
      ? { areaStyle: { color, opacity: series.isGhost ? 0.2 : series.stack === undefined ? 0.16 : 0.55 } }
      : {}),
    ...(series.stack === undefined ? {} : { stack: series.stack }),
    z: series.isExpected || series.isGhost ? 1 : series.stack === undefined ? 3 : 2,
  };
}

/** Cached pattern tiles. */
const tiles = new Map<string, HTMLCanvasElement>();
const TILE = 8;

/** A color with light strokes, as a fill that repeats. */
function patternOf(color: string, pattern: Pattern): { image: HTMLCanvasElement; repeat: 'repeat' } {
  const surface = colorNow('surface');
  const key = `${color} ${surface} ${pattern}`;
  const known = tiles.get(key);
  if (known) return { image: known, repeat: 'repeat' };
  const tile = document.createElement('canvas');
  tile.width = TILE;
  tile.height = TILE;
  const pen = tile.getContext('2d');
  if (pen) {
    pen.fillStyle = color;
    pen.fillRect(0, 0, TILE, TILE);
    pen.strokeStyle = surface;
    pen.fillStyle = surface;
    pen.lineWidth = 2;
    pen.beginPath();
    if (pattern === 'dots') pen.arc(TILE / 2, TILE / 2, 2, 0, 2 * Math.PI);
    else
      for (const shift of [-TILE, 0, TILE]) {
        pen.moveTo(shift - 1, TILE + 1);
        pen.lineTo(shift + TILE + 1, -1);
      }
    if (pattern === 'dots') pen.fill();
    else pen.stroke();
  }
  tiles.set(key, tile);
  return { image: tile, repeat: 'repeat' };
}

/** The fill of a ghost bar; its border has the full color. */
const ghostOf = (color: string): string => color.replace('rgb(', 'rgba(').replace(')', ', 0.25)');

function barOf(series: ChartSeries, units: readonly string[]): BarSeriesOption {
  const color = colorNow(series.color);
  return {
    type: 'bar',
    id: series.key,
    name: series.name,
    yAxisIndex: Math.max(0, units.indexOf(series.unit)),
    data: series.values.map((value, i) =>
      series.partial?.[i]
        ? { value, itemStyle: { opacity: 0.45, borderColor: color, borderType: 'dashed', borderWidth: 1 } }
        : { value },
    ),
    barMaxWidth: 26,
    barCategoryGap: '28%',
    color: series.pattern === undefined ? color : patternOf(color, series.pattern),
    itemStyle: {
      borderRadius: series.stack === undefined ? [3, 3, 0, 0] : 0,
      ...(series.isGhost ? { color: ghostOf(color), borderColor: color, borderWidth: 1 } : {}),
    },
    emphasis: { disabled: true },
    ...(series.stack === undefined ? {} : { stack: series.stack }),
  };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

function tooltipOf(data: ChartData, series: readonly ChartSeries[]) {
  return {
    trigger: 'axis',
    confine: true,
    transitionDuration: 0,
    backgroundColor: colorNow('raised'),
    borderColor: colorNow('hairline'),
    padding: [8, 12],
    textStyle: { color: colorNow('ink'), fontSize: 13 },
    // Within the page on a phone: names wrap, values do not.
    extraCssText:
      'border-radius:8px;box-shadow:var(--hp-float);max-width:min(360px,calc(100vw - 48px));white-space:normal;',
    axisPointer: { type: 'line', snap: true },
    formatter: (points: unknown) => {
      const index = indexOf(points);
      if (index === undefined) return '';
      const lines = series.map((one) => {
        const value = one.values[index];
        const text = value == null ? '–' : `${formatNumber(value, one.decimals ?? 1)} ${safe(one.unit)}`;
        const note = one.notes?.[index] ?? (one.partial?.[index] ? t('chart.partial') : '');
        const partial = note === '' ? '' : `<small>${safe(note)}</small>`;
        const color = colorNow(one.color);
        const look = one.isGhost
          ? `background:${ghostOf(color)};box-shadow:inset 0 0 0 1px ${color}`
          : `background:${markBackground(color, one.pattern)}`;
        const mark = `<i class="hp-chart-tip-mark" style="${look}"></i>`;
        return `<tr><td>${mark}${safe(one.name)} ${partial}</td><td>${text}</td></tr>`;
      });
      const bands = bandsAt(data, index).map((name) => `<p>${safe(name)}</p>`);
      const head = safe(data.xFull === undefined ? clockLabel(data.x[index] ?? '') : fullX(data, index));
      return `<div class="hp-chart-tip"><b>${head}</b><table>${lines.join('')}</table>${bands.join('')}</div>`;
    },
  };
}

function indexOf(points: unknown): number | undefined {
  const first: unknown = Array.isArray(points) ? points[0] : points;
  if (typeof first !== 'object' || first === null || !('dataIndex' in first)) return undefined;
  return typeof first.dataIndex === 'number' ? first.dataIndex : undefined;
}
