// A counter that runs 1 Wh a minute, over every change of clock of eleven zones: days, months and years are exact, and
// so is what they are worth by date and hour. What the clocks show is asked of Intl, not of our own calendar.
import { DAY_MS, MINUTE_MS } from '@helioport/domain/duration';
import { addDays, dayBounds, daysOfMonth } from '@helioport/domain/periods';
import type { PriceBand, PriceEntry } from '@helioport/domain/prices';
import { overlapOf } from '@helioport/domain/prices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeviceReadings } from '../readings/readingParts.ts';
import { deviceDay } from './deviceDay.ts';
import { worthOfDay } from './siteDay.ts';

const [FIRST_YEAR, LAST_YEAR] = [2000, 2036];

const zones = [
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'America/Sao_Paulo',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Tehran',
  'Antarctica/Troll',
];

const offsetOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (ms: number): number => {
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(ms)) ?? [];
    const of = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
    return sign === '-' ? -of : of;
  };
};

/** The days on which the clock of a zone is changed, with their neighbours. */
function daysOfChange(timeZone: string): string[] {
  const offset = offsetOf(timeZone);
  const found = new Set<string>();
  for (let at = Date.UTC(FIRST_YEAR, 0, 2); at < Date.UTC(LAST_YEAR, 11, 30); at += DAY_MS) {
    if (offset(at) === offset(at + DAY_MS)) continue;
    const day = new Date(at).toISOString().slice(0, 10);
    for (const neighbor of [-1, 0, 1, 2]) found.add(addDays(day, neighbor));
  }
  return [...found];
}

/** The day of an inverter that counts 1 Wh a minute since 1970 and reports every `everyMs`. */
function dayOf(day: string, timeZone: string, everyMs: number) {
  const bounds = dayBounds(day, timeZone);
  const at = Float64Array.from(
    { length: Math.floor((bounds.endMs - bounds.startMs) / everyMs) },
    (_, i) => bounds.startMs + i * everyMs,
  );
  if (at.length === 0) return null;
  const counterAt = (ms: number) => (ms / MINUTE_MS) * 10;
  const silent = new Float64Array(at.length).fill(Number.NaN);
  const readings: DeviceReadings = {
    deviceId: 1,
    kind: 0,
    at,
    scalars: { mainPower: silent, mainCounter: silent, secondCounter: at.map(counterAt) },
    width: 0,
    inputs: { power: new Float64Array(0), inputCounter: new Float64Array(0) },
    phases: {},
  };
  const lastBefore = bounds.startMs - everyMs;
  const before = { atMs: lastBefore, counters: [null, counterAt(lastBefore)] };
  return deviceDay(
    readings,
    { ratedW: null, before },
    { ...bounds, wakeMs: bounds.startMs, withQuarters: true },
  );
}

describe.each(zones)('%s', (timeZone) => {
  const days = daysOfChange(timeZone);

  it('gives every day near a change exactly its minutes, by hours and by quarters of an hour', () => {
    expect(days.length).toBeGreaterThan(8);
    for (const day of days) {
      const { startMs, endMs } = dayBounds(day, timeZone);
      const made = dayOf(day, timeZone, MINUTE_MS);
      const sum = (parts: readonly number[] | undefined) => (parts ?? []).reduce((a, b) => a + b, 0);
      expect([day, made?.energyWh ?? 0]).toEqual([day, (endMs - startMs) / MINUTE_MS]);
      expect(sum(made?.hoursWh)).toBeCloseTo(made?.energyWh ?? 0, 6);
      expect(sum(made?.quartersWh)).toBeCloseTo(made?.energyWh ?? 0, 6);
    }
  });

  it('gives every month and year exactly its minutes', () => {
    const offset = offsetOf(timeZone);
    for (const year of [2006, 2011, 2018, 2026]) {
      let ofYear = 0;
      for (let month = 1; month <= 12; month++) {
        const all = daysOfMonth(`${year}-${String(month).padStart(2, '0')}`);
        const made = all.reduce((sum, day) => sum + (dayOf(day, timeZone, 15 * MINUTE_MS)?.energyWh ?? 0), 0);
        const [first, next] = [Date.parse(all[0]!), Date.parse(addDays(all.at(-1)!, 1))];
        // A local time and the instant of it differ by the offset that holds there, at noon as at midnight.
        const offsets =
          offset(dayBounds(all[0]!, timeZone).startMs) -
          offset(dayBounds(addDays(all.at(-1)!, 1), timeZone).startMs);
        expect([year, month, made]).toEqual([year, month, (next - first) / MINUTE_MS + offsets]);
        ofYear += made;
      }
      const [from, to] = [
        dayBounds(`${year}-01-01`, timeZone).startMs,
        dayBounds(`${year + 1}-01-01`, timeZone).startMs,
      ];
      expect([year, ofYear]).toEqual([year, (to - from) / MINUTE_MS]);
    }
  });

  it('is worth the price that the clock of each minute says', () => {
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    // Every minute that a reading counts, as the clock on the wall shows it, such as "Mon 09:05"; asked once, since Intl is
    // slow, above all to format to parts.
    const shownMinutes = new Map<string, string>();
    const walls = days.map((day) => {
      const { startMs, endMs } = dayBounds(day, timeZone);
      return Array.from({ length: (endMs - startMs) / MINUTE_MS }, (_, i) => {
        const shown = clock.format(Math.max(startMs, startMs + (i - 1) * MINUTE_MS));
        // One string for each minute of a week, which is found faster in a map than many equal ones.
        const same = shownMinutes.get(shown) ?? shown;
        shownMinutes.set(shown, same);
        return same;
      });
    });
    const made = days.map((day) => dayOf(day, timeZone, MINUTE_MS));
    fc.assert(
      fc.property(aPrice, (entry) => {
        const prices = new Map<string, number>();
        const priceAt = (shown: string): number => {
          const price = prices.get(shown) ?? priceBy(entry, wallOf(shown));
          prices.set(shown, price);
          return price;
        };
        for (const [i, day] of days.entries()) {
          const ofDay = made[i];
          if (ofDay == null) continue;
          const expected = walls[i]!.reduce((sum, shown) => sum + priceAt(shown) / 1000, 0);
          const found = worthOfDay({ prices: [entry], timezone: timeZone }, day, [ofDay]);
          if (Math.abs((found ?? 0) - expected) > 1e-6) expect([day, found]).toEqual([day, expected]);
        }
      }),
      { numRuns: 12 },
    );
  });
});

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const wallOf = (shown: string) => ({
  weekday: weekdays.indexOf(shown.slice(0, 3)) + 1,
  time: shown.slice(-5),
});

const quarter = fc
  .integer({ min: 0, max: 95 })
  .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`);
const aBand: fc.Arbitrary<PriceBand> = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  from: quarter,
  to: quarter,
  price: fc.integer({ min: 0, max: 900 }).map((cents) => cents / 1000),
});
const aPrice: fc.Arbitrary<PriceEntry> = fc.record({
  from: fc.constant(''),
  price: fc.constant(0.3),
  exportPrice: fc.constant(null),
  bands: fc
    .array(aBand, { minLength: 1, maxLength: 6 })
    // Bands that leave each time one price, as the contract demands it.
    .map((bands) => bands.filter((_, i) => overlapOf(bands.slice(0, i + 1)) === null)),
});

/** The plain reading of a band, by the texts of the clock. */
function priceBy({ price, bands }: PriceEntry, wall: { weekday: number; time: string }): number {
  const isIn = ({ days, from, to }: PriceBand) =>
    days.includes(wall.weekday) &&
    (from < to ? from <= wall.time && wall.time < to : from <= wall.time || wall.time < to);
  return bands.find(isIn)?.price ?? price;
}
