// From the energy answers of a plant to charts and sums: hours of a day, days of a month, months of a year, years.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { dayBounds, monthOf } from '@helioport/domain/periods';
import { numberFormat } from '../formats.ts';
import { t } from '../i18n.ts';
import type { ColorToken } from '../theme.ts';
import type { ChartData, ChartSeries } from '../ui/chart/Chart.tsx';
import { clockText, dayOfMonthText, dayText, monthName, monthText, withOffset } from './plantClock.ts';

type Answer = OutputOf<typeof site.statisticsEcharts>;

/** One span of time. Energies in kWh, null where nothing is known. */
export interface Bar {
  label: string;
  /** The label in full, for the words above the chart and beside the pointer. */
  name: string;
  /** Of an hour the instant with its offset, else `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  span: string;
  producedKwh: number | null;
  /** Of plants with a meter. */
  usedKwh: number | null;
  importedKwh: number | null;
  exportedKwh: number | null;
  /** How much of the expected reports is there, 0 to 1; null where none was expected. */
  completeness: number | null;
  /** Plant-local day on which energies of the span changed last after its days had been shown as over. */
  repairedOn: string | null;
  /** True for the span that now is in. */
  isRunning: boolean;
  /** True where the record began in the middle of the span: its sum is no sum of the whole span. */
  isPartial: boolean;
}

/** A span with fewer of its reports than this is called incomplete: single lost reports change no bar. */
const COMPLETE = 0.95;
/** From here on a bar is read in MWh. */
const LARGE_KWH = 10_000;

const sum = (values: readonly (number | null | undefined)[]): number | null =>
  values.reduce<number | null>((total, value) => (value == null ? total : (total ?? 0) + value), null);

/** What the answer knows of its i-th span: a series is what its key says, production one for each device. */
function energiesAt({ series, completeness, repairedOn, partial }: Answer, i: number) {
  const of = (key: string) => sum(series.filter((one) => one.key === key).map(({ data }) => data[i]));
  return {
    producedKwh: of('production'),
    usedKwh: of('consumption'),
    importedKwh: of('imported'),
    exportedKwh: of('exported'),
    completeness: completeness?.[i] ?? null,
    repairedOn: repairedOn?.[i] ?? null,
    isPartial: partial?.[i] === true,
  };
}

const HOUR_MS = 3_600_000;

/** One bar per hour of a plant's day, which has 23 to 25, from a type 2 answer. `now` is the instant in ms. */
export function hourBars(answer: Answer, day: string, timeZone: string, now: number): Bar[] {
  const { startMs, endMs } = dayBounds(day, timeZone);
  return answer.xAxisData.map((_, i) => {
    const [from, to] = [startMs + i * HOUR_MS, Math.min(endMs, startMs + (i + 1) * HOUR_MS)];
    return {
      label: clockText(from, timeZone),
      name: `${clockText(from, timeZone)} – ${clockText(to, timeZone)}`,
      span: withOffset(from, timeZone),
      ...energiesAt(answer, i),
      isRunning: from <= now && now < to,
    };
  });
}

/** One bar per day, from a type 3 answer over these days. `today` is the plant's. */
export const dayBars = (answer: Answer, days: readonly string[], today: string): Bar[] =>
  days.map((day, i) => ({
    // Within a month the number says enough.
    label: monthOf(day) === monthOf(days[0] ?? day) ? String(Number(day.slice(8))) : dayOfMonthText(day),
    name: dayText(day),
    span: day,
    ...energiesAt(answer, i),
    isRunning: day === today,
  }));

/** One bar per month of a year, from a type 5 answer. */
export const monthBars = (answer: Answer, year: string, today: string): Bar[] =>
  Array.from({ length: 12 }, (_, i) => {
    const month = `${year}-${String(i + 1).padStart(2, '0')}`;
    return {
      label: monthName(i + 1),
      name: monthText(month),
      span: month,
      ...energiesAt(answer, i),
      isRunning: today.startsWith(month),
    };
  });

/** One bar per year, from a type 6 answer: its series are the years and its points their months. */
export const yearBars = ({ series }: Answer, today: string): Bar[] =>
  series
    .map(({ name, data, partial, completenessOfAll, repairedOn }) => ({
      ...{ label: name, name, span: name, producedKwh: sum(data) },
      ...{ usedKwh: null, importedKwh: null, exportedKwh: null, completeness: completenessOfAll ?? null },
      repairedOn: repairedOn ?? null,
      isRunning: today.startsWith(name),
      isPartial: partial?.includes(true) === true,
      // A record that began with the first day of some month leaves that month whole, and its year cut all the same.
      beganLater: data[0] == null,
    }))
    .sort((a, b) => a.label.localeCompare(b.label))
    .map(({ beganLater, isPartial, ...bar }, i) => ({
      ...bar,
      isPartial: isPartial || (i === 0 && beganLater && bar.producedKwh !== null),
    }));

/** Whether reports are missing. Of the running span nobody can say yet. */
export const isIncomplete = ({ completeness, isRunning }: Bar): boolean =>
  !isRunning && completeness !== null && completeness < COMPLETE;

const percent = (share: number) => numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share);
export const percentText = (share: number): string => percent(share);
/** A change with its sign: +3 %. */
export const changeText = (share: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(share);

/** Why a bar is pale. */
function lackOf(bar: Bar): string | undefined {
  if (bar.isRunning) return t('site.energy.soFar');
  if (bar.isPartial) return t('site.energy.partly');
  return isIncomplete(bar)
    ? t('site.energy.complete', { share: percentText(bar.completeness ?? 0) })
    : undefined;
}

function noteOf(bar: Bar): string | undefined {
  const repair =
    bar.repairedOn === null ? undefined : t('site.energy.repaired', { day: dayText(bar.repairedOn) });
  return [lackOf(bar), repair].filter((note) => note !== undefined).join('; ') || undefined;
}

/** What may stand beside the bars. */
interface Beside {
  /** What was produced in another span, bar by bar, and what that span is called. */
  compared?: { name: string; kwh: readonly (number | null)[] } | undefined;
  /** What each device produced, in place of the bars of the plant. */
  devices?: readonly { sn: string; kwh: readonly (number | null)[] }[] | undefined;
}

const deviceColors: readonly ColorToken[] = [
  'production',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
];

/** The chart of some bars; those of the running span, incomplete and partial ones are pale and say why. */
export function energyChart(
  bars: readonly Bar[],
  title: string,
  xName: string,
  { compared, devices }: Beside = {},
): ChartData {
  const largest = Math.max(
    0,
    ...bars.map(({ producedKwh, usedKwh }) => Math.max(producedKwh ?? 0, usedKwh ?? 0)),
  );
  const isLarge = largest >= LARGE_KWH;
  const inUnit = (kwh: number | null) => (kwh === null || !isLarge ? kwh : kwh / 1000);
  const common = {
    kind: 'bar',
    unit: isLarge ? 'MWh' : 'kWh',
    decimals: 2,
    partial: bars.map((bar) => lackOf(bar) !== undefined),
  } as const;
  const produced: ChartSeries = {
    ...common,
    key: 'produced',
    name: t('site.energy.produced'),
    color: 'production',
    values: bars.map(({ producedKwh }) => inUnit(producedKwh)),
    notes: bars.map(noteOf),
  };
  const used: ChartSeries = {
    ...common,
    key: 'used',
    name: t('site.energy.used'),
    color: 'consumption',
    values: bars.map(({ usedKwh }) => inUnit(usedKwh)),
    notes: bars.map(() => undefined),
  };
  const isMetered = bars.some(({ usedKwh }) => usedKwh !== null);
  const made: ChartSeries[] = devices?.map(({ sn, kwh }, i) => ({
    ...{ ...common, key: sn, name: sn, stack: 'devices', values: kwh.map(inUnit) },
    color: deviceColors[i % deviceColors.length] ?? 'production',
    notes: produced.notes ?? [],
  })) ?? [produced];
  const other: ChartSeries[] =
    compared === undefined
      ? []
      : [
          {
            ...{ ...common, key: 'compared', name: compared.name, kind: 'line', color: 'ink' },
            values: bars.map((_, i) => inUnit(compared.kwh[i] ?? null)),
            isExpected: true,
          },
        ];
  return {
    title,
    xName,
    x: bars.map(({ label }) => label),
    xFull: bars.map(({ name }) => name),
    xFile: bars.map(({ span }) => span),
    series: [...made, ...(isMetered ? [used] : []), ...other],
  };
}

/** What each device produced, span by span; only those that ever did. */
export const devicesOf = ({ series }: Answer): { sn: string; kwh: (number | null)[] }[] =>
  series
    .filter(({ key, data }) => key === 'production' && data.some((value) => value))
    .map(({ name, data }) => ({ sn: name, kwh: data }));

/**
 * How much more was produced than in another span, as a share, over the spans that are over and known in both; null
 * where there are none.
 */
export function changeAgainst(bars: readonly Bar[], kwh: readonly (number | null)[]): number | null {
  const both = bars.flatMap(({ producedKwh, isRunning }, i) => {
    const other = kwh[i] ?? null;
    return producedKwh === null || isRunning || other === null ? [] : [[producedKwh, other] as const];
  });
  const [made, before] = [0, 1].map((of) => both.reduce((all, pair) => all + (pair[of] ?? 0), 0));
  return before ? (made ?? 0) / before - 1 : null;
}

export interface EnergySums {
  producedKwh: number | null;
  /** Over the spans that are over, have a value and lie in the record from end to end. */
  meanKwh: number | null;
  best: Bar | undefined;
  /** Spans with reports missing. */
  incomplete: number;
  /** Share of the produced energy that was used on the spot, 0 to 1; null without a meter. */
  ownUse: number | null;
  /** Share of the used energy that did not come from the grid, 0 to 1; null without a meter. */
  ownSupply: number | null;
  /** What these shares are made of, in kWh; null without a meter. */
  metered: { madeKwh: number; soldKwh: number; usedKwh: number; boughtKwh: number } | null;
}

const share = (part: number, whole: number): number | null =>
  whole > 0 ? Math.min(1, Math.max(0, part / whole)) : null;

/** What the bars amount to. */
export function sumsOf(bars: readonly Bar[]): EnergySums {
  const over = bars.filter(
    ({ producedKwh, isRunning, isPartial }) => producedKwh !== null && !isRunning && !isPartial,
  );
  const producedKwh = sum(bars.map((bar) => bar.producedKwh));
  const overKwh = sum(over.map((bar) => bar.producedKwh));
  const metered = bars.filter(({ usedKwh }) => usedKwh !== null);
  const made = sum(metered.map((bar) => bar.producedKwh)) ?? 0;
  const used = sum(metered.map(({ usedKwh }) => usedKwh)) ?? 0;
  const sold = sum(metered.map((bar) => bar.exportedKwh)) ?? 0;
  const bought = sum(metered.map((bar) => bar.importedKwh)) ?? 0;
  return {
    producedKwh,
    meanKwh: overKwh === null ? null : overKwh / over.length,
    best: bars.reduce<Bar | undefined>(
      (best, bar) => ((bar.producedKwh ?? 0) > (best?.producedKwh ?? 0) ? bar : best),
      undefined,
    ),
    incomplete: bars.filter(isIncomplete).length,
    ownUse: share(made - sold, made),
    ownSupply: share(used - bought, used),
    metered: metered.length === 0 ? null : { madeKwh: made, soldKwh: sold, usedKwh: used, boughtKwh: bought },
  };
}
