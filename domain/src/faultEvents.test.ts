import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from './duration.ts';
import { eventRule, faultEventsOf } from './faultEvents.ts';

const berlin = { latitude: 52.52, longitude: 13.41 };
/** Noon of the sun in Berlin. */
const NOON = Date.UTC(2026, 5, 21, 11, 8);
const DAWN = Date.UTC(2026, 5, 21, 2, 50);

/** A report every five minutes from an instant on. */
const day = (
  fromMs: number,
  bits: number[],
  place: { latitude: number | null; longitude: number | null } = berlin,
) => faultEventsOf({ at: bits.map((_, i) => fromMs + i * 5 * MINUTE_MS), bits, ...place });
const times = (count: number, bits: number) => Array<number>(count).fill(bits);
/** Long enough awake. */
const awake = times(8, 0);

describe('events of a day', () => {
  it('begin with the first report that names a code and end with the first that does not', () => {
    expect(day(NOON, [0, 0x40, 0x40, 0])).toEqual([
      {
        bit: 6,
        times: 1,
        lastedMs: 10 * MINUTE_MS,
        begunAtMs: NOON + 5 * MINUTE_MS,
        lastAtMs: NOON + 10 * MINUTE_MS,
        endedAtMs: NOON + 15 * MINUTE_MS,
      },
    ]);
  });

  it('fold what comes back, tell codes apart, and leave open what the day ended with', () => {
    const found = day(NOON, [0x40, 0, 0x840, Number.NaN, 0x40]);
    expect(found.map(({ bit, times: n, endedAtMs }) => [bit, n, endedAtMs])).toEqual([
      [6, 3, null],
      [11, 1, NOON + 15 * MINUTE_MS],
    ]);
  });

  it('count a report for no longer than it can tell of', () => {
    const [one] = faultEventsOf({ at: [NOON, NOON + 3 * 3_600_000], bits: [0x40, 0], ...berlin });
    expect(one!.lastedMs).toBe(eventRule.gapMs);
  });

  it('are none at dawn and at night, but for what endangers people', () => {
    expect(day(DAWN, times(4, 0x60))).toEqual([]);
    expect(day(DAWN, times(4, 0x2060)).map(({ bit }) => bit)).toEqual([13]);
    expect(day(DAWN, times(4, 0x60), { latitude: null, longitude: null })).toHaveLength(2);
  });

  it('are none of low light unless it lasts while the sun is high', () => {
    expect(day(NOON, times(12, 0x8002))).toEqual([]);
    expect(day(NOON, times(14, 0x8002)).map(({ bit }) => bit)).toEqual([1, 15]);
    expect(day(Date.UTC(2026, 11, 21, 9), times(30, 0x8002))).toEqual([]);
    expect(day(NOON, times(30, 2), { latitude: null, longitude: null })).toEqual([]);
  });

  it('are none of a frequency that is too high only while the inverter wakes', () => {
    expect(day(NOON, [0x10, 0x10, 0])).toEqual([]);
    expect(day(NOON, [...awake, 0x10, 0])).toHaveLength(1);
    expect(day(NOON, [0x20, 0])).toHaveLength(1);
  });
});
