// The data of a chart, independent of how it is drawn.
import type { ColorToken } from '../../theme.ts';

/** Light strokes or dots on a color. */
export type Pattern = 'stripes' | 'dots';

/** The CSS background of a mark. */
export const markBackground = (color: string, pattern: Pattern | undefined): string => {
  if (pattern === 'stripes') return `repeating-linear-gradient(45deg, ${color} 0 2px, transparent 2px 4px)`;
  return pattern === 'dots' ? `radial-gradient(${color} 1.2px, transparent 1.4px) 0 0 / 4px 4px` : color;
};

export interface ChartSeries {
  key: string;
  name: string;
  /** `area` is reserved for production. */
  kind: 'line' | 'area' | 'bar';
  /** At most two different units per chart; the second one gets the axis on the right. */
  unit: string;
  color: ColorToken;
  /** One value per x; null if not reported, drawn as a gap. */
  values: readonly (number | null)[];
  /** Decimals in tooltip, table and labels; default 1. */
  decimals?: number;
  /** True: a thin dashed line, for what was expected rather than measured. */
  isExpected?: boolean;
  /** True: pale, before the bars or behind the curve that it is compared with. */
  isGhost?: boolean;
  /** True: neither drawn nor in the legend, only in table and files. */
  isTableOnly?: boolean;
  /** True: shown in the tooltip nevertheless. */
  isInTip?: boolean;
  /** Fill pattern of bars, to distinguish series of the same color. */
  pattern?: Pattern | undefined;
  /** Bars and areas with the same value are stacked; a stacked area has its name where it is thickest. */
  stack?: string;
  /** True if the value is known to be incomplete; such bars are pale and labeled. */
  partial?: readonly boolean[];
  /** A note per point, such as its completeness; undefined for none. */
  notes?: readonly (string | undefined)[];
}

/** A range of the x axis with a note, such as devices not reporting. */
export interface ChartBand {
  /** First and last point. */
  from: number;
  to: number;
  name: string;
}

export interface ChartData {
  /** What the chart shows; also the name of its files. */
  title: string;
  /** Title of the x axis, such as "Time (Europe/Berlin)". */
  xName: string;
  /** The plant's local time or day, already formatted. */
  x: readonly string[];
  /** The same in full, for tooltip and table: "Sat, Nov 21, 2026, 12:05 CET"; without it the short one. */
  xFull?: readonly string[];
  /** The same for files, machine-readable: `2026-11-21T12:05+01:00`. */
  xFile?: readonly string[];
  series: readonly ChartSeries[];
  bands?: readonly ChartBand[];
}

/** The visible series. */
export const drawnOf = ({ series }: ChartData): readonly ChartSeries[] =>
  series.filter(({ isTableOnly = false }) => !isTableOnly);

/** The label of a point in tooltip and table. */
export const fullX = ({ x, xFull }: ChartData, i: number): string => xFull?.[i] ?? x[i] ?? '';

/** The names of the bands in which a point lies. */
export const bandsAt = ({ bands = [] }: ChartData, i: number): readonly string[] =>
  bands.filter(({ from, to }) => i >= from && i <= to).map(({ name }) => name);

/** The units of a chart in the order of their axes. */
export const unitsOf = (series: readonly ChartSeries[]): readonly string[] => [
  ...new Set(series.map(({ unit }) => unit)),
];

/** "Power (W)": the head of a column in table and file. */
export const headOf = ({ name, unit }: ChartSeries): string => (unit === '' ? name : `${name} (${unit})`);

/** Below this share of the highest point, an area is too thin for its name. */
const HEADROOM = 0.1;
/** Points on either side that a name covers, as a share of all, so that it is not put on a spike. */
const REACH = 0.04;

export interface NamePlace {
  series: ChartSeries;
  /** Point at which the area is thickest, and the middle of it there. */
  index: number;
  height: number;
}

/** Label position of each stacked area, where it has space. */
export function placesOfNames(series: readonly ChartSeries[]): NamePlace[] {
  const stacked = series.filter(({ stack, kind }) => stack !== undefined && kind === 'area');
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return stacked.flatMap((one, above) => {
    const thickness = one.values.map((_, i) => movingMean(one.values, i));
    const index = thickness.reduce<number>(
      (best, value, i) => (value > (thickness[best] ?? 0) ? i : best),
      0,
    );
    const thick = thickness[index] ?? 0;
    if (thick <= 0 || thick < HEADROOM * highest) return [];
    const below = stacked.slice(0, above).reduce((sum, { values }) => sum + movingMean(values, index), 0);
    return [{ series: one, index, height: below + thick / 2 }];
  });
}

function movingMean(values: readonly (number | null)[], index: number): number {
  const reach = Math.floor(values.length * REACH);
  if (index < reach || index + reach >= values.length) return 0;
  const bounds = values.slice(index - reach, index + reach + 1);
  return bounds.reduce<number>((sum, value) => sum + (value ?? 0), 0) / bounds.length;
}
