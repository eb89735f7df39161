// Parameters that can be set on grid-connected devices, and their ranges per grid code. A new parameter is
// one entry here and its texts in locales/.

export interface GridCodeEntry {
  /** Citation of the standard. */
  readonly title: string;
  /** Where in the standard the ranges are. */
  readonly source: string;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
}

export const gridCodeList = {
  // Ranges of the standard itself; a national rule or the grid operator may allow less.
  en50549: {
    title: 'EN 50549-1:2019',
    source: 'EN 50549-1:2019, 4.9.3, 4.10.2 (Un 230 V)',
    countries:
      'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV MK MT NL NO PL PT RO RS SE SI SK TR'.split(
        ' ',
      ),
  },
  ieee1547: {
    title: 'IEEE 1547-2018',
    source: 'IEEE 1547-2018, tables 4, 11, 18 (Un 240 V)',
    countries: ['US'],
  },
} as const satisfies Record<string, GridCodeEntry>;

export type GridCodeKey = keyof typeof gridCodeList;

/** What a value may be: a span with both ends, or one of a few numbers. */
export type Range = { readonly min: number; readonly max: number } | { readonly choices: readonly number[] };

export interface ParameterEntry {
  /** SI; '' for a choice that has none. */
  readonly unit: string;
  readonly decimals: number;
  /** Locale key of its name. Names of choices without a unit are under `<word>.<number>`. */
  readonly word: string;
  /** Whether its values are named choices. */
  readonly hasNames: boolean;
  /** Whether it determines when the device disconnects from the grid: changes require a second approval. */
  readonly isProtection: boolean;
  readonly ranges: Readonly<Record<GridCodeKey, Range>>;
}

const wiring = { choices: [1, 2] } as const;

export const parameterList = {
  /** Time that the grid must be within its limits after a trip. */
  reconnectTime: {
    unit: 's',
    decimals: 0,
    word: 'parameter.reconnectTime',
    hasNames: false,
    isProtection: false,
    ranges: { en50549: { min: 10, max: 600 }, ieee1547: { min: 0, max: 600 } },
  },
  overVoltage: {
    unit: 'V',
    decimals: 1,
    word: 'parameter.overVoltage',
    hasNames: false,
    isProtection: true,
    // 1.0 to 1.2 and 1.1 to 1.2 of the nominal voltage.
    ranges: { en50549: { min: 230, max: 276 }, ieee1547: { min: 264, max: 288 } },
  },
  underVoltage: {
    unit: 'V',
    decimals: 1,
    word: 'parameter.underVoltage',
    hasNames: false,
    isProtection: true,
    // 0.2 to 1.0 and 0 to 0.88 of the nominal voltage.
    ranges: { en50549: { min: 46, max: 230 }, ieee1547: { min: 0, max: 211.2 } },
  },
  /** How long the voltage may be far outside before it trips: the second stage. */
  promptTime: {
    unit: 's',
    decimals: 2,
    word: 'parameter.promptTime',
    hasNames: false,
    isProtection: true,
    ranges: { en50549: { min: 0.1, max: 5 }, ieee1547: { min: 0.16, max: 2 } },
  },
  nominalFrequency: {
    unit: 'Hz',
    decimals: 0,
    word: 'parameter.nominalFrequency',
    hasNames: false,
    isProtection: true,
    ranges: { en50549: { choices: [50] }, ieee1547: { choices: [60] } },
  },
  overFrequency: {
    unit: 'Hz',
    decimals: 2,
    word: 'parameter.overFrequency',
    hasNames: false,
    isProtection: true,
    ranges: { en50549: { min: 50, max: 52 }, ieee1547: { min: 61, max: 66 } },
  },
  underFrequency: {
    unit: 'Hz',
    decimals: 2,
    word: 'parameter.underFrequency',
    hasNames: false,
    isProtection: true,
    ranges: { en50549: { min: 47, max: 50 }, ieee1547: { min: 50, max: 59 } },
  },
  /** 1: three phases with neutral, 2: three phases without. No grid code defines it. */
  powerMode: {
    unit: '',
    decimals: 0,
    word: 'parameter.powerMode',
    hasNames: true,
    isProtection: false,
    ranges: { en50549: wiring, ieee1547: wiring },
  },
} as const satisfies Record<string, ParameterEntry>;
