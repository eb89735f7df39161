import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { lineNameOf, measures, shownAs } from '@helioport/domain/measures';
import { localDay } from '@helioport/domain/periods';
import { kwh, rounded } from '@helioport/domain/units';
import { dayLabel, timeOfDay } from '@helioport/domain/wire';
import type { Call } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { lineKeysOf, linesOfDay, powerOfDay } from '../../timeseries/query/curves.ts';
import { meansByDay } from '../../timeseries/query/dayMeans.ts';
import { type Energies, energyByDay, energyByMonth, firstDay } from '../../timeseries/query/energies.ts';
import { energyByHour, hourStarts } from '../../timeseries/query/energyHours.ts';
import { deviceNow } from '../../timeseries/query/series.ts';
import type { Slots } from '../../timeseries/slots/slots.ts';
import { detailNote } from '../detailNote.ts';
import { type FoundDevice, type RequestedDevice, scopeOf } from '../findDevice.ts';
import { dayOrToday } from '../found.ts';
import { isPartial, requestedDay, requestedDays, requestedMonths } from '../requestedSpans.ts';
import { hoursInKwh } from '../shownHours.ts';
import { weatherAt } from '../weatherHours.ts';
import { energyLinesOf, GENERATION, powerLineOf } from './energyLines.ts';
import { distinct, isSameLine, linesOf } from './lines.ts';

type EchartsCall = Call<typeof device.statisticsEcharts>;
type Chart = OutputOf<typeof device.statisticsEcharts>;

const MONTHS = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));
const LINES = 1;
const LINE_MINUTES = 5;
const POWER_MINUTES = 15;

/** The chart selected by `types`, of a device or of the components of a composite device combined. */
export async function deviceChart(call: EchartsCall, { found, parts }: RequestedDevice): Promise<Chart> {
  const draw = charts[call.input.types] ?? fail('echarts.typeUnknown');
  const drawn: { sn: string; chart: Chart }[] = [];
  for (const one of parts) drawn.push({ sn: one.sn, chart: await draw(call, one) });
  // A composite device without readings from any component has labels but no series.
  const chart = joined(drawn) ?? { ...(await draw(call, found)), legend: [], series: [] };
  const requested = new Set(call.input.types === LINES ? call.input.lines : []);
  return requested.size === 0 ? chart : onlyLines(chart, requested);
}

/** Combines the charts of components, which have the same labels. Undefined for none. */
function joined(drawn: readonly { sn: string; chart: Chart }[]): Chart | undefined {
  const [first, ...others] = drawn;
  if (!first || others.length === 0) return first?.chart;
  const all = drawn.map(({ chart }) => chart);
  const partial = first.chart.partial?.map((_, i) => all.some((one) => one.partial?.[i]));
  return {
    ...first.chart,
    legend: distinct(
      drawn.map(({ sn, chart }) => ({ sn, items: chart.legend.map((name) => ({ name })) })),
    ).map(({ name }) => name),
    series: distinct(drawn.map(({ sn, chart }) => ({ sn, items: chart.series }))),
    ...(partial ? { partial } : {}),
  };
}

const onlyLines = (chart: Chart, requested: ReadonlySet<string>): Chart => ({
  ...chart,
  legend: chart.legend.filter((name) => requested.has(name)),
  series: chart.series.filter(({ name }) => requested.has(name)),
});

const chartOf = (
  legend: string[],
  xAxisData: string[],
  series: Omit<Chart['series'][number], 'stack'>[],
): Chart => ({
  legend,
  xAxisData,
  series: series.map((one) => ({ stack: '', ...one })),
  weatherSeries: null,
});

const startsOf = ({ startMs, stepMs, count }: Slots): number[] =>
  Array.from({ length: count }, (_, i) => startMs + i * stepMs);

/** Where each step of a day begins, on the clock of the plant. */
const timesOf = (starts: readonly number[], { timezone }: FoundDevice): string[] =>
  starts.map((at) => timeOfDay(at, timezone));

const inKwh = (energyWh: number | null) => (energyWh === null ? null : kwh(energyWh));

/** 1: lines of a day. */
async function lineChart(call: EchartsCall, found: FoundDevice): Promise<Chart> {
  const { input, tx, now } = call;
  const day = dayOrToday(requestedDay(input), found, now);
  const stepMinutes = input.minInterval ?? LINE_MINUTES;
  const read = await linesOfDay(tx, scopeOf(found), { day, stepMinutes }, now);
  // Lines of the current reading are offered, so on days without values they are empty.
  const reportedLines = (await deviceNow(tx, scopeOf(found), now)).flatMap(({ values }) =>
    lineKeysOf(values),
  );
  const lines = linesOf(found, [...reportedLines, ...read.lines]);
  const starts = startsOf(read);
  const chart = chartOf(
    lines.map(({ name }) => name),
    timesOf(starts, found),
    lines.map(({ name, unit, key, addr, per, decimals, place }) => {
      const values = read.lines.find((line) => isSameLine(line, { key, place, addr }))?.values;
      const data = Array.from({ length: read.count }, (_, i) => {
        const value = values?.[i] ?? null;
        return value === null ? null : rounded(value * per, decimals);
      });
      return { name, data, unit, key, sn: found.sn, ...(addr > 0 ? { addr } : {}) };
    }),
  );
  const weatherSeries = await weatherAt(call, found.siteId, starts);
  return { ...chart, weatherSeries, ...(await detailNote(tx, day)) };
}

/** One series for each energy that the device counts: what was made, or what a meter or battery took and gave. */
function energyChart(found: FoundDevice, labels: string[], spans: readonly Energies[]): Chart {
  const lines = energyLinesOf(found);
  return chartOf(
    lines.map(({ name }) => name),
    labels,
    lines.map(({ measure, name, of }) => ({
      name,
      key: measure,
      sn: found.sn,
      data: spans.map((span) => inKwh(of(span))),
      unit: 'kWh',
    })),
  );
}

/** 2: energy by hour of one day. The store has hours of what was made alone; others have no series. */
async function hourChart(call: EchartsCall, found: FoundDevice): Promise<Chart> {
  const { input, tx, now } = call;
  const day = dayOrToday(requestedDay(input), found, now);
  const lines = energyLinesOf(found).filter(({ measure }) => measure === 'energy');
  const hours = lines.length > 0 ? await energyByHour(tx, scopeOf(found), day) : [];
  const starts = hourStarts(day, found.timezone);
  const chart = chartOf(
    lines.map(({ name }) => name),
    timesOf(starts, found),
    lines.map(({ measure, name, of }) => ({
      name,
      key: measure,
      sn: found.sn,
      data: hoursInKwh(hours.map(of)),
      unit: 'kWh',
    })),
  );
  return { ...chart, weatherSeries: await weatherAt(call, found.siteId, starts) };
}

/** 3: energy and daily means by day. */
async function dayChart({ input, tx, now }: EchartsCall, found: FoundDevice): Promise<Chart> {
  const { from, to } = requestedDays(input, found.timezone, now);
  const scope = scopeOf(found);
  const days = await energyByDay(tx, scope, from, to, now);
  const energies = energyChart(
    found,
    days.map(({ day }) => dayLabel(day)),
    days,
  );
  const means = await meansByDay(tx, scope, from, to);
  const series = means.map(({ key, byDay }): Chart['series'][number] => {
    const { unit, per, decimals } = shownAs(measures[key]);
    const data = days.map(({ day }) => {
      const mean = byDay.get(day);
      return mean === undefined ? null : rounded(mean * per, decimals);
    });
    return { name: lineNameOf(measures[key], 'device') ?? key, key, sn: found.sn, data, unit, stack: '' };
  });
  return {
    ...energies,
    legend: [...energies.legend, ...series.map(({ name }) => name)],
    series: [...energies.series, ...series],
  };
}

/** 5: energy by month of one year, or of a range. */
async function monthChart({ input, tx, now }: EchartsCall, found: FoundDevice): Promise<Chart> {
  const scope = scopeOf(found);
  const { from, to, labels } = requestedMonths(input, found.timezone, now);
  const months = await energyByMonth(tx, scope, from, to, now);
  const since = await firstDay(tx, scope);
  return { ...energyChart(found, labels, months), partial: months.map(({ span }) => isPartial(span, since)) };
}

/** 6: energy by month, one series per year since the first reading, or of the year of `date` alone. */
async function yearChart({ input, tx, now }: EchartsCall, found: FoundDevice): Promise<Chart> {
  const scope = scopeOf(found);
  const thisYear = localDay(now, found.timezone).slice(0, 4);
  const since = await firstDay(tx, scope);
  const requestedYear = input.date?.from.slice(0, 4);
  const last = requestedYear ?? thisYear;
  const first = requestedYear ?? since?.slice(0, 4) ?? thisYear;
  const months = await energyByMonth(tx, scope, `${first}-01`, `${last}-12`, now);
  const years = [...new Set(months.map(({ span }) => span.slice(0, 4)))];
  const lines = energyLinesOf(found);
  return chartOf(
    lines.map(({ name }) => name),
    MONTHS,
    lines.flatMap(({ measure, name, of }) =>
      years.map((year) => {
        const own = months.filter(({ span }) => span.startsWith(year));
        return {
          // Clients identify production by the year alone.
          name: name === GENERATION ? year : `${name} ${year}`,
          key: measure,
          sn: found.sn,
          data: own.map((month) => inKwh(of(month))),
          unit: 'kWh',
          partial: own.map(({ span }) => isPartial(span, since)),
        };
      }),
    ),
  );
}

/** 11: power of a day. */
async function powerChart(call: EchartsCall, found: FoundDevice): Promise<Chart> {
  const { input, tx, now } = call;
  const day = dayOrToday(requestedDay(input), found, now);
  const stepMinutes = input.minInterval ?? POWER_MINUTES;
  const curve = await powerOfDay(tx, scopeOf(found), { day, stepMinutes }, now);
  const data = curve.values.map((w) => (w === null ? null : rounded(w, 1)));
  const line = powerLineOf(found);
  const starts = startsOf({ ...curve, count: curve.values.length });
  const chart = chartOf(
    line ? [line.name] : [],
    timesOf(starts, found),
    line ? [{ name: line.name, key: line.measure, sn: found.sn, data, unit: 'W' }] : [],
  );
  const weatherSeries = await weatherAt(call, found.siteId, starts);
  return { ...chart, weatherSeries, ...(await detailNote(tx, day)) };
}

/** What draws each `types`. */
const charts: Readonly<Record<number, (call: EchartsCall, found: FoundDevice) => Promise<Chart>>> = {
  [LINES]: lineChart,
  2: hourChart,
  3: dayChart,
  5: monthChart,
  6: yearChart,
  11: powerChart,
};
