import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type DeviceKindKey, deviceKind } from '@helioport/domain/deviceKinds';
import { addDays, dayNumber, localDay } from '@helioport/domain/periods';
import { kwh, rounded } from '@helioport/domain/units';
import { dayLabel, timeOfDay } from '@helioport/domain/wire';
import type { Call, Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { type FoundDevice, findDevice, scopeOf } from '../../reads/findDevice.ts';
import { dayOrToday } from '../../reads/found.ts';
import { lineKeysOf, linesOfDay, powerOfDay } from '../../telemetry/read/curves.ts';
import { energyByDay, energyByMonth, firstDay } from '../../telemetry/read/energies.ts';
import { deviceNow } from '../../telemetry/read/series.ts';
import type { Slots } from '../../telemetry/read/slots.ts';
import { isSameLine, linesOf } from './parts/lines.ts';

type EchartsCall = Call<typeof device.statisticsEcharts>;
type Chart = OutputOf<typeof device.statisticsEcharts>;

/** What clients of the live service know the one series of energy by. */
const GENERATION = 'Power Generation';
const MONTHS = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));
const DEFAULT_DAYS = 30;
const MOST_DAYS = 400;
const LINE_MINUTES = 5;
const POWER_MINUTES = 15;

const statisticsEcharts: Handler<typeof device.statisticsEcharts> = async (call) => {
  const found = await findDevice(call, call.input);
  switch (call.input.types) {
    case 1:
      return await lineChart(call, found);
    case 3:
      return await dayChart(call, found);
    case 5:
      return await monthChart(call, found);
    case 6:
      return await yearChart(call, found);
    case 11:
      return await powerChart(call, found);
    default:
      return fail('echarts.typeUnknown');
  }
};

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

const timesOf = ({ startMs, stepMs, count }: Slots, { timezone }: FoundDevice): string[] =>
  Array.from({ length: count }, (_, i) => timeOfDay(startMs + i * stepMs, timezone));

const kindOf = ({ kind }: FoundDevice) => deviceKind(kind as DeviceKindKey);

/** What the energies of a device are: made, imported or charged. */
const energyOf = (found: FoundDevice) => kindOf(found).counters?.[0] ?? 'energy';

const inKwh = (energyWh: number | null) => (energyWh === null ? null : kwh(energyWh));

/** 1: lines of a day. */
async function lineChart({ input, tx, now }: EchartsCall, found: FoundDevice): Promise<Chart> {
  const day = dayOrToday(input.date ?? input.rangeDate?.from ?? null, found, now);
  const stepMinutes = input.minInterval ?? LINE_MINUTES;
  const read = await linesOfDay(tx, scopeOf(found), { day, stepMinutes }, now);
  const asked = new Set(input.lines);
  // What it has told last is offered, so it has a line of gaps on days on which it did not tell it.
  const told = (await deviceNow(tx, scopeOf(found), now)).flatMap(({ values }) => lineKeysOf(values));
  const lines = linesOf(found, [...told, ...read.lines]).filter(
    ({ name }) => asked.size === 0 || asked.has(name),
  );
  return chartOf(
    lines.map(({ name }) => name),
    timesOf(read, found),
    lines.map(({ name, unit, key, addr, per, decimals, place }) => {
      const values = read.lines.find((line) => isSameLine(line, { key, place, addr }))?.values;
      const data = Array.from({ length: read.count }, (_, i) => {
        const value = values?.[i] ?? null;
        return value === null ? null : rounded(value * per, decimals);
      });
      return { name, data, unit, key, sn: found.sn, ...(addr > 0 ? { addr } : {}) };
    }),
  );
}

/** 3: energy by day. */
async function dayChart({ input, tx, now }: EchartsCall, found: FoundDevice): Promise<Chart> {
  const today = localDay(now, found.timezone);
  const { from, to } = input.rangeDate ?? { from: addDays(today, 1 - DEFAULT_DAYS), to: today };
  if (dayNumber(to) - dayNumber(from) >= MOST_DAYS) fail('echarts.rangeTooLong');
  const days = await energyByDay(tx, scopeOf(found), from, to, now);
  const data = days.map(({ energyWh }) => inKwh(energyWh));
  return chartOf(
    [GENERATION],
    days.map(({ day }) => dayLabel(day)),
    [{ name: GENERATION, data, unit: 'kWh', key: energyOf(found), sn: found.sn }],
  );
}

/** 5: energy by month of one year. */
async function monthChart({ input, tx, now }: EchartsCall, found: FoundDevice): Promise<Chart> {
  const year = dayOrToday(input.date ?? input.rangeDate?.from ?? null, found, now).slice(0, 4);
  const months = await energyByMonth(tx, scopeOf(found), `${year}-01`, `${year}-12`, now);
  const data = months.map(({ energyWh }) => inKwh(energyWh));
  return chartOf([GENERATION], MONTHS, [
    { name: GENERATION, data, unit: 'kWh', key: energyOf(found), sn: found.sn },
  ]);
}

/** 6: energy by month, one series per year since the first report, or of the year of `date` alone. */
async function yearChart({ input, tx, now }: EchartsCall, found: FoundDevice): Promise<Chart> {
  const scope = scopeOf(found);
  const thisYear = localDay(now, found.timezone).slice(0, 4);
  const asked = input.date?.slice(0, 4);
  const last = asked ?? thisYear;
  const first = asked ?? (await firstDay(tx, scope))?.slice(0, 4) ?? thisYear;
  const months = await energyByMonth(tx, scope, `${first}-01`, `${last}-12`, now);
  const years = [...new Set(months.map(({ span }) => span.slice(0, 4)))];
  return chartOf(
    [GENERATION],
    MONTHS,
    years.map((year) => ({
      name: year,
      data: months.filter(({ span }) => span.startsWith(year)).map(({ energyWh }) => inKwh(energyWh)),
      unit: 'kWh',
      key: energyOf(found),
      sn: found.sn,
    })),
  );
}

/** 11: power of a day. */
async function powerChart({ input, tx, now }: EchartsCall, found: FoundDevice): Promise<Chart> {
  const day = dayOrToday(input.date ?? input.rangeDate?.from ?? null, found, now);
  const stepMinutes = input.minInterval ?? POWER_MINUTES;
  const curve = await powerOfDay(tx, scopeOf(found), { day, stepMinutes }, now);
  const data = curve.values.map((w) => (w === null ? null : rounded(w, 1)));
  return chartOf([GENERATION], timesOf(curve, found), [
    { name: GENERATION, data, unit: 'W', key: kindOf(found).power ?? 'power', sn: found.sn },
  ]);
}

export default statisticsEcharts;
