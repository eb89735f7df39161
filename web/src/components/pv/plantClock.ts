// The plant's own clock and calendar in the reader's writing.
import { DAY_MS } from '@helioport/domain/duration';
import { dayNumber, wallClockAsUtcSeconds } from '@helioport/domain/periods';
import { dateFormat } from '../../formats.ts';

export { addMonths, lastDayOf } from '@helioport/domain/periods';

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

/** Hours and minutes of an instant (ms) on the plant's clock. */
export const clockText = (atMs: number, timeZone: string): string =>
  dateFormat({ ...clock, timeZone }).format(atMs);

/** Weekday, hours and minutes of an instant (ms) on the plant's clock, with the name of its zone. */
export const clockWithZone = (atMs: number, timeZone: string): string =>
  dateFormat({ ...clock, weekday: 'short', timeZone, timeZoneName: 'short' }).format(atMs);

/** `2026-11-21T12:05+01:00`: the plant's clock and how far it is from UTC. */
export const withOffset = (atMs: number, timeZone: string): string => offsetText(atMs, timeZone, 16);

/** The same to the second on the reader's clock, for the files of lists that are of no one plant. Null stays null. */
export const readerTime = (atMs: number | null): string | null =>
  atMs === null ? null : offsetText(atMs, new Intl.DateTimeFormat().resolvedOptions().timeZone, 19);

function offsetText(atMs: number, timeZone: string, letters: number): string {
  const wallMs = wallClockAsUtcSeconds(atMs, timeZone) * 1000;
  const offset = Math.round((wallMs - atMs) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(Math.abs(offset) / 60);
  const sign = offset < 0 ? '-' : '+';
  return `${new Date(wallMs).toISOString().slice(0, letters)}${sign}${two(hours)}:${two(Math.abs(offset) % 60)}`;
}

/** A calendar day `YYYY-MM-DD` as text: "Sat, Nov 21, 2026". */
export const dayText = (day: string): string =>
  dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    dayNumber(day) * DAY_MS,
  );

/** A calendar day of these weeks: "Sat, Nov 21". */
export const weekdayText = (day: string): string =>
  dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    dayNumber(day) * DAY_MS,
  );

/** A calendar day in few letters, for an axis: "Nov 21". */
export const dayOfMonthText = (day: string): string =>
  dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(dayNumber(day) * DAY_MS);

/** A day of the week, 1 Monday to 7 Sunday, in few letters. */
export const weekdayName = (day: number): string =>
  dateFormat({ weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));

/** A calendar day without its weekday: "Nov 21, 2026". */
export const dateText = (day: string): string =>
  dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    dayNumber(day) * DAY_MS,
  );

/** The day `YYYY-MM-DD` of an API time `DD/MM/YYYY HH:mm`; empty for none. */
export const wireDay = (display: string): string =>
  display.replace(/^(\d\d)\/(\d\d)\/(\d{4}).*$/, '$3-$2-$1');

/** The same as text; empty for none. */
export const wireDayText = (display: string): string => (display === '' ? '' : dateText(wireDay(display)));

/** A month `YYYY-MM` as text: "November 2026". */
export const monthText = (month: string): string =>
  dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(dayNumber(`${month}-01`) * DAY_MS);

/** Name of a month counted from 1: "Nov". */
export const monthName = (month: number): string =>
  dateFormat({ month: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, month - 1, 15));
