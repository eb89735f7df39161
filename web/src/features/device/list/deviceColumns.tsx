// The columns of a list of devices.
import { STALE_AFTER_MS } from '@helioport/domain/status';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { StatusTag } from '../../../components/base/StatusTag.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { DeviceName, type Fold } from '../../../components/pv/DeviceName.tsx';
import {
  energyOfDevice,
  exportedValue,
  powerOfDevice,
  statusOf,
  statusTextOf,
} from '../../../components/pv/deviceRows.ts';
import { wireDay, wireDayText, withOffset } from '../../../components/pv/plantClock.ts';
import type { Column } from '../../../components/table/DataTable.tsx';
import { t, wordsFor } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import type { ListRow } from './deviceFilters.ts';

/** The age of the newest reading; not highlighted in standby. */
export function ReportAge({ row: { device } }: { row: ListRow }): ReactNode {
  const stale = device.reporting === 'asleep' ? {} : { staleAfterMs: STALE_AFTER_MS };
  return <RelativeTime at={device.lastReportAt} isInTable timeZone={device.timezone} {...stale} />;
}

export const kindText = ({ device }: ListRow): string => wordsFor(`deviceKind.${device.kind}`, device.kind);

/** A tag if the device is on the blocklist; nothing otherwise. */
export function Restricted({ row }: { row: ListRow }): ReactNode {
  if (!row.device.isRestricted) return null;
  return (
    <Tag icon="lock" tone="alert">
      {t('device.list.restricted')}
    </Tag>
  );
}

const energy = (
  which: 'todayPower' | 'totalPower',
  exported: 'today' | 'total',
  title: string,
): Column<ListRow> => ({
  key: which,
  title,
  unit: 'kWh',
  isSortable: true,
  isNumber: true,
  render: (row) => energyOfDevice(row, which),
  text: (row) => exportedValue(row, exported),
});

/** A plain text column, hidden by default. */
const plain = (key: string, title: string, text: (row: ListRow) => string): Column<ListRow> => ({
  key,
  title,
  render: text,
  text,
  isHiddenAtFirst: true,
});

export const deviceColumns = (fold: Fold): Column<ListRow>[] => [
  {
    key: 'sn',
    title: t('site.field.sn'),
    isSortable: true,
    isFixed: true,
    render: (row) => (
      <>
        <DeviceName fold={fold} row={row} />
        <Restricted row={row} />
      </>
    ),
    text: ({ device }) => device.sn,
  },
  plain('alias', t('device.list.alias'), ({ device }) => device.alias),
  {
    key: 'siteName',
    title: t('site.field.name'),
    isSortable: true,
    render: ({ device }) => <Link to={paths.site(device.sid)}>{device.siteName}</Link>,
    text: ({ device }) => device.siteName,
  },
  {
    key: 'status',
    title: t('site.field.status'),
    isSortable: true,
    render: (row) => (
      <StatusTag severity={row.device.severity} state={statusOf(row)}>
        {statusTextOf(row)}
      </StatusTag>
    ),
    text: statusTextOf,
  },
  {
    key: 'now',
    title: t('site.field.now'),
    unit: 'W',
    isSortable: true,
    isNumber: true,
    render: powerOfDevice,
    text: (row) => exportedValue(row, 'now'),
  },
  energy('todayPower', 'today', t('site.field.today')),
  energy('totalPower', 'total', t('site.field.total')),
  {
    key: 'lastUpdate',
    title: t('site.field.lastReport'),
    isSortable: true,
    render: (row) => <ReportAge row={row} />,
    text: ({ device }) =>
      device.lastReportAt === null ? null : withOffset(device.lastReportAt, device.timezone),
  },
  {
    key: 'modelName',
    title: t('site.field.model'),
    isSortable: true,
    render: ({ device }) => device.model || t('device.modelUnknown'),
    text: ({ device }) => device.model,
  },
  plain('kind', t('device.list.kind'), kindText),
  {
    ...plain('version', t('device.detail.firmware'), ({ device }) => device.WIFIVersion),
    isSortable: true,
  },
  plain('frameVersion', t('device.detail.version'), ({ device }) => device.version),
  plain('cpuVersion', t('device.detail.cpuVersion'), ({ device }) => device.CPUVersion),
  plain('ramVersion', t('device.detail.ramVersion'), ({ device }) => device.RAMVersion),
  {
    ...plain('createdAt', t('device.list.createdAt'), ({ device }) => wireDay(device.createdAt)),
    isSortable: true,
    render: ({ device }) => wireDayText(device.createdAt),
  },
  plain('alertCode', t('site.history.status'), ({ device }) => device.alertCode),
  plain('userEmail', t('site.field.owner'), ({ device }) => device.userEmail),
  plain('installerEmail', t('site.field.installer'), ({ device }) => device.installerEmail),
  plain('sid', t('site.field.sid'), ({ device }) => device.sid),
];
