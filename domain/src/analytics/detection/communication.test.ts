// Readings that end: because of the light, of snow, or of the connection.
import { describe, expect, it } from 'vitest';
import { communicationDay, neededLight } from './communication.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { LIT_HOURS, snowDay } from './snow.ts';
import { emptyTrack } from './track.ts';

const SLOTS = 120;
const clearOf = (top: number) =>
  Float64Array.from({ length: SLOTS }, (_, slot) => top * Math.sin((Math.PI * (slot + 0.5)) / SLOTS));

interface Module {
  /** Highest clear-sky power, W per W. */
  readonly top?: number;
  /** Slots with readings, from and to. */
  readonly heard: readonly [number, number];
  /** Slot from which it gives nothing. */
  readonly deadFrom?: number;
  readonly gatewayId?: string;
}

const entryOf = ({ top = 0.8, heard, deadFrom = SLOTS, gatewayId }: Module, m: number): Entry => {
  const clear = clearOf(top);
  const power = clear.map((value, slot) =>
    slot < heard[0] || slot >= heard[1] ? Number.NaN : slot >= deadFrom ? 0 : value,
  );
  return {
    module: {
      ...{ model: { id: `m${m}`, deviceId: `d${m}`, arrayId: 'a', ratedW: 400, gatewayId }, power },
      ...{ clear: { dcPerRatedW: clear }, completeness: (heard[1] - heard[0]) / SLOTS, track: emptyTrack() },
      ...{ baseline: { days: 20 }, counter: Number.NaN, integral: 1, cap: Number.POSITIVE_INFINITY },
    },
    features: {
      ...{ expected: 3, expectedSeen: 3, actual: deadFrom < SLOTS ? 1 : 3, clear: 3 },
      litBefore: deadFrom < SLOTS ? (deadFrom - 20) / 12 : 0,
    },
  } as unknown as Entry;
};

const viewOf = (day: number, airC = 20) =>
  ({
    ...{ day, slots: SLOTS, firstLight: 0, lastLight: SLOTS, hours: 1 / 12 },
    expected: { slots: SLOTS, ghi: new Float64Array(SLOTS), airTemperatureC: [airC] },
    input: {
      ...{ startMs: day * 864e5, slotMs: 300_000, weather: null, nearbyClearness: null },
      devices: [{ temperatureC: new Float64Array(SLOTS).fill(airC) }],
    },
  }) as unknown as DayView;

/** Weights of the evidence for a plant that reports until a slot of its first day and again from one of the second. */
function silence(until: number, from: number, dimEnd: number): (number | undefined)[] {
  const notes: Record<string, number> = { hasReported: 1, dimEnd };
  return [[0, until] as const, [from, SLOTS] as const].map((heard, day) => {
    const seen = communicationDay(viewOf(day), [entryOf({ heard }, 0)], notes, false);
    return seen.find(({ scope, isPresent }) => scope === 'plant' && isPresent)?.weight;
  });
}

describe('a plant without readings', () => {
  it('from noon to the next evening needs no second day to be reported', () => {
    expect(silence(50, 110, 0)).toEqual([undefined, 2]);
  });

  it('since the evening may have too little light on a dull day', () => {
    expect(silence(110, 115, 1)).toEqual([undefined, 1]);
  });

  it('is not covered by snow if its readings ended in good light', () => {
    const notes = { coldDay: 0, seenDay: 0, dimEnd: 0 };
    const silent = [entryOf({ heard: [0, 0] }, 0)];
    expect(snowDay(viewOf(1, -3), silent, { ...notes }, false, 1).mayLie).toBe(false);
    expect(snowDay(viewOf(1, -3), silent, { ...notes, dimEnd: 1 }, false, 1).mayLie).toBe(true);
  });
});

describe('a device without readings', () => {
  it('is missed among others although its array faces away from the low sun', () => {
    const entries = [0, 1, 2].map((m) => entryOf({ top: m === 0 ? 0.1 : 0.8, heard: [0, SLOTS] }, m));
    expect(neededLight(viewOf(0), [entries[0]!])).toBeCloseTo(0.05, 2);
    expect(neededLight(viewOf(0), [entries[1]!])).toBe(0.12);
    const silent = [entryOf({ top: 0.1, heard: [0, 0] }, 0), ...entries.slice(1)];
    const seen = communicationDay(viewOf(0), silent, { hasReported: 1, 'heard:d0': 1 }, false);
    expect(seen.find(({ subjectId }) => subjectId === 'd0')).toMatchObject({ isPresent: true });
  });
});

describe('devices that communicate through a gateway', () => {
  const subjectsOf = (heard: readonly (readonly [number, number])[]) => {
    const entries = heard.map((of, m) => entryOf({ heard: of, ...(m < 3 ? { gatewayId: 'g' } : {}) }, m));
    const notes = Object.fromEntries(heard.map((_, m) => [`heard:d${m}`, 1]));
    return communicationDay(viewOf(0), entries, { ...notes, hasReported: 1 }, false)
      .filter(({ isPresent }) => isPresent)
      .map(({ subjectId, moduleIds, sinceMs, dueWh }) => ({ subjectId, moduleIds, sinceMs, dueWh }));
  };
  const silent = [0, 40] as const;
  const reporting = [0, SLOTS] as const;

  it('are one observation when all of them stop, without a loss of their own', () => {
    expect(subjectsOf([silent, silent, silent, reporting])).toEqual([
      { subjectId: 'g', moduleIds: ['m0', 'm1', 'm2'], sinceMs: 40 * 300_000, dueWh: undefined },
    ]);
  });

  it('are named one by one while another of the gateway reports', () => {
    const seen = subjectsOf([silent, reporting, reporting, reporting]);
    expect(seen.map(({ subjectId }) => subjectId)).toEqual(['d0']);
  });
});

describe('a module that gives nothing on a cold day', () => {
  it('after hours of usual power is not covered by snow', () => {
    const snowOn = (deadFrom: number) => {
      const entries = Array.from({ length: 4 }, (_, m) =>
        entryOf({ heard: [0, SLOTS], ...(m < 2 ? { deadFrom } : {}) }, m),
      );
      return snowDay(viewOf(3, -3), entries, { coldDay: 3 }, false, 1).observation?.isPresent ?? false;
    };
    expect(snowOn(20)).toBe(true);
    expect(snowOn(20 + 12 * LIT_HOURS)).toBe(false);
  });
});
