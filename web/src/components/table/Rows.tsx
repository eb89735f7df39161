// The rows of a list as a plain table: accessible to screen readers, scrolls horizontally where it is too wide, and is
// part of the first paint, for which the UI kit's table would add 74 kB.
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '../base/Icon.tsx';
import type { Column, Filled } from './DataTable.tsx';
import { ChoiceBox, PageBox } from './RowChoice.tsx';
import type { SetTableState, TableState } from './tableState.ts';

/** What the cell of a column shows. */
export function cellOf<Row>({ render, text }: Column<Row>, row: Row): ReactNode {
  if (render) return render(row);
  const cell = text?.(row) ?? '';
  return cell === '' ? '–' : cell;
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label, select, [role="button"]') !== null;

export function Rows<Row extends object>({
  columns,
  rows,
  rowKey,
  state,
  onState,
  rowPath,
  label,
  choice,
}: Filled<Row>): ReactNode {
  const navigate = useNavigate();
  return (
    <div className="hp-rows">
      <table aria-label={label}>
        <thead>
          <tr>
            {choice && (
              <td className="hp-pick">
                <PageBox choice={choice} rows={rows} />
              </td>
            )}
            {columns.map((column) => (
              <Head column={column} key={column.key} onState={onState} state={state} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            // The link in the row does the same for the keyboard.
            <tr
              className={rowPath ? 'hp-row-leads' : undefined}
              key={rowKey(row)}
              onClick={(event) => {
                if (rowPath && !isControl(event.target) && !getSelection()?.toString())
                  void navigate(rowPath(row));
              }}
            >
              {choice && (
                <td className="hp-pick">
                  <ChoiceBox choice={choice} row={row} />
                </td>
              )}
              {columns.map((column) => (
                <td
                  className={column.isNumber ? 'hp-number' : column.isText ? 'hp-cell-text' : undefined}
                  key={column.key}
                >
                  {cellOf(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  state: TableState;
  onState: SetTableState;
}

/** A column header. A click sorts by it, a second one reverses the order, a third restores the default. */
function Head<Row>({ column, state, onState }: HeadProps<Row>): ReactNode {
  const { key, title, isNumber, isSortable, width } = column;
  const isSorting = isSortable === true && state.sort === key;
  const next = (): Partial<TableState> => {
    if (!isSorting) return { sort: key, order: 'asc' };
    return state.order === 'asc' ? { sort: key, order: 'desc' } : { sort: '', order: 'asc' };
  };
  return (
    <th
      aria-sort={isSorting ? (state.order === 'desc' ? 'descending' : 'ascending') : undefined}
      className={isNumber ? 'hp-number' : undefined}
      scope="col"
      style={width === undefined ? undefined : { width }}
    >
      {isSortable ? (
        <button className="hp-sort" onClick={() => onState({ page: 1, ...next() })} type="button">
          {title}
          <Icon name="down" size={14} />
        </button>
      ) : (
        title
      )}
    </th>
  );
}
