// A limit that a plateau has shown, on days on which clouds leave none.
import { describe, expect, it } from 'vitest';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { heldLimit, keepLimit, withFirstDay } from './heldLimit.ts';

const SLOTS = 120;
const LEVEL = 0.5;
const clear = Float64Array.from({ length: SLOTS }, (_, s) => 0.9 * Math.sin((Math.PI * (s + 0.5)) / SLOTS));
const notes = { heldLevel: LEVEL, heldDay: 90 };
/** Clouds of 50 minutes in every two hours. */
const cloudy = (slot: number) => (slot % 24 < 10 ? 0.3 : 1);

/** What the limit takes from one module on day 95, and what it is found to take, Wh. */
function dayOf(isLimited: boolean, light: (slot: number) => number, known: Record<string, number> = notes) {
  const offered = clear.map((value, s) => value * light(s));
  const power = offered.map((value) => (isLimited ? Math.min(LEVEL, value) : value));
  const cap = Number.POSITIVE_INFINITY;
  const module = { model: { ratedW: 1000 }, power, cap, clear: { dcPerRatedW: clear } };
  const view = { firstLight: 0, lastLight: SLOTS, slots: SLOTS, hours: 1 / 12, day: 95 };
  const presence = heldLimit(
    { ...view, input: { startMs: 0, slotMs: 300_000 } } as unknown as DayView,
    [[{ module }]] as unknown as Entry[][],
    known,
    1,
  );
  return {
    presence,
    trueWh: offered.reduce((sum, value, s) => sum + (1000 * (value - power[s]!)) / 12, 0),
  };
}

describe('a limit that is known from a plateau', () => {
  it('takes power between the clouds of another day as well', () => {
    const { presence, trueWh } = dayOf(true, cloudy);
    expect(trueWh).toBeGreaterThan(100);
    expect(presence!.lostWh! / trueWh).toBeGreaterThan(0.85);
    expect(presence!.lostWh! / trueWh).toBeLessThan(1.15);
    expect(presence!.weight).toBe(0);
    // Hours at the level, which is half of the rating.
    expect(presence!.limitedWh! / (1000 * LEVEL)).toBeGreaterThan(2);
    expect(presence!.limitedWh! / (1000 * LEVEL)).toBeLessThan(6);
  });

  it('takes nothing where the power exceeds it, or once it is long ago', () => {
    expect(dayOf(false, cloudy).presence).toBeNull();
    expect(dayOf(false, () => 1).presence).toBeNull();
    expect(dayOf(true, cloudy, { heldLevel: LEVEL, heldDay: 70 }).presence).toBeNull();
    expect(dayOf(true, cloudy, {}).presence).toBeNull();
  });

  it('counts the first day with the second one, once', () => {
    const view = (day: number) => ({ day }) as DayView;
    const own: Record<string, number> = {};
    keepLimit(view(90), own, { lostWh: 40, sinceMs: 1000 }, { level: LEVEL, isRepeated: false });
    const second = { lostWh: 50, sinceMs: 2000 };
    expect(withFirstDay(view(93), own, second)).toMatchObject({ lostWh: 50, earlierWh: 40, sinceMs: 1000 });
    expect(withFirstDay(view(94), own, second)).toEqual(second);
  });
});
