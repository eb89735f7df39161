// A table whose rows come page by page from a list call.
import type { Endpoint, InputOf, OutputOf } from '@helioport/contract/endpoint';
import { call } from '../api/client.ts';
import { type UseCallOptions, useCall } from '../api/query.ts';
import { allRows } from '../components/base/pages.ts';
import type { SetTableState, TableState } from '../components/table/tableState.ts';

type RowOf<E extends Endpoint> = OutputOf<E> extends { list: readonly (infer Row)[] } ? Row : never;

interface Rows<Row> {
  list: Row[];
  total: number;
}

/** State of the table, as `useFilteredTable` returns it. */
interface Place {
  table: TableState;
  setTable: SetTableState;
}

/**
 * The properties of a `DataTable` that follow from a list call: the rows of the page that `input` requests, the page
 * itself, and all filtered rows for an export. The previous page stays on the screen until the next one arrives.
 */
export function useServerTable<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { table, setTable }: Place,
  options: UseCallOptions<E> = {},
) {
  const answer = useCall(endpoint, input, { live: 'none', keepsPrevious: true, ...options });
  const page = answer.data as Rows<RowOf<E>> | undefined;
  return {
    answer,
    rows: page?.list,
    total: page?.total ?? 0,
    state: table,
    onState: setTable,
    fetchAll: () =>
      allRows(
        (page) => call(endpoint, { ...(input as object), page } as InputOf<E>) as Promise<Rows<RowOf<E>>>,
      ),
  };
}
