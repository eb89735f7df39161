// From the energy answers of a plant to charts and sums: days of a month, months of a year, years.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { daysOfMonth } from '@helioport/domain/periods';
import { language, t } from '../../i18n.ts';
import type { ChartData } from '../../ui/Chart.tsx';
import { dayText, monthName, monthText } from './plantClock.ts';

type Answer = OutputOf<typeof site.statisticsEcharts>;

/** One bar: energy in kWh, null where nothing was reported, and how much of the expected reports is there, 0 to 1. */
export interface Bar {
  label: string;
  /** The label in full, for the words below the chart. */
  name: string;
  kwh: number | null;
  completeness: number | null;
}

/** A day with fewer of its reports than this is called incomplete: single lost reports change no bar. */
const COMPLETE = 0.95;
/** From here on a bar is read in MWh. */
const LARGE_KWH = 10_000;

const sum = (values: readonly (number | null | undefined)[]): number | null =>
  values.reduce<number | null>((total, value) => (value == null ? total : (total ?? 0) + value), null);

/** The answer has one series per device; a bar is all of them. */
const totals = ({ series, xAxisData }: Answer): (number | null)[] =>
  xAxisData.map((_, i) => sum(series.map(({ data }) => data[i])));

/** One bar per day of a month `YYYY-MM`, from a type 3 answer over the whole month. */
export const dayBars = (answer: Answer, month: string): Bar[] => {
  const energies = totals(answer);
  return daysOfMonth(month).map((day, i) => ({
    label: String(Number(day.slice(8))),
    name: dayText(day),
    kwh: energies[i] ?? null,
    completeness: answer.completeness?.[i] ?? null,
  }));
};

/** One bar per month of a year, from a type 5 answer. */
export const monthBars = (answer: Answer, year: string): Bar[] => {
  const energies = totals(answer);
  return Array.from({ length: 12 }, (_, i) => ({
    label: monthName(i + 1),
    name: monthText(`${year}-${String(i + 1).padStart(2, '0')}`),
    kwh: energies[i] ?? null,
    completeness: answer.completeness?.[i] ?? null,
  }));
};

/** One bar per year, from a type 6 answer: its series are the years and its points their months. */
export const yearBars = ({ series }: Answer): Bar[] =>
  series
    .map(({ name, data }) => ({ label: name, name, kwh: sum(data), completeness: null }))
    .sort((a, b) => a.label.localeCompare(b.label));

export const isIncomplete = ({ kwh, completeness }: Bar): boolean =>
  kwh !== null && completeness !== null && completeness < COMPLETE;

const percent = new Intl.NumberFormat(language.tag, { style: 'percent', maximumFractionDigits: 0 });

/** The chart of some bars; incomplete ones are pale and say how much of them is there. */
export function energyChart(bars: readonly Bar[], title: string, xName: string): ChartData {
  const isLarge = Math.max(0, ...bars.map(({ kwh }) => kwh ?? 0)) >= LARGE_KWH;
  return {
    title,
    xName,
    x: bars.map(({ label }) => label),
    series: [
      {
        key: 'energy',
        name: t('site.energy.produced'),
        kind: 'bar',
        unit: isLarge ? 'MWh' : 'kWh',
        color: 'production',
        decimals: 2,
        values: bars.map(({ kwh }) => (kwh === null ? null : isLarge ? kwh / 1000 : kwh)),
        partial: bars.map(isIncomplete),
        notes: bars.map((bar) =>
          isIncomplete(bar)
            ? t('site.energy.complete', { share: percent.format(bar.completeness ?? 0) })
            : undefined,
        ),
      },
    ],
  };
}

export interface EnergySums {
  totalKwh: number | null;
  /** Over the bars that have a value. */
  meanKwh: number | null;
  best: Bar | undefined;
  incomplete: number;
}

/** What the bars amount to. */
export function sumsOf(bars: readonly Bar[]): EnergySums {
  const filled = bars.filter(({ kwh }) => kwh !== null);
  const totalKwh = sum(filled.map(({ kwh }) => kwh));
  return {
    totalKwh,
    meanKwh: totalKwh === null ? null : totalKwh / filled.length,
    best: filled.reduce<Bar | undefined>(
      (best, bar) => ((bar.kwh ?? 0) > (best?.kwh ?? 0) ? bar : best),
      undefined,
    ),
    incomplete: bars.filter(isIncomplete).length,
  };
}
