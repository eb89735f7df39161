// The columns of the plant list.

import { STALE_AFTER_MS } from '@helioport/domain/status';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { PlantStatus } from '../../../solar/PlantStatus.tsx';
import { heardAt, type PlantState, plantState } from '../../../solar/plantState.ts';
import { energyFigure, powerFigure } from '../../../ui/base/amounts.ts';
import { RelativeTime } from '../../../ui/base/RelativeTime.tsx';
import { statusWords } from '../../../ui/base/StatusTag.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';
import type { SiteRow } from './siteFilters.ts';

/** City and country, as far as they are known. */
export const placeOf = ({ city, countryName }: { city: string; countryName: string }): string =>
  [city, countryName].filter((part) => part !== '').join(', ');

/** When the plant was heard and how it is, at an instant (ms). */
export function stateOfRow(row: SiteRow, now: number): PlantState & { lastReportAt: number | null } {
  const lastReportAt = heardAt(row, row.timezone, now);
  const { status, latitude, longitude } = row;
  return { ...plantState({ status, latitude, longitude, lastReportAt }, now), lastReportAt };
}

/** Power now; a dash where the last figure is old, since an old power is no power. */
export const powerNow = (row: SiteRow, state: PlantState): string =>
  state.isLive ? powerFigure(row.now).text : state.status === 'asleep' ? powerFigure(0).text : '–';

/** The age of the newest report; silence by night is nothing to point at. */
export function ReportAge({ row, now }: { row: SiteRow; now: number }): ReactNode {
  const { lastReportAt, status } = stateOfRow(row, now);
  const zone = row.timezone ? { timeZone: row.timezone } : {};
  const stale = status === 'asleep' ? {} : { staleAfterMs: STALE_AFTER_MS };
  return <RelativeTime at={lastReportAt} isInTable {...zone} {...stale} />;
}

/** The columns, in which ages and states are those of an instant (ms). */
export const siteColumns = (now: number): Column<SiteRow>[] => [
  {
    key: 'siteName',
    title: t('site.field.name'),
    isSortable: true,
    isFixed: true,
    render: (row) => (
      <Link className="hp-row-name" to={paths.site(row.sid)}>
        {row.siteName}
      </Link>
    ),
    text: (row) => row.siteName,
  },
  {
    key: 'place',
    title: t('site.field.place'),
    render: (row) => <span className="hp-muted">{placeOf(row)}</span>,
    text: placeOf,
  },
  {
    key: 'status',
    title: t('site.field.status'),
    isSortable: true,
    render: (row) => {
      const state = stateOfRow(row, now);
      return <PlantStatus state={state} timeZone={row.timezone} />;
    },
    text: (row) => statusWords(stateOfRow(row, now).status),
  },
  {
    key: 'now',
    title: t('site.field.now'),
    unit: 'W',
    isSortable: true,
    isNumber: true,
    render: (row) => powerNow(row, stateOfRow(row, now)),
    text: (row) => (stateOfRow(row, now).isLive ? row.now : null),
  },
  {
    key: 'todayPower',
    title: t('site.field.today'),
    unit: 'kWh',
    isSortable: true,
    isNumber: true,
    render: (row) => energyFigure(row.todayPower).text,
    text: (row) => row.todayPower,
  },
  {
    key: 'totalPower',
    title: t('site.field.total'),
    unit: 'kWh',
    isSortable: true,
    isNumber: true,
    render: (row) => energyFigure(row.totalPower).text,
    text: (row) => row.totalPower,
  },
  {
    key: 'snCount',
    title: t('site.field.devices'),
    isNumber: true,
    render: (row) => row.snCount,
    text: (row) => row.snCount,
  },
  {
    key: 'lastUpdate',
    title: t('site.field.lastReport'),
    isSortable: true,
    render: (row) => <ReportAge now={now} row={row} />,
    text: (row) => row.lastUpdate,
  },
  {
    key: 'registerDate',
    title: t('site.field.registered'),
    isSortable: true,
    isHiddenAtFirst: true,
    render: (row) => row.registerDate.slice(0, 10),
    text: (row) => row.registerDate,
  },
  {
    key: 'userEmail',
    title: t('site.field.owner'),
    isHiddenAtFirst: true,
    render: (row) => row.userEmail,
    text: (row) => row.userEmail,
  },
  {
    key: 'installerEmail',
    title: t('site.field.installer'),
    isHiddenAtFirst: true,
    render: (row) => row.installerEmail,
    text: (row) => row.installerEmail,
  },
  {
    key: 'sns',
    title: t('site.field.serials'),
    isHiddenAtFirst: true,
    render: (row) => row.sn.map(({ sn }) => sn).join(' '),
    text: (row) => row.sn.map(({ sn }) => sn).join(' '),
  },
  {
    key: 'sid',
    title: t('site.field.sid'),
    isHiddenAtFirst: true,
    render: (row) => row.sid,
    text: (row) => row.sid,
  },
];
