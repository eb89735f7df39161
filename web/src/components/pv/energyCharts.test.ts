import { describe, expect, test } from 'vitest';
import { type Bar, dayBars, hourBars, monthBars, yearBars } from './energyBars.ts';
import { energyChart, sumsOf } from './energyCharts.ts';
import { againstSky, changeAgainst, clearSkyOf, partsOf, sameHours } from './energyComparison.ts';

const series = (name: string, data: (number | null)[], key = 'production', partial?: boolean[]) => ({
  stack: '',
  name,
  data,
  unit: 'kWh',
  key,
  ...(partial && { partial }),
});
const answer = (xAxisData: string[], ...of: (ReturnType<typeof series> & { planeId?: number | null })[]) => ({
  legend: [],
  xAxisData,
  series: of,
  weatherSeries: null,
});

const bar = (more: Partial<Bar>): Bar => ({
  label: '',
  name: '',
  span: '',
  producedKwh: null,
  usedKwh: null,
  importedKwh: null,
  exportedKwh: null,
  money: null,
  completeness: null,
  repairedOn: null,
  isRunning: false,
  isPartial: false,
  ...more,
});

describe('bars', () => {
  test('of days are the sums of all devices, and unknown where no device knows', () => {
    const days = answer(['01/02', '02/02', '03/02'], series('A', [1, null, 0]), series('B', [2, null, null]));
    expect(
      dayBars(days, ['2026-02-01', '2026-02-02', '2026-02-03'], '2026-02-03')
        .slice(0, 3)
        .map((one) => [one.label, one.producedKwh, one.isRunning]),
    ).toEqual([
      ['1', 3, false],
      ['2', null, false],
      ['3', 0, true],
    ]);
  });

  test('leave what the meter says out of the production', () => {
    const months = answer(
      ['01'],
      series('A', [5]),
      series('any', [9], 'consumption'),
      series('A', [4], 'imported'),
    );
    const [january] = monthBars(months, '2026', '2026-03-01');
    expect([january?.producedKwh, january?.usedKwh, january?.importedKwh]).toEqual([5, 9, 4]);
  });

  test('of hours know the running one, and tell the two of a repeated hour apart', () => {
    const values = Array.from({ length: 25 }, (_, i) => (i < 5 ? i : null));
    const day = answer(
      values.map(() => ''),
      series('A', values),
      series('B', values),
    );
    const bars = hourBars(day, '2026-10-25', 'Europe/Berlin', Date.parse('2026-10-25T01:30Z'));
    expect(bars).toHaveLength(25);
    expect(bars.map(({ producedKwh }) => producedKwh).slice(0, 6)).toEqual([0, 2, 4, 6, 8, null]);
    expect(bars.slice(2, 4).map(({ span }) => span)).toEqual([
      '2026-10-25T02:00+02:00',
      '2026-10-25T02:00+01:00',
    ]);
    expect(bars.flatMap(({ isRunning }, i) => (isRunning ? [i] : []))).toEqual([3]);
  });

  test('of years come in order and sum their months', () => {
    const years = answer(['01', '02'], series('2026', [1, null]), series('2025', [3, 4]));
    expect(yearBars(years, '2026-01-05').map((one) => [one.label, one.producedKwh, one.isRunning])).toEqual([
      ['2025', 7, false],
      ['2026', 1, true],
    ]);
  });
});

describe('sums', () => {
  test('take the running span into the total but not into the mean', () => {
    const sums = sumsOf([
      bar({ producedKwh: 10 }),
      bar({ producedKwh: 20, name: 'best' }),
      bar({ producedKwh: 1, isRunning: true }),
    ]);
    expect([sums.producedKwh, sums.meanKwh, sums.best?.name]).toEqual([31, 15, 'best']);
  });

  test('count silent spans as incomplete, but neither single lost reports nor the running span', () => {
    const completeness = [0, 0.5, 0.97, 1, null];
    const bars = completeness.map((one) => bar({ completeness: one }));
    expect(sumsOf([...bars, bar({ completeness: 0.4, isRunning: true })]).incomplete).toBe(2);
  });

  test('tell how much was used on the spot and how much the plant supplied', () => {
    const sums = sumsOf([bar({ producedKwh: 10, usedKwh: 8, importedKwh: 2, exportedKwh: 4 })]);
    expect([sums.ownUse, sums.ownSupply]).toEqual([0.6, 0.75]);
    expect(sumsOf([bar({ producedKwh: 10 })]).ownUse).toBeNull();
  });
});

describe('a span in whose middle the record began', () => {
  test('is known of months by their answer, and of years by their months', () => {
    const months = { ...answer(['01', '02'], series('A', [5, 6])), partial: [true, false] };
    expect(
      monthBars(months, '2026', '2026-03-01')
        .slice(0, 2)
        .map(({ isPartial }) => isPartial),
    ).toEqual([true, false]);
    const years = answer(
      ['01', '02'],
      series('2026', [1, 2], 'production', [false, false]),
      series('2025', [3, 4], 'production', [true, false]),
    );
    expect(yearBars(years, '2026-05-05').map(({ isPartial }) => isPartial)).toEqual([true, false]);
  });

  test('of years says how complete each is, and calls those with gaps incomplete', () => {
    const of = (name: string, completenessOfAll: number | null) => ({
      ...series(name, [4]),
      completenessOfAll,
    });
    const bars = yearBars(answer(['01'], of('2024', 0.4), of('2025', 0.99), of('2026', 0.5)), '2026-05-05');
    expect(bars.map(({ completeness }) => completeness)).toEqual([0.4, 0.99, 0.5]);
    expect(sumsOf(bars).incomplete).toBe(1);
  });

  test('is the first year also where its record began with a month, and no later one', () => {
    const years = answer(['01', '02'], series('2024', [null, 4]), series('2025', [null, 4]));
    expect(yearBars(years, '2026-05-05').map(({ isPartial }) => isPartial)).toEqual([true, false]);
  });

  test('counts into the total but not into the mean, and is drawn pale with its reason', () => {
    const bars = [
      bar({ producedKwh: 2, isPartial: true }),
      bar({ producedKwh: 10 }),
      bar({ producedKwh: 20 }),
    ];
    const sums = sumsOf(bars);
    expect([sums.producedKwh, sums.meanKwh]).toEqual([32, 15]);
    const [produced] = energyChart(bars, 'title', 'Month').series;
    expect(produced?.partial).toEqual([true, false, false]);
    expect(produced?.notes?.[0]).toBeTruthy();
    expect(produced?.notes?.[1]).toBeUndefined();
  });
});

test('a repaired bar says when, as full as the others, and beside what it lacks', () => {
  const answered = {
    ...answer(['01', '02'], series('A', [1, 2])),
    completeness: [1, 0.5],
    repairedOn: ['2026-02-09', '2026-02-10'],
  };
  const [produced] = energyChart(
    dayBars(answered, ['2026-02-01', '2026-02-02'], '2026-03-01'),
    'title',
    'Day',
  ).series;
  expect(produced?.partial).toEqual([false, true]);
  expect(produced?.notes).toEqual(['site.energy.repaired', 'site.energy.complete; site.energy.repaired']);
});

test('the chart of a plant without a meter has one series, in MWh when it is large', () => {
  const { series: shown } = energyChart([bar({ producedKwh: 12_000 })], 'title', 'Month');
  expect(shown.map(({ key, unit, values }) => [key, unit, values])).toEqual([['produced', 'MWh', [12]]]);
});

test('another period is drawn as pale bars that name what they show', () => {
  const others = [
    bar({ producedKwh: 4, name: 'Oct 1' }),
    bar({ producedKwh: 5, name: 'Oct 2', isPartial: true }),
    undefined,
  ];
  const { series: drawn } = energyChart(
    [bar({ producedKwh: 3 }), bar({ producedKwh: 2 }), bar({ producedKwh: 1, isRunning: true })],
    'title',
    'Day',
    { compared: { name: 'October', kwh: [4, 5, null], isSky: false, bars: others } },
  );
  expect(drawn.find(({ key }) => key === 'compared')).toMatchObject({
    kind: 'bar',
    isGhost: true,
    name: 'October',
    values: [4, 5, null],
    partial: [],
    notes: ['Oct 1', 'Oct 2; site.energy.partly', undefined],
  });
  const running = energyChart([bar({ isRunning: true })], 'title', 'Month', {
    compared: { name: '2025', kwh: [9], isSky: false, bars: [bar({ producedKwh: 9, name: 'Nov 2025' })] },
  });
  expect(running.series.find(({ key }) => key === 'compared')?.notes).toEqual([
    'Nov 2025; site.energy.entire',
  ]);
});

describe('beside a clear sky', () => {
  const sky = { stack: '', name: 'Clear sky', unit: 'kWh', key: 'clearSky' };
  const roof = {
    ...answer(
      ['01', '02'],
      { ...series('East', [6, null]), planeId: 1 },
      { ...series('', [2, 1]), planeId: null },
      { ...sky, data: [16, 10] },
      { ...sky, data: [12, 8], planeId: 1 },
    ),
    clearSkyBasis: 'planes' as const,
  };
  const bars = [bar({ producedKwh: 8 }), bar({ producedKwh: 1, isPartial: true }), bar({ producedKwh: 0 })];

  test('the share stands in table and files and beside the pointer, not in the drawing, and cut spans have none', () => {
    const chart = energyChart(bars, '', '', {
      compared: { name: 'Clear sky', kwh: [16, 10, 0], isSky: true },
      parts: partsOf(roof),
    });
    const shares = chart.series.filter(({ unit }) => unit === '%');
    expect(shares.map(({ key, values }) => [key, values])).toEqual([
      ['share', [50, null, null]],
      ['plane1/share', [50, null, null]],
    ]);
    expect(shares.every(({ isTableOnly, isInTip }) => isTableOnly && isInTip)).toBe(true);
    expect(chart.series.find(({ key }) => key === 'plane1/sky')?.values).toEqual([12, 8]);
  });

  test('a plant that cannot be computed has no line, which is not a line at zero', () => {
    expect(clearSkyOf(roof)).toEqual([16, 10]);
    expect(clearSkyOf({ ...roof, clearSkyBasis: 'noPosition' })).toBeUndefined();
    expect(changeAgainst(bars, [16, 1, 0])).toMatchObject({ change: -0.5, otherKwh: 16, isOfPart: true });
    expect(againstSky(bars, [16, 1, null])).toEqual({ kwh: 16, share: 0.5 });
    expect(againstSky([bar({})], [16])).toEqual({ kwh: null, share: null });
  });
});

describe('a day beside another one', () => {
  const hoursOf = (day: string, kwh: (number | null)[], now = 0) =>
    hourBars(answer(kwh.map(String), series('East', kwh)), day, 'Europe/Berlin', now);
  const flat = (hours: number, kwh = 1) => Array.from({ length: hours }, () => kwh);

  test('is compared over the complete hours until now', () => {
    const now = Date.UTC(2026, 5, 21, 10, 30);
    const made = Array.from({ length: 24 }, (_, i) => (i <= 12 ? 2 : null));
    const bars = hoursOf('2026-06-21', made, now);
    const others = sameHours(bars, hoursOf('2026-06-20', flat(24)));
    const change = changeAgainst(
      bars,
      others.map((one) => one?.producedKwh ?? null),
    );
    // 12:30 at the plant: the hours from 0 to 11 are complete.
    expect(change).toMatchObject({ change: 1, madeKwh: 24, otherKwh: 12, isOfPart: true });
    expect(change?.last.span).toBe('2026-06-21T11:00+02:00');
  });

  test('is compared by the clock where one of the days has 23 or 25 hours', () => {
    const numbered = (hours: number) => Array.from({ length: hours }, (_, i) => i);
    const values = (bars: ReturnType<typeof hoursOf>, others: ReturnType<typeof hoursOf>) =>
      sameHours(bars, others).map((one) => one?.producedKwh);
    const usual = hoursOf('2026-06-20', numbered(24));
    // October 25 has 2 o'clock twice, March 29 has none.
    const long = values(hoursOf('2026-10-25', flat(25)), usual);
    expect(long.slice(0, 6)).toEqual([0, 1, 2, undefined, 3, 4]);
    expect(long.at(-1)).toBe(23);
    const short = values(hoursOf('2026-03-29', flat(23)), usual);
    expect(short.slice(0, 4)).toEqual([0, 1, 3, 4]);
    expect(values(usual, hoursOf('2026-03-29', numbered(23))).slice(0, 4)).toEqual([0, 1, undefined, 2]);
  });
});

describe('the chart of each device', () => {
  test('tells fifteen devices apart by color and pattern', () => {
    const parts = Array.from({ length: 15 }, (_, i) => ({ key: `${i}`, name: `${i}`, kwh: [1] }));
    const { series: drawn } = energyChart([bar({ producedKwh: 15 })], '', '', { parts });
    expect(new Set(drawn.map(({ color, pattern }) => `${color} ${pattern}`)).size).toBe(15);
  });

  test('writes import, export and money into tables and files alone, and nothing where none is known', () => {
    const known = bar({ producedKwh: 2, importedKwh: 1, exportedKwh: 0.5, money: 0.6 });
    const { series: all } = energyChart([known, bar({})], '', '', { currency: 'EUR' });
    expect(all.filter(({ isTableOnly }) => isTableOnly).map(({ unit, values }) => [unit, values])).toEqual([
      ['kWh', [1, null]],
      ['kWh', [0.5, null]],
      ['EUR', [0.6, null]],
    ]);
    expect(energyChart([bar({ producedKwh: 1 })], '', '').series).toHaveLength(1);
  });
});
