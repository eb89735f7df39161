// Figures of plants and devices as answers carry them: produced energy, benefit, power fields, energy flow. Powers
// are W, energies kWh, always, because clients read the number and not its unit.
import { equivalentsOf } from './equivalents.ts';
import type { GridFactor } from './gridFactors.ts';
import { decimalText, kwh, kwhText, moneyText, rounded, wattText } from './units.ts';

/** Energy of the running periods and of all time in Wh, in the plant's calendar. */
export interface PeriodEnergy {
  readonly todayWh: number;
  readonly yesterdayWh: number;
  readonly monthWh: number;
  readonly yearWh: number;
  readonly totalWh: number;
}

/** Current price of one kWh, and its currency (ISO 4217). */
export interface Tariff {
  readonly electricityPrice: number;
  readonly currency: string;
}

/**
 * Value of an energy in Wh, rounded to hundredths. All amounts follow this rule: the displayed energy,
 * rounded to the watt-hour, times the price, rounded once. Multiplying a displayed energy therefore gives the
 * displayed amount everywhere, and the total of several plants is the sum of their amounts. The amount of a
 * period is not the sum of its days.
 *
 * With more than one price (prices.ts), `worth` is the unrounded value of the period's days, each at its own
 * prices; it is then rounded once.
 */
export const moneyOf = (energyWh: number, tariff: Tariff, worth: number | null = null): number =>
  rounded(worth ?? kwh(energyWh) * tariff.electricityPrice, 2);

/**
 * Value of a part of a plant's energy, in proportion to the value of all of it; null if a single price
 * applies.
 */
export const shareOfWorth = (
  energyWh: number,
  plant: { readonly energyWh: number | null; readonly worth: number | null },
): number | null =>
  plant.worth === null || !plant.energyWh ? null : (plant.worth * energyWh) / plant.energyWh;

/** What the energy of each period was worth; null where money is energy times price. */
export type PeriodWorth = Readonly<Record<'today' | 'yesterday' | 'month' | 'year' | 'total', number | null>>;

/** Money of each period, all in one currency. */
export interface PeriodMoney {
  readonly today: number;
  readonly yesterday: number;
  readonly month: number;
  readonly year: number;
  readonly total: number;
  readonly currency: string;
}

export const moneyOfPeriods = (energy: PeriodEnergy, tariff: Tariff, worth?: PeriodWorth): PeriodMoney => ({
  today: moneyOf(energy.todayWh, tariff, worth?.today),
  yesterday: moneyOf(energy.yesterdayWh, tariff, worth?.yesterday),
  month: moneyOf(energy.monthWh, tariff, worth?.month),
  year: moneyOf(energy.yearWh, tariff, worth?.year),
  total: moneyOf(energy.totalWh, tariff, worth?.total),
  currency: tariff.currency,
});

/** Produced energy, power now (W) and money as texts. */
export const productionOf = (energy: PeriodEnergy, nowW: number, money: PeriodMoney) => ({
  today: kwhText(energy.todayWh),
  todayUnit: 'kWh',
  yesterday: kwhText(energy.yesterdayWh),
  yesterdayUnit: 'kWh',
  month: kwhText(energy.monthWh),
  monthUnit: 'kWh',
  year: kwhText(energy.yearWh),
  yearUnit: 'kWh',
  total: kwhText(energy.totalWh),
  totalUnit: 'kWh',
  totalNow: wattText(nowW),
  totalNowUnit: 'W',
  totalMoney: moneyText(money.total),
  todayMoney: moneyText(money.today),
  yesterdayMoney: moneyText(money.yesterday),
  monthMoney: moneyText(money.month),
  yearMoney: moneyText(money.year),
  totalMoneyUnit: money.currency,
});

/** kg of CO2 that an energy in Wh spares, to the hundredth: the rule of money, with the grid's factor as the price. */
const co2Of = (energyWh: number, { kgPerKwh }: GridFactor): number => rounded(kwh(energyWh) * kgPerKwh, 2);

/** What an energy in Wh saved where the grid has this factor, as texts: like money, of the energy as it is shown. */
export const benefitOf = (energyWh: number, factor: GridFactor) =>
  benefitOfSum(energyWh, co2Of(energyWh, factor), factor);

/**
 * Environmental benefits of several plants that avoided `co2Kg` in total; `factor` is null if they share
 * none.
 */
export function benefitOfSum(energyWh: number, co2Kg: number, factor: GridFactor | null) {
  const { trees, carKm, lightHours, oilBarrels } = equivalentsOf(kwh(energyWh) * 1000, co2Kg);
  return {
    co2: decimalText(co2Kg, 2),
    co2Unit: 'kg',
    tree: decimalText(trees, 1),
    treeUnit: 'Trees',
    car: decimalText(carKm, 1),
    carUnit: 'km',
    light: decimalText(lightHours, 0),
    lightUnit: 'H',
    oil: decimalText(oilBarrels, 2),
    oilUnit: 'BBL',
    co2Factor: factor?.kgPerKwh ?? null,
    co2Source: factor?.source ?? null,
    co2Year: factor?.year ?? null,
  };
}

/** Power now in W, energy of today and of all time in Wh, as the number fields of lists: W and kWh. */
export const powerFieldsOf = (nowW: number, todayWh: number, totalWh: number) => ({
  now: rounded(nowW, 1),
  nowUnit: 'W',
  todayPower: kwh(todayWh),
  todayPowerUnit: 'kWh',
  totalPower: kwh(totalWh),
  totalPowerUnit: 'kWh',
});

/** What flows now, in W. Absent parts are those that the plant does not have. */
export interface Flows {
  /** null: no device produces. */
  readonly pvW: number | null;
  /** At the meter: + from the grid, - into it. */
  readonly gridW?: number;
  /** + discharging, - charging; charge 0 to 1. */
  readonly battery?: { readonly powerW: number; readonly soc: number };
  /** Values too old to be combined with the others (flows.ts). The power is unknown if it is not live. */
  readonly outdated?: Readonly<Partial<Record<'pv' | 'grid' | 'battery', OutdatedValue>>>;
}

interface OutdatedValue {
  /** Time of the reading in ms. */
  readonly at: number;
  readonly isLive: boolean;
}

/** 0 still, 1 away from the node, 2 towards it. */
type Direction = 0 | 1 | 2;

const away = (powerW: number): Direction => (powerW > 0 ? 1 : powerW < 0 ? 2 : 0);
const towards = (powerW: number): Direction => (powerW > 0 ? 2 : 0);

interface FlowNode {
  power: number;
  powerUnit: string;
  direction: Direction;
  show: boolean;
  rate: number;
  showPower: boolean;
  /** Time of an outdated reading in ms. */
  outdatedAt?: number;
}

const node = (powerW: number, direction: Direction, showPower = true): FlowNode => ({
  power: rounded(Math.abs(powerW), 1),
  powerUnit: 'W',
  direction,
  show: true,
  rate: 0,
  showPower,
});

/** A measured node: without power if that is not live, and with the time of an outdated reading. */
const measured = (powerW: number, outdated: OutdatedValue | undefined): FlowNode => ({
  ...(outdated?.isLive === false ? node(0, 0, false) : node(powerW, away(powerW))),
  ...(outdated ? { outdatedAt: outdated.at } : {}),
});

const hidden: FlowNode = { power: 0, powerUnit: 'W', direction: 0, show: false, rate: 0, showPower: false };

/** What losses and rounding explain, as a share of the panels' power and in W. */
const IMBALANCE = 0.1;
const LEAST_IMBALANCE_W = 50;

/**
 * Energy flow diagram. With a meter, consumption is PV power plus import plus battery discharge. Without one,
 * consumption is unknown: home and grid mirror the PV power with `showPower` false, as existing clients of
 * such plants expect. The home also has `showPower` false if values are outdated or contradict each other.
 */
export function energyFlowOf({ pvW, gridW, battery, outdated = {} }: Flows) {
  const solarW = pvW ?? 0;
  const ownW = solarW + (battery?.powerW ?? 0);
  const balanceW = gridW === undefined ? ownW : ownW + gridW;
  const isMetered = gridW !== undefined;
  const isComparable = Object.keys(outdated).length === 0;
  const homeW = isMetered && !isComparable ? 0 : Math.max(0, balanceW);
  // Devices report at different times. A home that gives power shows that the readings do not belong together.
  const isBalanced = balanceW >= -Math.max(LEAST_IMBALANCE_W, IMBALANCE * Math.abs(solarW));
  return {
    PVPanel: pvW === null ? hidden : measured(Math.max(0, pvW), outdated.pv),
    home: node(homeW, towards(homeW), isMetered && isComparable && isBalanced),
    grid: isMetered ? measured(gridW, outdated.grid) : node(homeW, away(homeW), false),
    battery: battery
      ? { ...measured(battery.powerW, outdated.battery), rate: rounded(battery.soc * 100, 0) }
      : hidden,
    gen: hidden,
  };
}

/** Energy, consumption and money of one period as texts. */
export const periodFiguresOf = (
  energyWh: number,
  consumedWh: number,
  tariff: Tariff,
  worth: number | null = null,
) => ({
  power: kwhText(energyWh),
  consumption: kwhText(consumedWh),
  economic: moneyText(moneyOf(energyWh, tariff, worth)),
  powerUnit: 'kWh',
  consumptionUnit: 'kWh',
  economicUnit: tariff.currency,
});
