// List parameters in the URL: page, size and order.
import { useCallback } from 'react';
import { choice, text, type UrlFields, type UrlValues, urlFields, whole } from '../base/urlFields.ts';
import { useUrlState } from '../base/useUrlState.ts';

export interface TableState {
  /** From 1. */
  page: number;
  size: number;
  /** Key of the column that sorts; '' is the server's own order. */
  sort: string;
  order: 'asc' | 'desc';
}

export type SetTableState = (patch: Partial<TableState>) => void;

export const pageSizes = [20, 50, 100, 200];

const schema = urlFields({
  page: whole(1, 100_000, 1),
  size: whole(1, 1000, 20),
  sort: text(60),
  order: choice(['asc', 'desc'], 'asc'),
});

/** The table's state in the address. Changing filters is the screen's matter: it should set `page` back to 1. */
export function useTableState(): [TableState, SetTableState] {
  const [state, write] = useUrlState(schema);
  return [state, write];
}

/** A table with filters, both in the URL. `filterBy` returns to the first page. */
export function useFilteredTable<F extends UrlFields>(filterFields: F) {
  const [filters, setFilters] = useUrlState(filterFields);
  const [table, setTable] = useTableState();
  const filterBy = useCallback(
    (patch: Partial<UrlValues<F>>) => {
      setFilters(patch);
      setTable({ page: 1 });
    },
    [setFilters, setTable],
  );
  return { filters, setFilters, filterBy, table, setTable };
}

/** `page` and `sort` as the list calls of the contract take them; a column that the call cannot sort by is left out. */
export const tableInput = <Field extends string>(state: TableState, sortable: readonly Field[]) => ({
  page: { size: state.size, num: state.page - 1 },
  sort: sortable.filter((field) => field === state.sort).map((field) => ({ field, order: state.order })),
});
