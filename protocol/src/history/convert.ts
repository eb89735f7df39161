// From the rows of a recognized table to readings of lifetime counters, one device per role. Pure.
import { MINUTE_MS } from '@helioport/domain/duration';
import {
  type ColumnMeaning,
  columnUnits,
  type HistoryRole,
  type HistoryTotal,
  isPowerUnit,
} from '@helioport/domain/historyImports';
import { createDayFinder, dayBounds, instantsOfWallClock, wallClock } from '@helioport/domain/periods';
import { readNumber } from './cells.ts';
import { DAY_MINUTES, type HistoryMapping, timeOf } from './recognize.ts';

/** Counters of a device at an instant. Energies in Wh since the start of the import; absent: not measured. */
export interface HistoryReading {
  atMs: number;
  /** Mean of the interval that ends here, in W. */
  powerW?: number;
  /** Imported or charged. */
  energyInWh?: number;
  /** Produced, exported or discharged. */
  energyOutWh?: number;
}

/** Rows that are not imported as they are, by reason. */
export interface HistoryCounts {
  rows: number;
  imported: number;
  /** Without a date, such as totals. */
  undated: number;
  /** Of a time that another row has as well; the later row counts. */
  repeated: number;
  /** Ends in the future, or before the year 2000. */
  outOfRange: number;
  /** Values below zero, or too large. */
  invalid: number;
  /** A meter reading that fell. */
  restarts: number;
}

export interface HistorySeries {
  devices: { role: HistoryRole; readings: HistoryReading[] }[];
  /** Local days with values, ascending. */
  days: string[];
  /** Days of the file that were left out by `isTaken`, ascending. */
  skipped: string[];
  totals: Partial<Record<HistoryTotal, number>>;
  /** Energy per local day, Wh: produced. */
  producedByDay: ReadonlyMap<string, number>;
  counts: HistoryCounts;
}

export interface ConvertOptions {
  timeZone: string;
  nowMs: number;
  /** Whether a day is not imported for a role. */
  isTaken?: (role: HistoryRole, day: string) => boolean;
}

type Quantity = HistoryTotal | 'consumed';
type Amounts = Partial<Record<Quantity, number>>;

/** The time that a row is of. */
interface Span {
  fromMs: number;
  toMs: number;
  stampMs: number;
  isSkippedHour: boolean;
}

interface Interval extends Span {
  day: string;
  dayEndMs: number;
  amounts: Amounts;
  powerW: number | undefined;
}

const EARLIEST_MS = Date.UTC(2000, 0, 1);
/** More than the largest plant produces in a day, in Wh. */
const MOST_WH = 1e11;
/** Counters end this long before midnight, because midnight belongs to the next day. */
const BEFORE_MIDNIGHT_MS = 1_000;
const HOUR_MINUTES = 60;
/** Production and consumption determine import and export only within short intervals. */
const NETTED_MINUTES = 60;
/** Rows of one step: some 20 ms for a table of 20 columns. */
const ROWS_AT_ONCE = 500;

const counters: Partial<Record<ColumnMeaning, HistoryTotal>> = {
  producedTotal: 'produced',
  importedTotal: 'imported',
  exportedTotal: 'exported',
};
const roleOf: Readonly<Record<HistoryTotal, HistoryRole>> = {
  produced: 'pv',
  imported: 'grid',
  exported: 'grid',
  charged: 'battery',
  discharged: 'battery',
};

/**
 * Converts a table. Columns without a unit count as kWh. It does so in steps of some milliseconds, with a `yield` between
 * them, so that a server can do other work during a table of 200,000 rows, which takes seconds.
 */
export function* convert(
  rows: readonly (readonly string[])[],
  mapping: HistoryMapping,
  options: ConvertOptions,
): Generator<undefined, HistorySeries> {
  const counts: HistoryCounts = {
    rows: 0,
    imported: 0,
    undated: 0,
    repeated: 0,
    outOfRange: 0,
    invalid: 0,
    restarts: 0,
  };
  const intervals = yield* intervalsOf(rows, mapping, options, counts);
  const collected = yield* collect(intervals, mapping, options);
  counts.imported = collected.imported;
  return { ...collected.series, counts };
}

function* intervalsOf(
  rows: readonly (readonly string[])[],
  mapping: HistoryMapping,
  { timeZone, nowMs }: ConvertOptions,
  counts: HistoryCounts,
): Generator<undefined, Interval[]> {
  const dayOf = createDayFinder(timeZone);
  const read = createAmountsReader(mapping, counts);
  const byEnd = new Map<number, Interval>();
  let lastMs = Number.NEGATIVE_INFINITY;
  let lastDay = '';
  for (const row of ordered(rows, mapping)) {
    const shown = timeOf(row, mapping);
    if (++counts.rows % ROWS_AT_ONCE === 0) yield;
    if (!shown) {
      counts.undated++;
      continue;
    }
    const span = spanOf(shown, mapping, timeZone, lastMs);
    if (span.fromMs < EARLIEST_MS || span.toMs > nowMs || span.toMs <= span.fromMs) {
      counts.outOfRange++;
      continue;
    }
    const { day, endMs: dayEndMs } = dayOf(span.toMs - 1);
    const { amounts, powerW } = read(row, day !== lastDay);
    lastDay = day;
    if (!span.isSkippedHour) lastMs = span.stampMs;
    const other = byEnd.get(span.toMs);
    if (other && (span.isSkippedHour || other.isSkippedHour)) {
      // A time that the clock skips: what is written there belongs to the hour that follows.
      for (const [key, value] of entries(amounts)) other.amounts[key] = (other.amounts[key] ?? 0) + value;
      other.isSkippedHour = false;
      continue;
    }
    if (other) counts.repeated++;
    byEnd.set(span.toMs, { ...span, day, dayEndMs, amounts, powerW });
  }
  return [...byEnd.values()].sort((a, b) => a.toMs - b.toMs);
}

const entries = (amounts: Amounts) => Object.entries(amounts) as [Quantity, number][];

/** The rows of data, oldest first. */
function* ordered(
  rows: readonly (readonly string[])[],
  mapping: HistoryMapping,
): Generator<readonly string[]> {
  const { firstRow } = mapping;
  let first: number | undefined;
  let last: number | undefined;
  for (let i = firstRow; i < rows.length && first === undefined; i++) first = timeOf(rows[i]!, mapping)?.ms;
  for (let i = rows.length - 1; i > firstRow && last === undefined; i--) last = timeOf(rows[i]!, mapping)?.ms;
  const isNewestFirst = first !== undefined && last !== undefined && last < first;
  for (let i = firstRow; i < rows.length; i++) {
    const row = rows[isNewestFirst ? rows.length - 1 - (i - firstRow) : i]!;
    if (row.some((cell) => cell.trim() !== '')) yield row;
  }
}

/** The interval of a row. In the repeated hour the order of the rows decides. */
function spanOf(
  shown: { ms: number; isExact: boolean },
  { stepMinutes, stamp, columns }: HistoryMapping,
  timeZone: string,
  lastMs: number,
): Span {
  if (stepMinutes === DAY_MINUTES) {
    const day = new Date(shown.ms).toISOString().slice(0, 10);
    const { startMs, endMs } = dayBounds(day, timeZone);
    return { fromMs: startMs, toMs: endMs, stampMs: startMs, isSkippedHour: false };
  }
  const [first = shown.ms, second] = shown.isExact ? [shown.ms] : instantsOfWallClock(shown.ms, timeZone);
  const stampMs = second !== undefined && first <= lastMs ? second : first;
  const stepMs = stepMinutes * MINUTE_MS;
  // A counter is read at an instant, whatever the intervals of other columns are.
  const isCounter = columns.some(({ meaning }) => meaning in counters || meaning === 'producedToday');
  const isEnd = isCounter || stamp === 'end';
  return {
    fromMs: isEnd ? stampMs - stepMs : stampMs,
    toMs: isEnd ? stampMs : stampMs + stepMs,
    stampMs,
    isSkippedHour: !shown.isExact && second === undefined && !isShown(first, shown.ms, timeZone),
  };
}

function isShown(ms: number, shownMs: number, timeZone: string): boolean {
  const { hour, minute } = wallClock(ms, timeZone);
  return hour * HOUR_MINUTES + minute === Math.floor(shownMs / MINUTE_MS) % DAY_MINUTES;
}

/** Reads the energies of a row in Wh. Counters are compared with the row before. */
function createAmountsReader({ columns, decimal, stepMinutes }: HistoryMapping, counts: HistoryCounts) {
  const known = new Map<number, number>();
  const hours = stepMinutes / HOUR_MINUTES;
  const used = columns.filter(({ meaning }) => meaning !== 'ignore');
  return (row: readonly string[], isNewDay: boolean): { amounts: Amounts; powerW: number | undefined } => {
    const amounts: Amounts = {};
    let powerW: number | undefined;
    const add = (key: Quantity, value: number) => {
      amounts[key] = (amounts[key] ?? 0) + value;
    };
    for (const { column, meaning, unit } of used) {
      const cell = readNumber(row[column] ?? '', decimal);
      if (cell === undefined) continue;
      const isPower = unit !== null && isPowerUnit(unit);
      let value = cell * columnUnits[unit ?? 'kWh'];
      // Inverters draw some watts at night; they produce nothing then.
      if (isPower && value < 0 && (meaning === 'produced' || meaning === 'power')) value = 0;
      if (value < 0 || value > MOST_WH * (meaning in counters ? 1e3 : 1)) {
        counts.invalid++;
        continue;
      }
      if (meaning === 'power') powerW = (powerW ?? 0) + value;
      else if (meaning === 'producedToday') {
        const before = isNewDay ? 0 : (known.get(column) ?? 0);
        known.set(column, value);
        if (value < before) counts.restarts++;
        add('produced', value < before ? value : value - before);
      } else if (meaning in counters) {
        const before = known.get(column);
        known.set(column, value);
        if (before === undefined) continue;
        if (value < before) counts.restarts++;
        // As for any counter: after a restart it counts from 0, after a correction only what follows counts.
        const rise = value >= before ? value - before : value < before * 0.05 ? value : 0;
        add(counters[meaning]!, rise);
      } else if (meaning !== 'ignore') add(meaning as Quantity, isPower ? value * hours : value);
    }
    if (powerW === undefined && amounts.produced !== undefined && hours <= 1)
      powerW = amounts.produced / hours;
    return { amounts, powerW };
  };
}

/** Fills in what follows from consumption: the missing one of import and export, or both. */
function derive(amounts: Amounts, has: ReadonlySet<Quantity>, stepMinutes: number): void {
  const { produced, consumed, imported, exported, charged = 0, discharged = 0 } = amounts;
  if (consumed === undefined || produced === undefined) return;
  const surplus = produced - consumed + discharged - charged;
  if (!has.has('imported') && !has.has('exported')) {
    if (stepMinutes > NETTED_MINUTES) return;
    amounts.imported = Math.max(0, -surplus);
    amounts.exported = Math.max(0, surplus);
  } else if (!has.has('exported') && imported !== undefined)
    amounts.exported = Math.max(0, surplus + imported);
  else if (!has.has('imported') && exported !== undefined) amounts.imported = Math.max(0, exported - surplus);
}

interface DeviceState {
  readings: HistoryReading[];
  sums: Map<HistoryTotal, number>;
  lastMs: number;
}

function* collect(
  intervals: readonly Interval[],
  mapping: HistoryMapping,
  { isTaken }: ConvertOptions,
): Generator<undefined, { series: Omit<HistorySeries, 'counts'>; imported: number }> {
  const has = new Set<Quantity>();
  for (const { meaning } of mapping.columns)
    if (meaning !== 'ignore' && meaning !== 'power')
      has.add(counters[meaning] ?? (meaning === 'producedToday' ? 'produced' : (meaning as Quantity)));
  const isCounted = mapping.columns.some(({ meaning }) => meaning in counters);
  const states = new Map<HistoryRole, DeviceState>();
  const days = new Set<string>();
  const skipped = new Set<string>();
  const producedByDay = new Map<string, number>();
  const totals: Partial<Record<HistoryTotal, number>> = {};
  const taken = new Map<string, boolean>();
  let imported = 0;
  for (const [i, interval] of intervals.entries()) {
    if (i % ROWS_AT_ONCE === 0) yield;
    const { amounts, day } = interval;
    derive(amounts, has, mapping.stepMinutes);
    let isImported = false;
    for (const role of ['pv', 'grid', 'battery'] as const) {
      const own = entries(amounts).filter(
        (one): one is [HistoryTotal, number] => one[0] !== 'consumed' && roleOf[one[0]] === role,
      );
      const isPowerOnly = role === 'pv' && own.length === 0 && interval.powerW !== undefined;
      if (own.length === 0 && !isPowerOnly) continue;
      const key = `${role} ${day}`;
      if (!taken.has(key)) taken.set(key, isTaken?.(role, day) ?? false);
      if (taken.get(key)) {
        skipped.add(day);
        continue;
      }
      isImported = true;
      days.add(day);
      for (const [total, value] of own) totals[total] = (totals[total] ?? 0) + value;
      if (role === 'pv') producedByDay.set(day, (producedByDay.get(day) ?? 0) + (amounts.produced ?? 0));
      const state = states.get(role) ?? { readings: [], sums: new Map(), lastMs: Number.NaN };
      states.set(role, state);
      addReading(state, role, interval, own, isCounted);
    }
    if (isImported) imported++;
  }
  const series = {
    devices: [...states].map(([role, { readings }]) => ({ role, readings })),
    days: [...days].sort(),
    skipped: [...skipped].filter((day) => !days.has(day)).sort(),
    totals,
    producedByDay,
  };
  return { series, imported };
}

/** Adds the counters at the end of an interval, and at its start after a gap: what is missing stays a gap. */
function addReading(
  state: DeviceState,
  role: HistoryRole,
  interval: Interval,
  own: readonly (readonly [HistoryTotal, number])[],
  isCounted: boolean,
): void {
  const { fromMs, toMs, dayEndMs, amounts, powerW } = interval;
  const { readings, sums } = state;
  if (!(state.lastMs >= fromMs) && !(isCounted && readings.length > 0)) {
    for (const [total] of own) if (!sums.has(total)) sums.set(total, 0);
    readings.push({ atMs: fromMs, ...energiesOf(sums) });
  }
  for (const [total, value] of own) sums.set(total, (sums.get(total) ?? 0) + value);
  const measured = new Map(own.map(([total]) => [total, sums.get(total)!]));
  readings.push({
    atMs: toMs === dayEndMs ? toMs - BEFORE_MIDNIGHT_MS : toMs,
    ...powerOf(role, amounts, powerW, toMs - fromMs),
    ...energiesOf(measured),
  });
  state.lastMs = toMs;
}

const tenths = (wh: number): number => Math.round(wh * 10) / 10;

function energiesOf(
  sums: ReadonlyMap<HistoryTotal, number>,
): Pick<HistoryReading, 'energyInWh' | 'energyOutWh'> {
  const into = sums.get('imported') ?? sums.get('charged');
  const out = sums.get('produced') ?? sums.get('exported') ?? sums.get('discharged');
  return {
    ...(into === undefined ? {} : { energyInWh: tenths(into) }),
    ...(out === undefined ? {} : { energyOutWh: tenths(out) }),
  };
}

/** Mean power of an interval of up to an hour: import and discharging are positive. */
function powerOf(
  role: HistoryRole,
  { imported, exported, charged, discharged }: Amounts,
  powerW: number | undefined,
  ms: number,
): { powerW?: number } {
  if (role === 'pv') return powerW === undefined ? {} : { powerW: Math.round(powerW) };
  const hours = ms / (HOUR_MINUTES * MINUTE_MS);
  const [plus, minus] = role === 'grid' ? [imported, exported] : [discharged, charged];
  if (hours > 1 || (plus === undefined && minus === undefined)) return {};
  if (role === 'grid' && (plus === undefined || minus === undefined)) return {};
  return { powerW: Math.round(((plus ?? 0) - (minus ?? 0)) / hours) };
}
