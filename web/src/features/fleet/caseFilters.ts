// Filters of cases, in the URL and as call input.
import { casePriorities } from '@helioport/contract/case';
import { findingCauses } from '@helioport/domain/analytics/types';
import { choice, text, type UrlValues, urlFields } from '../../components/base/urlFields.ts';
import { type TableState, tableInput } from '../../components/table/tableState.ts';

export const caseViews = ['active', 'mine', 'overdue', 'verifying', 'closed', 'all'] as const;

export const caseSchema = urlFields({
  q: text(200),
  view: choice(caseViews, 'active'),
  cause: choice(['', ...findingCauses], ''),
  priority: choice(['', ...casePriorities], ''),
  site: text(60),
});

export type CaseFilters = UrlValues<typeof caseSchema>;

export const noFilters = { q: '', view: 'active', cause: '', priority: '', site: '' } as const;

export const isFiltered = (filters: CaseFilters): boolean =>
  Object.entries(noFilters).some(([name, value]) => filters[name as keyof typeof noFilters] !== value);

const byView: Record<CaseFilters['view'], { state?: string; mine?: true; overdue?: true }> = {
  active: { state: 'active' },
  mine: { state: 'active', mine: true },
  overdue: { overdue: true },
  verifying: { state: 'verifying' },
  closed: { state: 'closed' },
  all: {},
};

const sortable = ['dueDay', 'priority', 'createdAt', 'changedAt', 'riskMoney', 'siteName', 'state'] as const;

export const listInput = ({ q, view, cause, priority, site }: CaseFilters, table: TableState) => ({
  filters: { keywords: q, cause, priority, sid: site, ...byView[view] },
  ...tableInput(table, sortable),
});
