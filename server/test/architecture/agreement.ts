// Compares one value across all calls that return it. All requests are those of a public client: login with email
// address and password, over HTTP, parsing numbers and texts as received.
import { device } from '@helioport/contract/device';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { factorIn, type GridFactor, gridFactors } from '@helioport/domain/gridFactors';
import { addDays, localDay } from '@helioport/domain/periods';
import { arePlain } from '@helioport/domain/prices';
import { rounded } from '@helioport/domain/units';
import type { Caller } from '../harness.ts';

/** What was compared, and where two ways gave two figures. */
export interface Agreement {
  comparisons: number;
  disagreements: string[];
}

type Compare = (what: string, one: unknown, other: unknown, within?: number) => void;

const PAGE = { size: 1000, num: 0 };
/** A shown kWh has three places, so each may be this far from what was stored. */
const HALF_WH = 0.0005;
/** Sums of binary fractions. */
const DUST = 1e-9;
/** Devices of a plant that are asked for every one of their charts; plants of hundreds have the same ones. */
const IN_FULL = 4;

const sum = (values: readonly (number | null | undefined)[]) =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

/** Compares all plants that the caller sees, their devices, and what all of them together are said to have made. */
export async function compareAll(caller: Caller, now: number): Promise<Agreement> {
  let comparisons = 0;
  const disagreements: string[] = [];
  const compare: Compare = (what, one, other, within = 0) => {
    comparisons++;
    const [a, b] = [Number(one ?? 0), Number(other ?? 0)];
    if (!(Math.abs(a - b) <= within + DUST))
      disagreements.push(`${what}: ${String(one)} and ${String(other)}`);
  };
  const { list } = await caller.call(site.listWithSN, { page: PAGE });
  const plants = [];
  for (const row of list) plants.push(await comparePlant(caller, row, now, compare));
  await compareFleet(caller, plants, compare);
  return { comparisons, disagreements };
}

type Row = Awaited<ReturnType<typeof listOf>>['list'][number];
const listOf = (caller: Caller) => caller.call(site.listWithSN);

async function comparePlant(caller: Caller, row: Row, now: number, compare: Compare) {
  const { sid } = row;
  const at = (what: string) => `${sid} ${what}`;
  const detail = await caller.call(site.detail, { sid });
  const whole = await caller.call(site.overview, { sid });
  const made = whole.statisticsProduction;
  const today = localDay(now, detail.timezone);
  const yesterday = addDays(today, -1);
  const period = (types: number, date?: string) => caller.call(site.statisticsDate, { sid, types, date });
  const periods = {
    today: await period(1),
    yesterday: await period(1, yesterday),
    month: await period(2),
    year: await period(3),
    total: await period(4),
  };
  const hasOnePrice = arePlain(detail.prices);
  compare(at('today, list and overview'), row.todayPower, made.today);
  compare(at('total, list and overview'), row.totalPower, made.total);
  for (const key of ['today', 'yesterday', 'month', 'year', 'total'] as const) {
    compare(at(`${key}, overview and date`), made[key], periods[key].power);
    // Of several prices no client can multiply one.
    if (hasOnePrice)
      compare(
        at(`${key}, money and price`),
        periods[key].economic,
        rounded(Number(periods[key].power) * (detail.electricityPrice ?? 0), 2),
      );
  }
  for (const key of ['today', 'yesterday', 'month', 'year', 'total'] as const)
    compare(at(`money ${key}, overview and date`), made[`${key}Money`], periods[key].economic);
  const { benefit } = whole;
  const grid = factorIn(gridFactors, detail.countryCode);
  compare(at('CO2'), benefit.co2, rounded(Number(made.total) * grid.kgPerKwh, 2));
  compare(at('CO2 factor'), benefit.co2Factor, grid.kgPerKwh);
  compare(at('light'), benefit.light, rounded((Number(made.total) * 1000) / 60, 0));
  compare(at('recorded since'), dayOf(row.recordedSince), dayOf(whole.recordedSince));
  compare(at('recorded since, date'), dayOf(periods.total.recordedSince), dayOf(whole.recordedSince));

  const days = await caller.call(site.statisticsEcharts, {
    sid,
    types: 3,
    rangeDate: `${addDays(today, -9)}~${today}`,
  });
  const months = await caller.call(site.statisticsEcharts, { sid, types: 5, date: today });
  const years = await caller.call(site.statisticsEcharts, { sid, types: 6 });
  const inSpan = (chart: typeof days, i: number) => sum(chart.series.map(({ data }) => data[i]));
  const slack = (parts: number) => HALF_WH * (parts + 1);
  for (let i = 0; i < 10; i++) {
    const day = addDays(today, i - 9);
    const { power } = await period(1, day);
    compare(at(`${day}, chart and date`), inSpan(days, i), power, slack(days.series.length));
  }
  for (const [place, day] of [
    [9, today],
    [8, yesterday],
  ] as const) {
    const hours = await caller.call(site.statisticsEcharts, { sid, types: 2, date: day });
    for (const { name, data } of hours.series) {
      const ofDay = days.series.find((one) => one.name === name)?.data[place];
      if (hasHours(data)) compare(at(`${day}, hours and day of ${name}`), sum(data), ofDay);
    }
  }
  const thisYear = years.series.find(({ name }) => name === today.slice(0, 4));
  for (let i = 0; i < 12; i++) {
    const month = `${today.slice(0, 4)}-${String(i + 1).padStart(2, '0')}`;
    const { power } = await period(2, month);
    compare(at(`${month}, months and date`), inSpan(months, i), power, slack(months.series.length));
    compare(at(`${month}, years and date`), thisYear?.data[i], power);
  }
  const ofYears = sum(years.series.map(({ data }) => sum(data)));
  compare(at('total, years and overview'), ofYears, made.total, slack(years.series.length * 12));

  const devices = [];
  for (const [i, one] of detail.sn.entries()) {
    const mates = { listed: row.sn.find(({ sn }) => sn === one.sn), detailed: one };
    const shown = whole.deviceList.find(({ sn }) => sn === one.sn);
    // A machine's days are those of the part that makes them.
    const ownAndParts = [one, ...detail.sn.filter(({ parent }) => parent === one.sn)].map(({ sn }) => sn);
    const series = days.series.find(({ name }) => ownAndParts.includes(name))?.data;
    devices.push(
      await compareDevice(
        caller,
        { ...mates, shown, series, today, grid, hasOnePrice, isInFull: i < IN_FULL },
        compare,
      ),
    );
  }
  for (const key of ['today', 'yesterday', 'month', 'year', 'total'] as const) {
    // Production of a composite device is that of its components, which are in the list as well.
    const parts = devices.flatMap(({ production }, i) =>
      detail.sn[i]?.parent == null ? [Number(production[key])] : [],
    );
    compare(at(`${key}, devices and plant`), sum(parts), made[key], slack(parts.length));
  }
  return { row, made, currency: detail.currency, co2: benefit.co2, grid };
}

/** Days that no reports were stored of have no hours. */
const hasHours = (data: readonly (number | null)[]) => data.some((one) => one !== null);

/** Days as numbers, so that they compare like everything else; 0 for none. */
const dayOf = (day: string | null | undefined) => (day ? Date.parse(day) : 0);

interface DeviceParts {
  listed: Row['sn'][number] | undefined;
  detailed: Row['sn'][number];
  shown: { today: string } | undefined;
  series: readonly (number | null)[] | undefined;
  today: string;
  grid: GridFactor;
  hasOnePrice: boolean;
  /** False: only against its plant. */
  isInFull: boolean;
}

async function compareDevice(caller: Caller, parts: DeviceParts, compare: Compare) {
  const { listed, detailed, shown, series, today, grid, hasOnePrice, isInFull } = parts;
  const { sn } = detailed;
  const at = (what: string) => `${sn} ${what}`;
  const whole = await caller.call(device.statisticsOverview, { sn });
  const { production } = whole;
  for (const [name, row] of Object.entries({ listed, detailed })) {
    compare(at(`today, ${name}`), row?.todayPower, production.today);
    compare(at(`total, ${name}`), row?.totalPower, production.total);
  }
  compare(at('today, plant overview'), shown?.today, production.today);
  if (!isInFull) return { production };

  const period = (types: number, date?: string) => caller.call(device.statisticsDate, { sn, types, date });
  const yesterday = addDays(today, -1);
  const periods = {
    today: await period(1),
    yesterday: await period(1, yesterday),
    month: await period(2),
    year: await period(3),
    total: await period(4),
  };
  for (const key of ['today', 'yesterday', 'month', 'year', 'total'] as const) {
    compare(at(`${key}, overview and date`), production[key], periods[key].power);
    const worth = rounded(Number(periods[key].power) * (whole.local_electric_price ?? 0), 2);
    if (hasOnePrice) compare(at(`${key}, money and price`), periods[key].economic, worth);
    for (const { key: measure, value } of periods[key].measures ?? [])
      compare(
        at(`${key} ${measure}, overview and date`),
        whole.measures?.find((one) => one.key === measure)?.[key],
        value,
      );
  }
  for (const key of ['today', 'yesterday', 'month', 'total'] as const)
    compare(at(`money ${key}`), production[`${key}Money`], periods[key].economic);
  const { co2, co2Factor } = whole.environmentalBenefit;
  compare(at('CO2'), co2, rounded(Number(production.total) * grid.kgPerKwh, 2));
  compare(at('CO2 factor'), co2Factor, grid.kgPerKwh);
  const range = `${addDays(today, -9)}~${today}`;
  const days = await caller.call(device.statisticsEcharts, { sn, types: 3, date: range });
  const made = days.series.find(({ key }) => key === 'energy')?.data;
  compare(at('has a series of what was made'), made ? 1 : 0, series ? 1 : 0);
  for (const [i, value] of (series ?? []).entries())
    compare(at(`day ${i}, plant and device`), value, made?.[i]);
  compare(at('yesterday, chart'), made?.[8], production.yesterday);
  const hours = await caller.call(device.statisticsEcharts, { sn, types: 2, date: today });
  compare(at('has hours of what was made'), hours.series.length, made ? 1 : 0);
  for (const { data } of hours.series)
    if (hasHours(data)) compare(at('today, hours and day'), sum(data), made?.[9]);
  const years = await caller.call(device.statisticsEcharts, { sn, types: 6, date: today });
  const months = await caller.call(device.statisticsEcharts, { sn, types: 5, date: today });
  for (const one of months.series) {
    const other = years.series.find(({ key }) => key === one.key);
    for (const [i, value] of one.data.entries())
      compare(at(`month ${i + 1} ${one.name}`), value, other?.data[i]);
  }
  const { list } = await caller.call(device.history, { sn, date: yesterday });
  compare(at('yesterday, history'), list.at(-1)?.energy, production.yesterday);
  return { production };
}

async function compareFleet(
  caller: Caller,
  plants: readonly Awaited<ReturnType<typeof comparePlant>>[],
  compare: Compare,
): Promise<void> {
  const fleet = await caller.call(overview.overview);
  const made = fleet.statisticsProduction;
  for (const key of ['today', 'yesterday', 'month', 'year', 'total'] as const)
    compare(`fleet ${key}`, made[key], rounded(sum(plants.map((plant) => Number(plant.made[key]))), 3));
  compare('fleet, list', made.total, rounded(sum(plants.map(({ row }) => row.totalPower)), 3));
  const firsts = plants.map(({ row }) => dayOf(row.recordedSince)).filter((day) => day > 0);
  compare('fleet, recorded since', dayOf(fleet.recordedSince), firsts.length > 0 ? Math.min(...firsts) : 0);
  compare('fleet, CO2', fleet.benefit.co2, rounded(sum(plants.map(({ co2 }) => Number(co2))), 2));
  const grids = [...new Set(plants.map(({ grid }) => grid))];
  compare('fleet, CO2 factor', fleet.benefit.co2Factor, grids.length === 1 ? grids[0]?.kgPerKwh : null);
  compare('fleet, plants', fleet.siteCount, plants.length);
  const currencies = [...new Set(plants.map(({ currency }) => currency))];
  compare('fleet, currencies', fleet.moneyByCurrency?.length, currencies.length);
  for (const currency of currencies) {
    const own = plants.filter((plant) => plant.currency === currency);
    const money = fleet.moneyByCurrency?.find((one) => one.currency === currency);
    for (const key of ['today', 'yesterday', 'month', 'total'] as const) {
      const ofPlants = rounded(sum(own.map((plant) => Number(plant.made[`${key}Money`]))), 2);
      compare(`fleet ${key} in ${currency}`, money?.[key], ofPlants);
      if (currency === made.totalMoneyUnit)
        compare(`fleet ${key}, old field`, made[`${key}Money`], money?.[key]);
    }
  }
}
