import { noRegGatewayListPage } from '@helioport/contract/grants';
import { site } from '@helioport/contract/site';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { FEW_PLANTS, listPaceMs } from '../../../api/livePace.ts';
import { useCall } from '../../../api/query.ts';
import { Button, LinkButton } from '../../../components/base/Button.tsx';
import type { EmptyWords } from '../../../components/base/EmptyState.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { useNow } from '../../../components/base/time.ts';
import { useIsPhone } from '../../../components/base/useNarrow.ts';
import { SearchBox } from '../../../components/form/SearchBox.tsx';
import { Segments } from '../../../components/form/Segments.tsx';
import { lazyWithWords } from '../../../components/lazyPart.tsx';
import { PendingOffers } from '../../../components/pv/PendingOffers.tsx';
import { isColumnChosen } from '../../../components/table/ColumnChoice.tsx';
import { DataTable } from '../../../components/table/DataTable.tsx';
import { useChosen } from '../../../components/table/RowChoice.tsx';
import { SortChoice, type SortOption } from '../../../components/table/SortChoice.tsx';
import { useFilteredTable } from '../../../components/table/tableState.ts';
import { untilFetched } from '../../../connection.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { Can, mayCallNow } from '../../../session/Can.tsx';
import { pageTitle } from '../../../session/pageTitle.ts';
import { useSession } from '../../../session/session.ts';
import { FleetSums } from './FleetSums.tsx';
import { rememberList } from './lastList.ts';
import { OwnerStart } from './OwnerStart.tsx';
import { SiteCard } from './SiteCard.tsx';
import { StatusChips } from './StatusChips.tsx';
import { siteColumns } from './siteColumns.tsx';
import {
  type Filters,
  fetchAllRows,
  filterSchema,
  isFiltered,
  isFine,
  listInput,
  movesWithReports,
  noFilters,
  type SiteRow,
} from './siteFilters.ts';
import './siteList.css';

const FineFilters = lazy(() => untilFetched(() => import('./FineFilters.tsx')));
const BulkBar = lazyWithWords(() => import('../bulk/SiteBulkBar.tsx').then((file) => file.default));
const SiteMap = lazy(() => untilFetched(() => import('../map/SiteMap.tsx')));

/** Under this name the browser keeps the chosen columns. */
const TABLE = 'site.list';

/** Every plant that the reader may see, as a list or on a map. */
export default function SiteListPage(): ReactNode {
  const { filters, setFilters, filterBy, table, setTable } = useFilteredTable(filterSchema);
  const now = useNow();
  const isPhone = useIsPhone();
  const pages = useSession((session) => session.pages);
  const isMap = filters.view === 'map';
  const [hasSerials, setHasSerials] = useState(() => isColumnChosen(TABLE, 'sns'));
  const input = { ...listInput(filters, table), devices: hasSerials };
  const [plants, setPlants] = useState<number>();
  const answer = useCall(site.listWithSN, input, {
    live: movesWithReports(filters, table) ? 'any' : 'shown',
    liveEveryMs: listPaceMs(plants),
    keepsPrevious: true,
    refreshMs: 60_000,
    isEnabled: !isMap,
  });
  if (answer.data !== undefined && answer.data.total !== plants) setPlants(answer.data.total);
  const listed = JSON.stringify(input);
  useEffect(() => rememberList(JSON.parse(listed) as typeof input), [listed]);
  const isOwner = useSession(({ info }) => info.scope === 'own');
  // Owners of few plants want to see their condition, not search a list.
  const isOwnerStart =
    isOwner &&
    !isMap &&
    !isFiltered(filters) &&
    answer.data !== undefined &&
    answer.data.total > 0 &&
    answer.data.total <= FEW_PLANTS;
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  const clear = () => filterBy(noFilters);
  const choice = useChosen<SiteRow>(
    ({ sid }) => sid,
    ({ siteName }) => siteName,
  );
  const [isFineOpen, setFineOpen] = useState(() => isFine(filters));
  return (
    <Page
      actions={
        <>
          <Can call={site.createFast}>
            {pages.includes('pvPlantEdit') && (
              <>
                <LinkButton to={paths.cloudImport()}>{t('cloudImport.title')}</LinkButton>
                <LinkButton to={paths.siteNew()} variant="primary">
                  {t('site.wizard.title')}
                </LinkButton>
              </>
            )}
          </Can>
          {pages.includes('pvPlantMap') && (
            <Segments<Filters['view']>
              label={t('site.list.view')}
              onChange={(view) => setFilters({ view }, { isStep: true })}
              options={[
                { value: 'list', label: t('site.list.viewList'), icon: 'list' },
                { value: 'map', label: t('site.list.viewMap'), icon: 'map' },
              ]}
              value={filters.view}
            />
          )}
        </>
      }
      filters={
        isOwnerStart ? undefined : (
          <>
            <SearchBox label={t('site.list.search')} onChange={search} value={filters.q} />
            {isFineOpen ? (
              <Suspense fallback={null}>
                <FineFilters filterBy={filterBy} filters={filters} />
              </Suspense>
            ) : (
              <button className="hp-link-button" onClick={() => setFineOpen(true)} type="button">
                {t('user.filter.more')}
              </button>
            )}
            <StatusChips filters={filters} onChoose={(state) => filterBy({ state })} />
          </>
        )
      }
      title={pageTitle(isMap ? 'pvPlantMap' : 'pvPlant')}
    >
      <PendingOffers />
      {isMap ? (
        <Suspense fallback={<Skeleton height={480} lines={8} />}>
          <SiteMap empty={emptyWords(filters, clear)} filters={filters} />
        </Suspense>
      ) : isOwnerStart ? (
        <>
          <FleetSums filters={filters} isExpected={(answer.data?.total ?? 0) > 1} />
          <OwnerStart now={now} rows={answer.data?.list ?? []} />
        </>
      ) : (
        <DataTable
          answer={answer}
          card={(row) => <SiteCard now={now} row={row} />}
          choice={choice}
          columns={siteColumns(now)}
          empty={emptyWords(filters, clear)}
          fetchAll={() => fetchAllRows(filters, table)}
          id={TABLE}
          label={pageTitle('pvPlant')}
          onColumns={(keys) => setHasSerials(keys?.includes('sns') ?? false)}
          onState={setTable}
          rowKey={(row) => row.sid}
          rowPath={(row) => paths.site(row.sid)}
          rows={answer.data?.list}
          state={table}
          toolbar={
            isPhone ? (
              <SortChoice
                onState={setTable}
                options={sortOptions()}
                state={table}
                usual={t('site.sort.worst')}
              />
            ) : (
              <FleetSums filters={filters} />
            )
          }
          total={answer.data?.total ?? 0}
        />
      )}
      {!isMap && choice.rows.length > 0 && (
        <Suspense fallback={null}>
          <BulkBar onClear={choice.clear} rows={choice.rows} />
        </Suspense>
      )}
    </Page>
  );
}

const sortOptions = (): SortOption[] => [
  { key: 'siteName', order: 'asc', label: t('site.field.name') },
  { key: 'status', order: 'desc', label: t('site.field.status') },
  { key: 'now', order: 'desc', label: t('site.field.now') },
  { key: 'todayPower', order: 'desc', label: t('site.field.today') },
  { key: 'totalPower', order: 'desc', label: t('site.field.total') },
  { key: 'lastUpdate', order: 'asc', label: t('site.field.lastReport') },
];

function emptyWords(filters: Filters, clear: () => void): EmptyWords {
  if (!isFiltered(filters)) return noPlantYet();
  return {
    title: t('site.list.noMatch'),
    hint: noMatchHint(filters),
    action: <Button onClick={clear}>{t('site.list.clear')}</Button>,
  };
}

/** The search as text: search term, owner, or filters only. */
function noMatchHint(filters: Filters): string {
  if (filters.q !== '') return t('site.list.noMatchHint', { q: filters.q });
  if (filters.owner !== '') return t('site.list.noMatchOwner', { name: filters.owner });
  return isFine(filters) ? t('site.list.noMatchFilters') : t('site.list.noMatchStatus');
}

/**
 * Empty state: users who may create a plant get the next steps and a link to unregistered devices; others a hint whom
 * to ask.
 */
function noPlantYet(): EmptyWords {
  const none = { title: t('site.list.none'), icon: 'plant' } as const;
  const { pages } = useSession.getState();
  if (!mayCallNow(site.createFast) || !pages.includes('pvPlantEdit'))
    return { ...none, hint: t('site.list.noneHint') };
  return {
    ...none,
    hint: t('site.list.noneCreate'),
    action: (
      <>
        <LinkButton variant="primary" to={paths.siteNew()}>
          {t('site.wizard.title')}
        </LinkButton>
        <Link to={paths.cloudImport()}>{t('cloudImport.title')}</Link>
        {pages.includes(noRegGatewayListPage.name) && (
          <Link to={paths.unregistered()}>{pageTitle('noRegGatewayList')}</Link>
        )}
      </>
    ),
  };
}
