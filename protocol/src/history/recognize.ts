// Recognizes the table of an export: where its rows begin, their times, resolution, and what each column means. Pure.
import { MINUTE_MS } from '@helioport/domain/duration';
import {
  type ColumnMeaning,
  type ColumnUnit,
  columnUnits,
  type DateOrder,
  type DecimalMark,
  type HistoryRefusal,
  type HistorySource,
  isPowerUnit,
  type TimeStamp,
} from '@helioport/domain/historyImports';
import {
  decimalOf,
  isYearFirst,
  periodOf,
  readClock,
  readDate,
  readNumber,
  type ShownTime,
} from './cells.ts';
import { isUnitRow, meaningOf, orderInHeader, plainHeader, sourceOf, unitOf } from './headers.ts';

export interface HistoryColumn {
  /** Place in the row. */
  column: number;
  name: string;
  meaning: ColumnMeaning;
  /** Null: not in the header. */
  unit: ColumnUnit | null;
}

/** How a table is read. */
export interface HistoryMapping {
  source: HistorySource;
  /** Index of the first row of data. */
  firstRow: number;
  timeColumn: number;
  timeName: string;
  /** Column of the time of day, if separate. */
  clockColumn: number | null;
  dateOrder: DateOrder;
  /** The dates fit day-first and month-first. */
  isOrderOpen: boolean;
  /** Minutes from row to row; 1440 for days. */
  stepMinutes: number;
  stamp: TimeStamp;
  decimal: DecimalMark;
  columns: HistoryColumn[];
}

/** What a user decided; absent: as recognized. */
export interface HistoryChoices {
  dateOrder?: DateOrder | undefined;
  stamp?: TimeStamp | undefined;
  decimal?: DecimalMark | undefined;
  columns?: readonly { column: number; meaning: ColumnMeaning; unit: ColumnUnit | null }[] | undefined;
}

export type Recognized = { ok: true; mapping: HistoryMapping } | { ok: false; refusal: HistoryRefusal };

export const DAY_MINUTES = 1_440;
const HEAD_ROWS = 300;
const TIME_COLUMNS = 8;
const MOST_COLUMNS = 40;
const LOOKED_AT = 2_000;

/** Recognizes a table. `delimiter`: of the text it was read from. */
export function recognize(
  rows: readonly (readonly string[])[],
  choices: HistoryChoices = {},
  delimiter = '',
): Recognized {
  if (!rows.some((row) => row.some((cell) => cell.trim() !== ''))) return { ok: false, refusal: 'empty' };
  const place = findTimes(rows);
  if (!place) return { ok: false, refusal: withoutDates(rows) };
  const { timeColumn, firstRow } = place;
  const data = rows.slice(firstRow, firstRow + LOOKED_AT);
  const head = headOf(rows, firstRow);
  const clockColumn = findClock(data, timeColumn);
  const order = findOrder(data, timeColumn, clockColumn, head[timeColumn] ?? '');
  const dateOrder = choices.dateOrder ?? order.dateOrder;
  const shown = data.flatMap((row) => timeOf(row, { timeColumn, clockColumn, dateOrder }) ?? []);
  const stepMinutes = stepOf(shown);
  if (stepMinutes === undefined || DAY_MINUTES % stepMinutes !== 0) {
    if (stepMinutes !== undefined && stepMinutes >= 360 * DAY_MINUTES)
      return { ok: false, refusal: 'yearly' };
    if (stepMinutes !== undefined && stepMinutes >= 28 * DAY_MINUTES)
      return { ok: false, refusal: 'monthly' };
    return { ok: false, refusal: 'step' };
  }
  const width = Math.min(MOST_COLUMNS, Math.max(...data.map((row) => row.length)));
  const places = Array.from({ length: width }, (_, i) => i).filter(
    (i) => i !== timeColumn && i !== clockColumn,
  );
  const decimal =
    choices.decimal ??
    decimalOf(cellsOf(data, places)) ??
    (delimiter === ';' && usesCommas(data, places) ? ',' : '.');
  const numeric = places.filter((i) => isNumeric(data, i, decimal));
  if (numeric.length === 0) return { ok: false, refusal: 'noValues' };
  const source = sourceOf([...rows.slice(0, firstRow).flat(), ...head]);
  const columns = settled(
    numeric.map((column) => ({
      column,
      name: (head[column] ?? '').trim().slice(0, 120),
      meaning: meaningOf(head[column] ?? ''),
      unit: unitOf(head[column] ?? '') ?? null,
    })),
    data,
    decimal,
  );
  const mapping: HistoryMapping = {
    source,
    firstRow,
    timeColumn,
    clockColumn,
    dateOrder,
    stepMinutes,
    decimal,
    timeName: (head[timeColumn] ?? '').trim().slice(0, 120),
    isOrderOpen: order.isOpen,
    stamp: choices.stamp ?? stampOf(shown, stepMinutes, source),
    columns: columns.map((column) => {
      const chosen = choices.columns?.find((one) => one.column === column.column);
      return chosen ? { ...column, meaning: chosen.meaning, unit: chosen.unit } : column;
    }),
  };
  return { ok: true, mapping };
}

/** The time of a row; undefined for rows without, such as totals. */
export function timeOf(
  row: readonly string[],
  { timeColumn, clockColumn, dateOrder }: Pick<HistoryMapping, 'timeColumn' | 'clockColumn' | 'dateOrder'>,
): ShownTime | undefined {
  const date = readDate(row[timeColumn] ?? '', dateOrder === 'mdy' ? 'mdy' : 'dmy');
  if (!date || clockColumn === null) return date;
  const clock = readClock(row[clockColumn] ?? '');
  return clock === undefined ? undefined : { ms: date.ms + clock, hasClock: true, isExact: false };
}

const isDate = (cell: string | undefined): boolean =>
  cell !== undefined && (readDate(cell, 'dmy') ?? readDate(cell, 'mdy')) !== undefined;

/** The column with most dates, and the first row from which they follow one another. */
function findTimes(
  rows: readonly (readonly string[])[],
): { timeColumn: number; firstRow: number } | undefined {
  let best = { timeColumn: -1, count: 0 };
  for (let c = 0; c < TIME_COLUMNS; c++) {
    let count = 0;
    for (let r = 0; r < Math.min(rows.length, HEAD_ROWS); r++) if (isDate(rows[r]?.[c])) count++;
    if (count > best.count) best = { timeColumn: c, count };
  }
  const { timeColumn, count } = best;
  if (count === 0) return undefined;
  const run = Math.min(3, count);
  for (let r = 0; r < rows.length && r < HEAD_ROWS; r++) {
    let length = 0;
    while (length < run && isDate(rows[r + length]?.[timeColumn])) length++;
    if (length === run) return { timeColumn, firstRow: r };
  }
  for (let r = 0; r < rows.length; r++) if (isDate(rows[r]?.[timeColumn])) return { timeColumn, firstRow: r };
  return undefined;
}

function withoutDates(rows: readonly (readonly string[])[]): HistoryRefusal {
  const counts = { month: 0, year: 0 };
  for (const row of rows.slice(0, HEAD_ROWS))
    for (const cell of row.slice(0, 2)) {
      const period = periodOf(cell);
      if (period) counts[period]++;
    }
  if (counts.month >= 2 && counts.month >= counts.year) return 'monthly';
  return counts.year >= 2 ? 'yearly' : 'noDates';
}

/** The names of the columns: the last row above the data, together with a row of units below it. */
function headOf(rows: readonly (readonly string[])[], firstRow: number): string[] {
  const above: (readonly string[])[] = [];
  for (let r = firstRow - 1; r >= 0 && above.length < 2; r--) {
    const row = rows[r] ?? [];
    if (row.filter((cell) => cell.trim() !== '').length > 0) above.push(row);
  }
  const [last, before] = above;
  if (!last) return [];
  if (!isUnitRow(last) || !before) return [...last];
  const width = Math.max(last.length, before.length);
  return Array.from({ length: width }, (_, i) => `${before[i] ?? ''} ${last[i] ?? ''}`.trim());
}

function findClock(data: readonly (readonly string[])[], timeColumn: number): number | null {
  const filled = data.filter((row) => isDate(row[timeColumn]));
  if (
    filled.some(
      (row) => readDate(row[timeColumn] ?? '', 'dmy')?.hasClock && readClockPart(row[timeColumn]) > 0,
    )
  )
    return null;
  for (let c = 0; c < TIME_COLUMNS; c++) {
    if (c === timeColumn) continue;
    const clocks = filled.filter(
      (row) => readClock(row[c] ?? '') !== undefined && /:/.test(row[c] ?? ''),
    ).length;
    if (clocks > 0 && clocks >= filled.length * 0.9) return c;
  }
  return null;
}

const readClockPart = (cell = ''): number => (readDate(cell, 'dmy')?.ms ?? 0) % (DAY_MINUTES * MINUTE_MS);

/** The order of the dates: by a format in the header, by days above 12, or by the more regular steps. */
function findOrder(
  data: readonly (readonly string[])[],
  timeColumn: number,
  clockColumn: number | null,
  header: string,
): { dateOrder: DateOrder; isOpen: boolean } {
  const cells = data.map((row) => row[timeColumn] ?? '').filter(isDate);
  if (cells.every(isYearFirst)) return { dateOrder: 'ymd', isOpen: false };
  const order = orderInHeader(header);
  if (order) return { dateOrder: order, isOpen: false };
  if (cells.some((cell) => /^\s*\d{1,2}\.\d{1,2}\./.test(cell))) return { dateOrder: 'dmy', isOpen: false };
  const valid = (order: 'dmy' | 'mdy') => cells.filter((cell) => readDate(cell, order) !== undefined).length;
  const [dayFirst, monthFirst] = [valid('dmy'), valid('mdy')];
  if (dayFirst !== monthFirst) return { dateOrder: dayFirst > monthFirst ? 'dmy' : 'mdy', isOpen: false };
  const regular = (dateOrder: DateOrder) => {
    const times = data.flatMap((row) => timeOf(row, { timeColumn, clockColumn, dateOrder })?.ms ?? []);
    const steps = times.slice(1).map((ms, i) => Math.abs(ms - times[i]!));
    const usual = mostFrequent(steps);
    return steps.filter((step) => step === usual).length;
  };
  const [d, m] = [regular('dmy'), regular('mdy')];
  // The 1st of 12 months is the 12 days of January in the other order.
  if (d === m || cells.length < 3) return { dateOrder: 'dmy', isOpen: true };
  return { dateOrder: d > m ? 'dmy' : 'mdy', isOpen: cells.length <= 12 };
}

function mostFrequent(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const one of numbers) counts.set(one, (counts.get(one) ?? 0) + 1);
  let best: number | undefined;
  for (const [one, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = one;
  return best;
}

function stepOf(shown: readonly ShownTime[]): number | undefined {
  const hasClock = shown.some(({ ms, isExact }) => isExact || ms % (DAY_MINUTES * MINUTE_MS) !== 0);
  if (shown.length === 1) return hasClock ? undefined : DAY_MINUTES;
  const steps = shown.slice(1).flatMap(({ ms }, i) => {
    const minutes = Math.round(Math.abs(ms - shown[i]!.ms) / MINUTE_MS);
    return minutes === 0 ? [] : [minutes];
  });
  const usual = mostFrequent(steps);
  return usual;
}

function* cellsOf(data: readonly (readonly string[])[], places: readonly number[]): Generator<string> {
  for (const row of data) for (const place of places) yield row[place] ?? '';
}

function usesCommas(data: readonly (readonly string[])[], places: readonly number[]): boolean {
  for (const cell of cellsOf(data, places)) if (/^\s*[-+]?\d+,\d+\s*$/.test(cell)) return true;
  return false;
}

function isNumeric(data: readonly (readonly string[])[], place: number, decimal: DecimalMark): boolean {
  let filled = 0;
  let numbers = 0;
  for (const row of data) {
    const cell = (row[place] ?? '').trim();
    if (cell === '') continue;
    filled++;
    if (readNumber(cell, decimal) !== undefined) numbers++;
  }
  return numbers > 0 && numbers * 2 >= filled;
}

/** Whether times are starts or ends of intervals: by the first and the last time of days, else as the portal does. */
function stampOf(shown: readonly ShownTime[], stepMinutes: number, source: HistorySource): TimeStamp {
  if (stepMinutes < DAY_MINUTES) {
    const minutes = shown.map(({ ms }) => Math.round(ms / MINUTE_MS) % DAY_MINUTES);
    const [first, last] = [Math.min(minutes[0]!, minutes.at(-1)!), Math.max(minutes[0]!, minutes.at(-1)!)];
    if (first === 0 && last === DAY_MINUTES - stepMinutes) return 'start';
    if (first === 0 && last === stepMinutes) return 'end';
  }
  return source === 'sma' || source === 'solarlog' ? 'end' : 'start';
}

/** Selects between columns of the same quantity, so that nothing is counted twice. */
function settled(
  columns: HistoryColumn[],
  data: readonly (readonly string[])[],
  decimal: DecimalMark,
): HistoryColumn[] {
  const isEnergy = ({ unit }: HistoryColumn) => unit === null || !isPowerUnit(unit);
  const hasEnergy = columns.some(
    (one) => ['produced', 'producedToday', 'producedTotal'].includes(one.meaning) && isEnergy(one),
  );
  for (const one of columns) {
    const { meaning, unit } = one;
    if (unit === null || !isPowerUnit(unit)) continue;
    // Counters have no unit of power.
    if (meaning === 'produced' || meaning === 'producedToday' || meaning === 'producedTotal')
      one.meaning = hasEnergy ? 'power' : 'produced';
    if (meaning === 'importedTotal') one.meaning = 'imported';
    if (meaning === 'exportedTotal') one.meaning = 'exported';
  }
  for (const [better, worse] of [
    ['produced', 'producedToday'],
    ['produced', 'producedTotal'],
    ['producedToday', 'producedTotal'],
    ['imported', 'importedTotal'],
    ['exported', 'exportedTotal'],
  ] as const)
    if (columns.some(({ meaning }) => meaning === better))
      for (const one of columns) if (one.meaning === worse) one.meaning = 'ignore';
  for (const meaning of ['produced', 'imported', 'exported', 'consumed', 'charged', 'discharged'] as const) {
    const same = columns.filter((one) => one.meaning === meaning);
    const total = same.length > 1 ? totalAmong(same, data, decimal) : undefined;
    if (total) for (const one of same) if (one !== total) one.meaning = 'ignore';
  }
  // Without a recognized meaning, the only column of a table is production.
  if (
    columns.length === 1 &&
    columns[0]!.meaning === 'ignore' &&
    !/%|temp|soc|irradi/.test(plainHeader(columns[0]!.name))
  )
    columns[0]!.meaning = 'produced';
  return columns;
}

/** The column that is the sum of the others. */
function totalAmong(
  same: readonly HistoryColumn[],
  data: readonly (readonly string[])[],
  decimal: DecimalMark,
): HistoryColumn | undefined {
  const sums = same.map(({ column, unit }) => {
    let sum = 0;
    for (const row of data) sum += readNumber(row[column] ?? '', decimal) ?? 0;
    return sum * (unit === null ? 1 : columnUnits[unit]);
  });
  const all = sums.reduce((a, b) => a + b, 0);
  // Two inverters of one size have nearly the same sums: of two columns the total must have such a name.
  const isNamed = (one: HistoryColumn) =>
    same.length > 2 ||
    /total|gesamt|summe|\bsum\b|system|plant|anlage|installation|planta/.test(plainHeader(one.name));
  return same.find((one, i) => sums[i]! > 0 && Math.abs(all - 2 * sums[i]!) <= 0.01 * all && isNamed(one));
}
