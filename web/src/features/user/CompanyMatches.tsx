import { user } from '@helioport/contract/user';
import type { ReactNode } from 'react';
import { CompanyLink } from '../../components/pv/peopleLinks.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { tableInput, useTableState } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
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
  const listed = useServerTable(user.companyList, input, { table, setTable });
  return (
    <DataTable
      {...listed}
      columns={columnsOf(onCompany)}
      empty={noMatch(t('company.list.noMatch'), onClear)}
      id="company.list"
      label={pageTitle('companies')}
      rowKey={(row) => String(row.companyId)}
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
