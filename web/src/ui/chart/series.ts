// What a chart is told, without a word about how it is drawn.
import type { ColorToken } from '../../theme.ts';

export interface ChartSeries {
  key: string;
  name: string;
  /** `area` is for production alone. */
  kind: 'line' | 'area' | 'bar';
  /** At most two different units per chart; the second one gets the axis on the right. */
  unit: string;
  color: ColorToken;
  /** One value per x; null where nothing was reported, and drawn as a gap. */
  values: readonly (number | null)[];
  /** Decimals in tooltip, table and labels; default 1. */
  decimals?: number;
  /** True: a thin dashed line, for what was expected rather than measured. */
  isExpected?: boolean;
  /** True: drawn only when the reader switches it on. */
  isHiddenAtFirst?: boolean;
  /** Bars of the same stack stand on each other. */
  stack?: string;
  /** True where the value is known to be incomplete; such bars are pale and say so. */
  partial?: readonly boolean[];
  /** A word per point, such as how much of it is there; undefined where there is nothing to say. */
  notes?: readonly (string | undefined)[];
}

export interface ChartData {
  /** What the chart shows; also the name of its files. */
  title: string;
  /** What stands along the x axis, such as "Time (Europe/Berlin)". */
  xName: string;
  /** The plant's local time or day, already in words. */
  x: readonly string[];
  series: readonly ChartSeries[];
}

/** The units of a chart in the order of their axes. */
export const unitsOf = (series: readonly ChartSeries[]): readonly string[] => [
  ...new Set(series.map(({ unit }) => unit)),
];

/** "Power (W)": the head of a column in table and file. */
export const headOf = ({ name, unit }: ChartSeries): string => (unit === '' ? name : `${name} (${unit})`);
