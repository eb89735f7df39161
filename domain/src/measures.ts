// The catalogue of measures. Tables, roll-ups, charts, exports and the stored integers are all read from here.

export type MeasureKey =
  | 'power'
  | 'energy'
  | 'dcVoltage'
  | 'acVoltage'
  | 'frequency'
  | 'temperature'
  | 'gridPower'
  | 'homePower'
  | 'batteryPower'
  | 'soc'
  | 'energyImported'
  | 'energyExported'
  | 'energyCharged'
  | 'energyDischarged'
  | 'energyConsumed';

/** How many values of a span of time become one. A counter gives the growth over the span. */
export type OverTime = 'mean' | 'last' | 'counter';

/** How the values of several devices become the plant's; `none` where a plant has no such value. */
export type OverDevices = 'sum' | 'mean' | 'none';

/** Name of the colour token of the design language. */
export type ColourToken =
  | 'production'
  | 'consumption'
  | 'import'
  | 'export'
  | 'battery'
  | 'act'
  | 'muted'
  | 'alert';

export interface Measure {
  readonly key: MeasureKey;
  /** SI unit of values outside the store; `ratio` runs from 0 to 1. */
  readonly unit: 'W' | 'Wh' | 'V' | 'Hz' | '°C' | 'ratio';
  /** Stored integers per unit: 10 means steps of a tenth. */
  readonly storedPerUnit: number;
  readonly overTime: OverTime;
  readonly overDevices: OverDevices;
  /** Places after the point when shown in its base unit. */
  readonly decimals: number;
  readonly colour: ColourToken;
  readonly localeKey: string;
  /** Whether each DC input has one of its own. */
  readonly isPerChannel: boolean;
  /** Name of the line in API answers, with `_1`, `_2` … added for channels; null where clients know none. */
  readonly lineName: string | null;
}

const measure = (
  key: MeasureKey,
  unit: Measure['unit'],
  storedPerUnit: number,
  overTime: OverTime,
  overDevices: OverDevices,
  decimals: number,
  colour: ColourToken,
  channels: { isPerChannel: boolean; lineName: string | null } = { isPerChannel: false, lineName: null },
): Measure => ({
  key,
  unit,
  storedPerUnit,
  overTime,
  overDevices,
  decimals,
  colour,
  localeKey: `measure.${key}`,
  ...channels,
});

const line = (lineName: string, isPerChannel = false) => ({ isPerChannel, lineName });

export const measures: Readonly<Record<MeasureKey, Measure>> = {
  power: measure('power', 'W', 10, 'mean', 'sum', 0, 'production', line('Production', true)),
  energy: measure('energy', 'Wh', 10, 'counter', 'sum', 0, 'production', line('Energy', true)),
  dcVoltage: measure('dcVoltage', 'V', 100, 'mean', 'none', 1, 'act', line('DC Voltage', true)),
  acVoltage: measure('acVoltage', 'V', 100, 'mean', 'mean', 1, 'act', line('AC Voltage')),
  frequency: measure('frequency', 'Hz', 1000, 'mean', 'mean', 2, 'muted', line('AC Frequency')),
  temperature: measure('temperature', '°C', 10, 'mean', 'mean', 1, 'alert', line('Temperature')),
  /** At the meter: + from the grid, - into it. */
  gridPower: measure('gridPower', 'W', 10, 'mean', 'sum', 0, 'import', line('Grid')),
  homePower: measure('homePower', 'W', 10, 'mean', 'sum', 0, 'consumption', line('Consumption')),
  /** + discharging, - charging. */
  batteryPower: measure('batteryPower', 'W', 10, 'mean', 'sum', 0, 'battery', line('Battery')),
  soc: measure('soc', 'ratio', 1000, 'last', 'mean', 2, 'battery', line('SOC')),
  energyImported: measure('energyImported', 'Wh', 10, 'counter', 'sum', 0, 'import'),
  energyExported: measure('energyExported', 'Wh', 10, 'counter', 'sum', 0, 'export'),
  energyCharged: measure('energyCharged', 'Wh', 10, 'counter', 'sum', 0, 'battery'),
  energyDischarged: measure('energyDischarged', 'Wh', 10, 'counter', 'sum', 0, 'battery'),
  energyConsumed: measure('energyConsumed', 'Wh', 10, 'counter', 'sum', 0, 'consumption'),
};

/** The integer that stands for a value in the store; null stays null and what is no number becomes null. */
export const toStore = (key: MeasureKey, value: number | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(value)
    ? null
    : Math.round(value * measures[key].storedPerUnit);

/** The value that a stored integer stands for; null stays null. */
export const fromStore = (key: MeasureKey, stored: number | null | undefined): number | null =>
  stored === null || stored === undefined ? null : stored / measures[key].storedPerUnit;
