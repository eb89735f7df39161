// The curves behind a finding.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { finding } from '@helioport/contract/finding';
import { t } from '../../../i18n.ts';
import type { ChartBand, ChartData, ChartSeries } from '../../chart/series.ts';
import { clockText, dayText } from '../plantClock.ts';
import { type FindingDetail, ratioText } from './findingText.ts';

/** Below this share of its readings a day is called incomplete. */
const WHOLE = 0.9;

type Values = readonly (number | null)[];
type DayCurve = OutputOf<typeof finding.day>;

const series = (
  key: string,
  name: string,
  values: Values,
  look: Pick<ChartSeries, 'kind' | 'color' | 'unit'> & Partial<ChartSeries>,
): ChartSeries => ({ key, name, values, decimals: look.unit === 'kWh' ? 2 : 0, ...look });

const isKnown = (values: Values) => values.some((value) => value !== null);

/** Days without readings. */
function gapsOf({ produced, completeness }: FindingDetail['daily']): ChartBand[] {
  const bands: ChartBand[] = [];
  produced.forEach((kwh, i) => {
    if (kwh !== null && completeness[i] !== 0) return;
    const last = bands.at(-1);
    if (last?.to === i - 1) last.to = i;
    else bands.push({ from: i, to: i, name: t('playback.noReport') });
  });
  return bands;
}

/** Energy per day: produced as bars, expected and comparable modules as lines. */
export function dailyChart({
  daily,
}: {
  daily: FindingDetail['daily'] & { previousYear?: Values };
}): ChartData {
  return {
    title: t('finding.chart.daily'),
    xName: t('finding.chart.day'),
    x: daily.days.map((day) => dayText(day)),
    xFile: daily.days,
    bands: gapsOf(daily),
    series: [
      series('produced', t('finding.produced'), daily.produced, {
        kind: 'bar',
        color: 'production',
        unit: 'kWh',
        partial: daily.completeness.map((share) => share !== null && share < WHOLE),
        notes: daily.completeness.map((share) =>
          share === null || share >= WHOLE
            ? undefined
            : t('site.energy.complete', { share: ratioText(share) }),
        ),
      }),
      ...(isKnown(daily.siblings)
        ? [
            series('siblings', t('finding.siblings'), daily.siblings, {
              kind: 'line',
              color: 'act',
              unit: 'kWh',
            }),
          ]
        : []),
      series('expected', t('finding.expected'), daily.expected, {
        kind: 'line',
        color: 'muted',
        unit: 'kWh',
        isExpected: true,
      }),
      ...(daily.previousYear && isKnown(daily.previousYear)
        ? [
            series('previousYear', t('site.energy.compareYear'), daily.previousYear, {
              kind: 'line',
              color: 'ink',
              unit: 'kWh',
              isExpected: true,
            }),
          ]
        : []),
    ],
  };
}

/** Series with at least one known value, as lines. */
const lines = (
  wanted: readonly [string, string, Values, Pick<ChartSeries, 'color' | 'unit'>, boolean?][],
): ChartSeries[] =>
  wanted
    .filter(([, , values]) => isKnown(values))
    .map(([key, name, values, look, isExpected = false]) =>
      series(key, name, values, { ...look, kind: 'line', isExpected, decimals: 1 }),
    );

function slotsOf(curve: DayCurve, timeZone: string): Pick<ChartData, 'x' | 'xName'> {
  return {
    xName: t('site.curve.time', { zone: timeZone }),
    x: curve.produced.map((_, slot) => clockText(curve.startAt + slot * curve.stepMs, timeZone)),
  };
}

/** Power of one day: produced as an area, expected dashed, comparable modules as a line. */
export function powerDayChart(curve: DayCurve, timeZone: string): ChartData {
  return {
    title: t('finding.chart.power', { day: dayText(curve.day) }),
    ...slotsOf(curve, timeZone),
    series: [
      series('produced', t('finding.produced'), curve.produced, {
        kind: 'area',
        color: 'production',
        unit: 'W',
      }),
      ...lines([
        ['siblings', t('finding.siblings'), curve.siblings, { color: 'act', unit: 'W' }],
        ['expected', t('finding.expected'), curve.expected, { color: 'muted', unit: 'W' }, true],
      ]),
    ],
  };
}

/** DC voltage compared with that of similar modules, and DC current. */
export function electricalChart(curve: DayCurve, timeZone: string): ChartData {
  return {
    title: `${t('finding.voltage')}, ${dayText(curve.day)}`,
    ...slotsOf(curve, timeZone),
    series: lines([
      ['voltage', t('finding.voltage'), curve.voltage, { color: 'series-1', unit: 'V' }],
      [
        'siblingsVoltage',
        t('finding.siblingsVoltage'),
        curve.siblingsVoltage,
        { color: 'muted', unit: 'V' },
        true,
      ],
      ['current', t('measure.dcCurrent'), curve.current, { color: 'series-2', unit: 'A' }],
    ]),
  };
}

/** AC voltage and temperature of the device. */
export function climateChart(curve: DayCurve, timeZone: string): ChartData {
  return {
    title: `${t('measure.acVoltage')}, ${t('measure.temperature')}, ${dayText(curve.day)}`,
    ...slotsOf(curve, timeZone),
    series: lines([
      ['acVoltage', t('measure.acVoltage'), curve.acVoltage, { color: 'series-3', unit: 'V' }],
      ['temperature', t('measure.temperature'), curve.temperature, { color: 'series-4', unit: '°C' }],
    ]),
  };
}

/** Share of the expected energy that was lost, by hour of the day, from the first hour with light to the last. */
export function hourlyChart(lossByHour: Values): ChartData {
  const first = lossByHour.findIndex((share) => share !== null);
  const last = lossByHour.findLastIndex((share) => share !== null);
  const hours = first < 0 ? [] : lossByHour.slice(first, last + 1);
  return {
    title: t('finding.chart.byHour'),
    xName: t('site.energy.hour'),
    x: hours.map((_, i) => `${String(first + i).padStart(2, '0')}:00`),
    series: [
      series(
        'loss',
        t('finding.lostShare'),
        hours.map((share) => (share === null ? null : Math.max(0, share) * 100)),
        { kind: 'bar', color: 'act', unit: '%' },
      ),
    ],
  };
}
