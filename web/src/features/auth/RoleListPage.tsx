import { auth } from '@helioport/contract/auth';
import { type ReactNode, useCallback, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../../components/base/Button.tsx';
import { Page } from '../../components/base/Page.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { choice, text, urlFields } from '../../components/base/urlFields.ts';
import { useNavigationIntent } from '../../components/base/useNavigationIntent.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { tableInput, useTableState } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { RoleDrawer } from './RoleDrawer.tsx';
import { type Role, scopes, scopeWords } from './role.ts';

const schema = urlFields({
  q: text(100),
  scope: choice(['', ...scopes], ''),
});

/** The roles and the number of users of each. */
export default function RoleListPage(): ReactNode {
  const [{ q, scope }, setFilters] = useUrlState(schema);
  const [table, setTable] = useTableState();
  const [isAdding, setAdding] = useState(false);
  useNavigationIntent('new', () => setAdding(true));
  const navigate = useNavigate();
  const input = {
    filters: { keywords: q, scope },
    ...tableInput(table, ['name', 'scope', 'holders', 'createdAt'] as const),
  };
  const listed = useServerTable(auth.roleList, input, { table, setTable });
  const search = useCallback((text: string) => setFilters({ q: text }), [setFilters]);
  return (
    <Page
      actions={
        <Can call={auth.roleCreate}>
          <Button icon="plus" onClick={() => setAdding(true)} variant="primary">
            {t('auth.role.new')}
          </Button>
        </Can>
      }
      filters={
        <>
          <SearchBox label={t('auth.role.search')} onChange={search} value={q} />
          <SelectBox
            any={t('auth.scope.any')}
            label={t('auth.role.scope')}
            onChange={(chosen) => setFilters({ scope: chosen as typeof scope })}
            options={scopes.map((value) => ({ value, label: scopeWords(value) }))}
            value={scope}
          />
        </>
      }
      title={pageTitle('rolesPermission')}
    >
      <DataTable
        {...listed}
        columns={columns()}
        empty={noMatch(t('auth.role.noMatch'), () => setFilters({ q: '', scope: '' }))}
        id="role.list"
        label={pageTitle('rolesPermission')}
        rowKey={(row) => String(row.id)}
        rowPath={(row) => paths.role(row.id)}
      />
      {isAdding && (
        <RoleDrawer onClose={() => setAdding(false)} onCreated={(id) => void navigate(paths.role(id))} />
      )}
    </Page>
  );
}

const columns = (): Column<Role>[] => [
  {
    key: 'name',
    title: t('auth.role.name'),
    isSortable: true,
    isFixed: true,
    render: (row) => (
      <Link className="hp-row-name" to={paths.role(row.id)}>
        {row.title}
      </Link>
    ),
    text: (row) => row.title,
  },
  {
    key: 'scope',
    title: t('auth.role.scope'),
    isSortable: true,
    text: (row) => scopeWords(row.scope),
  },
  {
    key: 'kind',
    title: t('auth.role.kind'),
    render: (row) => (
      <span className="hp-tag-row">
        {row.isSystem ? <Tag>{t('auth.role.system')}</Tag> : <Tag tone="act">{t('auth.role.own')}</Tag>}
        {row.readsOnly && <Tag icon="eye">{t('auth.role.readsOnly')}</Tag>}
      </span>
    ),
    text: (row) => (row.isSystem ? t('auth.role.system') : t('auth.role.own')),
  },
  {
    key: 'holders',
    title: t('auth.role.holders'),
    isSortable: true,
    isNumber: true,
    render: (row) => formatNumber(row.holders, 0),
    text: (row) => row.holders,
  },
  {
    key: 'createdAt',
    title: t('auth.role.createdAt'),
    isSortable: true,
    isHiddenAtFirst: true,
    render: (row) => <RelativeTime at={Date.parse(row.createdAt)} isInTable />,
    text: (row) => row.createdAt,
  },
];
