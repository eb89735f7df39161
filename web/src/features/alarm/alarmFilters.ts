// Filters of alarms, in the URL and as call input.
import { alarmStates } from '@helioport/domain/alarms';
import { choice, text, type UrlValues, urlFields, whole } from '../../components/base/urlFields.ts';
import { type TableState, tableInput } from '../../components/table/tableState.ts';

export const stateChoices = ['standing', ...alarmStates, 'all'] as const;
export const severities = ['critical', 'major', 'minor'] as const;

export const alarmSchema = urlFields({
  q: text(100),
  state: choice(stateChoices, 'standing'),
  severity: choice(['', ...severities], ''),
  key: text(40),
  site: text(60),
  mine: choice(['', '1'], ''),
  /** The alarm whose details are open next to the list. */
  id: whole(0, 1e12, 0),
});

export type AlarmFilters = UrlValues<typeof alarmSchema>;

export const noFilters = { q: '', state: 'standing', severity: '', key: '', site: '', mine: '' } as const;

export const isFiltered = (filters: AlarmFilters): boolean =>
  Object.entries(noFilters).some(([name, value]) => filters[name as keyof typeof noFilters] !== value);

export const listInput = ({ q, state, severity, key, site, mine }: AlarmFilters, table: TableState) => ({
  filters: {
    keywords: q,
    severity,
    key,
    sid: site,
    state: state === 'all' ? '' : state,
    mine: mine === '1' ? true : null,
  },
  ...tableInput(table, ['severity', 'siteName', 'begunAt', 'raisedAt', 'endedAt'] as const),
});

/**
 * Whether the curve of an alarm shades a gap: only of its own devices and of the entire plant (''), all of them for an
 * alarm of the plant.
 */
export const isOfAlarm = (sn: string, sns: readonly string[]): boolean =>
  sns.length === 0 || sn === '' || sns.includes(sn);
