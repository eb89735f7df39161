import { user } from '@helioport/contract/user';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../components/base/Button.tsx';
import type { EmptyWords } from '../../components/base/EmptyState.tsx';
import { Page } from '../../components/base/Page.tsx';
import { useNavigationIntent } from '../../components/base/useNavigationIntent.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { lazyWithWords } from '../../components/lazyPart.tsx';
import { DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { useChosen } from '../../components/table/RowChoice.tsx';
import { useFilteredTable } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can, useMayCall } from '../../session/Can.tsx';
import { CompanyFilter } from '../../session/CompanyFilter.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { useCountries } from '../../session/places.ts';
import { useRoleChoices } from '../../session/remoteChoices.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { FineFilters } from './FineFilters.tsx';
import { UserCard } from './UserCard.tsx';
import { UserDrawer } from './UserDrawer.tsx';
import { userColumns } from './userColumns.tsx';
import {
  type Filters,
  filterSchema,
  isFiltered,
  isFinelyFiltered,
  listInput,
  noFilters,
  type UserRow,
} from './userFilters.ts';
import './user.css';

const BulkBar = lazyWithWords(() => import('./UserBulkBar.tsx').then((file) => file.default));

/** The users whom the reader manages. */
export default function UserListPage(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(filterSchema);
  const [isAdding, setAdding] = useState(false);
  const navigate = useNavigate();
  useNavigationIntent('new', () => setAdding(true));
  const mayInvite = useMayCall(user.invite);
  const choice = useChosen<UserRow>(
    ({ uid }) => uid,
    ({ email }) => email,
  );
  const listed = useServerTable(user.list, listInput(filters, table), { table, setTable });
  return (
    <Page
      actions={
        <Can call={user.create}>
          <Button icon="plus" onClick={() => setAdding(true)} variant="primary">
            {t('user.create.open')}
          </Button>
        </Can>
      }
      filters={<FilterLine filterBy={filterBy} filters={filters} />}
      title={pageTitle('users')}
    >
      <DataTable
        {...listed}
        card={(row) => <UserCard row={row} />}
        {...(mayInvite && { choice })}
        columns={userColumns()}
        empty={emptyWords(filters, () => filterBy(noFilters))}
        id="user.list"
        label={pageTitle('users')}
        rowKey={(row) => row.uid}
        rowPath={(row) => paths.user(row.uid)}
      />
      {choice.rows.length > 0 && (
        <Suspense fallback={null}>
          <BulkBar onClear={choice.clear} rows={choice.rows} />
        </Suspense>
      )}
      {isAdding && (
        <UserDrawer
          onClose={() => setAdding(false)}
          onCreated={({ uid, ...invited }) =>
            void navigate(paths.user(uid), { state: invited.link === '' ? {} : { invited } })
          }
        />
      )}
    </Page>
  );
}

interface FilterLineProps {
  filters: Filters;
  filterBy: (patch: Partial<Filters>) => void;
}

function FilterLine({ filters, filterBy }: FilterLineProps): ReactNode {
  const roles = useRoleChoices();
  const countries = useCountries();
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  const [isOpen, setOpen] = useState(() => isFinelyFiltered(filters));
  return (
    <>
      <SearchBox label={t('user.list.search')} onChange={search} value={filters.q} />
      <SelectBox
        any={t('user.filter.anyRole')}
        label={t('user.field.role')}
        onChange={(role) => filterBy({ role })}
        options={roles}
        value={filters.role}
      />
      <CompanyFilter
        chosen={filters.company}
        known={[{ value: '0', label: t('user.filter.noCompany') }]}
        onChoose={(company) => filterBy({ company })}
      />
      <SelectBox
        any={t('user.filter.anyCountry')}
        label={t('user.field.country')}
        onChange={(country) => filterBy({ country, state: '' })}
        options={countries}
        value={filters.country}
      />
      <SelectBox
        any={t('user.filter.anyStatus')}
        label={t('user.field.status')}
        onChange={(status) => filterBy({ status: status as Filters['status'] })}
        options={[
          { value: 'active', label: t('user.status.active') },
          { value: 'blocked', label: t('user.status.blocked') },
        ]}
        value={filters.status}
      />
      <Button
        aria-expanded={isOpen}
        icon={isOpen ? 'up' : 'down'}
        onClick={() => setOpen(!isOpen)}
        variant="text"
      >
        {t('user.filter.more')}
      </Button>
      {isOpen && <FineFilters filterBy={filterBy} filters={filters} />}
      {isFiltered(filters) && (
        <Button onClick={() => filterBy(noFilters)} variant="text">
          {t('filter.clear')}
        </Button>
      )}
    </>
  );
}

function emptyWords(filters: Filters, clear: () => void): EmptyWords {
  if (!isFiltered(filters)) {
    return { title: t('user.list.none'), hint: t('user.list.noneHint'), icon: 'users' };
  }
  return noMatch(t('user.list.noMatch'), clear, t('user.list.noMatchHint'));
}
