// Data of the counts and charts of the dashboard.

import type { dashboard } from '@helioport/contract/dashboard';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { overview } from '@helioport/contract/overview';
import { severities } from '@helioport/domain/condition';
import { filterOfSeverity } from '@helioport/domain/plantCondition';
import { isUnregistered, stateKeys } from '@helioport/domain/state';
import { statusWords } from '../../components/base/StatusTag.tsx';
import type { ChartData } from '../../components/chart/Chart.tsx';
import { dayOfMonthText, dayText } from '../../components/pv/plantClock.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';

export type Span = OutputOf<typeof dashboard.deviceTrend>['days'][number];
export type Country = OutputOf<typeof dashboard.userSummary>['countries'][number];

export interface Count {
  label: string;
  count: number;
  to: string;
  /** Whether a count above zero is shown in the color of alarms. */
  isAlert?: boolean;
}

/**
 * Plants by severity, with the total they add up to. Plants without devices and uncommissioned ones have a status of
 * their own, as in the list of plants: nothing is known about their operation.
 */
export function plantCounts({
  siteCount,
  stateCounts,
  severityCounts,
  verdictCounts,
}: OutputOf<typeof overview.siteStatusCounts>): Count[] {
  return [
    ...severities.map((severity) => {
      const shown = filterOfSeverity(severity);
      return {
        label: t(`site.severity.${severity}`),
        count: ('verdict' in shown ? verdictCounts[shown.verdict] : severityCounts[severity]) ?? 0,
        to: paths.sitesBy({ severity }),
        isAlert: severity === 'critical' || severity === 'major',
      };
    }),
    ...stateKeys.filter(isUnregistered).flatMap((state) => {
      const count = stateCounts[state] ?? 0;
      return count === 0 ? [] : [{ label: statusWords(state), count, to: paths.sitesBy({ state }) }];
    }),
    { label: t('site.list.all'), count: siteCount, to: paths.sites() },
  ];
}

/** The counts of devices, each with the list that it counts. */
export const deviceFigures = (data: OutputOf<typeof dashboard.deviceSummary> | undefined) => [
  { label: t('dashboard.devices'), value: data?.totalDevices, to: paths.devices('index') },
  { label: t('dashboard.panels'), value: data?.panels, to: paths.sites() },
  {
    label: t('dashboard.wifi'),
    value: data?.wifiMicroinverters,
    to: paths.devices('index', 'microinverter'),
  },
  { label: t('dashboard.gateways'), value: data?.gatewayPlc, to: paths.devices('index', 'gateway') },
];

/** New users and devices, as grouped bars. */
export const trendChart = (spans: readonly Span[], title: string, xName: string): ChartData => ({
  title,
  xName,
  x: spans.map(({ from }) => dayOfMonthText(from)),
  xFull: spans.map(({ from, to }) => (from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`)),
  xFile: spans.map(({ from }) => from),
  series: [
    {
      key: 'devices',
      name: t('dashboard.newDevices'),
      kind: 'bar',
      unit: '',
      color: 'act',
      decimals: 0,
      values: spans.map(({ devices }) => devices),
    },
    {
      key: 'users',
      name: t('dashboard.newUsers'),
      kind: 'bar',
      unit: '',
      color: 'battery',
      decimals: 0,
      values: spans.map(({ users }) => users),
    },
  ],
});
