// Days, months and wall-clock times of a plant. A day is in the plant's time zone and lasts 23, 24, 24.5 or 25 hours,
// once in Apia none at all: no code multiplies by 24 to get from one midnight to the next.
import { DAY_MS } from './duration.ts';
import { changeBetween, offsetFinderOf, remembered } from './offsets.ts';

/** A plant-local day: instants from `startMs` up to but not including `endMs`. */
export interface DaySpan {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** What a clock on the plant's wall shows. Months count from 1. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Days cached, per zone if they depend on one: eleven years. */
const REMEMBERED = 4096;

const two = (n: number) => String(n).padStart(2, '0');

/** Days since 1970-01-01 of a calendar day. */
export const dayNumber = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))) / DAY_MS;

const dayTexts = new Map<number, string>();

/** The calendar day with this number. Charts of years name the same days again and again. */
export function dayOfNumber(number: number): string {
  const known = dayTexts.get(number);
  if (known !== undefined) return known;
  const text = new Date(number * DAY_MS).toISOString().slice(0, 10);
  if (dayTexts.size >= REMEMBERED) dayTexts.clear();
  dayTexts.set(number, text);
  return text;
}

/** The calendar day `days` later, or earlier when negative. */
export const addDays = (day: string, days: number): string => dayOfNumber(dayNumber(day) + days);

/** Whether a text is a day of the calendar in the form `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dayNumber(text)) && addDays(text, 0) === text;

/** Every calendar day from the first to the last, inclusive; empty if the last precedes the first. */
export function dayRange(first: string, last: string): string[] {
  const from = dayNumber(first);
  return Array.from({ length: Math.max(0, dayNumber(last) - from + 1) }, (_, i) => dayOfNumber(from + i));
}

/** The month of a day: `YYYY-MM`. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The month `YYYY-MM` this many months later, or earlier if negative. */
export function addMonths(month: string, months: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${Math.floor(index / 12)}-${two((index % 12) + 1)}`;
}

/** Last day `YYYY-MM-DD` of a month `YYYY-MM`. */
export const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);

/** First day of the week of a day. Weekdays count from 1, Monday, to 7, Sunday, as in ISO 8601. */
export const startOfWeek = (day: string, firstWeekday: number): string =>
  addDays(day, -((dayNumber(day) + 11 - firstWeekday) % 7));

/** Every day of a month `YYYY-MM`. */
export const daysOfMonth = (month: string): string[] => dayRange(`${month}-01`, lastDayOf(month));

/** The first instant that the zone's calendar counts to the day with this number. */
function firstInstant(number: number, timeZone: string): number {
  const midnight = number * DAY_MS;
  const offsetAt = offsetFinderOf(timeZone);
  const guesses = [midnight - offsetAt(midnight - DAY_MS), midnight - offsetAt(midnight + DAY_MS)] as const;
  const earlier = Math.min(...guesses);
  const later = Math.max(...guesses);
  if (earlier + offsetAt(earlier) === midnight) return earlier;
  if (later + offsetAt(later) === midnight) return later;
  // The clock jumped over midnight: the day begins with the jump.
  return changeBetween(earlier, later, timeZone);
}

/**
 * The instants (ms) at which the clock of a zone shows a date and time, which is given in ms as if it were UTC, in
 * order: one, or two in the repeated hour. In the skipped hour, where none fits, the one after the jump.
 */
export function instantsOfWallClock(shownMs: number, timeZone: string): number[] {
  const offsetAt = offsetFinderOf(timeZone);
  const neighborOffsets = [shownMs - offsetAt(shownMs - DAY_MS), shownMs - offsetAt(shownMs + DAY_MS)];
  const fitting = [...new Set(neighborOffsets)].filter((ms) => ms + offsetAt(ms) === shownMs);
  return fitting.length > 0 ? fitting.sort((a, b) => a - b) : [Math.max(...neighborOffsets)];
}

/** The first instant of a day and of the next. Equal when the zone skipped the day (Apia, 2011-12-30). */
export const dayBounds = (day: string, timeZone: string): { startMs: number; endMs: number } => ({
  startMs: firstInstant(dayNumber(day), timeZone),
  endMs: firstInstant(dayNumber(day) + 1, timeZone),
});

function findDay(ms: number, timeZone: string): DaySpan {
  let day = dayOfNumber(Math.floor((ms + offsetFinderOf(timeZone)(ms)) / DAY_MS));
  for (;;) {
    const bounds = dayBounds(day, timeZone);
    // Where clocks go back over midnight the date is shown twice; a day here is one unbroken span.
    if (ms < bounds.startMs) day = addDays(day, -1);
    else if (ms >= bounds.endMs) day = addDays(day, 1);
    else return { day, ...bounds };
  }
}

/**
 * Returns a function from an instant (ms) to its day in this zone, fast enough for every reading: it caches days and
 * uses the calendar for new ones only.
 */
export function createDayFinder(timeZone: string): (ms: number) => DaySpan {
  const byUtcDay = new Map<number, DaySpan[]>();
  let last: DaySpan = { day: '', startMs: 0, endMs: 0 };
  return (ms) => {
    if (ms >= last.startMs && ms < last.endMs) return last;
    const utcDay = Math.floor(ms / DAY_MS);
    const known = byUtcDay.get(utcDay);
    const hit = known?.find((span) => ms >= span.startMs && ms < span.endMs);
    if (hit) {
      last = hit;
      return hit;
    }
    const found = findDay(ms, timeZone);
    if (byUtcDay.size >= REMEMBERED) byUtcDay.clear();
    if (known && byUtcDay.has(utcDay)) known.push(found);
    else byUtcDay.set(utcDay, [found]);
    last = found;
    return found;
  };
}

const dayFinderOf = remembered(createDayFinder);

/** The local day of an instant: `YYYY-MM-DD`. */
export const localDay = (at: Date | number, timeZone: string): string =>
  dayFinderOf(timeZone)(Number(at)).day;

/** What the wall clock of the zone shows at an instant. */
export function wallClock(ms: number, timeZone: string): WallClock {
  const shifted = new Date(ms + offsetFinderOf(timeZone)(ms));
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

/**
 * Unix seconds of the local wall clock read as if it were UTC. This is what `lastUpdateTime` means to existing
 * clients: 2026-09-19 15:24:29 in Los Angeles is 1789831469, seven hours before the true instant.
 */
export const wallClockAsUtcSeconds = (ms: number, timeZone: string): number =>
  Math.floor((ms + offsetFinderOf(timeZone)(ms)) / 1000);
