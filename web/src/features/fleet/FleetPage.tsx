import { findingConfidences } from '@helioport/contract/findingRows';
import { fleet } from '@helioport/contract/fleet';
import { findingCauses } from '@helioport/domain/analytics/types';
import { type ReactNode, useCallback } from 'react';
import { useCall } from '../../api/query.ts';
import { Filters } from '../../components/base/Filters.tsx';
import { Page } from '../../components/base/Page.tsx';
import { useNow } from '../../components/base/time.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { CaseLink } from '../../components/pv/case/CaseLink.tsx';
import { CreateCaseButton } from '../../components/pv/case/CreateCaseButton.tsx';
import { FindingDrawer } from '../../components/pv/finding/FindingDrawer.tsx';
import { causeText, confidenceText, type FindingDetail } from '../../components/pv/finding/findingText.ts';
import { SavedViews } from '../../components/pv/SavedViews.tsx';
import { DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { useFilteredTable } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { FleetNav } from './FleetNav.tsx';
import { FleetSummary } from './FleetSummary.tsx';
import { FleetCard, fleetColumns } from './fleetColumns.tsx';
import {
  type FleetFilters,
  filterInput,
  fleetSchema,
  isFiltered,
  listInput,
  noFilters,
} from './fleetFilters.ts';

/** Plants ranked by money at risk, so that the one that costs most comes first. */
export default function FleetPage(): ReactNode {
  const { filters, setFilters, filterBy, table, setTable } = useFilteredTable(fleetSchema);
  const now = useNow();
  const input = listInput(filters, table);
  const listed = useServerTable(fleet.list, input, { table, setTable }, { refreshMs: 60_000 });
  const summary = useCall(fleet.summary, filterInput(filters), {
    live: 'none',
    keepsPrevious: true,
    refreshMs: 60_000,
  });
  const open = (id: number) => setFilters({ finding: id }, { isStep: true });
  return (
    <Page sub={t('fleet.sub')} title={pageTitle('fleet')}>
      <FleetNav />
      <Filters className="hp-page-filters">
        <FilterLine filterBy={filterBy} filters={filters} />
      </Filters>
      <FleetSummary summary={summary.data} />
      <DataTable
        {...listed}
        card={(row) => <FleetCard now={now} onOpen={open} row={row} />}
        columns={fleetColumns(now, open)}
        empty={
          isFiltered(filters)
            ? noMatch(t('fleet.noMatch'), () => filterBy(noFilters))
            : { title: t('fleet.none'), hint: t('fleet.noneHint') }
        }
        id="fleet"
        label={pageTitle('fleet')}
        rowKey={(row) => row.sid}
      />
      {filters.finding > 0 && (
        <FindingDrawer
          actions={(found) => <CaseOfFinding found={found} />}
          id={filters.finding}
          onClose={() => setFilters({ finding: 0 }, { isStep: true })}
        />
      )}
    </Page>
  );
}

/** The case of a finding, or a button that opens one. */
function CaseOfFinding({ found }: { found: FindingDetail }): ReactNode {
  const { id, plant, plantName, caseId, mayEdit } = found;
  if (caseId !== null)
    return (
      <p>
        {t('case.link')} <CaseLink id={caseId} />
      </p>
    );
  if (!mayEdit) return null;
  return (
    <div>
      <CreateCaseButton about={{ sid: plant, siteName: plantName, findingIds: [id] }} />
    </div>
  );
}

interface FilterLineProps {
  filters: FleetFilters;
  filterBy: (patch: Partial<FleetFilters>) => void;
}

function FilterLine({ filters, filterBy }: FilterLineProps): ReactNode {
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  return (
    <>
      <SearchBox label={t('site.list.search')} onChange={search} value={filters.q} />
      <SelectBox
        any={t('fleet.filter.all')}
        label={t('fleet.filter.findings')}
        onChange={(findings) => filterBy({ findings: findings as FleetFilters['findings'] })}
        options={[
          { value: 'yes', label: t('fleet.filter.with') },
          { value: 'no', label: t('fleet.filter.without') },
        ]}
        value={filters.findings}
      />
      <SelectBox
        any={t('fleet.filter.anyCause')}
        label={t('fleet.field.cause')}
        onChange={(cause) => filterBy({ cause: cause as FleetFilters['cause'] })}
        options={findingCauses.map((value) => ({ value, label: causeText(value) }))}
        value={filters.cause}
      />
      <SelectBox
        any={t('fleet.filter.anyConfidence')}
        label={t('fleet.filter.confidence')}
        onChange={(confidence) => filterBy({ confidence: confidence as FleetFilters['confidence'] })}
        options={findingConfidences.map((value) => ({ value, label: confidenceText(value) }))}
        value={filters.confidence}
      />
      <SelectBox
        any={t('fleet.filter.anyCase')}
        label={t('case.title')}
        onChange={(cases) => filterBy({ cases: cases as FleetFilters['cases'] })}
        options={[
          { value: 'yes', label: t('fleet.filter.withCase') },
          { value: 'no', label: t('fleet.filter.withoutCase') },
          { value: 'mine', label: t('fleet.filter.mine') },
        ]}
        value={filters.cases}
      />
      <SelectBox
        any={t('fleet.filter.anyData')}
        label={t('fleet.field.completeness')}
        onChange={(data) => filterBy({ data: data as FleetFilters['data'] })}
        options={[{ value: 'incomplete', label: t('fleet.filter.incomplete') }]}
        value={filters.data}
      />
      <SavedViews filters={Object.keys(noFilters)} list="fleet" />
    </>
  );
}
