import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readerTime, withOffset } from './plantClock.ts';
import {
  isEmptyDay,
  type PowerAnswer,
  peakOf,
  powerChart,
  shareOfClearSky,
  sourcesOf,
} from './powerCurve.ts';

const line = (key: string, data: (number | null)[]) => ({
  stack: '',
  name: `any ${key}`,
  data,
  unit: 'W',
  key,
});
const MIDNIGHT = Date.UTC(2026, 5, 20, 22);
const STEP = 300_000;
const answer = (series: ReturnType<typeof line>[], more: Partial<PowerAnswer> = {}): PowerAnswer => ({
  legend: [],
  xAxisData: Array.from({ length: series[0]?.data.length ?? 0 }, (_, i) => `t${i}`),
  series,
  weatherSeries: null,
  startAt: MIDNIGHT,
  stepMs: STEP,
  ...more,
});
const names = { site: 'Home', day: '2026-06-21', timeZone: 'Europe/Berlin' };
const drawn = (chart: ReturnType<typeof powerChart>) =>
  chart.series.filter((one) => one.isTableOnly !== true);

describe('the chart of a day', () => {
  test('shows the whole day and keeps gaps as gaps', () => {
    const night = Array(20).fill(null);
    const chart = powerChart(answer([line('production', [...night, 10, null, 30, ...night])]), names);
    expect(chart.x).toHaveLength(43);
    expect(chart.series[0]?.values.slice(20, 23)).toEqual([10, null, 30]);
  });

  test('is in kW when it is large, for all of its lines', () => {
    const chart = powerChart(answer([line('production', [12_000]), line('grid', [-3000])]), names);
    expect(chart.series.map(({ unit, values }) => [unit, values])).toEqual([
      ['kW', [12]],
      ['kW', [-3]],
    ]);
  });

  test('has no clear sky, and no name of one, where nobody knows it', () => {
    const chart = powerChart(answer([line('production', [1]), line('clearSky', [null])]), names);
    expect(chart.series.map(({ key }) => key)).toEqual(['production']);
  });

  test('draws the feed-in limit above what is used and stored, where production comes near it', () => {
    const metered = answer([
      line('production', [0, 3000, 3200]),
      line('consumption', [100, 500, null]),
      line('battery', [0, -700, 200]),
    ]);
    const limitOf = (limit: number | null, of = metered) =>
      powerChart(of, { ...names, feedInLimitW: limit }).series.find(({ key }) => key === 'feedInLimit')
        ?.values;
    expect(limitOf(2000)).toEqual([2100, 3200, null]);
    expect(limitOf(9000)).toBeUndefined();
    expect(limitOf(null)).toBeUndefined();
    expect(limitOf(2000, answer([line('production', [0, 1900])]))).toEqual([2000, 2000]);
  });

  test('stacks what a metered plant used by its source, and keeps the meter for the table', () => {
    const chart = powerChart(
      answer([
        line('production', [null, 1500]),
        line('consumption', [200, 800]),
        line('grid', [150, -300]),
        line('battery', [50, -400]),
        line('clearSky', [0, 1600]),
      ]),
      names,
    );
    expect(drawn(chart).map(({ key, kind, stack, values }) => [key, kind, stack, values])).toEqual([
      ['production', 'area', undefined, [null, 1500]],
      ['fromSun', 'area', 'used', [0, 800]],
      ['fromBattery', 'area', 'used', [50, 0]],
      ['fromGrid', 'area', 'used', [150, 0]],
      ['clearSky', 'line', undefined, [0, 1600]],
    ]);
    expect(chart.series.filter((one) => one.isTableOnly).map(({ key }) => key)).toEqual([
      'consumption',
      'grid',
      'battery',
    ]);
  });

  test('draws nothing by its name: a series of an unknown kind is no production', () => {
    const foreign = { ...line('irradiance', [700]), name: 'Power Generation', unit: 'W/m²' };
    const { series } = powerChart(answer([line('production', [1]), foreign]), names);
    expect(series.map(({ key, kind, unit, color }) => [key, kind, unit, color])).toEqual([
      ['production', 'area', 'W', 'production'],
      ['irradiance', 'line', 'W/m²', 'muted'],
    ]);
  });

  test('marks who was missing, over the steps of the silence', () => {
    const missing = [{ sn: 'A0000001', from: MIDNIGHT + 2 * STEP, to: MIDNIGHT + 5 * STEP }];
    const chart = powerChart(answer([line('production', Array(8).fill(5))], { missing }), names);
    expect(chart.bands?.map(({ from, to }) => [from, to])).toEqual([[2, 4]]);
  });

  test('tells instants with day and zone', () => {
    const chart = powerChart(answer([line('production', [1, 2])]), names);
    expect(chart.xFile).toEqual(['2026-06-21T00:00+02:00', '2026-06-21T00:05+02:00']);
    expect(withOffset(Date.UTC(2026, 0, 1), 'America/St_Johns')).toBe('2025-12-31T20:30-03:30');
  });

  test("tells times of lists to the second on the reader's clock", () => {
    const zone = process.env.TZ;
    process.env.TZ = 'Asia/Kathmandu';
    expect(readerTime(Date.UTC(2026, 0, 1, 18, 30, 5))).toBe('2026-01-02T00:15:05+05:45');
    process.env.TZ = zone ?? 'UTC';
    expect(readerTime(null)).toBeNull();
  });
});

test('the sources of what was used add up to it, and none is negative', () => {
  const watts = fc.integer({ min: -20_000, max: 20_000 });
  fc.assert(
    fc.property(fc.nat(20_000), watts, watts, (used, produced, battery) => {
      const { sunW, batteryW, gridW } = sourcesOf(used, produced, battery);
      expect(sunW + batteryW + gridW).toBe(used);
      expect(Math.min(sunW, batteryW, gridW)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('the peak is that of the production', () => {
  expect(peakOf(answer([line('production', [1, 5, null]), line('clearSky', [9, 9, 9])]))).toEqual({
    powerW: 5,
    at: 't1',
  });
});

test('the share of a clear sky looks at the steps with reports, up to now', () => {
  const sky = line('clearSky', Array(24).fill(10_000));
  const made = line('production', [...Array(12).fill(8000), ...Array(12).fill(null)]);
  const noon = MIDNIGHT + 24 * STEP;
  expect(shareOfClearSky(answer([made, sky]), noon)).toBeCloseTo(0.8);
  expect(shareOfClearSky(answer([line('production', Array(24).fill(null)), sky]), noon)).toBeNull();
  expect(shareOfClearSky(answer([line('production', [5, 5]), line('clearSky', [9, 9])]), noon)).toBeNull();
  expect(shareOfClearSky(answer([made]), noon)).toBeNull();
});

test('a day with nothing but a clear sky is empty', () => {
  expect(isEmptyDay(answer([line('production', [null]), line('clearSky', [9])]))).toBe(true);
  expect(isEmptyDay(answer([line('production', [0])]))).toBe(false);
});
