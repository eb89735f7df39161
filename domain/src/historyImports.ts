// Imports of history from files of other portals: what a file can be, and what its columns can mean.

/** The vendor in the `sn` of devices that hold imported history. */
export const importVendor = 'import';

/** Portals whose exports are recognized by their headers; `table` is any other table. */
export const historySources = ['enphase', 'solaredge', 'sma', 'fronius', 'solarlog', 'table'] as const;
export type HistorySource = (typeof historySources)[number];

/**
 * What a column means. Without a suffix: energy or mean power of the interval of its row. `…Total`: lifetime counter.
 * `producedToday`: energy since midnight. `power`: power in addition to a column of energy.
 */
export const columnMeanings = [
  'ignore',
  'produced',
  'producedToday',
  'producedTotal',
  'power',
  'consumed',
  'imported',
  'importedTotal',
  'exported',
  'exportedTotal',
  'charged',
  'discharged',
] as const;
export type ColumnMeaning = (typeof columnMeanings)[number];

/** Units with their value in W or Wh. */
export const columnUnits = { W: 1, kW: 1e3, Wh: 1, kWh: 1e3, MWh: 1e6 } as const;
export type ColumnUnit = keyof typeof columnUnits;

export const isPowerUnit = (unit: ColumnUnit): boolean => unit === 'W' || unit === 'kW';

/** Order of year, month and day in dates of numbers. */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Whether the time of a row is the start or the end of its interval. */
export const timeStamps = ['start', 'end'] as const;
export type TimeStamp = (typeof timeStamps)[number];

export const decimalMarks = ['.', ','] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** Which days of a file are imported: only those on which the plant has no data yet, or all. */
export const importedDays = ['missing', 'all'] as const;
export type ImportedDays = (typeof importedDays)[number];

/** Why a file cannot be imported. */
export const historyRefusals = [
  'empty',
  'noDates',
  'monthly',
  'yearly',
  'step',
  'noValues',
  'nothingLeft',
] as const;
export type HistoryRefusal = (typeof historyRefusals)[number];

/** What is measured by an imported device. */
export const historyRoles = ['pv', 'grid', 'battery'] as const;
export type HistoryRole = (typeof historyRoles)[number];

/** Sums of an import, in Wh. */
export const historyTotals = ['produced', 'imported', 'exported', 'charged', 'discharged'] as const;
export type HistoryTotal = (typeof historyTotals)[number];
