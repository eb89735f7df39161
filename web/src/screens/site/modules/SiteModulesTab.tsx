import { site } from '@helioport/contract/site';
import { wakesAt } from '@helioport/domain/nights';
import type { StateKey } from '@helioport/domain/state';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { pageRows, sortRows } from '../../../solar/localRows.ts';
import type { Plant } from '../../../solar/plant.ts';
import { clockText } from '../../../solar/plantClock.ts';
import { shownState } from '../../../solar/stateWords.ts';
import { Icon } from '../../../ui/base/Icon.tsx';
import type { EmptyWords } from '../../../ui/base/Panel.tsx';
import { statusWords } from '../../../ui/base/StatusTag.tsx';
import { formatNumber } from '../../../ui/base/time.ts';
import { choice, text, urlFields } from '../../../ui/base/urlFields.ts';
import { useIsPhone } from '../../../ui/base/useNarrow.ts';
import { useUrlState } from '../../../ui/base/useUrlState.ts';
import { SearchBox } from '../../../ui/form/SearchBox.tsx';
import { SelectBox, type SelectOption } from '../../../ui/form/SelectBox.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useTableState } from '../../../ui/table/tableState.ts';
import { SortChoice, type SortOption } from '../list/SortChoice.tsx';
import { ModuleCard } from './ModuleCard.tsx';
import { moduleColumns } from './moduleColumns.tsx';
import { filterModules, type ModuleRow, moduleRows, moduleValue } from './moduleRows.ts';

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

/** Every module of the plant, live. */
export default function SiteModulesTab({ plant }: { plant: Plant }): ReactNode {
  const [filters, setFilters] = useUrlState(moduleSchema);
  const [table, setTable] = useTableState();
  const isPhone = useIsPhone();
  const answer = useCall(site.modules, { sid: plant.sid, page: 0 }, { quiet: true, refreshMs: 60_000 });
  const all = useMemo(() => answer.data && moduleRows(answer.data), [answer.data]);
  const clock = { timeZone: plant.detail.timezone, nowMs: plant.now };
  const rows = all?.rows;
  const basis = all?.basis ?? 'today';
  const shown = useMemo(
    () => rows && sortRows(filterModules(rows, filters), table, moduleValue),
    [rows, filters, table],
  );
  const filterBy = (patch: Partial<typeof filters>) => {
    setFilters(patch);
    setTable({ page: 1 });
  };
  const devices = deviceOptions(rows ?? []);
  const clear = () => filterBy({ q: '', device: '', state: '' });
  return (
    <>
      <SleepNote plant={plant} />
      <DataTable
        answer={answer}
        card={(row) => <ModuleCard basis={basis} clock={clock} row={row} />}
        columns={moduleColumns(clock, basis)}
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
              onChange={(state) => filterBy({ state: moduleSchema.shape.state.parse(state) })}
              options={stateOptions(rows ?? [], filters.state)}
              value={filters.state}
            />
            {isPhone && <SortChoice onState={setTable} options={sortOptions()} state={table} />}
          </>
        }
        total={shown?.length ?? 0}
      />
    </>
  );
}

/** Why nothing moves at night. */
function SleepNote({ plant: { state, detail, now } }: { plant: Plant }): ReactNode {
  if (state !== 'asleep') return null;
  const wakes = wakesAt(now, detail.latitude, detail.longitude);
  return (
    <div className="hp-plant-note" role="status">
      <Icon name="moon" size={18} />
      <p>
        {wakes === null
          ? t('site.modules.polarNight')
          : t('site.modules.asleep', { time: clockText(wakes, detail.timezone) })}
      </p>
    </div>
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
    count: rows.filter((row) => shownState(row) === state).length,
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
