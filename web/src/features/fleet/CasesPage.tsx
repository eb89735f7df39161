import { casePriorities, cases } from '@helioport/contract/case';
import type { OutputOf } from '@helioport/contract/endpoint';
import { findingCauses } from '@helioport/domain/analytics/types';
import { type ReactNode, useCallback } from 'react';
import { LinkButton } from '../../components/base/Button.tsx';
import { Filters } from '../../components/base/Filters.tsx';
import { Page } from '../../components/base/Page.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { Segments } from '../../components/form/Segments.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { casePriorityText } from '../../components/pv/case/caseText.ts';
import { causeText } from '../../components/pv/finding/findingText.ts';
import { SavedViews } from '../../components/pv/SavedViews.tsx';
import { DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { useFilteredTable } from '../../components/table/tableState.ts';
import { t, wordsFor } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { CaseCard, caseColumns } from './caseColumns.tsx';
import { type CaseFilters, caseSchema, caseViews, isFiltered, listInput, noFilters } from './caseFilters.ts';
import { FleetNav } from './FleetNav.tsx';
import './fleet.css';

type Counts = OutputOf<typeof cases.list>['counts'];

/** The cases of all plants, by due date. */
export default function CasesPage(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(caseSchema);
  const input = listInput(filters, table);
  const listed = useServerTable(cases.list, input, { table, setTable }, { refreshMs: 60_000 });
  return (
    <Page sub={t('case.sub')} title={t('case.title')}>
      <FleetNav />
      <Filters className="hp-page-filters">
        <FilterLine counts={listed.answer.data?.counts} filterBy={filterBy} filters={filters} />
      </Filters>
      <DataTable
        {...listed}
        card={(row) => <CaseCard row={row} />}
        columns={caseColumns()}
        empty={
          isFiltered(filters)
            ? noMatch(t('case.noMatch'), () => filterBy(noFilters))
            : {
                title: t('case.none'),
                hint: t('case.noneHint'),
                icon: 'check',
                action: <LinkButton to={paths.fleet()}>{t('fleet.nav.plants')}</LinkButton>,
              }
        }
        id="cases"
        label={t('case.title')}
        rowKey={(row) => String(row.id)}
        rowPath={(row) => paths.case(row.id)}
      />
    </Page>
  );
}

interface FilterLineProps {
  filters: CaseFilters;
  filterBy: (patch: Partial<CaseFilters>) => void;
  counts: Counts | undefined;
}

function FilterLine({ filters, filterBy, counts }: FilterLineProps): ReactNode {
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  const counted: Partial<Record<CaseFilters['view'], number>> = { ...counts };
  return (
    <>
      <SearchBox label={t('case.search')} onChange={search} value={filters.q} />
      <Segments<CaseFilters['view']>
        label={t('alarm.field.state')}
        onChange={(view) => filterBy({ view })}
        options={caseViews.map((value) => {
          const label = wordsFor(`case.view.${value}`, value);
          const count = counted[value];
          return { value, label: count === undefined ? label : `${label} ${formatNumber(count, 0)}` };
        })}
        value={filters.view}
      />
      <SelectBox
        any={t('fleet.filter.anyCause')}
        label={t('fleet.field.cause')}
        onChange={(cause) => filterBy({ cause: cause as CaseFilters['cause'] })}
        options={findingCauses.map((value) => ({ value, label: causeText(value) }))}
        value={filters.cause}
      />
      <SelectBox
        any={t('case.anyPriority')}
        label={t('case.field.priority')}
        onChange={(priority) => filterBy({ priority: priority as CaseFilters['priority'] })}
        options={casePriorities.map((value) => ({ value, label: casePriorityText(value) }))}
        value={filters.priority}
      />
      {filters.site !== '' && (
        <button className="hp-link-button" onClick={() => filterBy({ site: '' })} type="button">
          {t('alarm.allPlants')}
        </button>
      )}
      <SavedViews filters={Object.keys(noFilters)} list="cases" />
    </>
  );
}
