// All downloads of histories that the user has requested.

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ProgressBar } from '../../components/base/ProgressBar.tsx';
import { formatInstant } from '../../components/base/time.ts';
import { DownloadActions } from '../../components/pv/history/DownloadActions.tsx';
import {
  type Download,
  isOpen,
  spanOf,
  stateText,
  useDownloads,
} from '../../components/pv/history/downloads.ts';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { tableInput, useTableState } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';

export function DownloadsTab(): ReactNode {
  const [table, setTable] = useTableState();
  const { page } = tableInput(table, []);
  const answer = useDownloads({ filters: {}, page });
  return (
    <DataTable
      answer={answer}
      columns={columns()}
      empty={{
        title: t('site.history.file.none'),
        hint: t('site.history.file.noneHint'),
        icon: 'download',
      }}
      id="account.downloads"
      label={t('site.history.file.list')}
      onState={setTable}
      rowKey={(row) => String(row.id)}
      rows={answer.data?.list}
      state={table}
      total={answer.data?.total ?? 0}
    />
  );
}

const columns = (): Column<Download>[] => [
  {
    key: 'sn',
    title: t('site.field.sn'),
    isFixed: true,
    render: ({ sn, siteName }) =>
      siteName === '' ? (
        <span className="hp-muted">{sn}</span>
      ) : (
        <Link className="hp-row-name" to={paths.device(sn, 'history')}>
          {sn}
        </Link>
      ),
  },
  { key: 'siteName', title: t('site.field.name'), render: ({ siteName }) => siteName || '–' },
  { key: 'span', title: t('site.history.span'), render: spanOf },
  { key: 'format', title: t('site.history.file.format'), render: ({ format }) => format.toUpperCase() },
  {
    key: 'state',
    title: t('site.field.status'),
    render: (row) => (
      <>
        <span>{stateText(row)}</span>
        {isOpen(row) && <ProgressBar label={stateText(row)} percent={row.percent} />}
      </>
    ),
  },
  {
    key: 'expiresAt',
    title: t('site.history.file.keptUntil'),
    render: ({ expiresAt }) => (expiresAt === null ? '–' : formatInstant(expiresAt)),
  },
  {
    key: 'action',
    title: t('device.field.action'),
    isFixed: true,
    render: (row) => <DownloadActions file={row} />,
  },
];
