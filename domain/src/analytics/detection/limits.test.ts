// What a limit takes that the devices report, on a day with clouds.
import { describe, expect, it } from 'vitest';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { gridDay } from './limits.ts';

const SLOTS = 120;
const LIMIT = 0.5;

describe('a reported limit', () => {
  it('costs nothing while clouds keep the power below the level at which it cuts off', () => {
    const clear = Float64Array.from(
      { length: SLOTS },
      (_, s) => 0.9 * Math.sin((Math.PI * (s + 0.5)) / SLOTS),
    );
    const isLimited = (slot: number) => slot >= 40 && slot < 80;
    // Half of the limited time a cloud leaves four fifths of the limit.
    const offered = clear.map((value, s) => (isLimited(s) && s % 10 < 5 ? 0.8 * LIMIT : value));
    const power = offered.map((value, s) => (isLimited(s) ? Math.min(LIMIT, value) : value));
    const module = {
      ...{ model: { id: 'm', deviceId: 'd', ratedW: 1000 }, power, clear: { dcPerRatedW: clear } },
      ...{ completeness: 1, cap: Number.POSITIVE_INFINITY },
    };
    const limitRatio = clear.map((_, s) => (isLimited(s) ? LIMIT : 1));
    const view = {
      ...{ slots: SLOTS, firstLight: 0, lastLight: SLOTS, hours: 1 / 12 },
      input: { startMs: 0, slotMs: 300_000, devices: [{ deviceId: 'd', limitRatio, acVoltageV: null }] },
    };
    const [observation] = gridDay(view as unknown as DayView, [{ module }] as unknown as Entry[], {}, 1);
    const lost = offered.reduce((sum, value, s) => sum + (1000 * (value - power[s]!)) / 12, 0);
    expect(observation).toMatchObject({ cause: 'curtailment', isPresent: true });
    expect(observation!.lostWh! / lost).toBeGreaterThan(0.9);
    expect(observation!.lostWh! / lost).toBeLessThan(1.1);
  });
});
