// Filters of the fleet page, in the URL and as call input.
import type { OutputOf } from '@helioport/contract/endpoint';
import { findingConfidences } from '@helioport/contract/findingRows';
import type { fleet } from '@helioport/contract/fleet';
import { findingCauses } from '@helioport/domain/analytics/types';
import { choice, text, type UrlValues, urlFields, whole } from '../../components/base/urlFields.ts';
import { type TableState, tableInput } from '../../components/table/tableState.ts';

export type FleetRow = OutputOf<typeof fleet.list>['list'][number];

export const fleetSchema = urlFields({
  q: text(200),
  findings: choice(['', 'yes', 'no'], ''),
  cause: choice(['', ...findingCauses], ''),
  confidence: choice(['', ...findingConfidences], ''),
  cases: choice(['', 'yes', 'no', 'mine'], ''),
  data: choice(['', 'incomplete'], ''),
  /** The finding whose details are open next to the list. */
  finding: whole(0, 1e15, 0),
});

export type FleetFilters = UrlValues<typeof fleetSchema>;

export const noFilters = {
  q: '',
  findings: '',
  cause: '',
  confidence: '',
  cases: '',
  data: '',
} as const;

export const isFiltered = (filters: FleetFilters): boolean =>
  Object.entries(noFilters).some(([name, value]) => filters[name as keyof typeof noFilters] !== value);

const sortable = [
  'riskMoney',
  'riskKwh',
  'lostKwh',
  'siteName',
  'status',
  'power',
  'ratio7',
  'change7',
  'completeness',
  'openFindings',
  'openCases',
  'lastUpdate',
] as const;

/** The filters as the calls of the desk take them. */
export const filterInput = ({ q, findings, cause, confidence, cases, data }: FleetFilters) => ({
  filters: { keywords: q },
  fleet: {
    cause: cause === '' ? [] : [cause],
    has_findings: findings === '' ? null : findings === 'yes',
    confidence,
    has_case: cases === 'yes' || cases === 'no' ? cases === 'yes' : null,
    mine: cases === 'mine' ? true : null,
    incomplete: data === 'incomplete' ? true : null,
  },
});

export const listInput = (filters: FleetFilters, table: TableState) => ({
  ...filterInput(filters),
  ...tableInput(table, sortable),
});
