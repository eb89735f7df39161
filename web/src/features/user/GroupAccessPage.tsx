import type { OutputOf } from '@helioport/contract/endpoint';
import { user } from '@helioport/contract/user';
import { type ReactNode, useCallback, useState } from 'react';
import { Page } from '../../components/base/Page.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { choice, text, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { tableInput, useTableState } from '../../components/table/tableState.ts';
import { t, type WordKey } from '../../i18n.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import './user.css';

type Row = OutputOf<typeof user.groupAccess>['list'][number];
type Access = Row['pages'];

const FEW = 6;
const schema = urlFields({
  q: text(100),
  scope: choice(['', 'all', 'company', 'own'], ''),
  access: text(100),
});

const scopeWords: Record<Row['scope'], WordKey> = {
  all: 'groupAccess.scope.all',
  company: 'groupAccess.scope.company',
  own: 'groupAccess.scope.own',
};

/** The permissions of all roles side by side, and the number of users of each. */
export default function GroupAccessPage(): ReactNode {
  const [filters, setFilters] = useUrlState(schema);
  const [table, setTable] = useTableState();
  const input = {
    filters: { keywords: filters.q, scope: filters.scope, access: filters.access },
    ...tableInput(table, ['groupId', 'groupName', 'scope', 'members'] as const),
  };
  const listed = useServerTable(user.groupAccess, input, { table, setTable });
  const search = useCallback((q: string) => setFilters({ q }), [setFilters]);
  const searchAccess = useCallback((access: string) => setFilters({ access }), [setFilters]);
  return (
    <Page
      filters={
        <>
          <SearchBox label={t('groupAccess.search')} onChange={search} value={filters.q} />
          <SearchBox label={t('groupAccess.searchAccess')} onChange={searchAccess} value={filters.access} />
          <SelectBox
            any={t('groupAccess.anyScope')}
            label={t('groupAccess.field.scope')}
            onChange={(scope) => setFilters({ scope: scope as typeof filters.scope })}
            options={(['all', 'company', 'own'] as const).map((value) => ({
              value,
              label: t(scopeWords[value]),
            }))}
            value={filters.scope}
          />
        </>
      }
      sub={t('groupAccess.sub')}
      title={pageTitle('groupAccess')}
    >
      <DataTable
        {...listed}
        columns={columns()}
        empty={noMatch(
          t('groupAccess.noMatch'),
          () => setFilters({ q: '', scope: '', access: '' }),
          t('groupAccess.noMatchHint'),
        )}
        id="groupAccess"
        label={pageTitle('groupAccess')}
        rowKey={(row) => String(row.groupId)}
      />
    </Page>
  );
}

const namesOf = (access: Access) => access.map(({ name }) => name).join(' ');

const columns = (): Column<Row>[] => [
  {
    key: 'groupName',
    title: t('user.field.role'),
    isSortable: true,
    isFixed: true,
    render: (row) => <span className="hp-row-name">{row.groupName}</span>,
    text: (row) => row.groupName,
  },
  {
    key: 'members',
    title: t('groupAccess.field.members'),
    isSortable: true,
    isNumber: true,
    render: (row) => (
      <>
        {formatNumber(row.members, 0)}
        {row.blocked > 0 && (
          <span className="hp-muted"> ({t('groupAccess.blocked', { count: row.blocked })})</span>
        )}
      </>
    ),
    text: (row) => row.members,
  },
  {
    key: 'scope',
    title: t('groupAccess.field.scope'),
    isSortable: true,
    render: (row) => (
      <span className="hp-tag-row">
        {t(scopeWords[row.scope])}
        {row.readsOnly && <Tag icon="eye">{t('groupAccess.readsOnly')}</Tag>}
      </span>
    ),
    text: (row) => row.scope,
  },
  {
    key: 'pages',
    title: t('groupAccess.field.pages'),
    render: (row) => <AccessList access={row.pages} role={row.groupName} />,
    text: (row) => namesOf(row.pages),
  },
  {
    key: 'buttons',
    title: t('groupAccess.field.buttons'),
    render: (row) => <AccessList access={row.buttons} role={row.groupName} />,
    text: (row) => namesOf(row.buttons),
  },
  {
    key: 'modules',
    title: t('groupAccess.field.modules'),
    isHiddenAtFirst: true,
    render: (row) => <AccessList access={row.modules} role={row.groupName} />,
    text: (row) => namesOf(row.modules),
  },
];

/** The first few, and the rest on demand. */
function AccessList({ access, role }: { access: Access; role: string }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  if (access.length === 0) return '–';
  const shown = isWhole ? access : access.slice(0, FEW);
  const rest = access.length - FEW;
  return (
    <span className="hp-access-lines">
      {shown.map(({ name, title }) => (
        <Tag key={name}>{title}</Tag>
      ))}
      {rest > 0 && (
        <button
          aria-expanded={isWhole}
          aria-label={
            isWhole ? t('groupAccess.lessOf', { role }) : t('groupAccess.moreOf', { count: rest, role })
          }
          className="hp-link-button"
          onClick={() => setWhole(!isWhole)}
          type="button"
        >
          {isWhole ? t('groupAccess.less') : t('groupAccess.more', { count: rest })}
        </button>
      )}
    </span>
  );
}
