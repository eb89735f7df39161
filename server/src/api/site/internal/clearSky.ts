// Clear-sky energy by hours, days or months, for comparison with production.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { kwh } from '@helioport/domain/units';
import type { Tx } from '../../../platform/db.ts';
import { clearSkyBetween } from '../../../queries/clearSky.ts';
import type { SitePlace } from '../../../queries/findSite.ts';

type Chart = OutputOf<typeof site.statisticsEcharts>;

/** Name by which clients find the series. */
export const CLEAR_SKY = 'Clear sky';

interface Spans {
  /** Instants at which the spans begin, and at which the last one ends. */
  startsMs: readonly number[];
  endMs: number;
  /** Numbers of the arrays to return separately; none: the plant only. */
  arrayIds: readonly (number | null)[];
}

/**
 * Adds the clear-sky energy of each period to the chart, in kWh. The current period includes the time to date, future
 * ones nothing: it is a reference for the day, not a forecast. Without the required data, the chart has gaps and the
 * reason.
 */
export async function withClearSky(
  chart: Chart,
  { tx, now }: { tx: Tx; now: number },
  found: SitePlace,
  { startsMs, endMs, arrayIds }: Spans,
): Promise<Chart> {
  const { between, basis } = await clearSkyBetween(tx, found);
  const energies = startsMs.map((start, i) =>
    between === null || start >= now ? null : between(start, Math.min(now, startsMs[i + 1] ?? endMs)),
  );
  const common = { stack: '', name: CLEAR_SKY, unit: 'kWh', key: 'clearSky' };
  return {
    ...chart,
    legend: [...chart.legend, CLEAR_SKY],
    series: [
      ...chart.series,
      { ...common, data: energies.map((one) => one && kwh(one.wh)) },
      ...arrayIds.map((arrayId) => ({
        ...common,
        planeId: arrayId,
        data: energies.map((one) => one && kwh(one.byArray.get(arrayId) ?? 0)),
      })),
    ],
    clearSkyBasis: basis,
  };
}
