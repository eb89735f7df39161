// Parameters of the plant list in the URL: search, status, list or map, page and order.

import type { InputOf, OutputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { severities } from '@helioport/domain/condition';
import { isDay } from '@helioport/domain/periods';
import { filterOfSeverity } from '@helioport/domain/plantCondition';
import { stateKeys } from '@helioport/domain/state';
import { call } from '../../../api/client.ts';
import { allRows } from '../../../components/base/pages.ts';
import { choice, text, textThat, type UrlValues, urlFields } from '../../../components/base/urlFields.ts';
import type { TableState } from '../../../components/table/tableState.ts';
import { tableInput } from '../../../components/table/tableState.ts';

export const filterSchema = urlFields({
  q: text(200),
  /** '' is all. */
  state: choice(['', ...stateKeys], ''),
  /** How severe the worst open cause is; '' is all. */
  severity: choice(['', ...severities], ''),
  view: choice(['list', 'map'], 'list'),
  owner: text(200),
  installer: text(200),
  /** ISO 3166-1 alpha-2. */
  country: textThat((code) => /^[A-Z]{2}$/.test(code)),
  /** Days of registration, `YYYY-MM-DD`. */
  from: textThat(isDay),
  to: textThat(isDay),
});

export type Filters = UrlValues<typeof filterSchema>;

export type SiteRow = OutputOf<typeof site.listWithSN>['list'][number];

/** No filter at all. */
export const noFilters = {
  q: '',
  state: '',
  severity: '',
  owner: '',
  installer: '',
  country: '',
  from: '',
  to: '',
} as const;

const isSet = (filters: Filters, keys: readonly (keyof typeof noFilters)[]): boolean =>
  keys.some((key) => filters[key] !== '');

export const isFiltered = (filters: Filters): boolean => isSet(filters, ['q', 'state']) || isFine(filters);

/** Whether one of the filters is set that are needed less often. */
export const isFine = (filters: Filters): boolean =>
  isSet(filters, ['severity', 'owner', 'installer', 'country', 'from', 'to']);

/** The filters as the calls take them. */
export const filtersInput = (filters: Filters) => ({ ...searchInput(filters), state: filters.state });

/** The same without the state, to count the plants of each state. */
export const searchInput = ({ q, severity, owner, installer, country, from, to }: Filters) => ({
  keywords: q,
  ...(severity && filterOfSeverity(severity)),
  ...(owner && { user_email: owner }),
  ...(installer && { installer_email: installer }),
  ...(country && { country_code: country }),
  ...(from && { created_start_date: from }),
  ...(to && { created_end_date: to }),
});

/** Columns by which the server sorts. */
const sortable = [
  'siteName',
  'verdict',
  'status',
  'now',
  'todayPower',
  'totalPower',
  'specificToday',
  'specific30',
  'lastUpdate',
  'registerDate',
] as const;

export const listInput = (filters: Filters, state: TableState): InputOf<typeof site.listWithSN> => ({
  filters: filtersInput(filters),
  // By default, plants that need attention come first.
  ...tableInput(state.sort === '' ? { ...state, sort: 'verdict', order: 'asc' } : state, sortable),
});

/** Sort orders that readings hardly change: verdicts, by which '' sorts, change over days. */
const steady: readonly string[] = ['', 'verdict', 'siteName', 'registerDate'];

/** Whether a reading of a plant outside the page can bring it onto the page or reorder the rows. */
export const movesWithReports = ({ state }: Filters, { sort }: TableState): boolean =>
  state !== '' || !steady.includes(sort);

/** All rows that the filters allow, in the order of the table. */
export const fetchAllRows = (filters: Filters, state: TableState): Promise<SiteRow[]> =>
  allRows((page) => call(site.listWithSN, { ...listInput(filters, state), page }));
