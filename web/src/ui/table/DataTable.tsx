// A list of many rows: server paging and order, column choice, export, and cards in place of rows on a phone.
import { Table } from 'antd';
import type { ColumnType } from 'antd/es/table';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { type Answer, Bones, EmptyState, type EmptyWords, FailedState } from '../base/Panel.tsx';
import { useIsPhone } from '../base/useNarrow.ts';
import { ColumnChoice, useShownColumns } from './ColumnChoice.tsx';
import type { Cell } from './csv.ts';
import { ExportButton } from './ExportButton.tsx';
import { Pager } from './Pager.tsx';
import type { SetTableState, TableState } from './tableState.ts';
import './table.css';

export interface Column<Row> {
  /** Also the server's name of the field when the column sorts. */
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** What an export writes; without it the column is not exported. */
  text?: (row: Row) => Cell;
  /** Unit of the exported numbers, for the head of the column in the file. */
  unit?: string;
  isSortable?: boolean;
  /** True for figures: they align at the end. */
  isNumber?: boolean;
  width?: number;
  /** True: only shown when a person chooses it. */
  isHiddenAtFirst?: boolean;
  /** True: cannot be hidden; the column that names the row. */
  isFixed?: boolean;
}

export interface DataTableProps<Row> {
  /** Name under which the choice of columns is kept. */
  id: string;
  /** What the table lists, for screen readers and as the name of an export. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Rows in all pages. */
  total: number;
  answer: Answer;
  state: TableState;
  onState: SetTableState;
  /** Why there are no rows, given the filters, and what to do. */
  empty: EmptyWords;
  /** Where a click on the row leads. The first column should hold a real link to the same place. */
  rowPath?: (row: Row) => string;
  /** Fetches all rows that the filters allow, for the export; without it there is none. */
  fetchAll?: () => Promise<readonly Row[]>;
  /** The row as a card below 640 px; without it the card lists the shown columns. */
  card?: (row: Row) => ReactNode;
  /** Stands at the start of the line above the table. */
  toolbar?: ReactNode;
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label, select, [role="button"]') !== null;

export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactNode {
  const { id, label, columns, rows, total, answer, state, onState, toolbar, fetchAll } = props;
  const isPhone = useIsPhone();
  const [shown, chooseShown] = useShownColumns(id, columns);
  const hasRows = rows !== undefined && rows.length > 0;
  return (
    <section aria-busy={answer.isFetching} aria-label={label} className="hp-table">
      <div className="hp-table-bar">
        <div className="hp-table-tools">{toolbar}</div>
        <div className="hp-table-tools">
          {fetchAll && hasRows && <ExportButton columns={columns} fetchAll={fetchAll} name={label} />}
          {!isPhone && <ColumnChoice columns={columns} onShown={chooseShown} shown={shown} />}
        </div>
      </div>
      {rows === undefined && answer.error && <FailedState answer={answer} />}
      {rows === undefined && !answer.error && (
        <div className="hp-table-bones">
          <Bones lines={10} />
        </div>
      )}
      {rows?.length === 0 && <EmptyState icon="search" {...props.empty} />}
      {hasRows &&
        (isPhone ? (
          <Cards {...props} columns={shown} rows={rows} />
        ) : (
          <Rows {...props} columns={shown} rows={rows} />
        ))}
      {hasRows && <Pager onState={onState} state={state} total={total} />}
    </section>
  );
}

type Filled<Row> = DataTableProps<Row> & { rows: readonly Row[] };

function Rows<Row extends object>({
  columns,
  rows,
  rowKey,
  state,
  onState,
  rowPath,
  label,
}: Filled<Row>): ReactNode {
  const navigate = useNavigate();
  return (
    <Table<Row>
      aria-label={label}
      columns={columns.map((column) => columnOf(column, state))}
      dataSource={rows}
      onChange={(_pages, _filters, sorter) => {
        const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
        onState({
          page: 1,
          sort: order ? String(columnKey) : '',
          order: order === 'descend' ? 'desc' : 'asc',
        });
      }}
      onRow={(row) => ({
        onClick: (event) => {
          if (rowPath && !isControl(event.target) && !getSelection()?.toString()) void navigate(rowPath(row));
        },
      })}
      pagination={false}
      rowClassName={rowPath ? 'hp-row-leads' : ''}
      rowKey={rowKey}
      scroll={{ x: 'max-content' }}
      showSorterTooltip={false}
      size="small"
      sortDirections={['ascend', 'descend']}
    />
  );
}

function columnOf<Row>(column: Column<Row>, state: TableState): ColumnType<Row> {
  return {
    key: column.key,
    title: column.title,
    render: (_value, row) => column.render(row),
    ...(column.isNumber ? { align: 'right', className: 'hp-number' } : {}),
    ...(column.width === undefined ? {} : { width: column.width }),
    ...(column.isSortable
      ? {
          sorter: true,
          sortOrder: state.sort === column.key ? (state.order === 'desc' ? 'descend' : 'ascend') : null,
        }
      : {}),
  };
}

function Cards<Row extends object>({ columns, rows, rowKey, card }: Filled<Row>): ReactNode {
  return (
    <ul className="hp-cards">
      {rows.map((row) => (
        <li className="hp-card" key={rowKey(row)}>
          {card ? card(row) : <CardOfColumns columns={columns} row={row} />}
        </li>
      ))}
    </ul>
  );
}

function CardOfColumns<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }): ReactNode {
  const [name, ...others] = columns;
  return (
    <>
      <div className="hp-card-name">{name?.render(row)}</div>
      <dl className="hp-card-values">
        {others.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{column.render(row)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
