// UTC offsets of local time, to the second, for every zone of the runtime.
//
// Uses Intl, which is available everywhere and correct. temporal-polyfill 1.0.6 samples the offsets and misses short
// changes: in Morocco it is an hour off during Ramadan of 2012 and 2018 to 2021.
import { DAY_MS } from './duration.ts';

/** Days cached per zone: eleven years. */
const REMEMBERED = 4096;

/** Makes a thing once per time zone. */
export const remembered = <T>(make: (timeZone: string) => T) => {
  const made = new Map<string, T>();
  return (timeZone: string): T => {
    const known = made.get(timeZone);
    if (known !== undefined) return known;
    const fresh = make(timeZone);
    made.set(timeZone, fresh);
    return fresh;
  };
};

const offsetFormatOf = remembered(
  (timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
);

/** Local time minus UTC, read from a text that ends in `GMT`, `GMT+05:45` or `GMT-00:44:30`. */
function offsetMsAt(ms: number, timeZone: string): number {
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(offsetFormatOf(timeZone).format(ms));
  if (!match?.[1]) return 0;
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0);
  return (match[1] === '-' ? -seconds : seconds) * 1000;
}

/** The first second after `before`, at the latest `after`, at which the offset is no longer the one of `before`. */
export function changeBetween(before: number, after: number, timeZone: string): number {
  const offset = offsetMsAt(before, timeZone);
  let same = before;
  let changed = after;
  while (changed - same > 1000) {
    const middle = Math.floor((same + changed) / 2000) * 1000;
    if (offsetMsAt(middle, timeZone) === offset) same = middle;
    else changed = middle;
  }
  return changed;
}

/** Returns a function from an instant (ms) to the zone's offset in ms; calls Intl once per UTC day. */
export const offsetFinderOf = remembered((timeZone) => {
  const byUtcDay = new Map<number, { earlierMs: number; changeAtMs: number; laterMs: number }>();
  return (ms: number): number => {
    const utcDay = Math.floor(ms / DAY_MS);
    let known = byUtcDay.get(utcDay);
    if (!known) {
      const [first, next] = [utcDay * DAY_MS, (utcDay + 1) * DAY_MS];
      const earlierMs = offsetMsAt(first, timeZone);
      const laterMs = offsetMsAt(next, timeZone);
      const changeAtMs = earlierMs === laterMs ? next : changeBetween(first, next, timeZone);
      known = { earlierMs, changeAtMs, laterMs };
      if (byUtcDay.size >= REMEMBERED) byUtcDay.clear();
      byUtcDay.set(utcDay, known);
    }
    return ms < known.changeAtMs ? known.earlierMs : known.laterMs;
  };
});

/** Half a year later it is the other time of summer and winter. */
const HALF_YEAR_MS = 182 * DAY_MS;

/** Whether the clocks of two zones agree at an instant (ms) and half a year later: zones of different names can be one. */
export const haveSameClock = (one: string, other: string, now: number): boolean =>
  [now, now + HALF_YEAR_MS].every((at) => offsetFinderOf(one)(at) === offsetFinderOf(other)(at));
