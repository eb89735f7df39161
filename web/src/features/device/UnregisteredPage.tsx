import { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { STALE_AFTER_MS } from '@helioport/domain/status';
import { instantOfWallSeconds } from '@helioport/domain/wire';
import { type ReactNode, useCallback, useState } from 'react';
import { Link } from 'react-router';
import { powerFigure } from '../../components/base/amounts.ts';
import { Button } from '../../components/base/Button.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import type { EmptyWords } from '../../components/base/EmptyState.tsx';
import { Page } from '../../components/base/Page.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { formatNumber, useNow } from '../../components/base/time.ts';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { ConnectHelp } from '../../components/pv/ConnectHelp.tsx';
import { readerTime } from '../../components/pv/plantClock.ts';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { RowActions } from '../../components/table/RowActions.tsx';
import { type TableState, tableInput, useTableState } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { ClaimDialog } from './ClaimDialog.tsx';
import './device.css';

type Row = OutputOf<typeof device.listNoReg>['list'][number];

const schema = urlFields({ q: text(100) });

/** Serial numbers that send readings but belong to no plant, and a way to assign them. */
export default function UnregisteredPage(): ReactNode {
  const [{ q }, setFilters] = useUrlState(schema);
  const [table, setTable] = useTableState();
  const [claiming, setClaiming] = useState<Row | null>(null);
  const now = useNow();
  // There are no live events for serial numbers without a plant, so the list polls.
  const listed = useServerTable(
    device.listNoReg,
    inputOf(q, table),
    { table, setTable },
    { live: 'any', refreshMs: 10_000 },
  );
  const search = useCallback(
    (text: string) => {
      setFilters({ q: text });
      setTable({ page: 1 });
    },
    [setFilters, setTable],
  );
  return (
    <Page
      filters={<SearchBox label={t('device.unregistered.search')} onChange={search} value={q} />}
      sub={t('device.unregistered.sub')}
      title={pageTitle('noRegGatewayList')}
    >
      <DataTable
        {...listed}
        columns={columnsOf(now, setClaiming)}
        empty={emptyWords(q, () => search(''))}
        id="device.unregistered"
        label={pageTitle('noRegGatewayList')}
        rowKey={(row) => row.sn}
        rowPath={(row) => paths.unregisteredDevice(row.sn)}
      />
      {claiming && <ClaimDialog onClose={() => setClaiming(null)} row={claiming} />}
    </Page>
  );
}

const inputOf = (q: string, table: TableState) => ({
  filters: { keywords: q },
  ...tableInput(table, ['sn', 'now', 'lastUpdate', 'createdAt']),
});

function emptyWords(q: string, clear: () => void): EmptyWords {
  if (q !== '') {
    return {
      title: t('device.unregistered.noMatch'),
      action: <Button onClick={clear}>{t('site.list.clear')}</Button>,
    };
  }
  return {
    title: t('device.unregistered.none'),
    hint: t('device.unregistered.noneHint'),
    action: <ConnectHelp />,
    icon: 'device',
  };
}

/** `YYYY-MM-DD` order of a text `DD/MM/YYYY HH:mm` in UTC, as ms. */
function instantOf(display: string): number | null {
  const [, day, month, year, hour, minute] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d)/.exec(display) ?? [];
  if (year === undefined) return null;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
}

function columnsOf(now: number, onClaim: (row: Row) => void): Column<Row>[] {
  return [
    {
      key: 'sn',
      title: t('site.field.sn'),
      isSortable: true,
      isFixed: true,
      render: ({ sn }) => (
        <CopyText
          label={t('site.field.sn')}
          shown={<Link to={paths.unregisteredDevice(sn)}>{sn}</Link>}
          text={sn}
        />
      ),
      text: (row) => row.sn,
    },
    {
      key: 'model',
      title: t('site.field.model'),
      render: (row) => (row.model === 0 ? t('device.modelUnknown') : row.modelName),
      text: (row) => (row.model === 0 ? '' : row.modelName),
    },
    {
      key: 'kind',
      title: t('product.field.kind'),
      text: (row) => row.kindTitle,
    },
    {
      key: 'createdAt',
      title: t('device.field.firstSeen'),
      isSortable: true,
      render: (row) => <RelativeTime at={instantOf(row.createdAt)} isInTable />,
      text: (row) => readerTime(instantOf(row.createdAt)),
    },
    {
      key: 'lastUpdate',
      title: t('site.field.lastReport'),
      isSortable: true,
      render: (row) => <RelativeTime at={lastReadingAt(row, now)} isInTable staleAfterMs={STALE_AFTER_MS} />,
      text: (row) => readerTime(lastReadingAt(row, now)),
    },
    {
      key: 'now',
      title: t('site.field.now'),
      unit: 'W',
      isSortable: true,
      isNumber: true,
      render: (row) => (isFresh(row, now) ? powerFigure(row.now).text : '–'),
      text: (row) => (isFresh(row, now) ? row.now : null),
    },
    {
      key: 'reportCount',
      title: t('device.field.reports'),
      isNumber: true,
      render: (row) => formatNumber(row.reportCount, 0),
      text: (row) => row.reportCount,
    },
    {
      key: 'claim',
      title: t('device.field.action'),
      isFixed: true,
      render: (row) => <Actions onClaim={() => onClaim(row)} sn={row.sn} />,
    },
  ];
}

interface ActionsProps {
  sn: string;
  onClaim: () => void;
}

function Actions({ sn, onClaim }: ActionsProps): ReactNode {
  const mayClaim = useMayCall(device.claim);
  if (!mayClaim) return <span className="hp-muted">{t('device.claim.notYours')}</span>;
  return (
    <RowActions
      actions={[
        {
          label: t('public.labelled', { label: t('device.claim.open'), value: sn }),
          words: t('device.claim.open'),
          icon: 'plus',
          onClick: onClaim,
        },
      ]}
      name={sn}
    />
  );
}

/** Without a plant, times are in UTC. */
const lastReadingAt = (row: Row, now: number): number | null =>
  instantOfWallSeconds(row.lastUpdateTime, 'UTC', now);

const isFresh = (row: Row, now: number): boolean => now - (lastReadingAt(row, now) ?? 0) <= STALE_AFTER_MS;
