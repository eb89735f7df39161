// Converts the energy bars of a plant to charts and totals.
import { numberFormat } from '../../formats.ts';
import { t } from '../../i18n.ts';
import type { ColorToken } from '../../theme.ts';
import type { ChartData, ChartSeries } from '../chart/Chart.tsx';
import { type Bar, isIncomplete, sum } from './energyBars.ts';
import { type Compared, type PartOfPlant, shareSeries } from './energyComparison.ts';
import { dayText } from './plantClock.ts';

/** From this value on, bars are shown in MWh. */
const LARGE_KWH = 10_000;

const percent = (share: number) => numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share);
export const percentText = (share: number): string => percent(share);
/** A signed change: +3 %. */
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

/** Which period a ghost bar shows; next to the current period it contains more time. */
const ghostNote = ({ isRunning }: Bar, other: Bar | undefined): string | undefined =>
  other && [other.name, isRunning ? t('site.energy.entire') : lackOf(other)].filter(Boolean).join('; ');

/** What can be shown with the bars. */
interface Comparison {
  /** Production of another period or clear-sky energy, bar by bar, with its name. */
  compared?: Compared | undefined;
  /** Production by device or array, in place of the bars of the plant. */
  parts?: readonly PartOfPlant[] | undefined;
  /** What was expected, bar by bar. */
  expectedKwh?: readonly (number | null)[] | undefined;
  /** Of the money of the bars. */
  currency?: string | undefined;
}

const partColors: readonly ColorToken[] = [
  'production',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
];

/** Six colors and three fills keep 18 parts distinguishable. */
const partPatterns = [undefined, 'stripes', 'dots'] as const;

/** The energy chart; bars of the current period, incomplete and partial ones are pale with a note. */
export function energyChart(
  bars: readonly Bar[],
  title: string,
  xName: string,
  { compared, parts, expectedKwh, currency = '' }: Comparison = {},
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
  const made: ChartSeries[] = parts?.map(({ key, name, kwh }, i) => ({
    ...common,
    key,
    name,
    stack: 'parts',
    values: kwh.map(inUnit),
    color: partColors[i % partColors.length] ?? 'production',
    pattern: partPatterns[Math.floor(i / partColors.length) % partPatterns.length],
    notes: produced.notes ?? [],
  })) ?? [produced];
  const ofSky = (parts ?? []).flatMap(({ key, name, kwh, skyKwh }): ChartSeries[] =>
    skyKwh === undefined
      ? []
      : [
          {
            ...common,
            key: `${key}/sky`,
            name: t('site.clearSky.of', { name }),
            color: 'muted',
            values: skyKwh.map(inUnit),
            isTableOnly: true,
          },
          shareSeries(`${key}/share`, t('site.clearSky.shareOf', { name }), bars, kwh, skyKwh),
        ],
  );
  if (compared?.isSky) {
    const kwh = bars.map((bar) => bar.producedKwh);
    ofSky.unshift(shareSeries('share', t('site.clearSky.share'), bars, kwh, compared.kwh));
  }
  const other: ChartSeries[] =
    compared === undefined
      ? []
      : [
          {
            ...common,
            key: 'compared',
            name: compared.name,
            color: 'muted',
            values: bars.map((_, i) => inUnit(compared.kwh[i] ?? null)),
            ...(compared.isSky
              ? { kind: 'line', isExpected: true }
              : {
                  partial: [],
                  isGhost: true,
                  notes: bars.map((one, i) => ghostNote(one, compared.bars?.[i])),
                }),
          },
        ];
  const expected: ChartSeries[] =
    expectedKwh?.some((value) => value !== null) === true
      ? [
          {
            ...common,
            key: 'expected',
            name: t('site.energy.expected'),
            kind: 'line',
            color: 'muted',
            values: bars.map((_, i) => inUnit(expectedKwh[i] ?? null)),
            isExpected: true,
          },
        ]
      : [];
  return {
    title,
    xName,
    x: bars.map(({ label }) => label),
    xFull: bars.map(({ name }) => name),
    xFile: bars.map(({ span }) => span),
    series: [
      ...made,
      ...(isMetered ? [used] : []),
      ...expected,
      ...other,
      ...ofSky,
      ...inTables(bars, inUnit, { ...common, currency }),
    ],
  };
}

/** Values for tables and files only: import, export and money of each bar, as far as they are known. */
function inTables(
  bars: readonly Bar[],
  inUnit: (kwh: number | null) => number | null,
  { currency, ...common }: Pick<ChartSeries, 'kind' | 'unit' | 'decimals' | 'partial'> & { currency: string },
): ChartSeries[] {
  const line = (
    key: 'importedKwh' | 'exportedKwh' | 'money',
    more: Pick<ChartSeries, 'name'>,
  ): ChartSeries[] => {
    const values = bars.map((bar) => bar[key]);
    if (values.every((value) => value === null)) return [];
    const isMoney = key === 'money';
    return [
      {
        ...common,
        ...more,
        key,
        color: 'muted',
        isTableOnly: true,
        ...(isMoney ? { unit: currency, values } : { values: values.map(inUnit) }),
      },
    ];
  };
  return [
    ...line('importedKwh', { name: t('site.energy.imported') }),
    ...line('exportedKwh', { name: t('site.energy.exported') }),
    ...line('money', { name: t('site.energy.worth') }),
  ];
}

export interface EnergySums {
  producedKwh: number | null;
  /** Over the complete, known and fully recorded periods. */
  meanKwh: number | null;
  best: Bar | undefined;
  /** Periods with missing readings. */
  incomplete: number;
  /** Share of the produced energy that was used on the spot, 0 to 1; null without a meter. */
  ownUse: number | null;
  /** Share of the used energy that did not come from the grid, 0 to 1; null without a meter. */
  ownSupply: number | null;
  /** The energies behind these ratios, in kWh; null without a meter. */
  metered: { madeKwh: number; soldKwh: number; usedKwh: number; boughtKwh: number } | null;
}

const share = (part: number, whole: number): number | null =>
  whole > 0 ? Math.min(1, Math.max(0, part / whole)) : null;

/** The totals of the bars. */
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
