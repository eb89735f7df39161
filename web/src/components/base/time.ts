// A shared clock for ages, and instants formatted in the current language.
import { dayNumber, localDay } from '@helioport/domain/periods';
import { useSyncExternalStore } from 'react';
import { dateFormat, numberFormat } from '../../formats.ts';
import { language } from '../../i18n.ts';

const TICK_MS = 10_000;
let now = Date.now();
const watchers = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

function watch(onTick: () => void): () => void {
  watchers.add(onTick);
  ticking ??= setInterval(() => {
    now = Date.now();
    for (const watcher of watchers) watcher();
  }, TICK_MS);
  return () => {
    watchers.delete(onTick);
    if (watchers.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** Milliseconds since 1970, renewed every 10 s: one timer for all ages on the screen. */
export const useNow = (): number => useSyncExternalStore(watch, () => now);

const relative = new Intl.RelativeTimeFormat(language.tag, { numeric: 'auto', style: 'short' });
/** For one week and more, where "last mo." would be imprecise. */
const counted = new Intl.RelativeTimeFormat(language.tag, { numeric: 'always', style: 'short' });
const DAY_S = 86_400;
const steps = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', DAY_S],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * "2 min. ago", "yesterday", "in 3 hr."; under a minute "now". With a time zone, ages in days count its calendar
 * days, consistent with "for 5 days" in the same view.
 */
export function formatAge(atMs: number, nowMs: number, timeZone?: string): string {
  const seconds = (atMs - nowMs) / 1000;
  if (timeZone !== undefined && Math.abs(seconds) >= DAY_S && Math.abs(seconds) < 15 * DAY_S)
    return relative.format(dayNumber(localDay(atMs, timeZone)) - dayNumber(localDay(nowMs, timeZone)), 'day');
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length)
      return (length > DAY_S ? counted : relative).format(Math.trunc(seconds / length), unit);
  }
  return relative.format(0, 'second');
}

/** Date, time to the second, and time zone; in the plant's zone if given. */
export const formatInstant = (atMs: number, timeZone?: string): string =>
  dateFormat({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(atMs);

/** A date in the reader's zone: "Nov 21, 2026". */
export const formatDate = (atMs: number): string =>
  dateFormat({ year: 'numeric', month: 'short', day: 'numeric' }).format(atMs);

/** A plain number with a maximum number of decimals, formatted for the reader's locale. */
export const formatNumber = (value: number, decimals = 1): string =>
  numberFormat({ maximumFractionDigits: decimals }).format(value);

let lists: Intl.ListFormat | undefined;

/** "a, b and c" in the current language; `false` items are left out. */
export function listOf(all: readonly (string | false)[]): string {
  lists ??= new Intl.ListFormat(language.tag);
  return lists.format(all.filter((one) => one !== false));
}
