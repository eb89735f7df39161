import { user } from '@helioport/contract/user';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { allRows } from '../../components/base/pages.ts';
import { CompanyLink } from '../../components/pv/peopleLinks.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { tableInput, useTableState } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import { CompanyActions, Count, ManagerLink } from './CompanyCells.tsx';
import { type Company, kindWords, type OnCompany } from './company.ts';

const sortable = ['companyName', 'kind', 'manager', 'usersBelow', 'sitesBelow', 'createdAt'] as const;

interface CompanyMatchesProps {
  q: string;
  kind: string;
  onCompany: OnCompany;
  onClear: () => void;
}

/** What a search found, each company with the names of those above it. */
export function CompanyMatches({ q, kind, onCompany, onClear }: CompanyMatchesProps): ReactNode {
  const [table, setTable] = useTableState();
  const input = { filters: { keywords: q, kind }, ...tableInput(table, sortable) };
  const answer = useCall(user.companyList, input, { live: 'none', keepsPrevious: true, quiet: true });
  return (
    <DataTable
      answer={answer}
      columns={columnsOf(onCompany)}
      empty={{
        title: t('company.list.noMatch'),
        action: <Button onClick={onClear}>{t('filter.clear')}</Button>,
      }}
      fetchAll={() => allRows((page) => call(user.companyList, { ...input, page }))}
      id="company.list"
      label={pageTitle('companies')}
      onState={setTable}
      rowKey={(row) => String(row.companyId)}
      rows={answer.data?.list}
      state={table}
      total={answer.data?.total ?? 0}
    />
  );
}

const above = (row: Company) => row.path.map(({ companyName }) => companyName).join(' › ');

const columnsOf = (onCompany: OnCompany): Column<Company>[] => [
  {
    key: 'companyName',
    title: t('company.field.name'),
    isSortable: true,
    isFixed: true,
    render: (row) => (
      <span className="hp-row-name">
        <CompanyLink companyId={row.companyId} name={row.companyName} />
      </span>
    ),
    text: (row) => row.companyName,
  },
  {
    key: 'path',
    title: t('company.field.above'),
    render: (row) => <span className="hp-muted">{above(row) || '–'}</span>,
    text: above,
  },
  {
    key: 'kind',
    title: t('company.field.kind'),
    isSortable: true,
    render: (row) => kindWords(row.kind),
    text: (row) => kindWords(row.kind),
  },
  {
    key: 'manager',
    title: t('company.field.manager'),
    isSortable: true,
    render: (row) => <ManagerLink company={row} />,
    text: (row) => row.managerEmail,
  },
  {
    key: 'usersBelow',
    title: t('company.field.users'),
    isSortable: true,
    isNumber: true,
    render: (row) => <Count all={row.usersBelow} own={row.users} />,
    text: (row) => row.usersBelow,
  },
  {
    key: 'sitesBelow',
    title: t('company.field.sites'),
    isSortable: true,
    isNumber: true,
    render: (row) => <Count all={row.sitesBelow} own={row.sites} />,
    text: (row) => row.sitesBelow,
  },
  {
    key: 'actions',
    title: t('company.field.actions'),
    isFixed: true,
    render: (row) => <CompanyActions company={row} onCompany={onCompany} />,
  },
];
