import { STALE_AFTER_MS } from '@helioport/domain/status';
import { type ReactNode, useState } from 'react';
import { t } from '../../i18n.ts';
import { energyFigure, powerFigure } from '../../ui/amounts.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusTag, statusWords } from '../../ui/StatusTag.tsx';
import type { TableState } from '../../ui/tableState.ts';
import { pageRows, sortRows } from './localRows.ts';
import type { Plant, SiteDetail } from './plant.ts';
import { heardAt, type PlantState, plantState } from './plantState.ts';

interface DeviceRow {
  device: SiteDetail['sn'][number];
  state: PlantState;
  lastReportAt: number | null;
}

const atFirst: TableState = { page: 1, size: 20, sort: '', order: 'asc' };

/** The devices of the plant, each with its own state. */
export function DevicesPanel({ plant }: { plant: Plant }): ReactNode {
  const [table, setTable] = useState(atFirst);
  const rows = sortRows(rowsOf(plant), table, sortValue);
  return (
    <div className="hp-plant-main">
      <DataTable
        answer={plant.overview}
        columns={columnsOf(plant)}
        empty={{ title: t('site.devices.none'), hint: t('site.devices.noneHint'), icon: 'device' }}
        fetchAll={async () => rows}
        id="site.devices"
        label={t('site.devices.title')}
        onState={(patch) => setTable((state) => ({ ...state, ...patch }))}
        rowKey={({ device }) => device.sn}
        rows={pageRows(rows, table)}
        state={table}
        toolbar={<h2>{t('site.devices.title')}</h2>}
        total={rows.length}
      />
    </div>
  );
}

function rowsOf({ detail, now }: Plant): DeviceRow[] {
  const { latitude, longitude, timezone } = detail;
  return detail.sn.map((device) => {
    const lastReportAt = heardAt(device, timezone, now);
    const state = plantState({ status: device.status, latitude, longitude, lastReportAt }, now);
    return { device, state, lastReportAt };
  });
}

function sortValue({ device, state, lastReportAt }: DeviceRow, key: string) {
  switch (key) {
    case 'sn':
      return device.sn;
    case 'model':
      return device.model;
    case 'status':
      return statusWords(state.status);
    case 'now':
      return state.isLive ? device.now : null;
    case 'today':
      return device.todayPower;
    case 'total':
      return device.totalPower;
    default:
      return lastReportAt;
  }
}

function columnsOf({ detail }: Plant): Column<DeviceRow>[] {
  return [
    {
      key: 'sn',
      title: t('site.field.sn'),
      isSortable: true,
      isFixed: true,
      render: ({ device }) => <CopyText label={t('site.field.sn')} text={device.sn} />,
      text: ({ device }) => device.sn,
    },
    {
      key: 'model',
      title: t('site.field.model'),
      isSortable: true,
      render: ({ device }) => device.model,
      text: ({ device }) => device.model,
    },
    {
      key: 'status',
      title: t('site.field.status'),
      isSortable: true,
      render: ({ device, state }) => (
        <StatusTag status={state.status}>
          {state.status === 'alert' ? device.alertTitle : statusWords(state.status)}
        </StatusTag>
      ),
      text: ({ state }) => statusWords(state.status),
    },
    {
      key: 'now',
      title: t('site.field.now'),
      isSortable: true,
      isNumber: true,
      render: ({ device, state }) => (state.isLive ? powerFigure(device.now).text : '–'),
      text: ({ device, state }) => (state.isLive ? device.now : null),
    },
    {
      key: 'today',
      title: t('site.field.today'),
      isSortable: true,
      isNumber: true,
      render: ({ device }) => energyFigure(device.todayPower).text,
      text: ({ device }) => device.todayPower,
    },
    {
      key: 'total',
      title: t('site.field.total'),
      isSortable: true,
      isNumber: true,
      render: ({ device }) => energyFigure(device.totalPower).text,
      text: ({ device }) => device.totalPower,
    },
    {
      key: 'lastUpdate',
      title: t('site.field.lastReport'),
      isSortable: true,
      render: ({ lastReportAt, state }) => (
        <RelativeTime
          at={lastReportAt}
          isInTable
          timeZone={detail.timezone}
          {...(state.status === 'asleep' ? {} : { staleAfterMs: STALE_AFTER_MS })}
        />
      ),
      text: ({ device }) => device.lastUpdate,
    },
  ];
}
