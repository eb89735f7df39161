import { overview } from '@helioport/contract/overview';
import { type ReactNode, useState } from 'react';
import { fleetPaceMs } from '../../../api/livePace.ts';
import { useCall } from '../../../api/query.ts';
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import { recordedText } from '../../../components/pv/recorded.ts';
import { t } from '../../../i18n.ts';
import { type Filters, filtersInput } from './siteFilters.ts';

/** Totals of all plants of the user; hidden for a single plant, whose row shows the same. */
export function FleetSums({ filters }: { filters: Filters }): ReactNode {
  const [plants, setPlants] = useState<number>();
  const { data } = useCall(
    overview.overview,
    { filters: filtersInput(filters) },
    { live: 'any', liveEveryMs: fleetPaceMs(plants), refreshMs: 60_000 },
  );
  if (data !== undefined && data.siteCount !== plants) setPlants(data.siteCount);
  if (data === undefined || data.siteCount < 2) return null;
  const { totalNow, today, month, year, total } = data.statisticsProduction;
  return (
    <p className="hp-fleet">
      <span>{t('site.list.together')}</span>
      <span>
        <b>{powerFigure(totalNow).text}</b> {t('site.list.togetherNow')}
      </span>
      <span>
        <b>{energyFigure(today).text}</b> {t('site.list.togetherToday')}
      </span>
      <span>
        <b>{energyFigure(month).text}</b> {t('site.list.togetherMonth')}
      </span>
      <span>
        <b>{energyFigure(year).text}</b> {t('site.list.togetherYear')}
      </span>
      <span>
        <b>{energyFigure(total).text}</b> {t('site.list.togetherTotal')}
        {data.recordedSince && ` (${recordedText(data.recordedSince)})`}
      </span>
    </p>
  );
}
