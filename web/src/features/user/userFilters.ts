// Filters of the user list, in the URL and as call input.

import type { InputOf, OutputOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import {
  absentOf,
  choice,
  digits,
  text,
  textThat,
  type UrlValues,
  urlFields,
} from '../../components/base/urlFields.ts';
import { type TableState, tableInput } from '../../components/table/tableState.ts';

export type UserRow = OutputOf<typeof user.list>['list'][number];

export const filterSchema = urlFields({
  q: text(100),
  role: digits(9),
  company: digits(9),
  country: text(2),
  state: text(6),
  city: text(80),
  kind: choice(['', 'business', 'private'], ''),
  from: textThat((text) => /^(\d{4}-\d\d-\d\d)?$/.test(text)),
  to: textThat((text) => /^(\d{4}-\d\d-\d\d)?$/.test(text)),
  status: choice(['', 'active', 'blocked'], ''),
});

export type Filters = UrlValues<typeof filterSchema>;

export const noFilters: Filters = absentOf(filterSchema);

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

/** Call input of the list. A company includes its child companies. */
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
