import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import type { SiteRow } from './siteFilters.ts';

export type Curve = OutputOf<typeof site.curves>['list'][number];

export interface CardDay {
  isToday: boolean;
  /** null: without a reading. */
  energyKwh: number | null;
}

/**
 * The energy on the card of a plant: of today, or of yesterday until the plant has produced. `curve` states which one,
 * so before it is fetched nothing is shown of a plant that may have yet to begin; undefined then.
 */
export function cardDayOf(
  row: Pick<SiteRow, 'todayPower' | 'lastReportAt'>,
  curve: Curve | undefined,
  isFetched: boolean,
): CardDay | undefined {
  const today = { isToday: true, energyKwh: row.lastReportAt === null ? null : row.todayPower };
  if (curve !== undefined) return curve.isToday ? today : { isToday: false, energyKwh: curve.energyKwh };
  return isFetched || row.todayPower > 0 ? today : undefined;
}
