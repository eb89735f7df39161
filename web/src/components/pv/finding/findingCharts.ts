// The curves behind a finding.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { finding } from '@helioport/contract/finding';
import { t } from '../../../i18n.ts';
import type { ChartData, ChartSeries } from '../../chart/series.ts';
import { clockText, dayText } from '../plantClock.ts';
import type { FindingDetail } from './findingText.ts';

type DayCurve = OutputOf<typeof finding.day>;

const series = (
  key: string,
  name: string,
  values: readonly (number | null)[],
  look: Pick<ChartSeries, 'kind' | 'color' | 'unit'> & Partial<ChartSeries>,
): ChartSeries => ({ key, name, values, decimals: look.unit === 'kWh' ? 2 : 0, ...look });

const isKnown = (values: readonly (number | null)[]) => values.some((value) => value !== null);

/** Energy per day: produced as bars, expected and comparable modules as lines. */
export function dailyChart({ daily }: Pick<FindingDetail, 'daily'>): ChartData {
  return {
    title: t('finding.chart.daily'),
    xName: t('finding.chart.day'),
    x: daily.days.map((day) => dayText(day)),
    xFile: daily.days,
    series: [
      series('produced', t('finding.produced'), daily.produced, {
        ...{ kind: 'bar', color: 'production', unit: 'kWh' },
        partial: daily.completeness.map((share) => share !== null && share < 0.9),
      }),
      series('expected', t('finding.expected'), daily.expected, {
        ...{ kind: 'line', color: 'muted', unit: 'kWh', isExpected: true },
      }),
      ...(isKnown(daily.siblings)
        ? [
            series('siblings', t('finding.siblings'), daily.siblings, {
              kind: 'line',
              color: 'act',
              unit: 'kWh',
            }),
          ]
        : []),
    ],
  };
}

/** Power of one day: produced as an area, expected dashed, comparable modules as a line. */
export function dayChart(curve: DayCurve, timeZone: string): ChartData {
  const x = curve.produced.map((_, slot) => clockText(curve.startAt + slot * curve.stepMs, timeZone));
  return {
    title: t('finding.chart.power', { day: dayText(curve.day) }),
    xName: t('site.curve.time', { zone: timeZone }),
    x,
    series: [
      series('produced', t('finding.produced'), curve.produced, {
        ...{ kind: 'area', color: 'production', unit: 'W' },
      }),
      series('expected', t('finding.expected'), curve.expected, {
        ...{ kind: 'line', color: 'muted', unit: 'W', isExpected: true },
      }),
      ...(isKnown(curve.siblings)
        ? [
            series('siblings', t('finding.siblings'), curve.siblings, {
              kind: 'line',
              color: 'act',
              unit: 'W',
            }),
          ]
        : []),
      ...(isKnown(curve.voltage)
        ? [
            series('voltage', t('finding.voltage'), curve.voltage, {
              ...{ kind: 'line', color: 'consumption', unit: 'V' },
            }),
          ]
        : []),
      ...(isKnown(curve.siblingsVoltage)
        ? [
            series('siblingsVoltage', t('finding.siblingsVoltage'), curve.siblingsVoltage, {
              ...{ kind: 'line', color: 'muted', unit: 'V' },
            }),
          ]
        : []),
    ],
  };
}
