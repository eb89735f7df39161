import { device } from '@helioport/contract/device';
import { STALE_AFTER_MS } from '@helioport/domain/status';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { StatusTag } from '../../../components/base/StatusTag.tsx';
import { choice, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { lazyWithWords } from '../../../components/lazyPart.tsx';
import { DeviceName, type Fold, useFold } from '../../../components/pv/DeviceName.tsx';
import {
  type DeviceRow,
  deviceRows,
  deviceValue,
  energyOfDevice,
  exportedValue,
  flattened,
  hasIssue,
  powerOfDevice,
  statusOf,
  statusTextOf,
} from '../../../components/pv/deviceRows.ts';
import { pageRows, sortRows } from '../../../components/pv/localRows.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { withOffset } from '../../../components/pv/plantClock.ts';
import { type Column, DataTable } from '../../../components/table/DataTable.tsx';
import type { TableState } from '../../../components/table/tableState.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { ReplaceButton } from './ReplaceButton.tsx';
import { ReplacedDevices } from './ReplacedDevices.tsx';

const ReplaceDialog = lazyWithWords(async () => (await import('./ReplaceDialog.tsx')).default);

/** `trouble`: only devices with issues, as linked from the verdict of a plant. */
const whichSchema = urlFields({ devices: choice(['', 'trouble'], '') });

const atFirst: TableState = { page: 1, size: 20, sort: 'sn', order: 'asc' };

/** The devices of the plant, each with its own state; components of a composite device are collapsed below it. */
export function DevicesPanel({ plant }: { plant: Plant }): ReactNode {
  const [table, setTable] = useState(atFirst);
  const mayReplace = useMayCall(device.replace) && plant.detail.mayEdit;
  const [goes, setGoes] = useState<string>();
  const replacing = mayReplace ? setGoes : undefined;
  const [{ devices }, choose] = useUrlState(whichSchema);
  const all = deviceRows(plant);
  const withIssues = all.filter(hasIssue);
  const isNarrowed = devices === 'trouble' && withIssues.length < all.length;
  const fold = useFold(isNarrowed);
  const rows = sortRows(isNarrowed ? withIssues : all, table, deviceValue);
  return (
    <>
      <div className="hp-plant-main" id="devices">
        <DataTable
          answer={plant.overview}
          card={(row) => <DeviceCard fold={fold} onReplace={replacing} plant={plant} row={row} />}
          columns={columnsOf(plant, fold, replacing)}
          empty={{ title: t('site.devices.none'), hint: t('site.devices.noneHint'), icon: 'device' }}
          fetchAll={async () => flattened(rows, () => true)}
          id="site.devices"
          label={t('site.devices.title')}
          onState={(patch) => setTable((state) => ({ ...state, ...patch }))}
          rowKey={({ device }) => device.sn}
          rows={flattened(pageRows(rows, table), fold.isOpen)}
          state={table}
          toolbar={
            <>
              <h2>{t('site.devices.title')}</h2>
              {isNarrowed && (
                <button className="hp-link-button" onClick={() => choose({ devices: '' })} type="button">
                  {t('site.devices.all', { count: all.length })}
                </button>
              )}
              {isNarrowed && <Link to={paths.siteEvents(plant.sid)}>{t('event.title')}</Link>}
              <Link to={paths.parameterSetting(plant.sid)}>{t('parameter.title')}</Link>
            </>
          }
          total={rows.length}
        />
        <ReplacedDevices plant={plant} />
      </div>
      {goes !== undefined && (
        <Suspense fallback={null}>
          <ReplaceDialog onClose={() => setGoes(undefined)} sid={plant.sid} sn={goes} />
        </Suspense>
      )}
    </>
  );
}

/** A column hidden in the table, because it is part of every export. */
const forFiles = (key: string, title: string, text: (row: DeviceRow) => string): Column<DeviceRow> => ({
  key,
  title,
  render: text,
  text,
  isHiddenAtFirst: true,
});

function columnsOf(
  { detail }: Plant,
  fold: Fold,
  onReplace: ((sn: string) => void) | undefined,
): Column<DeviceRow>[] {
  const actions: Column<DeviceRow> = {
    key: 'actions',
    title: t('site.replace.act'),
    isFixed: true,
    render: (row) => <ReplaceButton isIcon onReplace={onReplace} row={row} />,
    text: () => '',
  };
  return [
    {
      key: 'sn',
      title: t('site.field.device'),
      isSortable: true,
      isFixed: true,
      render: (row) => <DeviceName fold={fold} row={row} />,
    },
    forFiles('device', t('site.field.sn'), ({ device }) => device.sn),
    forFiles('alias', t('site.field.alias'), ({ device }) => device.alias),
    forFiles('siteName', t('site.field.name'), () => detail.siteName),
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
    {
      key: 'today',
      title: t('site.field.today'),
      unit: 'kWh',
      isSortable: true,
      isNumber: true,
      render: (row) => energyOfDevice(row, 'todayPower'),
      text: (row) => exportedValue(row, 'today'),
    },
    {
      key: 'total',
      title: t('site.field.total'),
      unit: 'kWh',
      isSortable: true,
      isNumber: true,
      render: (row) => energyOfDevice(row, 'totalPower'),
      text: (row) => exportedValue(row, 'total'),
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
          {...(device.reporting === 'asleep' ? {} : { staleAfterMs: STALE_AFTER_MS })}
        />
      ),
      text: ({ device }) =>
        device.lastReportAt === null ? null : withOffset(device.lastReportAt, detail.timezone),
    },
    ...(onReplace ? [actions] : []),
  ];
}
