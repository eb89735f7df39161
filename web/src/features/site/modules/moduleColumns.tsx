// The columns of the module table.
import { STALE_AFTER_MS } from '@helioport/domain/status';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { StatusTag } from '../../../components/base/StatusTag.tsx';
import { withOffset } from '../../../components/pv/plantClock.ts';
import { type Clock, stateWords } from '../../../components/pv/stateWords.ts';
import type { Column } from '../../../components/table/DataTable.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import type { ModuleRow, RatioBasis } from './moduleRows.ts';
import { RatioBar } from './RatioBar.tsx';

/** The columns, with times in the plant's time zone. */
export const moduleColumns = (
  clock: Clock,
  basis: RatioBasis,
  choiceOf: (row: ModuleRow) => ReactNode,
): Column<ModuleRow>[] => [
  { key: 'choose', title: t('layout.choose'), isFixed: true, render: choiceOf },
  {
    key: 'module',
    title: t('site.field.module'),
    isSortable: true,
    isFixed: true,
    render: (row) =>
      row.isUndivided ? (
        <>
          <span className="hp-row-name">{row.sn}</span>{' '}
          <span className="hp-muted">{t('site.modules.undivided')}</span>
        </>
      ) : (
        <Link className="hp-row-name" to={paths.module(row.sn, row.addr)}>
          {row.plcSN}
        </Link>
      ),
    text: (row) => (row.isUndivided ? `${row.sn} ${t('site.modules.undivided')}` : row.plcSN),
  },
  {
    key: 'device',
    title: t('site.field.device'),
    isSortable: true,
    render: (row) => (
      <>
        {row.device} <span className="hp-muted">{row.modelName}</span>
      </>
    ),
    text: (row) => row.device,
  },
  {
    key: 'status',
    title: t('site.field.status'),
    isSortable: true,
    render: (row) => (
      <StatusTag isPlain severity={row.severity} state={row.state}>
        {stateWords(row, clock)}
      </StatusTag>
    ),
    text: (row) => stateWords(row, clock),
  },
  {
    key: 'now',
    title: t('site.field.now'),
    unit: 'W',
    isSortable: true,
    isNumber: true,
    render: (row) => powerFigure(row.nowW).text,
    text: (row) => row.nowW,
  },
  {
    key: 'today',
    title: t('site.field.today'),
    unit: 'kWh',
    isSortable: true,
    isNumber: true,
    render: (row) => energyFigure(row.todayKwh).text,
    text: (row) => row.todayKwh,
  },
  {
    key: 'ratio',
    title: t('site.modules.ratio'),
    unit: '%',
    isSortable: true,
    render: (row) => <RatioBar basis={basis} row={row} />,
    text: (row) => (row.ratio === null ? null : Math.round(row.ratio * 1000) / 10),
  },
  {
    key: 'total',
    title: t('site.field.total'),
    unit: 'kWh',
    isSortable: true,
    isNumber: true,
    render: (row) => energyFigure(row.totalKwh).text,
    text: (row) => row.totalKwh,
  },
  {
    key: 'lastUpdate',
    title: t('site.field.lastReport'),
    isSortable: true,
    render: (row) => (
      <RelativeTime
        at={row.lastReportAt}
        isInTable
        timeZone={clock.timeZone}
        {...(row.reporting === 'asleep' ? {} : { staleAfterMs: STALE_AFTER_MS })}
      />
    ),
    text: (row) => (row.lastReportAt === null ? null : withOffset(row.lastReportAt, clock.timeZone)),
  },
];
