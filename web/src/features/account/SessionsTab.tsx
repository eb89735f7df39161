// The user's active sessions, with a way to end unknown ones.
import { account } from '@helioport/contract/account';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type ReactNode, useCallback } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Confirm } from '../../components/base/Confirm.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { formatInstant } from '../../components/base/time.ts';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { tableInput, useTableState } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';

type Row = OutputOf<typeof account.sessions>['list'][number];

const schema = urlFields({ q: text(100) });

export function SessionsTab(): ReactNode {
  const [{ q }, setFilters] = useUrlState(schema);
  const [table, setTable] = useTableState();
  const revoke = useWrite(account.sessionRevoke);
  const revokeOthers = useWrite(account.sessionRevokeOthers);
  const answer = useCall(
    account.sessions,
    { filters: { keywords: q }, ...tableInput(table, ['createdAt', 'lastSeenAt', 'address']) },
    { live: 'none', keepsPrevious: true },
  );
  const search = useCallback(
    (text: string) => {
      setFilters({ q: text });
      setTable({ page: 1 });
    },
    [setFilters, setTable],
  );
  return (
    <DataTable
      answer={answer}
      columns={columnsOf((row) =>
        revoke.mutate({ id: row.id }, { onSuccess: () => toast(t('account.sessions.ended'), 'success') }),
      )}
      empty={{
        title: t('account.sessions.noMatch'),
        action: <Button onClick={() => search('')}>{t('site.list.clear')}</Button>,
      }}
      id="account.sessions"
      label={t('account.tab.sessions')}
      onState={setTable}
      rowKey={(row) => row.id}
      rows={answer.data?.list}
      state={table}
      toolbar={
        <>
          <SearchBox label={t('account.sessions.search')} onChange={search} value={q} />
          <Confirm
            submit={t('account.sessions.endOthers')}
            onConfirm={() =>
              revokeOthers.mutate(
                {},
                {
                  onSuccess: ({ ended }) =>
                    toast(t('account.sessions.endedOthers', { count: ended }), 'success'),
                },
              )
            }
            title={t('account.sessions.endOthersAsk')}
          >
            <Button isBusy={revokeOthers.isPending}>{t('account.sessions.endOthers')}</Button>
          </Confirm>
        </>
      }
      total={answer.data?.total ?? 0}
    />
  );
}

function columnsOf(onRevoke: (row: Row) => void): Column<Row>[] {
  return [
    {
      key: 'device',
      title: t('account.sessions.device'),
      isFixed: true,
      render: (row) => <span className="hp-row-name">{row.device}</span>,
    },
    {
      key: 'address',
      title: t('account.sessions.address'),
      isSortable: true,
      render: (row) => row.address,
    },
    {
      key: 'createdAt',
      title: t('account.sessions.createdAt'),
      isSortable: true,
      render: (row) => formatInstant(row.createdAt),
    },
    {
      key: 'lastSeenAt',
      title: t('account.sessions.lastSeenAt'),
      isSortable: true,
      render: (row) => <RelativeTime at={row.lastSeenAt} isInTable />,
    },
    {
      key: 'expiresAt',
      title: t('account.sessions.expiresAt'),
      isHiddenAtFirst: true,
      render: (row) => formatInstant(row.expiresAt),
    },
    {
      key: 'action',
      title: t('device.field.action'),
      isFixed: true,
      render: (row) =>
        row.isCurrent ? (
          <span className="hp-muted">{t('account.sessions.current')}</span>
        ) : (
          <Confirm
            submit={t('account.sessions.end')}
            onConfirm={() => onRevoke(row)}
            title={t('account.sessions.endAsk', { device: row.device })}
          >
            <Button isSmall>{t('account.sessions.end')}</Button>
          </Confirm>
        ),
    },
  ];
}
