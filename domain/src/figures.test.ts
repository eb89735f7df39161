import { describe, expect, test } from 'vitest';
import {
  benefitOf,
  benefitOfSum,
  energyFlowOf,
  moneyOfPeriods,
  periodFiguresOf,
  powerFieldsOf,
  productionOf,
} from './figures.ts';

const energy = { todayWh: 5500, yesterdayWh: 8200.4, monthWh: 150_000, yearWh: 200_000, totalWh: 1_234_567 };
const tariff = { electricityPrice: 0.45, currency: 'USD' };

describe('productionOf', () => {
  test('is text in kWh and W, without separators, with money', () => {
    const production = productionOf(energy, 1499.6, moneyOfPeriods(energy, tariff));
    expect(production).toMatchObject({ today: '5.5', yesterday: '8.2', month: '150', total: '1234.567' });
    expect(production).toMatchObject({
      totalNow: '1500',
      totalNowUnit: 'W',
      todayMoney: '2.48',
      totalMoneyUnit: 'USD',
    });
  });

  test('never gives an empty text', () => {
    const none = { todayWh: 0, yesterdayWh: 0, monthWh: 0, yearWh: 0, totalWh: 0 };
    const production = productionOf(none, 0, moneyOfPeriods(none, tariff));
    expect(Object.values(production)).not.toContain('');
    expect(production.today).toBe('0');
  });
});

describe('benefitOf', () => {
  const grid = (kgPerKwh: number) => ({ kgPerKwh, source: 'Ember', year: 2023 });

  test('gives the figures that clients of the live service know for 200 kWh, by the factor of that service', () => {
    const known = { co2: '199.4', tree: '9.1', light: '3333', oil: '0.46' };
    expect(benefitOf(200_000, grid(0.997))).toMatchObject(known);
  });

  test('is by the factor of the grid, and says which and whose it is', () => {
    expect(benefitOf(200_000, grid(0.06))).toMatchObject({
      co2: '12',
      tree: '0.5',
      light: '3333',
      co2Factor: 0.06,
      co2Source: 'Ember',
      co2Year: 2023,
    });
  });

  test('names no factor over plants that have none in common', () => {
    const none = { co2Factor: null, co2Source: null, co2Year: null };
    expect(benefitOfSum(200_000, 44, null)).toMatchObject({ co2: '44', tree: '2', light: '3333', ...none });
  });
});

describe('energyFlowOf', () => {
  test('mirrors the panels where nothing else is measured', () => {
    const flow = energyFlowOf({ pvW: 1500 });
    expect(flow.PVPanel).toMatchObject({ power: 1500, direction: 1, show: true, showPower: true });
    expect(flow.home).toMatchObject({ power: 1500, direction: 2, show: true, showPower: false });
    expect(flow.grid).toMatchObject({ power: 1500, direction: 1, show: true, showPower: false });
    expect(flow.battery).toMatchObject({ power: 0, direction: 0, show: false });
    expect(flow.gen.show).toBe(false);
  });

  test('balances at a meter: surplus goes to the grid, the battery drinks', () => {
    const flow = energyFlowOf({ pvW: 4000, gridW: -1500, battery: { powerW: -1000, soc: 0.634 } });
    expect(flow.home).toMatchObject({ power: 1500, direction: 2, showPower: true });
    expect(flow.grid).toMatchObject({ power: 1500, direction: 2, showPower: true });
    expect(flow.battery).toMatchObject({ power: 1000, direction: 2, show: true, rate: 63 });
  });

  test('shows a night on grid and battery, panels still', () => {
    // PV power of a minute ago with battery power of five minutes ago: the consumption is unknown.
    expect(energyFlowOf({ pvW: null, battery: { powerW: -350, soc: 0.4 } }).PVPanel.show).toBe(false);
    const torn = energyFlowOf({ pvW: 381, gridW: 0, battery: { powerW: -876, soc: 0.5 } });
    expect(torn.home).toMatchObject({ power: 0, direction: 0, showPower: false });
    expect(torn.grid.showPower).toBe(true);
    const flow = energyFlowOf({ pvW: 0, gridW: 200, battery: { powerW: 300, soc: 0.5 } });
    expect(flow.PVPanel).toMatchObject({ power: 0, direction: 0 });
    expect(flow.home.power).toBe(500);
    expect(flow.grid.direction).toBe(1);
    expect(flow.battery.direction).toBe(1);
  });

  test('never lets a home use less than nothing when meters disagree', () => {
    expect(energyFlowOf({ pvW: 100, gridW: -130 }).home).toMatchObject({ power: 0, direction: 0 });
  });
});

test('powerFieldsOf are numbers in W and kWh', () => {
  expect(powerFieldsOf(1500.26, 5483, 200_000)).toEqual({
    now: 1500.3,
    nowUnit: 'W',
    todayPower: 5.483,
    todayPowerUnit: 'kWh',
    totalPower: 200,
    totalPowerUnit: 'kWh',
  });
});

test('periodFiguresOf says energy, consumption and money', () => {
  expect(periodFiguresOf(2000, 3500, tariff)).toMatchObject({
    power: '2',
    consumption: '3.5',
    economic: '0.9',
  });
});
