// Totals that did not match, by plant, with their resolution.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { overview } from '@helioport/contract/overview';
import type { MendingState, SumKind } from '@helioport/domain/sums';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../components/base/FailedState.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { timeColumn } from '../../components/pv/columns.tsx';
import { pageRows } from '../../components/pv/localRows.ts';
import { dateText } from '../../components/pv/plantClock.ts';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { useTableState } from '../../components/table/tableState.ts';
import { t, type WordKey } from '../../i18n.ts';
import { paths } from '../../paths.ts';

export type Health = OutputOf<typeof overview.health>;
type Mismatch = Health['mismatches'][number];

const kindWords: Record<SumKind, WordKey> = {
  plantDay: 'health.kind.plantDay',
  plantHours: 'health.kind.plantHours',
  deviceHours: 'health.kind.deviceHours',
  month: 'health.kind.month',
  opening: 'health.kind.opening',
  total: 'health.kind.total',
  newest: 'health.kind.newest',
  recent: 'health.kind.recent',
};

const states: Record<MendingState, { word: WordKey; tone: 'alert' | 'plain' | 'good' }> = {
  waiting: { word: 'health.state.waiting', tone: 'alert' },
  recomputed: { word: 'health.state.recomputed', tone: 'plain' },
  mended: { word: 'health.state.mended', tone: 'good' },
};

interface MismatchTableProps {
  answer: Answer;
  rows: readonly Mismatch[] | undefined;
  /** False: the totals have not been compared yet. */
  isChecked: boolean;
}

export function MismatchTable({ answer, rows, isChecked }: MismatchTableProps): ReactNode {
  const [table, setTable] = useTableState();
  return (
    <DataTable
      answer={answer}
      columns={columns()}
      empty={
        isChecked
          ? { title: t('health.noneWrong'), icon: 'check' }
          : { title: t('health.notChecked'), hint: t('health.notCheckedHint'), icon: 'clock' }
      }
      fetchAll={() => Promise.resolve(rows ?? [])}
      id="health"
      label={t('health.mismatches')}
      onState={setTable}
      rowKey={({ sid, kind, day }) => `${sid} ${kind} ${day}`}
      rows={rows && pageRows(rows, table)}
      state={table}
      total={rows?.length ?? 0}
    />
  );
}

/** In tenths of a watt-hour, so that different values do not look the same. */
const energyText = (wh: number | null) => (wh === null ? '–' : `${formatNumber(wh, 1)} Wh`);

const columns = (): Column<Mismatch>[] => [
  {
    key: 'siteName',
    title: t('health.field.plant'),
    isFixed: true,
    render: (row) => <Link to={paths.siteDay(row.sid, row.day)}>{row.siteName}</Link>,
    text: (row) => row.siteName,
  },
  {
    key: 'kind',
    title: t('health.field.kind'),
    text: (row) => t(kindWords[row.kind]),
  },
  {
    key: 'day',
    title: t('health.field.day'),
    render: (row) => dateText(row.day),
    text: (row) => row.day,
  },
  {
    key: 'stored',
    title: t('health.field.stored'),
    unit: 'Wh',
    isNumber: true,
    render: (row) => energyText(row.stored),
    text: (row) => row.stored,
  },
  {
    key: 'summed',
    title: t('health.field.summed'),
    unit: 'Wh',
    isNumber: true,
    render: (row) => energyText(row.summed),
    text: (row) => row.summed,
  },
  {
    key: 'state',
    title: t('health.field.state'),
    render: (row) => <Tag tone={states[row.state].tone}>{t(states[row.state].word)}</Tag>,
    text: (row) => t(states[row.state].word),
  },
  timeColumn('foundAt', t('health.field.found')),
];
