// Annotations of a chart: the names of stacked areas, and bands.
import type { LineSeriesOption } from 'echarts/charts';
import { colorNow } from '../../theme.ts';
import { type ChartData, type ChartSeries, placesOfNames } from './series.ts';

/** An empty series that carries marks, without legend and tooltip. */
const carrier = (id: string): LineSeriesOption => ({
  type: 'line',
  id,
  data: [],
  silent: true,
  animation: false,
  tooltip: { show: false },
  emphasis: { disabled: true },
});

/** The names of stacked areas, in the areas. */
export function namesOf(series: readonly ChartSeries[]): LineSeriesOption[] {
  const places = placesOfNames(series);
  if (places.length === 0) return [];
  return [
    {
      ...carrier('names'),
      z: 6,
      markPoint: {
        symbol: 'rect',
        symbolSize: [1, 1],
        silent: true,
        itemStyle: { color: 'transparent' },
        label: {
          show: true,
          color: colorNow('ink'),
          textBorderColor: colorNow('surface'),
          textBorderWidth: 3,
          fontSize: 12,
          fontWeight: 500,
        },
        data: places.map(({ series: { key, name }, index, height }) => ({
          name: key,
          coord: [index, height],
          label: { formatter: () => name },
        })),
      },
    },
  ];
}

/** The bands, hatched to distinguish them from measurements. */
export function bandsOf({ bands = [] }: ChartData): LineSeriesOption[] {
  if (bands.length === 0) return [];
  const hatch = {
    symbol: 'rect',
    dashArrayX: [1, 0],
    dashArrayY: [1, 5],
    rotation: Math.PI / 4,
    color: colorNow('edge'),
  };
  return [
    {
      ...carrier('bands'),
      z: 0,
      markArea: {
        silent: true,
        label: { show: false },
        itemStyle: { color: colorNow('hover'), opacity: 0.8, decal: hatch },
        data: bands.map(({ from, to }) => [{ xAxis: from }, { xAxis: to }]),
      },
    },
  ];
}
