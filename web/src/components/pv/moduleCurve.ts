import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { t } from '../../i18n.ts';
import type { ChartData } from '../chart/series.ts';
import { lookOf } from './measureLook.ts';
import { curveRead, type Read } from './reading.ts';

/** A chart of a module's measurement over a day and the median of its array. `name` names the module, else its serial number. */
export function moduleCurve(
  { xAxisData, series }: OutputOf<typeof device.modulesStatisticsEcharts>,
  title: string,
  timeZone: string,
  read: Read,
  name?: string,
): ChartData {
  return {
    title,
    xName: t('site.curve.time', { zone: timeZone }),
    x: xAxisData,
    series: series.map((one) => {
      const isMedian = one.key === 'planeMedian';
      const { color, decimals } = lookOf({ ...one, key: series[0]?.key });
      return {
        key: one.key ?? one.name,
        unit: read(one.unit).unit,
        decimals,
        kind: 'line' as const,
        values: curveRead(one.data, read(one.unit)),
        name: isMedian ? t('device.module.median') : (name ?? one.name),
        color: isMedian ? ('muted' as const) : color,
        isExpected: isMedian,
      };
    }),
  };
}
