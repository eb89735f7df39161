// Figures of a plant for the public: its public page and the widget show the same.
import { localDay } from '@helioport/domain/periods';
import { isLive, reportingStateAt } from '@helioport/domain/state';
import { visibleAlone } from '../access/visible.ts';
import type { Tx } from '../platform/db.ts';
import { type Totals, totals } from '../timeseries/query/energies.ts';
import { type FoundSite, findSite } from './findSite.ts';

export interface PublicPlant {
  found: FoundSite;
  /** Whether the plant runs, without faults. */
  state: 'live' | 'asleep' | 'none';
  lastReportAt: number | null;
  /** W; 0 at night, null without recent data. */
  powerW: number | null;
  /** Wh; null without data. At night, the energy of a day without data is 0. */
  todayWh: number | null;
  monthWh: number | null;
  yearWh: number | null;
  totalWh: number | null;
  /** First day with data. */
  since: Totals['since'];
}

/** Reads the figures of a plant with a public page. */
export async function publicPlant(
  tx: Tx,
  { siteId, sid }: { siteId: number; sid: string },
  now: number,
): Promise<PublicPlant> {
  const found = await findSite({ tx, now, visible: visibleAlone(siteId) }, sid);
  const sums = await totals(tx, { siteId, timeZone: found.timezone }, now);
  const { lastReceivedAt: lastReportAt } = found;
  const reporting = reportingStateAt(found.reportingRank).state;
  const isStandby = reporting === 'asleep';
  const hasReported =
    lastReportAt !== null && localDay(lastReportAt, found.timezone) === localDay(now, found.timezone);
  return {
    found,
    lastReportAt,
    since: sums.since,
    state: isLive(reporting) ? 'live' : isStandby ? 'asleep' : 'none',
    powerW: isLive(reporting) ? found.nowW : isStandby ? 0 : null,
    todayWh: hasReported ? sums.today.energyWh : isStandby ? (sums.today.energyWh ?? 0) : null,
    monthWh: sums.month.energyWh,
    yearWh: sums.year.energyWh,
    totalWh: sums.total.energyWh,
  };
}
