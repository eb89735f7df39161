// What the list of people can be narrowed by, as the address keeps it and as the call takes it.
import type { InputOf, OutputOf } from '@helioport/contract/endpoint';
import { user } from '@helioport/contract/user';
import { z } from 'zod';
import { call } from '../../api/client.ts';
import { allRows } from '../../ui/base/pages.ts';
import { type TableState, tableInput } from '../../ui/table/tableState.ts';

export type UserRow = OutputOf<typeof user.list>['list'][number];

export const filterSchema = z.object({
  q: z.string().max(100).default(''),
  role: z.string().regex(/^\d*$/).max(9).default(''),
  company: z.string().regex(/^\d*$/).max(9).default(''),
  country: z.string().max(2).default(''),
  state: z.string().max(6).default(''),
  city: z.string().max(80).default(''),
  kind: z.enum(['', 'business', 'private']).default(''),
  from: z
    .string()
    .regex(/^(\d{4}-\d\d-\d\d)?$/)
    .default(''),
  to: z
    .string()
    .regex(/^(\d{4}-\d\d-\d\d)?$/)
    .default(''),
  status: z.enum(['', 'active', 'blocked']).default(''),
});

export type Filters = z.output<typeof filterSchema>;

export const noFilters: Filters = filterSchema.parse({});

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== '');

const sortable = [
  'email',
  'contactPerson',
  'groupName',
  'companyName',
  'country',
  'status',
  'createdAt',
  'lastSignInAt',
] as const;

/** Whether one of the filters that are folded away is set. */
export const isFinelyFiltered = ({ state, city, kind, from, to }: Filters): boolean =>
  [state, city, kind, from, to].some((value) => value !== '');

/** What the list is asked for. A company stands for itself and those below it. */
export function listInput(filters: Filters, table: TableState) {
  return {
    filters: {
      keywords: filters.q,
      group_id: filters.role,
      company_id: filters.company,
      with_below: filters.company !== '' && filters.company !== '0',
      country_code: filters.country,
      state: filters.state,
      city: filters.city,
      is_business: filters.kind === '' ? '' : filters.kind === 'business',
      created_start_date: filters.from,
      created_end_date: filters.to,
      status: filters.status,
    },
    ...tableInput(table, sortable),
  } satisfies InputOf<typeof user.list>;
}

/** All people whom the filters leave, for the export. */
export const fetchAllUsers = (filters: Filters, table: TableState): Promise<UserRow[]> =>
  allRows((page) => call(user.list, { ...listInput(filters, table), page }));
