// Data of the counts and charts of the dashboard.

import type { dashboard } from '@helioport/contract/dashboard';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { ChartData } from '../../components/chart/Chart.tsx';
import { dayOfMonthText, dayText } from '../../components/pv/plantClock.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';

export type Span = OutputOf<typeof dashboard.deviceTrend>['days'][number];
export type Country = OutputOf<typeof dashboard.userSummary>['countries'][number];

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
