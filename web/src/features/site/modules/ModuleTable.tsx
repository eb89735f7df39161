import type { StateKey } from '@helioport/domain/state';
import { type ReactNode, useMemo } from 'react';
import { Button } from '../../../components/base/Button.tsx';
import type { EmptyWords } from '../../../components/base/EmptyState.tsx';
import type { Answer } from '../../../components/base/FailedState.tsx';
import { statusWords } from '../../../components/base/StatusTag.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { choice, readField, text, urlFields } from '../../../components/base/urlFields.ts';
import { useIsPhone } from '../../../components/base/useNarrow.ts';
import { SearchBox } from '../../../components/form/SearchBox.tsx';
import { SelectBox, type SelectOption } from '../../../components/form/SelectBox.tsx';
import { pageRows, sortRows } from '../../../components/pv/localRows.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { DataTable } from '../../../components/table/DataTable.tsx';
import { SortChoice, type SortOption } from '../../../components/table/SortChoice.tsx';
import { useFilteredTable } from '../../../components/table/tableState.ts';
import { t } from '../../../i18n.ts';
import { ModuleCard } from './ModuleCard.tsx';
import { moduleColumns } from './moduleColumns.tsx';
import { filterModules, type ModuleRow, moduleValue, type RatioBasis } from './moduleRows.ts';

const states = [
  'live',
  'alert',
  'silent',
  'offline',
  'stale',
  'asleep',
] as const satisfies readonly StateKey[];

const moduleSchema = urlFields({
  q: text(100),
  device: text(32),
  state: choice(['', ...states], ''),
});

interface ModuleTableProps {
  plant: Plant;
  answer: Answer;
  /** undefined while the answer is waited for. */
  all: { rows: ModuleRow[]; basis: RatioBasis } | undefined;
  /** Names of the modules that are chosen here, on the roof and in the playback. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Every module of the plant, live. */
export function ModuleTable({ plant, answer, all, chosen, onChoose }: ModuleTableProps): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(moduleSchema);
  const isPhone = useIsPhone();
  const clock = { timeZone: plant.detail.timezone, nowMs: plant.now };
  const rows = all?.rows;
  const basis = all?.basis ?? 'today';
  const shown = useMemo(
    () => rows && sortRows(filterModules(rows, filters), table, moduleValue),
    [rows, filters, table],
  );
  const choiceOf = ({ plcSN }: ModuleRow) => (
    <input
      aria-label={t('public.labelled', { label: t('layout.choose'), value: plcSN })}
      checked={chosen.has(plcSN)}
      onChange={({ target }) => {
        const next = new Set(chosen);
        if (target.checked) next.add(plcSN);
        else next.delete(plcSN);
        onChoose(next);
      }}
      type="checkbox"
    />
  );
  const devices = deviceOptions(rows ?? []);
  const clear = () => filterBy({ q: '', device: '', state: '' });
  return (
    <DataTable
      answer={answer}
      card={(row) => <ModuleCard basis={basis} choice={choiceOf(row)} clock={clock} row={row} />}
      columns={moduleColumns(clock, basis, choiceOf)}
      empty={emptyWords(rows ?? [], clear)}
      fetchAll={async () => shown ?? []}
      id="site.modules"
      label={t('site.modules.title', { site: plant.detail.siteName })}
      onState={setTable}
      rowKey={(row) => row.plcSN}
      rows={shown && pageRows(shown, table)}
      state={table}
      toolbar={
        <>
          <SearchBox label={t('site.modules.search')} onChange={(q) => filterBy({ q })} value={filters.q} />
          {devices.length > 2 && (
            <SelectBox
              isLabelUnseen
              label={t('site.field.device')}
              onChange={(device) => filterBy({ device })}
              options={devices}
              value={filters.device}
            />
          )}
          <SelectBox
            isLabelUnseen
            label={t('site.field.status')}
            onChange={(state) => filterBy({ state: readField(moduleSchema.state, state) })}
            options={stateOptions(rows ?? [], filters.state)}
            value={filters.state}
          />
          {isPhone && <SortChoice onState={setTable} options={sortOptions()} state={table} />}
        </>
      }
      total={shown?.length ?? 0}
    />
  );
}

function deviceOptions(rows: readonly ModuleRow[]): SelectOption[] {
  const devices = new Map(rows.map(({ sn, device }) => [sn, device === sn ? sn : `${device} (${sn})`]));
  return [
    { value: '', label: t('site.modules.allDevices') },
    ...[...devices].map(([value, label]) => ({ value, label })),
  ];
}

/** The states that there are, and the chosen one even when no module has it any longer. */
function stateOptions(rows: readonly ModuleRow[], chosen: string): SelectOption[] {
  const counted = states.map((state) => ({
    state,
    count: rows.filter((row) => row.state === state).length,
  }));
  return [
    { value: '', label: t('site.modules.allStates') },
    ...counted
      .filter(({ state, count }) => count > 0 || state === chosen)
      .map(({ state, count }) => ({ value: state, label: `${statusWords(state)} (${formatNumber(count)})` })),
  ];
}

const sortOptions = (): SortOption[] => [
  { key: 'ratio', order: 'asc', label: t('site.modules.ratio') },
  { key: 'now', order: 'desc', label: t('site.field.now') },
  { key: 'today', order: 'desc', label: t('site.field.today') },
  { key: 'status', order: 'asc', label: t('site.field.status') },
  { key: 'lastUpdate', order: 'asc', label: t('site.field.lastReport') },
];

function emptyWords(rows: readonly ModuleRow[], clear: () => void): EmptyWords {
  if (rows.length === 0) {
    return { title: t('site.modules.none'), hint: t('site.modules.noneHint'), icon: 'plant' };
  }
  return {
    title: t('site.modules.noMatch'),
    action: <Button onClick={clear}>{t('site.list.clear')}</Button>,
  };
}
