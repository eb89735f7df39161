import { STALE_AFTER_MS } from '@helioport/domain/status';
import { type ReactNode, useState } from 'react';
import { t } from '../../../i18n.ts';
import {
  type DeviceRow,
  deviceRows,
  deviceValue,
  energyOfDevice,
  powerOfDevice,
  statusTextOf,
} from '../../../solar/deviceRows.ts';
import { pageRows, sortRows } from '../../../solar/localRows.ts';
import type { Plant } from '../../../solar/plant.ts';
import { CopyText } from '../../../ui/base/CopyText.tsx';
import { RelativeTime } from '../../../ui/base/RelativeTime.tsx';
import { StatusTag } from '../../../ui/base/StatusTag.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import type { TableState } from '../../../ui/table/tableState.ts';
import { DeviceCard } from './DeviceCard.tsx';

const atFirst: TableState = { page: 1, size: 20, sort: '', order: 'asc' };

/** The devices of the plant, each with its own state. */
export function DevicesPanel({ plant }: { plant: Plant }): ReactNode {
  const [table, setTable] = useState(atFirst);
  const rows = sortRows(deviceRows(plant), table, deviceValue);
  return (
    <div className="hp-plant-main">
      <DataTable
        answer={plant.overview}
        card={(row) => <DeviceCard plant={plant} row={row} />}
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
      render: (row) => <StatusTag status={row.state.status}>{statusTextOf(row)}</StatusTag>,
      text: statusTextOf,
    },
    {
      key: 'now',
      title: t('site.field.now'),
      unit: 'W',
      isSortable: true,
      isNumber: true,
      render: powerOfDevice,
      text: (row) => deviceValue(row, 'now'),
    },
    {
      key: 'today',
      title: t('site.field.today'),
      unit: 'kWh',
      isSortable: true,
      isNumber: true,
      render: (row) => energyOfDevice(row, row.device.todayPower),
      text: (row) => deviceValue(row, 'today'),
    },
    {
      key: 'total',
      title: t('site.field.total'),
      unit: 'kWh',
      isSortable: true,
      isNumber: true,
      render: (row) => energyOfDevice(row, row.device.totalPower),
      text: (row) => deviceValue(row, 'total'),
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
