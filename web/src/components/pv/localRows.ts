// Client-side tables: sorting and paging without requests.
import type { TableState } from '../table/tableState.ts';

type Value = string | number | null;

/** The rows in the order of `sortValue(row, state.sort)`, rows without a value last in either order. */
export function sortRows<Row>(
  rows: readonly Row[],
  state: TableState,
  sortValue: (row: Row, key: string) => Value | undefined,
): readonly Row[] {
  if (state.sort === '') return rows;
  const sign = state.order === 'desc' ? -1 : 1;
  const keyed = rows.map((row) => ({ row, value: sortValue(row, state.sort) ?? null }));
  return keyed
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      if (typeof a.value === 'number' && typeof b.value === 'number') return sign * (a.value - b.value);
      return sign * String(a.value).localeCompare(String(b.value), undefined, { numeric: true });
    })
    .map(({ row }) => row);
}

/** The rows of the current page; the last page if the requested one does not exist. */
export function pageRows<Row>(rows: readonly Row[], state: TableState): readonly Row[] {
  const last = Math.max(1, Math.ceil(rows.length / state.size));
  const start = (Math.min(state.page, last) - 1) * state.size;
  return rows.slice(start, start + state.size);
}
