// What a clear sky would have given by hours, days or months, beside what was made.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { kwh } from '@helioport/domain/units';
import type { Tx } from '../../../platform/db.ts';
import { clearSkyBetween } from '../../../queries/clearSky.ts';
import type { SitePlace } from '../../../queries/findSite.ts';

type Chart = OutputOf<typeof site.statisticsEcharts>;

/** Clients look for the series by this name. */
export const CLEAR_SKY = 'Clear sky';

interface Spans {
  /** Instants at which the spans begin, and at which the last one ends. */
  startsMs: readonly number[];
  endMs: number;
  /** Numbers of the planes that are wanted one by one; none: the plant alone. */
  planeIds: readonly (number | null)[];
}

/**
 * The chart with the clear-sky energy of each span in kWh. The running span has what was possible up to now, one to come
 * nothing: it is what a day can be judged by and no forecast. A plant that nobody can compute has gaps, and why.
 */
export async function withClearSky(
  chart: Chart,
  { tx, now }: { tx: Tx; now: number },
  found: SitePlace,
  { startsMs, endMs, planeIds }: Spans,
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
      ...planeIds.map((planeId) => ({
        ...{ ...common, planeId },
        data: energies.map((one) => one && kwh(one.byPlane.get(planeId) ?? 0)),
      })),
    ],
    clearSkyBasis: basis,
  };
}
