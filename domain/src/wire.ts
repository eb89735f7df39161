// Text formats of API responses: one format for every instant, serial number and version that clients parse.
import { offsetFinderOf } from './offsets.ts';
import { instantsOfWallClock, wallClock, wallClockAsUtcSeconds } from './periods.ts';

/** An instant in ms; null when there never was one. */
export type Instant = number | null;

const two = (n: number) => String(n).padStart(2, '0');

/** `DD/MM/YYYY HH:mm` on the plant's clock; '' when there is no instant. */
export function displayTime(atMs: Instant, timeZone: string): string {
  if (atMs === null) return '';
  const t = wallClock(atMs, timeZone);
  return `${two(t.day)}/${two(t.month)}/${t.year} ${two(t.hour)}:${two(t.minute)}`;
}

/** `YYYY-MM-DD HH:mm:ss` on the plant's clock; '' when there is no instant. */
export function clockTime(atMs: Instant, timeZone: string): string {
  if (atMs === null) return '';
  const t = wallClock(atMs, timeZone);
  return `${t.year}-${two(t.month)}-${two(t.day)} ${two(t.hour)}:${two(t.minute)}:${two(t.second)}`;
}

/** `YYYY-MM-DDTHH:mm:ss+02:00` in plant time; used in exported files. */
export function offsetTime(atMs: number, timeZone: string): string {
  const minutes = Math.round(offsetFinderOf(timeZone)(atMs) / 60_000);
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${clockTime(atMs, timeZone).replace(' ', 'T')}${offset}`;
}

/** `HH:mm` on the plant's clock. */
export function timeOfDay(atMs: number, timeZone: string): string {
  const t = wallClock(atMs, timeZone);
  return `${two(t.hour)}:${two(t.minute)}`;
}

/** Seconds of the plant's wall clock as if it were UTC, as clients undo it; 0 when there is no instant. */
export const wallSeconds = (atMs: Instant, timeZone: string): number =>
  atMs === null ? 0 : wallClockAsUtcSeconds(atMs, timeZone);

/**
 * Instant (ms) of wall-clock seconds in a zone, null for 0. In the hour that clocks repeat, the later instant
 * that is not after `nowMs`, because the seconds are the time of a past reading.
 */
export function instantOfWallSeconds(seconds: number, timeZone: string, nowMs: number): Instant {
  if (seconds === 0) return null;
  const fitting = instantsOfWallClock(seconds * 1000, timeZone);
  const past = fitting.filter((ms) => ms <= nowMs);
  return Math.max(...(past.length > 0 ? past : fitting));
}

/** `DD/MM/YYYY` of a day `YYYY-MM-DD`. */
export const dayLabel = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** `DD/MM` of a day `YYYY-MM-DD`, as plant charts have it. */
export const shortDayLabel = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`;

/** `<SN>_<addr>`: the name of a module, its input counted from 1. */
export const plcSn = (sn: string, addr: number): string => `${sn}_${addr}`;

/** Model and state byte of the newest frame in hex, such as `e606`; '' before the first frame. */
export const frameVersion = (modelByte: number | null, stateByte: number | null): string =>
  modelByte === null
    ? ''
    : (((modelByte & 0xff) << 8) | ((stateByte ?? 0) & 0xff)).toString(16).padStart(4, '0');
