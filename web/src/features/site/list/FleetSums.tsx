import { overview } from '@helioport/contract/overview';
import { type ReactNode, useState } from 'react';
import { fleetPaceMs } from '../../../api/livePace.ts';
import { useCall } from '../../../api/query.ts';
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import { recordedText } from '../../../components/pv/recorded.ts';
import { t } from '../../../i18n.ts';
import { type Filters, filtersInput } from './siteFilters.ts';

const usual = { totalNow: 2000, today: 20, month: 500, year: 5000, total: 5000 };
const USUAL_DAY = '2026-10-20';

interface FleetSumsProps {
  filters: Filters;
  /** True if there are several plants: the place of the totals is reserved while they load. */
  isExpected?: boolean;
}

/** Totals of all plants of the user; hidden for a single plant, whose row shows the same. */
export function FleetSums({ filters, isExpected = false }: FleetSumsProps): ReactNode {
  const [plants, setPlants] = useState<number>();
  const { data } = useCall(
    overview.overview,
    { filters: filtersInput(filters) },
    { live: 'any', liveEveryMs: fleetPaceMs(plants), refreshMs: 60_000 },
  );
  if (data !== undefined && data.siteCount !== plants) setPlants(data.siteCount);
  if (data === undefined ? !isExpected : data.siteCount < 2) return null;
  // Values of a usual length, which are not visible, keep the height of the lines.
  const { totalNow, today, month, year, total } = data?.statisticsProduction ?? usual;
  const recordedSince = data === undefined ? USUAL_DAY : data.recordedSince;
  return (
    <p className="hp-fleet" data-pending={data === undefined || undefined}>
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
        {recordedSince && ` (${recordedText(recordedSince)})`}
      </span>
    </p>
  );
}
