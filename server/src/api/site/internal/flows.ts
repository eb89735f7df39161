// Chart series of meter and battery, in addition to production.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { kwh, rounded } from '@helioport/domain/units';
import type { Curves } from '../../../timeseries/query/curves.ts';
import type { Energies } from '../../../timeseries/query/energies.ts';

type Series = OutputOf<typeof site.statisticsEcharts>['series'];

/** One series, or none without values. */
function seriesOf(key: string, name: string, unit: string, data: (number | null)[]): Series {
  return data.some((value) => value !== null) ? [{ stack: '', name, data, unit, key }] : [];
}

/**
 * Power at the meter (+ import), of the battery (+ discharging) and of the building, in W, from the power of a day by
 * roles and the produced power (W per step; null is a gap). Without a meter, there is no building power, nor while
 * readings of more than a tenth of the devices of a role are missing. Other inverters without readings count as 0, so at night the building uses grid and
 * battery.
 */
export function powerFlows(
  { grid = [], storage: battery = [] }: Curves['powers'],
  producedW: readonly (number | null)[],
  isMissing: (step: number) => boolean,
): Series {
  const used = grid.map((gridW, i) =>
    gridW === null || isMissing(i) ? null : Math.max(0, gridW + (producedW[i] ?? 0) + (battery[i] ?? 0)),
  );
  const watts = (values: readonly (number | null)[]) => values.map((value) => value && rounded(value, 1));
  return [
    ...seriesOf('consumption', 'Consumption', 'W', watts(used)),
    ...seriesOf('grid', 'Grid', 'W', watts(grid)),
    ...seriesOf('battery', 'Battery', 'W', watts(battery)),
  ];
}

/**
 * Consumed, imported and exported energy, and charged and discharged energy per period, in kWh; none for missing
 * devices. `inKwh` rounds the Wh of all periods of a series.
 */
export function energyFlows(
  spans: readonly Energies[],
  inKwh = (values: readonly (number | null)[]) => values.map((wh) => (wh === null ? null : kwh(wh))),
): Series {
  const of = (key: string, name: string, energyOf: (span: Energies) => number | null) =>
    seriesOf(key, name, 'kWh', inKwh(spans.map(energyOf)));
  return [
    ...of('consumption', 'Consumption', (span) => span.consumedWh),
    ...of('imported', 'Imported', (span) => span.importWh),
    ...of('exported', 'Exported', (span) => span.exportWh),
    ...of('charged', 'Charged', (span) => span.chargedWh),
    ...of('discharged', 'Discharged', (span) => span.dischargedWh),
  ];
}
