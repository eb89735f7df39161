import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { arrayMedian, growsWithRating } from '@helioport/domain/arrayMedian';
import { dayRange, lastDayOf } from '@helioport/domain/periods';
import { kwh, rounded } from '@helioport/domain/units';
import { dayLabel, plcSn, timeOfDay } from '@helioport/domain/wire';
import { type Call, handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { detailNote } from '../../queries/detailNote.ts';
import { dayOrToday } from '../../queries/found.ts';
import { demandShort, requestedDay, requestedDays, requestedMonths } from '../../queries/requestedSpans.ts';
import { moduleEnergies } from '../../timeseries/query/moduleDays.ts';
import { playedOf, playedUnits } from '../../timeseries/query/played.ts';
import { type FoundModule, membersOf, requestedModule } from './internal/requestedModule.ts';

type EchartsCall = Call<typeof device.modulesStatisticsEcharts>;
type Chart = OutputOf<typeof device.modulesStatisticsEcharts>;
type Values = Chart['series'][number]['data'];

const PLACES: Readonly<Record<string, number>> = { energy: 3, dcCurrent: 2 };

export default handler<typeof device.modulesStatisticsEcharts>(async (call) => {
  const found = await requestedModule(call, call.input);
  switch (call.input.types) {
    case 1:
      return await dayChart(call, found);
    case 3:
      return await daysChart(call, found);
    case 5:
      return await monthsChart(call, found);
    default:
      return fail('echarts.typeUnknown');
  }
});

/** Series of a module and, if it belongs to an array, of the array's median. */
function chartOf(
  { device: { sn }, addr, array }: FoundModule,
  xAxisData: string[],
  what: { key: string; unit: string; own: Values; median: Values },
): Chart {
  const { key, unit, own, median } = what;
  const name = plcSn(sn, addr);
  const series = [{ stack: '', name, key, sn, addr, unit, data: own }];
  const hasMedian = array !== null && median.some((value) => value !== null);
  if (hasMedian)
    series.push({ stack: '', name: 'Median', key: 'planeMedian', sn: '', addr: 0, unit, data: median });
  return {
    legend: series.map((one) => one.name),
    xAxisData,
    series: series.map(({ sn: of, addr: at, ...one }) => (of === '' ? one : { ...one, sn: of, addr: at })),
    weatherSeries: null,
  };
}

/** 1: one measure over a day. */
async function dayChart(call: EchartsCall, found: FoundModule): Promise<Chart> {
  const { input, tx, now } = call;
  const { device: one, siteId, array } = found;
  const measure = input.measure ?? 'power';
  const { unit, per } = playedUnits[measure];
  const day = dayOrToday(requestedDay(input), one, now);
  const scope = { siteId, timeZone: one.timezone, ...(array === null ? { deviceId: one.id } : {}) };
  const played = await playedOf(tx, scope, { day, stepMinutes: input.minInterval, measure }, now);
  const byName = new Map(
    played.modules.map((module) => [plcSn(String(module.deviceId), module.addr), module]),
  );
  const valueAt = (deviceId: number, addr: number, step: number) => {
    const module = byName.get(plcSn(String(deviceId), addr));
    const value = module?.values[step - module.first];
    return value === undefined || value === null ? null : value / per;
  };
  const members = array === null ? [] : await membersOf(tx, found);
  const places = PLACES[measure] ?? 1;
  const shown = (value: number | null) => (value === null ? null : rounded(value, places));
  const steps = Array.from({ length: played.count }, (_, step) => step);
  const chart = chartOf(
    found,
    steps.map((step) => timeOfDay(played.startMs + step * played.stepMs, one.timezone)),
    {
      key: measure,
      unit,
      own: steps.map((step) => shown(valueAt(found.deviceId, found.addr, step))),
      median: steps.map((step) =>
        shown(
          arrayMedian(
            found,
            members.map(({ deviceId, addr, ratedW }) => ({ ratedW, value: valueAt(deviceId, addr, step) })),
            growsWithRating(measure),
          ),
        ),
      ),
    },
  );
  return { ...chart, ...(await detailNote(tx, day)) };
}

const inKwh = (energyWh: number | null | undefined) => (energyWh == null ? null : kwh(energyWh));

/** 3: energies of days. */
async function daysChart({ input, tx, now }: EchartsCall, found: FoundModule): Promise<Chart> {
  const days = requestedDays(input, found.device.timezone, now);
  demandShort(days);
  const known = new Map(
    (await moduleEnergies(tx, found, { ...days, by: 'day' })).map((one) => [one.span, one]),
  );
  const spans = dayRange(days.from, days.to);
  return chartOf(found, spans.map(dayLabel), {
    key: 'energy',
    unit: 'kWh',
    own: spans.map((span) => inKwh(known.get(span)?.energyWh)),
    median: spans.map((span) => inKwh(known.get(span)?.medianWh)),
  });
}

/** 5: energies of months. */
async function monthsChart({ input, tx, now }: EchartsCall, found: FoundModule): Promise<Chart> {
  const { from, to, months, labels } = requestedMonths(input, found.device.timezone, now);
  const days = { from: `${from}-01`, to: lastDayOf(to) };
  const known = new Map(
    (await moduleEnergies(tx, found, { ...days, by: 'month' })).map((one) => [one.span, one]),
  );
  return chartOf(found, labels, {
    key: 'energy',
    unit: 'kWh',
    own: months.map((month) => inKwh(known.get(month)?.energyWh)),
    median: months.map((month) => inKwh(known.get(month)?.medianWh)),
  });
}
