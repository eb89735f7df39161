import { describe, expect, it } from 'vitest';
import { wallClockAsUtcSeconds } from './periods.ts';
import {
  clockTime,
  dayLabel,
  displayTime,
  frameVersion,
  instantOfWallSeconds,
  plcSn,
  shortDayLabel,
  timeOfDay,
  wallSeconds,
} from './wire.ts';

// 2026-03-29 01:00 UTC: the moment at which Berlin's clocks jump from 02:00 to 03:00.
const JUMP = Date.UTC(2026, 2, 29, 1);

describe('instants of answers', () => {
  it('stand on the plant’s clock', () => {
    expect(displayTime(JUMP, 'Europe/Berlin')).toBe('29/03/2026 03:00');
    expect(displayTime(JUMP - 1000, 'Europe/Berlin')).toBe('29/03/2026 01:59');
    expect(clockTime(JUMP - 1000, 'Asia/Kathmandu')).toBe('2026-03-29 06:44:59');
    expect(timeOfDay(JUMP, 'America/New_York')).toBe('21:00');
  });

  it('are read as UTC in seconds, as clients undo it', () => {
    expect(wallSeconds(1_789_856_669_000, 'America/Los_Angeles')).toBe(1_789_831_469);
  });

  it('are empty where there is none', () => {
    expect([displayTime(null, 'UTC'), clockTime(null, 'UTC'), wallSeconds(null, 'UTC')]).toEqual(['', '', 0]);
  });
});

describe('names of answers', () => {
  it('write days in the order of their clients', () => {
    expect(dayLabel('2026-07-31')).toBe('31/07/2026');
    expect(shortDayLabel('2026-07-31')).toBe('31/07');
  });

  it('name modules by serial and input, and frames by model and state', () => {
    expect(plcSn('86A10001', 4)).toBe('86A10001_4');
    expect(frameVersion(0xe6, 6)).toBe('e606');
    expect(frameVersion(0x84, null)).toBe('8400');
    expect(frameVersion(null, 6)).toBe('');
    // A byte may come out of a signed column.
    expect(frameVersion(-26, -1)).toBe('e6ff');
  });
});

const at = (text: string) => Date.parse(text);

describe('the instant behind wall-clock seconds', () => {
  it.each([
    ['America/Los_Angeles', '2026-09-19T22:24:29Z'],
    ['Europe/Berlin', '2026-03-29T00:59:59Z'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['Asia/Kathmandu', '2026-11-21T03:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ])('in %s gives %s back', (timeZone, text) => {
    const seconds = wallClockAsUtcSeconds(at(text), timeZone);
    expect(instantOfWallSeconds(seconds, timeZone, at(text) + 60_000)).toBe(at(text));
  });

  it('is the later of two in the hour that clocks show twice, unless that has not come yet', () => {
    const first = at('2026-10-25T00:30:00Z');
    const second = at('2026-10-25T01:30:00Z');
    const seconds = wallClockAsUtcSeconds(first, 'Europe/Berlin');
    expect(wallClockAsUtcSeconds(second, 'Europe/Berlin')).toBe(seconds);
    expect(instantOfWallSeconds(seconds, 'Europe/Berlin', second + 1000)).toBe(second);
    expect(instantOfWallSeconds(seconds, 'Europe/Berlin', first + 1000)).toBe(first);
  });

  it('is none for 0', () => {
    expect(instantOfWallSeconds(0, 'UTC', Date.now())).toBeNull();
  });
});
