// What the plant list is asked for, kept in its address: search, status, list or map, page and order.
import type { InputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { z } from 'zod';
import { call } from '../../../api/client.ts';
import { allRows } from '../../../ui/base/pages.ts';
import type { TableState } from '../../../ui/table/tableState.ts';
import { tableInput } from '../../../ui/table/tableState.ts';

export const filterSchema = z.object({
  q: z.string().max(200).default(''),
  /** Number of a status on the wire; '' is all. */
  status: z
    .string()
    .regex(/^(-?\d)?$/)
    .default(''),
  view: z.enum(['list', 'map']).default('list'),
});

export type Filters = z.output<typeof filterSchema>;

export type SiteRow = z.output<typeof site.listWithSN.output>['list'][number];

export const isFiltered = ({ q, status }: Filters): boolean => q !== '' || status !== '';

/** The filters as the calls take them. */
export const filtersInput = ({ q, status }: Filters) => ({ keywords: q, status });

/** Columns by which the server sorts. */
const sortable = [
  'siteName',
  'status',
  'now',
  'todayPower',
  'totalPower',
  'lastUpdate',
  'registerDate',
] as const;

export const listInput = (filters: Filters, state: TableState): InputOf<typeof site.listWithSN> => ({
  filters: filtersInput(filters),
  ...tableInput(state, sortable),
});

/** Orders that no report changes; the server's own, '', is by name. */
const steady: readonly string[] = ['', 'siteName', 'registerDate'];

/** Whether a report of a plant that is not shown can bring it onto the page, or put the rows in another order. */
export const movesWithReports = ({ status }: Filters, { sort }: TableState): boolean =>
  status !== '' || !steady.includes(sort);

/** All rows that the filters allow, in the order of the table. */
export const fetchAllRows = (filters: Filters, state: TableState): Promise<SiteRow[]> =>
  allRows((page) => call(site.listWithSN, { ...listInput(filters, state), page }));
