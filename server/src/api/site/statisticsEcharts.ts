import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import type { DeviceRole } from '@helioport/domain/deviceKinds';
import { moneyOf } from '@helioport/domain/figures';
import { LATE_SHARE } from '@helioport/domain/flows';
import { dayBounds, dayRange, localDay } from '@helioport/domain/periods';
import { rounded } from '@helioport/domain/units';
import { shortDayLabel, timeOfDay } from '@helioport/domain/wire';
import { type Call, handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { clearSkyOf } from '../../queries/clearSky.ts';
import { detailNote } from '../../queries/detailNote.ts';
import { findSitePlace, type PricedPlace, type SitePlace } from '../../queries/findSite.ts';
import { dayOrToday } from '../../queries/found.ts';
import { isPartial, requestedDay, requestedDays, requestedMonths } from '../../queries/requestedSpans.ts';
import { hoursInKwh } from '../../queries/shownHours.ts';
import { weatherAt } from '../../queries/weatherHours.ts';
import { powersOfDay } from '../../timeseries/query/curves.ts';
import {
  completenessOf,
  type Energies,
  energyByDay,
  energyByMonth,
  firstDay,
  lastRepair,
} from '../../timeseries/query/energies.ts';
import { energyByHour, energyOfDevicesByHour, hourStarts } from '../../timeseries/query/energyHours.ts';
import { missingOfDay, missingShare } from '../../timeseries/query/missing.ts';
import { CLEAR_SKY, withClearSky } from './internal/clearSky.ts';
import {
  energyOrGap,
  lastDayOf,
  PRODUCTION,
  producersOf,
  seriesBySpans,
  seriesOf,
} from './internal/energySeries.ts';
import { energyFlows, powerFlows } from './internal/flows.ts';

/** Each of its half hours is computed. */
const MOST_SKY_MONTHS = 24;

type Chart = OutputOf<typeof site.statisticsEcharts>;
type ChartCall = Pick<Call<typeof site.statisticsEcharts>, 'tx' | 'now' | 'input' | 'services'>;

export default handler<typeof site.statisticsEcharts>(async (call) => {
  const draw = charts[call.input.types] ?? fail('echarts.typeUnknown');
  return draw(await findSitePlace(call, call.input.sid), call);
});

const charts: Readonly<Record<number, (found: PricedPlace, call: ChartCall) => Promise<Chart>>> = {
  2: hourly,
  3: daily,
  5: monthly,
  6: yearly,
  11: powerCurve,
};

/** 0 to 1 as answers have it. */
const share = (one: number | null) => one && rounded(one, 3);

/** Completeness of a period, as far as requested. */
interface SpanQuality {
  completeness: number | null;
  repairedOn: string | null;
}

const chartOf = (xAxisData: string[], series: Chart['series'], quality?: readonly SpanQuality[]): Chart => ({
  ...chartWith(
    xAxisData,
    series,
    quality?.map(({ completeness }) => completeness),
  ),
  ...(quality ? { repairedOn: quality.map(({ repairedOn }) => repairedOn) } : {}),
});

const chartWith = (
  xAxisData: string[],
  series: Chart['series'],
  completeness?: (number | null)[],
): Chart => ({
  legend: [PRODUCTION],
  xAxisData,
  series,
  weatherSeries: null,
  ...(completeness ? { completeness: completeness.map(share) } : {}),
});

const scopeOf = (found: SitePlace) => ({ siteId: found.id, timeZone: found.timezone });

/** Energy by hour of one day, which has 23 to 25, one series per serial number. */
async function hourly(found: PricedPlace, call: ChartCall): Promise<Chart> {
  const { tx, now, input } = call;
  const day = dayOrToday(requestedDay(input), found, now);
  const scope = scopeOf(found);
  const starts = hourStarts(day, found.timezone);
  const devices = await producersOf(tx, found.id);
  const energies = await energyOfDevicesByHour(
    tx,
    scope,
    devices.map(({ id }) => id),
    day,
  );
  const series = seriesOf(
    devices.map(({ id, ...device }) => ({
      ...device,
      hasMade: energies.has(id),
      inKwh: () => hoursInKwh(energies.get(id) ?? starts.map(() => null)),
    })),
  );
  const flows = input.withFlows ? energyFlows(await energyByHour(tx, scope, day), hoursInKwh) : [];
  const [ofDay] = input.withCompleteness ? await energyByDay(tx, scope, day, day, now) : [];
  const chart = {
    ...chartWith(
      starts.map((at) => timeOfDay(at, found.timezone)),
      [...series, ...flows],
      ofDay && starts.map(() => ofDay.completeness),
    ),
    weatherSeries: await weatherAt(call, found.id, starts),
  };
  if (!input.withClearSky) return chart;
  const { endMs } = dayBounds(day, found.timezone);
  return withClearSky(chart, { tx, now }, found, { startsMs: starts, endMs, arrayIds: [] });
}

/** Energy by day, one series per serial number. */
async function daily(found: PricedPlace, { tx, now, input }: ChartCall): Promise<Chart> {
  const { from, to } = requestedDays(input, found.timezone, now);
  const days = dayRange(from, to);
  const energies =
    input.withCompleteness || input.withFlows ? await energyByDay(tx, scopeOf(found), from, to, now) : [];
  const series = await seriesBySpans(tx, found.id, input, 'day', days);
  const chart = chartOf(
    days.map(shortDayLabel),
    input.withFlows ? [...series, ...energyFlows(energies)] : series,
    input.withCompleteness ? energies : undefined,
  );
  // The values of the devices are rounded separately: their sum differs from the rounded total.
  const ofPlant = new Map(energies.map(({ day, energyWh }) => [day, energyWh]));
  const byDay = new Map(energies.map((one) => [one.day, one]));
  const whole = input.withFlows
    ? {
        ...chart,
        totals: days.map((day) => energyOrGap(ofPlant.get(day))),
        ...moneyIn(
          days.map((day) => byDay.get(day)),
          found,
        ),
      }
    : chart;
  return input.withClearSky
    ? withClearSky(whole, { tx, now }, found, skySpans(days, to, found, series))
    : whole;
}

/** Value of each energy; empty without a price. */
function moneyIn(
  energies: readonly (Energies | undefined)[],
  { electricityPrice, currency }: PricedPlace,
): Pick<Chart, 'money' | 'moneyUnit'> {
  if (electricityPrice <= 0 && energies.every((one) => one?.worth == null)) return {};
  return {
    money: energies.map((one) =>
      one === undefined || one.energyWh === null
        ? null
        : moneyOf(one.energyWh, { electricityPrice, currency }, one.worth),
    ),
    moneyUnit: currency,
  };
}

/** The periods that start with these days and end with `last`, and the arrays that have a series. */
const skySpans = (
  days: readonly string[],
  last: string,
  { timezone }: SitePlace,
  series: Chart['series'],
) => ({
  startsMs: days.map((day) => dayBounds(day, timezone).startMs),
  endMs: dayBounds(last, timezone).endMs,
  arrayIds: series.flatMap(({ planeId }) => (planeId === undefined ? [] : [planeId])),
});

/** Energy by month of one year or of a range, one series per serial number. */
async function monthly(found: PricedPlace, { tx, now, input }: ChartCall): Promise<Chart> {
  const { from, to, months, labels } = requestedMonths(input, found.timezone, now);
  if (input.withClearSky && months.length > MOST_SKY_MONTHS) fail('echarts.rangeTooLong');
  const energies =
    input.withCompleteness || input.withFlows ? await energyByMonth(tx, scopeOf(found), from, to, now) : [];
  const series = await seriesBySpans(tx, found.id, input, 'month', months);
  const since = await firstDay(tx, scopeOf(found));
  const chart = chartOf(
    labels,
    input.withFlows ? [...series, ...energyFlows(energies)] : series,
    input.withCompleteness ? energies : undefined,
  );
  const byMonth = new Map(energies.map((one) => [one.span, one]));
  const whole = {
    ...chart,
    ...(input.withFlows
      ? moneyIn(
          months.map((month) => byMonth.get(month)),
          found,
        )
      : {}),
    partial: months.map((month) => isPartial(month, since)),
    recordedSince: since,
  };
  if (!input.withClearSky) return whole;
  const firsts = months.map((month) => `${month}-01`);
  return withClearSky(whole, { tx, now }, found, skySpans(firsts, lastDayOf(to), found, series));
}

/** Energy by month of the plant, one series per year: all years with data, or the year of `date`. */
async function yearly(found: SitePlace, { tx, now, input }: ChartCall): Promise<Chart> {
  const thisYear = Number(localDay(now, found.timezone).slice(0, 4));
  const since = await firstDay(tx, scopeOf(found));
  const first = Number(since?.slice(0, 4) ?? thisYear);
  const requestedYear = input.date === null ? null : Number(input.date.from.slice(0, 4));
  const [from, to] = requestedYear === null ? [first, thisYear] : [requestedYear, requestedYear];
  const months = await energyByMonth(tx, scopeOf(found), `${from}-01`, `${to}-12`, now);
  const bySpan = new Map(months.map((month) => [month.span, month]));
  const years = Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
  const completeIn = (year: string) => monthsOf(year).map((month) => bySpan.get(month)?.completeness ?? null);
  const series = years.map((year) => ({
    stack: '',
    name: year,
    data: monthsOf(year).map((month) => energyOrGap(bySpan.get(month)?.energyWh)),
    unit: 'kWh',
    key: 'production',
    partial: monthsOf(year).map((month) => isPartial(month, since)),
    ...(input.withCompleteness
      ? {
          completeness: completeIn(year).map(share),
          completenessOfAll: share(completenessOf(months.filter(({ span }) => span.startsWith(year)))),
          repairedOn: lastRepair(months.filter(({ span }) => span.startsWith(year))),
        }
      : {}),
  }));
  const newest = completeIn(String(to));
  const chart = chartWith(monthLabels, series, input.withCompleteness ? newest : undefined);
  return { ...chart, recordedSince: since };
}

/** Power of a day in even steps of the plant's day, which has 23 to 25 hours. */
async function powerCurve(found: PricedPlace, call: ChartCall): Promise<Chart> {
  const { tx, now, input } = call;
  const day = dayOrToday(requestedDay(input), found, now);
  const scope = scopeOf(found);
  const roles: DeviceRole[] = input.withFlows ? ['sun', 'grid', 'storage'] : ['sun'];
  const curve = await powersOfDay(tx, scope, { day, stepMinutes: input.minInterval, roles }, now);
  const produced = curve.powers.sun!;
  const starts = produced.map((_, i) => curve.startMs + i * curve.stepMs);
  const line = (key: string, name: string, data: (number | null)[]) => ({
    stack: '',
    name,
    data,
    unit: 'W',
    key,
  });
  const watts = produced.map((value) => value && rounded(value, 1));
  const hasGrid = input.withFlows && (curve.powers.grid ?? []).some((value) => value !== null);
  const missing = input.withMissing || hasGrid ? await missingOfDay(tx, scope, day, now) : [];
  const isMissing = (step: number) =>
    missingShare(missing, starts[step]!, starts[step]! + curve.stepMs) > LATE_SHARE;
  const flows = input.withFlows ? powerFlows(curve.powers, watts, isMissing) : [];

  const [ofDay] = input.withCompleteness ? await energyByDay(tx, scope, day, day, now) : [];
  const chart = {
    ...chartWith(
      starts.map((at) => timeOfDay(at, found.timezone)),
      [line('production', PRODUCTION, watts), ...flows],
      ofDay && starts.map(() => ofDay.completeness),
    ),
    weatherSeries: await weatherAt(call, found.id, starts),
    ...(input.withMissing
      ? {
          missing: missing.map(({ sn, from, to }) => ({ sn, from, to })),
          startAt: curve.startMs,
          stepMs: curve.stepMs,
        }
      : {}),
    ...(await detailNote(tx, day)),
  };
  if (!input.withClearSky) return chart;
  const powerAt = await clearSkyOf(tx, found);
  // A step shows its mean, which the clear-sky power at its middle approximates best.
  const sky = starts.map((at) => powerAt && rounded(powerAt(at + curve.stepMs / 2), 0));
  return {
    ...chart,
    legend: [PRODUCTION, CLEAR_SKY],
    series: [...chart.series, line('clearSky', CLEAR_SKY, sky)],
  };
}

const monthLabels = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));
const monthsOf = (year: string) => monthLabels.map((month) => `${year}-${month}`);
