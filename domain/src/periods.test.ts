import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  createDayFinder,
  dayBounds,
  dayNumber,
  dayOfNumber,
  dayRange,
  daysOfMonth,
  isDay,
  localDay,
  wallClock,
  wallClockAsUtcSeconds,
} from './periods.ts';

const hours = (day: string, timeZone: string) => {
  const { startMs, endMs } = dayBounds(day, timeZone);
  return (endMs - startMs) / 3_600_000;
};

describe('lengths of days', () => {
  test.each([
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-06-01', 'Europe/Berlin', 24],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
    ['2011-12-30', 'Pacific/Apia', 0],
    ['2011-12-31', 'Pacific/Apia', 24],
    ['2018-11-04', 'America/Sao_Paulo', 23],
    ['2026-11-21', 'Asia/Kathmandu', 24],
    ['2026-02-15', 'Africa/Casablanca', 25],
    ['2006-10-29', 'America/St_Johns', 25],
  ])('%s in %s has %s h', (day, timeZone, expected) => {
    expect(hours(day, timeZone)).toBe(expected);
  });

  test('Kathmandu begins its day at a quarter past the UTC hour', () => {
    expect(new Date(dayBounds('2026-11-21', 'Asia/Kathmandu').startMs).toISOString()).toBe(
      '2026-11-20T18:15:00.000Z',
    );
  });
});

// What a zone will do in years to come is a government's matter, and runtimes of different age believe different things
// of it: there is nothing to hold on to but the runtime's own clock.
test.each(['Africa/Casablanca', 'Africa/Cairo', 'Europe/Berlin', 'Australia/Lord_Howe'])(
  'days to come in %s are as long as the clock of the runtime says',
  (timeZone) => {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    const halfHours = new Map<string, number>();
    for (let at = Date.UTC(2029, 0, 1); at < Date.UTC(2030, 0, 3); at += 1_800_000) {
      const day = clock.format(at);
      halfHours.set(day, (halfHours.get(day) ?? 0) + 1);
    }
    const whole = [...halfHours].slice(1, -1);
    expect(whole.length).toBeGreaterThan(364);
    expect(whole.map(([day]) => [day, hours(day, timeZone)])).toEqual(
      whole.map(([day, count]) => [day, count / 2]),
    );
  },
);

const zones = [
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Africa/Casablanca',
  'Pacific/Kiritimati',
  'UTC',
];
const anInstant = fc.integer({ min: Date.UTC(1995, 0, 1), max: Date.UTC(2037, 0, 1) });

test('days tile time: every instant lies in one day, and the next day begins where it ends', () => {
  for (const zone of zones) {
    const find = createDayFinder(zone);
    fc.assert(
      fc.property(anInstant, (ms) => {
        const span = find(ms);
        expect(span.startMs).toBeLessThanOrEqual(ms);
        expect(ms).toBeLessThan(span.endMs);
        expect(find(span.endMs).startMs).toBe(span.endMs);
        expect(find(span.startMs - 1).endMs).toBe(span.startMs);
        expect(find(span.endMs).day > span.day).toBe(true);
        expect(dayBounds(span.day, zone)).toEqual({ startMs: span.startMs, endMs: span.endMs });
        expect(localDay(ms, zone)).toBe(span.day);
      }),
      { numRuns: 60 },
    );
  }
});

test('where clocks fall back over midnight, the repeated minutes stay in the day that has begun', () => {
  // St. John's, 2006-10-29: one minute past midnight became one minute past eleven of the day before.
  const { startMs } = dayBounds('2006-10-29', 'America/St_Johns');
  expect(localDay(startMs + 30 * 60_000, 'America/St_Johns')).toBe('2006-10-29');
});

test('the wall clock agrees with Intl at any instant', () => {
  for (const zone of zones) {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    fc.assert(
      fc.property(anInstant, (ms) => {
        const w = wallClock(ms, zone);
        const p = (n: number) => String(n).padStart(2, '0');
        expect(`${w.year}-${p(w.month)}-${p(w.day)} ${p(w.hour)}:${p(w.minute)}:${p(w.second)}`).toBe(
          format.format(ms),
        );
      }),
      { numRuns: 60 },
    );
  }
});

test('on the second of a clock change the new offset holds', () => {
  const change = Date.UTC(2026, 2, 29, 1);
  expect(wallClock(change - 1000, 'Europe/Berlin').hour).toBe(1);
  expect(wallClock(change, 'Europe/Berlin').hour).toBe(3);
});

test('the wall clock read as UTC, as existing clients expect it', () => {
  expect(wallClockAsUtcSeconds(1_789_856_669_000, 'America/Los_Angeles')).toBe(1_789_831_469);
});

test('the calendar', () => {
  expect(dayNumber('1970-01-01')).toBe(0);
  expect(dayOfNumber(dayNumber('2028-02-29'))).toBe('2028-02-29');
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(dayRange('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(dayRange('2026-03-01', '2026-02-27')).toEqual([]);
  expect(daysOfMonth('2028-02')).toHaveLength(29);
  expect(daysOfMonth('2026-12').at(-1)).toBe('2026-12-31');
  for (const bad of ['2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', 'today', ''])
    expect(isDay(bad)).toBe(false);
  expect(isDay('2028-02-29')).toBe(true);
});

test('the day finder answers fast enough to ask for every report', () => {
  const find = createDayFinder('Europe/Berlin');
  const from = Date.UTC(2026, 8, 1);
  const before = process.cpuUsage();
  for (let i = 0; i < 1_000_000; i++) find(from + ((i * 7_919_000) % 5_184_000_000));
  // Time of the processor, which other programs do not use up.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
});
