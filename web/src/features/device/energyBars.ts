// Energies of a device or module over a period, bar by bar, and their call input.
import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { ChartData, ChartSeries } from '../../components/chart/series.ts';
import { daysOf, nameOf, type Span } from '../../components/pv/energy/energySpan.ts';
import { lookOf } from '../../components/pv/measureLook.ts';
import { dayText, monthName, monthText } from '../../components/pv/plantClock.ts';
import { t } from '../../i18n.ts';
import type { ColorToken } from '../../theme.ts';

type Answer = OutputOf<typeof device.statisticsEcharts>;

/** The part of a chart's input that selects the period. Power over a day has no bars. */
export function spanInput({ by, day, from, to, year }: Span) {
  switch (by) {
    case 'power':
    case 'hours':
      return { types: 2, date: day };
    case 'days':
      return { types: 3, rangeDate: `${from}~${to}` };
    case 'months':
      return { types: 5, date: `${year}-01-01` };
    case 'years':
      return { types: 6 };
  }
}

/** The period whose total the bars are; undefined for a custom range. */
export function periodInput({ by, day, month, year }: Span): { types: number; date?: string } {
  switch (by) {
    case 'power':
    case 'hours':
      return { types: 1, date: day };
    case 'days':
      return { types: 2, date: `${month}-01` };
    case 'months':
      return { types: 3, date: `${year}-01-01` };
    case 'years':
      return { types: 4 };
  }
}

const yearColors: readonly ColorToken[] = [
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
];

/** The bars of a period; for all years one series for each of the latest years, grouped by month. */
export function energyBarsChart(answer: Answer, span: Span, name: string): ChartData {
  const shown = span.by === 'years' ? answer.series.slice(-yearColors.length) : answer.series;
  return {
    title: t('site.energy.chartTitle', { site: name, span: nameOf(span) }),
    ...axisOf(answer, span),
    series: shown.map((one, i): ChartSeries => {
      const isMedian = one.key === 'planeMedian';
      const look = lookOf(isMedian ? { ...one, key: 'energy' } : one);
      const own = { key: `${one.sn ?? ''} ${one.key ?? ''} ${one.name}`, unit: one.unit, values: one.data };
      if (isMedian)
        return {
          ...own,
          name: t('device.module.median'),
          kind: 'line',
          color: 'muted',
          decimals: 2,
          isExpected: true,
        };
      // A year has no key, only a name.
      if (span.by === 'years')
        return { ...own, name: one.name, kind: 'bar', color: yearColors[i] ?? 'muted', decimals: 2 };
      return {
        ...own,
        name: look.name,
        color: look.color,
        // Daily means are lines: their units differ from that of the energies.
        ...(one.unit === 'kWh' ? { kind: 'bar', decimals: 2 } : { kind: 'line', decimals: look.decimals }),
        ...(answer.partial ? { partial: answer.partial } : {}),
      };
    }),
  };
}

function axisOf({ xAxisData }: Answer, span: Span): Pick<ChartData, 'x' | 'xFull' | 'xFile' | 'xName'> {
  switch (span.by) {
    case 'power':
    case 'hours':
      return { xName: t('site.energy.hour'), x: xAxisData };
    case 'days': {
      const days = daysOf(span);
      return {
        xName: t('site.energy.day'),
        x: days.map((day) => String(Number(day.slice(8)))),
        xFull: days.map(dayText),
        xFile: days,
      };
    }
    case 'months':
    case 'years': {
      const months = xAxisData.map((_, i) => `${span.year}-${String(i + 1).padStart(2, '0')}`);
      const names = { xName: t('site.energy.month'), x: months.map((_, i) => monthName(i + 1)) };
      return span.by === 'years' ? names : { ...names, xFull: months.map(monthText), xFile: months };
    }
  }
}

/** True if no value is known. */
export const isEmpty = ({ series }: Answer): boolean =>
  series.every(({ data }) => data.every((value) => value === null));
