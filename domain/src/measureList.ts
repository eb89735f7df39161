// The list of measurements, as data. Columns, roll-ups, fields of readings, charts, history, exports and the
// page of measurements follow from an entry here; `measures.ts` defines how. A new measurement is one entry
// and its texts.

/** How many values of a step of time become one. A counter gives the growth over the step. */
export type OverTime = 'mean' | 'last' | 'counter';

/** Whether values of several inputs or devices add up to that of what they belong to. */
export type OverDevices = 'sum' | 'none';

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

/** Units of values outside the store, with their names in Prometheus metrics. */
export const unitNames = {
  W: 'watts',
  Wh: 'watt_hours',
  V: 'volts',
  A: 'amperes',
  Hz: 'hertz',
  '°C': 'celsius',
  var: 'vars',
  Ω: 'ohms',
  dBm: 'dbm',
  /** From 0 to 1, shown in %. */
  ratio: 'ratio',
  /** A plain number. */
  '1': '',
} as const;

export interface MeasureEntry {
  readonly unit: keyof typeof unitNames;
  /** Stored integers per unit: 10 means steps of a tenth. */
  readonly storedPerUnit: number;
  /** Width of the stored integer of a device. Those of inputs and phases have 4 bytes. */
  readonly bytes: 2 | 4 | 8;
  readonly overTime: OverTime;
  /** Stores the mean of every day per device and draws it by days. Only for values of the device itself. */
  readonly hasDayMean?: true;
  readonly overDevices: OverDevices;
  /** Places after the point when shown in its unit. */
  readonly decimals: number;
  readonly colour: ColourToken;
  /** Locale key. */
  readonly word: string;
  /** What it is measured for: the device, each DC input, the device and each input, or each grid phase. */
  readonly per: 'device' | 'input' | 'both' | 'phase';
  /** Name of the device's line in API answers; without one the device has none. */
  readonly lineName?: string;
  /** The same for inputs or phases; `_1`, `_2` … is appended. */
  readonly partLineName?: string;
  /**
   * Field of a JSON reading. Measurements of different device kinds may share a field; the kind determines
   * which is meant.
   */
  readonly field?: string;
  /** The same in the `channels` or `phases` of a report. */
  readonly partField?: string;
  /** Allowed range in a reading, in the unit; inclusive. */
  readonly min: number;
  readonly max: number;
  /** The same for inputs and phases, where their 4 bytes hold less. */
  readonly partMax?: number;
}

const watts = {
  unit: 'W',
  storedPerUnit: 10,
  bytes: 4,
  overTime: 'mean',
  decimals: 1,
  min: -2e7,
  max: 2e7,
} as const;
const wattHours = { unit: 'Wh', storedPerUnit: 10, bytes: 8, decimals: 1, min: 0, max: 1e12 } as const;
const counter = { ...wattHours, overTime: 'counter', overDevices: 'sum', per: 'device' } as const;
const volts = { unit: 'V', storedPerUnit: 100, bytes: 4, overTime: 'mean', min: 0, max: 10_000 } as const;
const amperes = { unit: 'A', storedPerUnit: 100, bytes: 4, overTime: 'mean', decimals: 2 } as const;

export const measureList = {
  power: {
    ...watts,
    overDevices: 'sum',
    colour: 'production',
    word: 'measure.power',
    per: 'both',
    lineName: 'Production',
    partLineName: 'Power',
    field: 'powerW',
    partField: 'powerW',
  },
  /** Counter of the day, of devices whose frames have one: it begins at 0 every morning. */
  energy: {
    ...counter,
    per: 'both',
    colour: 'production',
    word: 'measure.energy',
    partMax: 2e8,
  },
  /** Counter of the lifetime. */
  energyTotal: {
    ...counter,
    per: 'both',
    colour: 'production',
    word: 'measure.energyTotal',
    field: 'energyOutWh',
    partField: 'energyWh',
    partMax: 2e8,
  },
  dcVoltage: {
    ...volts,
    overDevices: 'none',
    decimals: 2,
    colour: 'act',
    word: 'measure.dcVoltage',
    per: 'both',
    lineName: 'DC Voltage',
    partLineName: 'DC Voltage',
    field: 'dcVoltageV',
    partField: 'voltageV',
  },
  dcCurrent: {
    ...amperes,
    overDevices: 'none',
    colour: 'consumption',
    word: 'measure.dcCurrent',
    per: 'both',
    lineName: 'DC Current',
    partLineName: 'DC Current',
    field: 'dcCurrentA',
    partField: 'currentA',
    min: -10_000,
    max: 10_000,
  },
  acVoltage: {
    ...volts,
    overDevices: 'none',
    decimals: 1,
    colour: 'act',
    word: 'measure.acVoltage',
    per: 'device',
    lineName: 'AC Voltage',
    field: 'acVoltageV',
  },
  frequency: {
    unit: 'Hz',
    storedPerUnit: 1000,
    bytes: 4,
    overTime: 'mean',
    overDevices: 'none',
    decimals: 2,
    colour: 'muted',
    word: 'measure.frequency',
    per: 'device',
    lineName: 'AC Frequency',
    field: 'frequencyHz',
    min: 0,
    max: 500,
  },
  temperature: {
    unit: '°C',
    storedPerUnit: 10,
    bytes: 4,
    overTime: 'mean',
    overDevices: 'none',
    decimals: 1,
    colour: 'alert',
    word: 'measure.temperature',
    per: 'device',
    lineName: 'Temperature',
    field: 'temperatureC',
    min: -90,
    max: 200,
  },
  /** At the meter: + from the grid, - into it. */
  gridPower: {
    ...watts,
    overDevices: 'sum',
    colour: 'import',
    word: 'measure.gridPower',
    per: 'device',
    lineName: 'Grid',
    field: 'powerW',
  },
  homePower: {
    ...watts,
    overDevices: 'sum',
    colour: 'consumption',
    word: 'measure.homePower',
    per: 'device',
    lineName: 'Consumption',
    field: 'homePowerW',
  },
  /** + discharging, - charging. */
  batteryPower: {
    ...watts,
    overDevices: 'sum',
    colour: 'battery',
    word: 'measure.batteryPower',
    per: 'device',
    lineName: 'Battery',
    field: 'powerW',
  },
  generatorPower: {
    ...watts,
    overDevices: 'sum',
    colour: 'muted',
    word: 'measure.generatorPower',
    per: 'device',
    lineName: 'Generator',
    field: 'generatorPowerW',
  },
  soc: {
    unit: 'ratio',
    storedPerUnit: 1000,
    bytes: 2,
    overTime: 'last',
    overDevices: 'none',
    decimals: 3,
    colour: 'battery',
    word: 'measure.soc',
    per: 'device',
    lineName: 'SOC',
    field: 'socRatio',
    min: 0,
    max: 1,
  },
  energyImported: {
    ...counter,
    colour: 'import',
    word: 'measure.energyImported',
    field: 'energyInWh',
  },
  energyExported: {
    ...counter,
    colour: 'export',
    word: 'measure.energyExported',
    field: 'energyOutWh',
  },
  energyCharged: {
    ...counter,
    colour: 'battery',
    word: 'measure.energyCharged',
    field: 'energyInWh',
  },
  energyDischarged: {
    ...counter,
    colour: 'battery',
    word: 'measure.energyDischarged',
    field: 'energyOutWh',
  },
  energyConsumed: {
    ...counter,
    colour: 'consumption',
    word: 'measure.energyConsumed',
    field: 'energyConsumedWh',
  },
  phaseVoltage: {
    ...volts,
    overDevices: 'none',
    decimals: 1,
    colour: 'act',
    word: 'measure.phaseVoltage',
    per: 'phase',
    partLineName: 'Phase Voltage',
    partField: 'voltageV',
  },
  /** + in the direction of the power of its phase. */
  phaseCurrent: {
    ...amperes,
    overDevices: 'none',
    colour: 'consumption',
    word: 'measure.phaseCurrent',
    per: 'phase',
    partLineName: 'Phase Current',
    partField: 'currentA',
    min: -100_000,
    max: 100_000,
  },
  /** Signed as the power of the device. */
  phasePower: {
    ...watts,
    overDevices: 'none',
    colour: 'import',
    word: 'measure.phasePower',
    per: 'phase',
    partLineName: 'Phase Power',
    partField: 'powerW',
  },
  /** - where the current leads or power flows back, as the device has it. */
  powerFactor: {
    unit: '1',
    storedPerUnit: 1000,
    bytes: 2,
    overTime: 'mean',
    overDevices: 'none',
    decimals: 3,
    colour: 'muted',
    word: 'measure.powerFactor',
    per: 'device',
    lineName: 'Power Factor',
    field: 'powerFactor',
    min: -1,
    max: 1,
  },
  reactivePower: {
    ...watts,
    unit: 'var',
    overDevices: 'sum',
    colour: 'export',
    word: 'measure.reactivePower',
    per: 'device',
    lineName: 'Reactive Power',
    field: 'reactivePowerVar',
  },
  /** Of the DC side against earth. */
  insulationResistance: {
    unit: 'Ω',
    storedPerUnit: 1,
    bytes: 4,
    overTime: 'mean',
    overDevices: 'none',
    decimals: 0,
    colour: 'alert',
    word: 'measure.insulationResistance',
    per: 'device',
    lineName: 'Insulation Resistance',
    field: 'insulationResistanceOhm',
    min: 0,
    max: 2e9,
  },
  signalStrength: {
    unit: 'dBm',
    storedPerUnit: 10,
    bytes: 2,
    overTime: 'mean',
    overDevices: 'none',
    decimals: 0,
    colour: 'muted',
    word: 'measure.signalStrength',
    per: 'device',
    lineName: 'Signal Strength',
    field: 'signalStrengthDbm',
    min: -200,
    max: 50,
  },
  /** Maximum power of the device, as last set. */
  powerLimit: {
    ...watts,
    overTime: 'last',
    overDevices: 'sum',
    colour: 'muted',
    word: 'measure.powerLimit',
    per: 'device',
    lineName: 'Power Limit',
    field: 'powerLimitW',
    min: 0,
  },
} as const satisfies Readonly<Record<string, MeasureEntry>>;
