import { alarm } from '@helioport/contract/alarm';
import { alarmKinds } from '@helioport/domain/alarms';
import { eventKindOf } from '@helioport/domain/eventKinds';
import { type ReactNode, useCallback } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { Page } from '../../components/base/Page.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { severityText } from '../../components/pv/SeverityTag.tsx';
import { DataTable } from '../../components/table/DataTable.tsx';
import { useChosen } from '../../components/table/RowChoice.tsx';
import { useFilteredTable } from '../../components/table/tableState.ts';
import { t, wordsFor } from '../../i18n.ts';
import { useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { AlarmActions } from './AlarmActions.tsx';
import { AlarmDrawer } from './AlarmDrawer.tsx';
import { AlarmCard, type AlarmRow, alarmColumns, titleText } from './alarmColumns.tsx';
import {
  type AlarmFilters,
  alarmSchema,
  isFiltered,
  listInput,
  noFilters,
  severities,
  stateChoices,
} from './alarmFilters.ts';
import './alarm.css';

/** Alarms of all plants and their handling. */
export default function AlarmsPage(): ReactNode {
  const { filters, setFilters, filterBy, table, setTable } = useFilteredTable(alarmSchema);
  const mayAct = useMayCall(alarm.acknowledge);
  const input = listInput(filters, table);
  const listed = useServerTable(alarm.list, input, { table, setTable }, { live: 'shown', refreshMs: 30_000 });
  const choice = useChosen<AlarmRow>(
    (row) => String(row.alarmId),
    (row) => `${titleText(row)}, ${row.siteName}`,
  );
  const open = (id: number) => setFilters({ id }, { isStep: true });
  const clear = <Button onClick={() => filterBy(noFilters)}>{t('filter.clear')}</Button>;
  const standing = choice.rows.filter((row) => row.endedAt === null && row.mayEdit);
  return (
    <Page
      filters={<FilterLine filterBy={filterBy} filters={filters} />}
      sub={listed.answer.data ? countsText(listed.answer.data.counts) : t('alarm.sub')}
      title={pageTitle('alarms')}
    >
      <DataTable
        {...listed}
        card={(row) => <AlarmCard onOpen={() => open(row.alarmId)} row={row} />}
        {...(mayAct ? { choice } : {})}
        columns={alarmColumns(open)}
        empty={
          isFiltered(filters)
            ? { title: t('alarm.noMatch'), action: clear }
            : { title: t('alarm.none'), hint: t('alarm.noneHint'), icon: 'check' }
        }
        id="alarms"
        label={pageTitle('alarms')}
        rowKey={(row) => String(row.alarmId)}
      />
      {standing.length > 0 && (
        <section aria-label={chosenText(standing.length)} className="hp-alarm-bulk">
          <output>{chosenText(standing.length)}</output>
          <AlarmActions alarms={standing} onDone={choice.clear} />
          <Button onClick={choice.clear} variant="text">
            {t('site.bulk.clear')}
          </Button>
        </section>
      )}
      {filters.id > 0 && <AlarmDrawer id={filters.id} onClose={() => setFilters({ id: 0 })} onOpen={open} />}
    </Page>
  );
}

const chosenText = (count: number) =>
  t('public.labelled', { label: t('alarm.chosen'), value: formatNumber(count, 0) });

const countsText = ({ open, acknowledged, snoozed }: Record<'open' | 'acknowledged' | 'snoozed', number>) =>
  [
    ['open', open],
    ['acknowledged', acknowledged],
    ['snoozed', snoozed],
  ]
    .filter(([state, count]) => state === 'open' || count !== 0)
    .map(([state, count]) =>
      t('public.labelled', {
        label: wordsFor(`alarm.state.${state}`, String(state)),
        value: formatNumber(Number(count), 0),
      }),
    )
    .join(' · ');

interface FilterLineProps {
  filters: AlarmFilters;
  filterBy: (patch: Partial<AlarmFilters>) => void;
}

function FilterLine({ filters, filterBy }: FilterLineProps): ReactNode {
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  return (
    <>
      <SearchBox label={t('alarm.search')} onChange={search} value={filters.q} />
      <SelectBox
        isLabelUnseen
        label={t('alarm.field.state')}
        onChange={(state) => filterBy({ state: state as AlarmFilters['state'] })}
        options={stateChoices.map((value) => ({ value, label: wordsFor(`alarm.state.${value}`, value) }))}
        value={filters.state}
      />
      <SelectBox
        any={t('alarm.anySeverity')}
        label={t('event.severity')}
        onChange={(severity) => filterBy({ severity: severity as AlarmFilters['severity'] })}
        options={severities.map((value) => ({ value, label: severityText(value) }))}
        value={filters.severity}
      />
      <SelectBox
        any={t('event.all')}
        label={t('event.what')}
        onChange={(key) => filterBy({ key })}
        options={alarmKinds.map(({ kind }) => {
          const words = wordsFor(eventKindOf(kind)?.titleKey ?? kind, kind);
          return { value: kind, label: /^\d/.test(kind) ? `${kind} ${words}` : words };
        })}
        value={filters.key}
      />
      <SelectBox
        any={t('alarm.everybodys')}
        label={t('alarm.field.assigned')}
        onChange={(mine) => filterBy({ mine: mine === '1' ? '1' : '' })}
        options={[{ value: '1', label: t('alarm.mine') }]}
        value={filters.mine}
      />
      {filters.site !== '' && (
        <Button onClick={() => filterBy({ site: '' })} variant="text">
          {t('alarm.allPlants')}
        </Button>
      )}
    </>
  );
}
