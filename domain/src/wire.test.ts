import { describe, expect, test } from 'vitest';
import { wallClockAsUtcSeconds } from './periods.ts';
import { instantOfWallSeconds } from './wire.ts';

const at = (text: string) => Date.parse(text);

describe('the instant behind wall-clock seconds', () => {
  test.each([
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

  test('is the later of two in the hour that clocks show twice, unless that has not come yet', () => {
    const first = at('2026-10-25T00:30:00Z');
    const second = at('2026-10-25T01:30:00Z');
    const seconds = wallClockAsUtcSeconds(first, 'Europe/Berlin');
    expect(wallClockAsUtcSeconds(second, 'Europe/Berlin')).toBe(seconds);
    expect(instantOfWallSeconds(seconds, 'Europe/Berlin', second + 1000)).toBe(second);
    expect(instantOfWallSeconds(seconds, 'Europe/Berlin', first + 1000)).toBe(first);
  });

  test('is none for 0', () => {
    expect(instantOfWallSeconds(0, 'UTC', Date.now())).toBeNull();
  });
});
