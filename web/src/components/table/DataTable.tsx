// A list of many rows: server paging and order, column choice, export, and cards in place of rows on a phone.
import type { ReactNode } from 'react';
import { EmptyState, type EmptyWords } from '../base/EmptyState.tsx';
import { type Answer, FailedState } from '../base/FailedState.tsx';
import { Filters } from '../base/Filters.tsx';
import { Skeleton } from '../base/Skeleton.tsx';
import { useIsPhone } from '../base/useNarrow.ts';
import { ColumnChoice, useShownColumns } from './ColumnChoice.tsx';
import type { Cell } from './csv.ts';
import { ExportButton } from './ExportButton.tsx';
import { Pager } from './Pager.tsx';
import { ChoiceBox, PageBox, type RowChoice } from './RowChoice.tsx';
import { cellOf, Rows } from './Rows.tsx';
import type { SetTableState, TableState } from './tableState.ts';
import './table.css';

export interface Column<Row> {
  /** Also the server's name of the field when the column sorts. */
  key: string;
  title: string;
  /** The cell; without it the text, or a dash where that is empty. */
  render?: (row: Row) => ReactNode;
  /** What an export writes; without it the column is not exported. */
  text?: (row: Row) => Cell;
  /** Unit of the exported numbers, for the head of the column in the file. */
  unit?: string;
  isSortable?: boolean;
  /** True for numbers: aligned at the end. */
  isNumber?: boolean;
  /** True for long text: it wraps, so that the columns after it stay in sight. */
  isText?: boolean;
  width?: number;
  /** True: hidden until the user selects the column. */
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
  /** Why there are no rows with these filters, and the next step. */
  empty: EmptyWords;
  /** Where a click on the row leads. The first column should hold a real link to the same place. */
  rowPath?: (row: Row) => string;
  /** Fetches all rows that the filters allow, for the export; without it there is none. */
  fetchAll?: () => Promise<readonly Row[]>;
  /** The row as a card below 640 px; without it the card lists the shown columns. */
  card?: (row: Row) => ReactNode;
  /** Rows can be chosen, by a box before each and one for all of the page. */
  choice?: RowChoice<Row>;
  /** Shown at the start of the line above the table. */
  toolbar?: ReactNode;
  /** Called with the keys of the chosen columns; undefined for the usual ones. */
  onColumns?: (keys: readonly string[] | undefined) => void;
}

export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactNode {
  const { id, label, columns, rows, total, answer, state, onState, toolbar, fetchAll, onColumns } = props;
  const isPhone = useIsPhone();
  const [shown, chooseShown] = useShownColumns(id, columns);
  const choose = (keys: readonly string[] | undefined) => {
    chooseShown(keys);
    onColumns?.(keys);
  };
  const hasRows = rows !== undefined && rows.length > 0;
  return (
    <section aria-busy={answer.isFetching} aria-label={label} className="hp-table">
      <div className="hp-table-bar">
        <Filters className="hp-table-tools">{toolbar}</Filters>
        <div className="hp-table-tools">
          {fetchAll && hasRows && <ExportButton columns={columns} fetchAll={fetchAll} name={label} />}
          {!isPhone && <ColumnChoice columns={columns} onShown={choose} shown={shown} />}
        </div>
      </div>
      {rows === undefined && answer.error && <FailedState answer={answer} />}
      {rows === undefined && !answer.error && (
        <div className="hp-table-bones">
          <Skeleton lines={10} />
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

export type Filled<Row> = DataTableProps<Row> & { rows: readonly Row[] };

function Cards<Row extends object>({ columns, rows, rowKey, card, choice }: Filled<Row>): ReactNode {
  return (
    <>
      {choice && (
        <div className="hp-pick-page">
          <PageBox choice={choice} isLabelled rows={rows} />
        </div>
      )}
      <ul className="hp-cards">
        {rows.map((row) => (
          <li className={choice ? 'hp-card hp-card-pick' : 'hp-card'} key={rowKey(row)}>
            {choice && <ChoiceBox choice={choice} row={row} />}
            {card ? card(row) : <CardOfColumns columns={columns} row={row} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function CardOfColumns<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }): ReactNode {
  const [name, ...others] = columns;
  return (
    <>
      <div className="hp-card-name">{name && cellOf(name, row)}</div>
      <dl className="hp-card-values">
        {others.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{cellOf(column, row)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
