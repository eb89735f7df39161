// The columns of the plant list.

import { localDay } from '@helioport/domain/periods';
import { STALE_AFTER_MS } from '@helioport/domain/status';
import type { ReactNode } from 'react';
import { energyFigure } from '../../../components/base/amounts.ts';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { ConditionLine } from '../../../components/pv/ConditionLine.tsx';
import { siteNameColumn, textColumn } from '../../../components/pv/columns.tsx';
import { conditionText } from '../../../components/pv/conditionText.ts';
import { PlantStatus } from '../../../components/pv/PlantStatus.tsx';
import { wireDay, wireDayText, withOffset } from '../../../components/pv/plantClock.ts';
import { recordedText } from '../../../components/pv/recorded.ts';
import { powerNow, powerNowText, stateWords } from '../../../components/pv/stateWords.ts';
import type { Column } from '../../../components/table/DataTable.tsx';
import { t } from '../../../i18n.ts';
import type { SiteRow } from './siteFilters.ts';

/** City and country, as far as known. */
export const placeOf = ({ city, countryName }: { city: string; countryName: string }): string =>
  [city, countryName].filter((part) => part !== '').join(', ');

/** The time zone and time used to display a row. */
export const clockOf = ({ timezone }: Pick<SiteRow, 'timezone'>, nowMs: number) => ({
  timeZone: timezone || 'UTC',
  nowMs,
});

/** Null for a plant without any reading: its energy is unknown, not 0. */
export const knownKwh = ({ lastReportAt }: SiteRow, energyKwh: number): number | null =>
  lastReportAt === null ? null : energyKwh;

/** The age of the newest reading; not highlighted in standby. */
export function ReportAge({ row }: { row: SiteRow }): ReactNode {
  const { lastReportAt, reporting } = row;
  const zone = row.timezone ? { timeZone: row.timezone } : {};
  const stale = reporting === 'asleep' ? {} : { staleAfterMs: STALE_AFTER_MS };
  return <RelativeTime at={lastReportAt} isInTable {...zone} {...stale} />;
}

/** Specific yield of a plant. */
const specific = (key: 'specificToday' | 'specific30', title: string): Column<SiteRow> => ({
  key,
  title,
  unit: 'kWh/kWp',
  isSortable: true,
  isNumber: true,
  isHiddenAtFirst: true,
  render: (row) => (row[key] == null ? '–' : `${formatNumber(row[key], 2)} kWh/kWp`),
  text: (row) => row[key],
});

/** The columns, in which ages and states are those of an instant (ms). */
export const siteColumns = (now: number): Column<SiteRow>[] => [
  siteNameColumn(),
  {
    key: 'verdict',
    title: t('site.field.verdict'),
    isSortable: true,
    render: (row) => (
      <ConditionLine nowMs={now} sid={row.sid} timeZone={row.timezone} verdict={row.verdict} />
    ),
    text: (row) => conditionText(row.verdict, localDay(now, row.timezone || 'UTC')),
  },
  {
    key: 'place',
    title: t('site.field.place'),
    isText: true,
    render: (row) => <span className="hp-muted">{placeOf(row)}</span>,
    text: placeOf,
  },
  {
    key: 'status',
    title: t('site.field.status'),
    isSortable: true,
    render: (row) => (
      <PlantStatus
        lastReportAt={row.lastReportAt}
        latitude={row.latitude}
        longitude={row.longitude}
        nowMs={now}
        severity={row.severity}
        state={row.state}
        timeZone={row.timezone}
      />
    ),
    text: ({ state, severity, lastReportAt, ...row }) =>
      stateWords({ state, severity, lastReportAt }, clockOf(row, now)),
  },
  {
    key: 'now',
    title: t('site.field.now'),
    unit: 'W',
    isSortable: true,
    isNumber: true,
    render: (row) => powerNowText(row.reporting, row.now),
    text: (row) => powerNow(row.reporting, row.now),
  },
  {
    key: 'todayPower',
    title: t('site.field.today'),
    unit: 'kWh',
    isSortable: true,
    isNumber: true,
    render: (row) => energyFigure(knownKwh(row, row.todayPower)).text,
    text: (row) => knownKwh(row, row.todayPower),
  },
  {
    key: 'totalPower',
    title: t('site.field.total'),
    unit: 'kWh',
    isSortable: true,
    isNumber: true,
    render: (row) => (
      <span title={recordedText(row.recordedSince) || undefined}>
        {energyFigure(knownKwh(row, row.totalPower)).text}
      </span>
    ),
    text: (row) => knownKwh(row, row.totalPower),
  },
  specific('specificToday', t('site.field.specificToday')),
  specific('specific30', t('site.field.specific30')),
  textColumn('snCount', t('site.field.devices'), { isHiddenAtFirst: true, isNumber: true }),
  {
    key: 'lastUpdate',
    title: t('site.field.lastReport'),
    isSortable: true,
    render: (row) => <ReportAge row={row} />,
    text: (row) => (row.lastReportAt === null ? null : withOffset(row.lastReportAt, row.timezone || 'UTC')),
  },
  {
    key: 'registerDate',
    title: t('site.field.registered'),
    isSortable: true,
    isHiddenAtFirst: true,
    render: (row) => wireDayText(row.registerDate),
    text: (row) => wireDay(row.registerDate),
  },
  textColumn('userEmail', t('site.field.owner'), { isHiddenAtFirst: true }),
  textColumn('installerEmail', t('site.field.installer'), { isHiddenAtFirst: true }),
  {
    key: 'sns',
    title: t('site.field.serials'),
    isHiddenAtFirst: true,
    text: (row) => row.sn.map(({ sn }) => sn).join(' '),
  },
  textColumn('sid', t('site.field.sid'), { isHiddenAtFirst: true }),
];
