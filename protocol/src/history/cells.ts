// Dates, times and numbers as portals write them into tables. Pure; never throws.
import type { DateOrder, DecimalMark } from '@helioport/domain/historyImports';

/** A date with its time of day, as shown by a clock. */
export interface ShownTime {
  /** In ms as if the clock showed UTC; with `isExact` the instant itself. */
  ms: number;
  hasClock: boolean;
  /** The cell names its offset from UTC. */
  isExact: boolean;
}

const CLOCK = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,6})?)?\s*([ap]\.?\s?m\.?)?`;
const yearFirst = new RegExp(
  String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t, ]+${CLOCK}\s*(z|[+-]\d{2}:?\d{2})?)?$`,
  'i',
);
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:[t, ]+${CLOCK})?$`, 'i');
const clockOnly = new RegExp(`^(?:1899-12-3[01][T ])?${CLOCK}$`, 'i');

const plain = (cell: string): string => cell.replace(/[\s\u00a0\u202f]+/g, ' ').trim();

/** Milliseconds of the parts of a clock; undefined for 24:30, 13 pm and the like. 24:00 is the end of the day. */
function clockMs(
  hour: string | undefined,
  minute: string | undefined,
  second = '0',
  half = '',
): number | undefined {
  let h = Number(hour);
  const [m, s] = [Number(minute), Number(second)];
  if (half !== '') {
    if (h < 1 || h > 12) return undefined;
    h = (h % 12) + (/^p/i.test(half) ? 12 : 0);
  }
  if (h > 24 || m > 59 || s > 59 || (h === 24 && m + s > 0)) return undefined;
  return ((h * 60 + m) * 60 + s) * 1000;
}

function dateMs(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const ms = Date.UTC(year, month - 1, day);
  return new Date(ms).getUTCDate() === day ? ms : undefined;
}

/** The time of day of a cell, in ms since midnight. */
export function readClock(cell: string): number | undefined {
  const found = clockOnly.exec(plain(cell));
  return found ? clockMs(found[1], found[2], found[3], found[4]) : undefined;
}

/** The date of a cell, with its time of day if it has one. `order` decides about dates that end with the year. */
export function readDate(cell: string, order: Exclude<DateOrder, 'ymd'>): ShownTime | undefined {
  const text = plain(cell);
  if (text.length < 6 || text.length > 40) return undefined;
  const first = yearFirst.exec(text);
  if (first) {
    const [, year, month, day, hour, minute, second, half, zone] = first;
    const date = dateMs(Number(year), Number(month), Number(day));
    const clock = hour === undefined ? 0 : clockMs(hour, minute, second, half);
    if (date === undefined || clock === undefined) return undefined;
    const shown = { ms: date + clock, hasClock: hour !== undefined };
    if (zone === undefined) return { ...shown, isExact: false };
    return { ...shown, ms: shown.ms - offsetMs(zone), isExact: true };
  }
  const last = yearLast.exec(text);
  if (!last) return undefined;
  const [, a = '', , b = '', y = '', hour, minute, second, half] = last;
  const year = y.length === 2 ? 2000 + Number(y) : Number(y);
  const date = order === 'dmy' ? dateMs(year, Number(b), Number(a)) : dateMs(year, Number(a), Number(b));
  const clock = hour === undefined ? 0 : clockMs(hour, minute, second, half);
  if (date === undefined || clock === undefined) return undefined;
  return { ms: date + clock, hasClock: hour !== undefined, isExact: false };
}

function offsetMs(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.replace(':', '');
  const ms = (Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5))) * 60_000;
  return digits.startsWith('-') ? -ms : ms;
}

/** Whether the date of a cell begins with its year. */
export const isYearFirst = (cell: string): boolean => yearFirst.test(plain(cell));

/** Whether a cell names a month or a year without a day. */
export function periodOf(cell: string): 'month' | 'year' | undefined {
  const text = plain(cell);
  if (/^(19|20)\d{2}$/.test(text)) return 'year';
  if (/^(19|20)\d{2}[-/.]\d{1,2}$/.test(text) || /^\d{1,2}[-/.](19|20)\d{2}$/.test(text)) return 'month';
  return /^\p{L}{3,12}\.?[ -](\d{2}|\d{4})$/u.test(text) ? 'month' : undefined;
}

/** The number of a cell; undefined for an empty one and for everything that is no number. */
export function readNumber(cell: string, decimal: DecimalMark): number | undefined {
  let text = cell.replace(/[\s\u00a0\u202f'’]/g, '');
  if (text === '' || text.length > 30) return undefined;
  text = decimal === ',' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,2})?$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** The decimal mark of these cells; undefined if ambiguous. */
export function decimalOf(cells: Iterable<string>): DecimalMark | undefined {
  let commas = 0;
  let points = 0;
  for (const cell of cells) {
    const text = cell.replace(/[\s\u00a0\u202f'’]/g, '');
    if (!/^[-+]?[\d.,]+(e[-+]?\d+)?$/i.test(text)) continue;
    const comma = text.lastIndexOf(',');
    const point = text.lastIndexOf('.');
    if (comma >= 0 && point >= 0) {
      if (comma > point) commas += 5;
      else points += 5;
    } else if (comma >= 0 && isDecimal(text, ',')) commas++;
    else if (point >= 0 && isDecimal(text, '.')) points++;
  }
  if (commas === points) return undefined;
  return commas > points ? ',' : '.';
}

/** Whether the only mark of a number cannot be a thousands separator. */
function isDecimal(text: string, mark: string): boolean {
  const [whole = '', part = '', more] = text.replace(/^[-+]/, '').split(mark);
  if (more !== undefined) return false;
  return part.length !== 3 || whole.length > 3 || whole === '0' || whole === '';
}
