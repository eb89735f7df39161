// Expected energy next to production, and its basis.
import type { OutputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { irradianceSources } from '@helioport/domain/analytics/types';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { formatNumber } from '../../../components/base/time.ts';
import type { ChartData } from '../../../components/chart/series.ts';
import type { Span } from '../../../components/pv/energy/energySpan.ts';
import { percentText } from '../../../components/pv/energyCharts.ts';
import { ratioName, sourceText } from '../../../components/pv/finding/findingText.ts';
import { t } from '../../../i18n.ts';

type Expected = OutputOf<typeof site.expected>;

/** Expected energy over a period; undefined while unknown, and for hours and years. */
export function useExpected(sid: string, { by, day, from, to, year }: Span): Expected | undefined {
  const input =
    by === 'power'
      ? { types: 1, date: day }
      : by === 'months'
        ? { types: 5, date: `${year}-01-01` }
        : { types: 3, rangeDate: `${from}~${to}` };
  const isEnabled = by !== 'hours' && by !== 'years';
  const answer = useCall(site.expected, { sid, ...input }, { live: 'none', staleMs: 60_000, isEnabled });
  return isEnabled ? answer.data : undefined;
}

/** The expected power of a day laid over its curve, where both have the same slots. */
export function withExpected(chart: ChartData, wanted: Expected | undefined): ChartData {
  if (wanted === undefined || wanted.expected.length !== chart.x.length) return chart;
  if (wanted.expected.every((watts) => watts === null)) return chart;
  const unit = chart.series[0]?.unit ?? 'W';
  return {
    ...chart,
    series: [
      ...chart.series,
      {
        key: 'expected',
        name: t('finding.expected'),
        kind: 'line',
        color: 'ink',
        decimals: 0,
        unit,
        isExpected: true,
        values: unit === 'kW' ? wanted.expected.map((watts) => watts && watts / 1000) : wanted.expected,
      },
    ],
  };
}

/** The ratio with its name, the source of the irradiance, and how much was received. */
export function ExpectedNote({ wanted }: { wanted: Expected }): ReactNode {
  const { expected, ratio, ratioKind, sources, completeness, performanceRatio } = wanted;
  if (expected.every((value) => value === null)) return null;
  const used = irradianceSources.filter((source) => sources.includes(source));
  const known = completeness.filter((share) => share !== null);
  const received = known.length === 0 ? null : known.reduce((sum, share) => sum + share, 0) / known.length;
  return (
    <p className="hp-chart-note">
      {[
        ratio === null
          ? undefined
          : t('public.labelled', { label: ratioName(ratioKind), value: percentText(ratio) }),
        performanceRatio === null
          ? undefined
          : t('finding.performanceRatio', {
              value: percentText(performanceRatio),
              yield: `${formatNumber(wanted.referenceYield ?? 0)} h`,
              share: percentText(wanted.ratioCoverage ?? 0),
            }),
        ...used.map(sourceText),
        received === null ? undefined : t('site.energy.complete', { share: percentText(received) }),
      ]
        .filter((words) => words)
        .join(' · ')}
    </p>
  );
}
