import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Facts } from '../../../components/base/Facts.tsx';
import type { Answer } from '../../../components/base/FailedState.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { ChangeList, changesText } from '../../../components/pv/parameters/ChangeList.tsx';
import { type Column, DataTable } from '../../../components/table/DataTable.tsx';
import type { SetTableState, TableState } from '../../../components/table/tableState.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import './sets.css';
import { sitePlainColumn } from '../../../components/pv/columns.tsx';
import type { Preview } from './sets.ts';

type Row = Preview['list'][number];

interface PreviewTableProps {
  answer: Answer & { data: Preview | undefined };
  state: TableState;
  onState: SetTableState;
  fetchAll?: () => Promise<readonly Row[]>;
}

/** The changes of each device, and the skipped devices with the reason. */
export function PreviewTable({ answer, state, onState, fetchAll }: PreviewTableProps): ReactNode {
  const { data } = answer;
  const count = (value: number | undefined) => (value === undefined ? '' : formatNumber(value, 0));
  return (
    <>
      <div aria-live="polite">
        <Facts
          facts={[
            { title: t('parameterSet.told'), value: <strong>{count(data?.told)}</strong> },
            { title: t('parameterSet.unread'), value: count(data?.unread) },
            { title: t('parameterSet.usesSecond'), value: count(data?.waiting) },
            { title: t('parameterSet.same'), value: count(data?.same) },
            { title: t('parameterSet.leftOut'), value: count(data?.leftOut) },
          ]}
        />
      </div>
      <DataTable
        answer={answer}
        columns={columns()}
        empty={{ title: t('parameterSet.noDevice'), hint: t('parameterSet.noDeviceHint'), icon: 'device' }}
        {...(fetchAll ? { fetchAll } : {})}
        id="parameterSets.preview"
        label={t('parameter.review')}
        onState={onState}
        rowKey={(row) => row.sn}
        rows={data?.list}
        state={state}
        total={data?.total ?? 0}
      />
    </>
  );
}

const columns = (): Column<Row>[] => [
  {
    key: 'sn',
    title: t('site.field.sn'),
    isFixed: true,
    render: (row) => (
      <>
        <Link to={paths.device(row.sn, 'parameters')}>{row.sn}</Link>{' '}
        <span className="hp-muted">{row.alias || row.modelName}</span>
      </>
    ),
    text: (row) => row.sn,
  },
  sitePlainColumn(),
  {
    key: 'changes',
    title: t('command.what'),
    render: (row) => (row.isTold ? <ChangeList changes={row.changes} /> : '–'),
    text: (row) => (row.isTold ? changesText(row.changes) : ''),
  },
  {
    key: 'msg',
    title: t('parameterSet.outcome'),
    render: (row) => {
      if (!row.isTold) return <span className="hp-muted">{row.msg}</span>;
      return row.needsSecond ? (
        <Tag icon="users" tone="act">
          {t('parameterSet.usesSecond')}
        </Tag>
      ) : (
        <Tag icon="up">{t('parameterSet.told')}</Tag>
      );
    },
    text: (row) => (row.isTold ? t('parameterSet.told') : row.msg),
  },
];
