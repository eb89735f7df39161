import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockDeviationOf,
  correctionCommand,
  jumpBetween,
  offsetText,
  parseOffset,
} from './clockDeviation.ts';
import { DAY_MS, MINUTE_MS } from './duration.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const nothing = { nowMs: NOW, newestReadingMs: null, builtMs: null, lastRunMs: null };

describe('a clock', () => {
  it('is not doubted by an empty house, nor by one that was off for three weeks', () => {
    expect(clockDeviationOf(nothing)).toBeNull();
    const before = NOW - 21 * DAY_MS;
    expect(
      clockDeviationOf({ ...nothing, newestReadingMs: before, builtMs: before, lastRunMs: before }),
    ).toBeNull();
  });

  it('cannot be behind what it has stored, nor behind its own program', () => {
    expect(clockDeviationOf({ ...nothing, newestReadingMs: NOW + 10 * MINUTE_MS })).toBeNull();
    const later = NOW + 16 * MINUTE_MS;
    expect(clockDeviationOf({ ...nothing, newestReadingMs: later })).toEqual({
      kind: 'behindReports',
      referenceMs: later,
    });
    expect(clockDeviationOf({ ...nothing, builtMs: later })).toEqual({
      kind: 'behindBuild',
      referenceMs: later,
    });
  });

  it('is hardly right when it is 31 days after the last run', () => {
    const lastRunMs = NOW - 31 * DAY_MS;
    expect(clockDeviationOf({ ...nothing, lastRunMs })).toEqual({ kind: 'ahead', referenceMs: lastRunMs });
  });
});

describe('a jump', () => {
  const before = { wallMs: NOW, awakeMs: 5_000, uptimeMs: 70_000 };
  const after = (wall: number, awake: number, up: number) => ({
    wallMs: NOW + wall,
    awakeMs: 5_000 + awake,
    uptimeMs: 70_000 + up,
  });

  it('is the wall clock against counters that nobody sets', () => {
    expect(jumpBetween(before, after(10_000, 10_000, 10_000))).toBe(0);
    expect(jumpBetween(before, after(40_000, 10_000, 10_000))).toBe(0);
    expect(jumpBetween(before, after(10_000 + DAY_MS, 10_000, 10_000))).toBe(DAY_MS);
    expect(jumpBetween(before, after(10_000 - DAY_MS, 10_000, 10_000))).toBe(-DAY_MS);
  });

  it('is no sleep of the machine, but the change of a clock during one', () => {
    expect(jumpBetween(before, after(8 * DAY_MS, 10_000, 8 * DAY_MS))).toBe(0);
    expect(jumpBetween(before, after(9 * DAY_MS, 10_000, 8 * DAY_MS))).toBe(DAY_MS);
  });

  it('is seen to go back where the uptime follows the wall', () => {
    expect(jumpBetween(before, after(10_000 - DAY_MS, 10_000, 10_000 - DAY_MS))).toBe(-DAY_MS);
  });
});

describe('offsets', () => {
  it('are read as they are written', () => {
    expect([-1_200 * DAY_MS, 90 * MINUTE_MS, -17_000].map(offsetText)).toEqual(['-1200d', '90m', '-17s']);
    fc.assert(
      fc.property(fc.integer({ min: -500_000_000, max: 500_000_000 }), (seconds) => {
        expect(parseOffset(offsetText(seconds * 1_000))).toBe(seconds === 0 ? null : seconds * 1_000);
      }),
    );
    for (const text of ['', '5', 'd', '1.5h', '0s', '1e3s', '5 d']) expect(parseOffset(text)).toBeNull();
  });

  it('stand in a command that covers the whole time in doubt', () => {
    expect(correctionCommand(NOW + 400, NOW + DAY_MS + 1, -DAY_MS)).toBe(
      'npm run reclock -- --from 2026-06-21T12:00:00Z --to 2026-06-22T12:00:01Z --by=-1d',
    );
  });
});
