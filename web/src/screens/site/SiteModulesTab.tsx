import { site } from '@helioport/contract/site';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { z } from 'zod';
import { useCall } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { EmptyWords } from '../../ui/Panel.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { type Status, statusWords } from '../../ui/StatusTag.tsx';
import { useTableState } from '../../ui/tableState.ts';
import { formatNumber } from '../../ui/time.ts';
import { useUrlState } from '../../ui/useUrlState.ts';
import { pageRows, sortRows } from './localRows.ts';
import { ModuleCard } from './ModuleCard.tsx';
import { moduleColumns } from './moduleColumns.tsx';
import { filterModules, type ModuleRow, moduleRows, moduleValue } from './moduleRows.ts';
import type { Plant } from './plant.ts';
import { clockText } from './plantClock.ts';

const states = ['online', 'alert', 'offline', 'asleep'] as const satisfies readonly Status[];

const moduleSchema = z.object({
  q: z.string().max(100).default(''),
  device: z.string().max(32).default(''),
  state: z.enum(['', ...states]).default(''),
});

/** Every module of the plant, live. */
export default function SiteModulesTab({ plant }: { plant: Plant }): ReactNode {
  const [filters, setFilters] = useUrlState(moduleSchema);
  const [table, setTable] = useTableState();
  const answer = useCall(site.modules, { sid: plant.sid, page: 0 }, { quiet: true, refreshMs: 60_000 });
  const rows = useMemo(() => answer.data && moduleRows(answer.data, plant), [answer.data, plant]);
  const shown = useMemo(
    () => rows && sortRows(filterModules(rows, filters), table, moduleValue),
    [rows, filters, table],
  );
  const filterBy = (patch: Partial<typeof filters>) => {
    setFilters(patch);
    setTable({ page: 1 });
  };
  const clear = () => filterBy({ q: '', device: '', state: '' });
  return (
    <>
      <SleepNote plant={plant} />
      <DataTable
        answer={answer}
        card={(row) => <ModuleCard row={row} />}
        columns={moduleColumns(plant.detail.timezone)}
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
            <DeviceChoice
              chosen={filters.device}
              onChoose={(device) => filterBy({ device })}
              rows={rows ?? []}
            />
            <StateChoice
              chosen={filters.state}
              onChoose={(state) => filterBy({ state: moduleSchema.shape.state.parse(state) })}
              rows={rows ?? []}
            />
          </>
        }
        total={shown?.length ?? 0}
      />
    </>
  );
}

/** Why nothing moves at night. */
function SleepNote({ plant: { state, detail } }: { plant: Plant }): ReactNode {
  if (state.status !== 'asleep') return null;
  return (
    <div className="hp-plant-note" role="status">
      <Icon name="moon" size={18} />
      <p>
        {state.wakesAt === null
          ? t('site.modules.polarNight')
          : t('site.modules.asleep', { time: clockText(state.wakesAt, detail.timezone) })}
      </p>
    </div>
  );
}

interface ChoiceProps {
  rows: readonly ModuleRow[];
  chosen: string;
  onChoose: (value: string) => void;
}

function DeviceChoice({ rows, chosen, onChoose }: ChoiceProps): ReactNode {
  const devices = [...new Map(rows.map(({ sn, device }) => [sn, device]))];
  if (devices.length < 2 && chosen === '') return null;
  return (
    <label className="hp-select">
      <span className="hp-unseen">{t('site.field.device')}</span>
      <select onChange={(event) => onChoose(event.target.value)} value={chosen}>
        <option value="">{t('site.modules.allDevices')}</option>
        {devices.map(([sn, device]) => (
          <option key={sn} value={sn}>
            {device === sn ? sn : `${device} (${sn})`}
          </option>
        ))}
      </select>
    </label>
  );
}

function StateChoice({ rows, chosen, onChoose }: ChoiceProps): ReactNode {
  return (
    <label className="hp-select">
      <span className="hp-unseen">{t('site.field.status')}</span>
      <select onChange={(event) => onChoose(event.target.value)} value={chosen}>
        <option value="">{t('site.modules.allStates')}</option>
        {states.map((state) => {
          const count = rows.filter(({ status }) => status === state).length;
          if (count === 0 && state !== chosen) return null;
          return (
            <option key={state} value={state}>
              {`${statusWords(state)} (${formatNumber(count)})`}
            </option>
          );
        })}
      </select>
    </label>
  );
}

function emptyWords(rows: readonly ModuleRow[], clear: () => void): EmptyWords {
  if (rows.length === 0) {
    return { title: t('site.modules.none'), hint: t('site.modules.noneHint'), icon: 'plant' };
  }
  return {
    title: t('site.modules.noMatch'),
    action: <Button onClick={clear}>{t('site.list.clear')}</Button>,
  };
}
