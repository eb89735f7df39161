import { device } from '@helioport/contract/device';
import { stateKeys } from '@helioport/domain/state';
import { type ReactNode, useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import type { EmptyWords } from '../../../components/base/EmptyState.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { statusWords } from '../../../components/base/StatusTag.tsx';
import { useNow } from '../../../components/base/time.ts';
import { readField } from '../../../components/base/urlFields.ts';
import { useIsPhone } from '../../../components/base/useNarrow.ts';
import { SearchBox } from '../../../components/form/SearchBox.tsx';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { BulkBar } from '../../../components/pv/bulk/BulkBar.tsx';
import { useFold } from '../../../components/pv/DeviceName.tsx';
import { flattened } from '../../../components/pv/deviceRows.ts';
import { DataTable } from '../../../components/table/DataTable.tsx';
import { useChosen } from '../../../components/table/RowChoice.tsx';
import { SortChoice, type SortOption } from '../../../components/table/SortChoice.tsx';
import { useFilteredTable } from '../../../components/table/tableState.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { pageTitle } from '../../../session/pageTitle.ts';
import { bulkActions, bulkRows } from './bulkActions.ts';
import { DeviceListCard } from './DeviceListCard.tsx';
import { deviceColumns } from './deviceColumns.tsx';
import {
  type Filters,
  fetchAllRows,
  filterSchema,
  isFiltered,
  isFine,
  type ListRow,
  listInput,
  lists,
  noFilters,
  rowsOf,
} from './deviceFilters.ts';
import FineFilters from './FineFilters.tsx';

/** Every device of some kinds that the reader may see. Another way into it is another list with filters of its own. */
export default function DeviceListPage(): ReactNode {
  const { pathname } = useLocation();
  return (
    <List key={pathname} {...(lists.find(({ list }) => paths.devices(list) === pathname) ?? lists[0]!)} />
  );
}

function List({ list, name }: (typeof lists)[number]): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(filterSchema);
  const now = useNow();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const fold = useFold(false);
  const answer = useCall(device.list, listInput(list, filters, table), {
    live: 'shown',
    keepsPrevious: true,
    refreshMs: 60_000,
  });
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  const choice = useChosen<ListRow>(
    (row) => row.device.sn,
    (row) => row.device.alias || row.device.sn,
  );
  const [isFineOpen, setFineOpen] = useState(() => isFine(filters));
  const rows = answer.data && rowsOf(answer.data.list, now);
  const title = pageTitle(name);
  return (
    <Page
      filters={
        <>
          <SearchBox label={t('device.list.search')} onChange={search} value={filters.q} />
          <SelectBox
            any={t('site.modules.allStates')}
            label={t('site.field.status')}
            onChange={(state) => filterBy({ state: readField(filterSchema.state, state) })}
            options={stateKeys.map((state) => ({ value: state, label: statusWords(state) }))}
            value={filters.state}
          />
          {isFineOpen ? (
            <FineFilters
              filterBy={filterBy}
              filters={filters}
              list={list}
              siteName={rows?.[0]?.device.siteName}
            />
          ) : (
            <button className="hp-link-button" onClick={() => setFineOpen(true)} type="button">
              {t('user.filter.more')}
            </button>
          )}
        </>
      }
      title={title}
    >
      <DataTable
        answer={answer}
        card={(row) => <DeviceListCard row={row} />}
        choice={choice}
        columns={deviceColumns(fold)}
        empty={emptyWords(filters, () => filterBy(noFilters))}
        fetchAll={async () => flattened(await fetchAllRows(list, filters, table), () => true)}
        id="device.list"
        label={title}
        onState={setTable}
        rowKey={(row) => row.device.sn}
        rowPath={(row) => paths.device(row.device.sn)}
        rows={rows && flattened(rows, isPhone ? () => true : fold.isOpen)}
        state={table}
        toolbar={isPhone && <SortChoice onState={setTable} options={sortOptions()} state={table} />}
        total={answer.data?.total ?? 0}
      />
      {choice.rows.length > 0 && (
        <BulkBar
          actions={bulkActions(name, (path) => void navigate(path))}
          of={bulkRows}
          onClear={choice.clear}
          rows={choice.rows}
        />
      )}
    </Page>
  );
}

const sortOptions = (): SortOption[] => [
  { key: 'sn', order: 'asc', label: t('site.field.sn') },
  { key: 'siteName', order: 'asc', label: t('site.field.name') },
  { key: 'status', order: 'desc', label: t('site.field.status') },
  { key: 'now', order: 'desc', label: t('site.field.now') },
  { key: 'todayPower', order: 'desc', label: t('site.field.today') },
  { key: 'lastUpdate', order: 'asc', label: t('site.field.lastReport') },
];

function emptyWords(filters: Filters, clear: () => void): EmptyWords {
  if (!isFiltered(filters))
    return { title: t('device.list.none'), hint: t('device.list.noneHint'), icon: 'device' };
  return {
    title: t('device.list.noMatch'),
    action: <Button onClick={clear}>{t('site.list.clear')}</Button>,
  };
}
