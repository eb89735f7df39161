import { overview } from '@helioport/contract/overview';
import { type ReactNode, useState } from 'react';
import { fleetPaceMs } from '../../../api/livePace.ts';
import { useCall } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { StatusTag, statusOf, statusWords } from '../../../ui/base/StatusTag.tsx';
import { formatNumber } from '../../../ui/base/time.ts';

/** Trouble first, then the quiet ones. */
const order = ['1', '0', '-1', '3', '2'];

interface StatusChipsProps {
  /** Number of the status that filters; '' is none. */
  chosen: string;
  onChoose: (status: string) => void;
}

/** How many plants are in each state; a press shows only those. States that no plant has stay away. */
export function StatusChips({ chosen, onChoose }: StatusChipsProps): ReactNode {
  const [plants, setPlants] = useState<number>();
  const { data } = useCall(
    overview.siteStatusCounts,
    {},
    { live: 'any', liveEveryMs: fleetPaceMs(plants), quiet: true, refreshMs: 60_000 },
  );
  if (data !== undefined && data.siteCount !== plants) setPlants(data.siteCount);
  if (data === undefined) return <div className="hp-chips" />;
  const shown = order.filter((status) => (data.statusMap[status] ?? 0) > 0 || status === chosen);
  return (
    <fieldset className="hp-chips">
      <legend className="hp-unseen">{t('site.field.status')}</legend>
      <button aria-pressed={chosen === ''} onClick={() => onChoose('')} type="button">
        {t('site.list.all')}
        <b>{formatNumber(data.siteCount)}</b>
      </button>
      {shown.map((status) => (
        <button
          aria-pressed={chosen === status}
          key={status}
          onClick={() => onChoose(chosen === status ? '' : status)}
          type="button"
        >
          <StatusTag isPlain status={statusOf(Number(status))}>
            {/* Some of the silent ones may only sleep: the wire has one number for both. */}
            {status === '-1' ? t('site.list.silent') : statusWords(statusOf(Number(status)))}
          </StatusTag>
          <b>{formatNumber(data.statusMap[status] ?? 0)}</b>
        </button>
      ))}
    </fieldset>
  );
}
