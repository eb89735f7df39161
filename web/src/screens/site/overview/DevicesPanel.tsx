import { STALE_AFTER_MS } from '@helioport/domain/status';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { t } from '../../../i18n.ts';
import {
  type DeviceRow,
  deviceRows,
  deviceValue,
  energyOfDevice,
  isTroubled,
  powerOfDevice,
  statusOf,
  statusTextOf,
} from '../../../solar/deviceRows.ts';
import { pageRows, sortRows } from '../../../solar/localRows.ts';
import type { Plant } from '../../../solar/plant.ts';
import { withOffset } from '../../../solar/plantClock.ts';
import { CopyText } from '../../../ui/base/CopyText.tsx';
import { RelativeTime } from '../../../ui/base/RelativeTime.tsx';
import { StatusTag } from '../../../ui/base/StatusTag.tsx';
import { useUrlState } from '../../../ui/base/useUrlState.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import type { TableState } from '../../../ui/table/tableState.ts';
import { DeviceCard } from './DeviceCard.tsx';

/** `trouble`: only those with something to say about, as the verdict of a plant leads to them. */
const whichSchema = z.object({ devices: z.enum(['', 'trouble']).default('') });

const atFirst: TableState = { page: 1, size: 20, sort: '', order: 'asc' };

/** The devices of the plant, each with its own state. */
export function DevicesPanel({ plant }: { plant: Plant }): ReactNode {
  const [table, setTable] = useState(atFirst);
  const [{ devices }, choose] = useUrlState(whichSchema);
  const all = deviceRows(plant);
  const troubled = all.filter(isTroubled);
  const isNarrowed = devices === 'trouble' && troubled.length < all.length;
  const rows = sortRows(isNarrowed ? troubled : all, table, deviceValue);
  return (
    <div className="hp-plant-main" id="devices">
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
        toolbar={
          <>
            <h2>{t('site.devices.title')}</h2>
            {isNarrowed && (
              <button className="hp-link-button" onClick={() => choose({ devices: '' })} type="button">
                {t('site.devices.all', { count: all.length })}
              </button>
            )}
          </>
        }
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
      render: (row) => <StatusTag state={statusOf(row)}>{statusTextOf(row)}</StatusTag>,
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
      render: ({ device }) => (
        <RelativeTime
          at={device.lastReportAt}
          isInTable
          timeZone={detail.timezone}
          {...(device.state === 'asleep' ? {} : { staleAfterMs: STALE_AFTER_MS })}
        />
      ),
      text: ({ device }) =>
        device.lastReportAt === null ? null : withOffset(device.lastReportAt, detail.timezone),
    },
  ];
}
