import { overview } from '@helioport/contract/overview';
import type { StateKey } from '@helioport/domain/state';
import { type ReactNode, useState } from 'react';
import { fleetPaceMs } from '../../../api/livePace.ts';
import { useCall } from '../../../api/query.ts';
import { StatusTag } from '../../../components/base/StatusTag.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { t } from '../../../i18n.ts';
import { type Filters, searchInput } from './siteFilters.ts';

/** Issues first, then plants operating normally. */
const order: readonly StateKey[] = [
  'silent',
  'offline',
  'alert',
  'stale',
  'live',
  'asleep',
  'uncommissioned',
  'notRegistered',
];

interface StatusChipsProps {
  filters: Filters;
  onChoose: (state: Filters['state']) => void;
}

/** Number of plants by state within the search results; a click filters by a state. */
export function StatusChips({ filters, onChoose }: StatusChipsProps): ReactNode {
  const [plants, setPlants] = useState<number>();
  const { data } = useCall(
    overview.siteStatusCounts,
    { filters: searchInput(filters) },
    { live: 'any', liveEveryMs: fleetPaceMs(plants), keepsPrevious: true, refreshMs: 60_000 },
  );
  if (data !== undefined && data.siteCount !== plants) setPlants(data.siteCount);
  if (data === undefined) return <div className="hp-chips" />;
  const chosen = filters.state;
  // Alerts are red unless none of the plants has a severe alarm, as in their rows.
  const alert = data.worst === 'critical' || data.worst === 'major' ? null : 'minor';
  const countOf = (state: StateKey) => data.stateCounts[state] ?? 0;
  const shown = order.filter((state) => countOf(state) > 0 || state === chosen);
  return (
    <fieldset className="hp-chips">
      <legend className="hp-unseen">{t('site.field.status')}</legend>
      <button aria-pressed={chosen === ''} onClick={() => onChoose('')} type="button">
        {t('site.list.all')}
        <b>{formatNumber(data.siteCount)}</b>
      </button>
      {shown.map((state) => (
        <button
          aria-pressed={chosen === state}
          key={state}
          onClick={() => onChoose(chosen === state ? '' : state)}
          type="button"
        >
          <StatusTag isPlain severity={state === 'alert' ? alert : null} state={state} />
          <b>{formatNumber(countOf(state))}</b>
        </button>
      ))}
    </fieldset>
  );
}
