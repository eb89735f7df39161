// Filters of the list of serial numbers, in the URL and as call input.
import type { InputOf, OutputOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { stockPlaces } from '@helioport/contract/productSerials';
import {
  absentOf,
  choice,
  digits,
  text,
  type UrlValues,
  urlFields,
} from '../../components/base/urlFields.ts';
import { type TableState, tableInput } from '../../components/table/tableState.ts';

export type SnEntry = OutputOf<typeof product.sn>['list'][number];
export type Entered = OutputOf<typeof product.snCreate>;
export type ChangedMany = OutputOf<typeof product.snIssueMany> & { hasHead?: boolean };
export type Changed = OutputOf<typeof product.snIssue>;

const yesNo = ['', 'true', 'false'] as const;

export const filterSchema = urlFields({
  q: text(70),
  model: digits(9),
  company: digits(12),
  issued: choice(yesNo, ''),
  activated: choice(yesNo, ''),
  restricted: choice(yesNo, ''),
  stock: choice(['', ...stockPlaces], ''),
});

export type Filters = UrlValues<typeof filterSchema>;

export const noFilters: Filters = absentOf(filterSchema);

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== '');

/** The filters as the calls take them. */
export const filtersInput = (filters: Filters) => ({
  sn: filters.q,
  model: filters.model,
  company_id: filters.company,
  is_issued: filters.issued,
  is_activated: filters.activated,
  is_restricted: filters.restricted,
  stock: filters.stock,
});

/** Call input of the list. */
export function listInput(filters: Filters, table: TableState) {
  return {
    filters: filtersInput(filters),
    ...tableInput(table, ['sn'] as const),
  } satisfies InputOf<typeof product.sn>;
}
