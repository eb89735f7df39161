// Readings that end: because of the light, of snow, or of the connection.
import { describe, expect, it } from 'vitest';
import { LIT_HOURS } from './coldFailure.ts';
import { communicationDay, neededLight } from './communication.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { snowDay } from './snow.ts';
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
  /** Power that it gives at most, W per W. */
  readonly most?: number;
  readonly gatewayId?: string;
  /** Power that the other modules of its array give all day, W per W. */
  readonly peers?: number;
}

const entryOf = (
  { top = 0.8, heard, deadFrom = SLOTS, most = 1, gatewayId, peers }: Module,
  m: number,
): Entry => {
  const clear = clearOf(top);
  const power = clear.map((value, slot) =>
    slot < heard[0] || slot >= heard[1] ? Number.NaN : slot >= deadFrom ? 0 : Math.min(most, value),
  );
  return {
    module: {
      model: { id: `m${m}`, deviceId: `d${m}`, arrayId: 'a', ratedW: 400, gatewayId },
      power,
      clear: { dcPerRatedW: clear },
      completeness: (heard[1] - heard[0]) / SLOTS,
      track: emptyTrack(),
      baseline: { days: 20 },
      counter: Number.NaN,
      integral: 1,
      cap: Number.POSITIVE_INFINITY,
    },
    reference: {
      group: { clear: { dcPerRatedW: clear } },
      power: peers === undefined ? clear : clear.map(() => peers),
      strength: peers === undefined ? 0 : 2,
    },
    features: {
      expected: 3,
      expectedSeen: 3,
      actual: deadFrom < SLOTS ? 1 : 3,
      clear: 3,
      litBefore: deadFrom < SLOTS ? (deadFrom - 20) / 12 : 0,
    },
    finding: null,
  } as unknown as Entry;
};

const viewOf = (day: number, airC = 20) =>
  ({
    plant: { arrays: [] },
    day,
    slots: SLOTS,
    firstLight: 0,
    lastLight: SLOTS,
    hours: 1 / 12,
    elevationDeg: new Float64Array(SLOTS).fill(30),
    expected: {
      slots: SLOTS,
      ghi: new Float64Array(SLOTS),
      airTemperatureC: [airC],
      arrays: new Map([[null, { dcPerRatedW: new Float64Array(SLOTS) }]]),
    },
    input: {
      startMs: day * 864e5,
      slotMs: 300_000,
      weather: null,
      nearbyClearness: null,
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

  it('for the light of a single day is not missed where gaps of hours are usual', () => {
    /** Days on which the plant is missed after a stretch of days with gaps around noon, or without. */
    const missedOn = (hasGaps: boolean, silentDays: number) => {
      const notes: Record<string, number> = { hasReported: 1, dimEnd: 0 };
      const power = clearOf(0.8).map((value, slot) =>
        hasGaps && slot > 30 && slot < 90 ? Number.NaN : value,
      );
      const missed: number[] = [];
      let days = 0;
      for (let day = 0; day < 10 + silentDays; day++) {
        const entry = entryOf({ heard: day < 10 ? [0, SLOTS] : [0, 0] }, 0);
        if (day < 10) Object.assign(entry.module, { power });
        const seen = communicationDay(viewOf(day), [entry], notes, false).find(
          ({ scope }) => scope === 'plant',
        );
        days += seen?.isPresent ? (seen.weight ?? 1) : 0;
        if (days >= 2) missed.push(day);
      }
      return missed;
    };
    expect(missedOn(false, 1)).toEqual([10]);
    expect(missedOn(true, 3)).toEqual([]);
    expect(missedOn(true, 4)).toEqual([13]);
  });

  it('is not covered by snow if its readings ended in good light', () => {
    const notes = { coldDay: 0, seenDay: 0, dimEnd: 0 };
    const silent = [entryOf({ heard: [0, 0] }, 0)];
    expect(snowDay(viewOf(1, -3), silent, { ...notes }, false, () => 1).mayLie).toBe(false);
    expect(snowDay(viewOf(1, -3), silent, { ...notes, dimEnd: 1 }, false, () => 1).mayLie).toBe(true);
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

  it('is missed where the clear sky promises nothing if the other modules of its array work', () => {
    const isMissed = (peers: number) => {
      const entries = [
        entryOf({ top: 0.03, heard: [0, 0], peers }, 0),
        ...[1, 2].map((m) => entryOf({ heard: [0, SLOTS] }, m)),
      ];
      const seen = communicationDay(viewOf(0), entries, { hasReported: 1, 'heard:d0': 1 }, false);
      return seen.find(({ subjectId }) => subjectId === 'd0')?.isPresent;
    };
    expect(isMissed(0.05)).toBe(true);
    expect(isMissed(0.01)).toBeUndefined();
  });
});

describe('a device that is reported as not communicating', () => {
  it('stays missing while snow may lie, unless it reports', () => {
    const isMissing = (heard: readonly [number, number], missing: ReadonlySet<string>) => {
      const entries = [entryOf({ heard }, 0), ...[1, 2].map((m) => entryOf({ heard: [0, SLOTS] }, m))];
      const seen = communicationDay(viewOf(0), entries, { hasReported: 1, 'heard:d0': 1 }, true, missing);
      return seen.some(({ subjectId, isPresent }) => subjectId === 'd0' && isPresent);
    };
    expect(isMissing([0, 0], new Set(['d0']))).toBe(true);
    expect(isMissing([0, 0], new Set())).toBe(false);
    expect(isMissing([0, 20], new Set(['d0']))).toBe(false);
  });
});

describe('a device that its module feeds', () => {
  /** Whether a device is missed on each of two days, on which it has readings from one slot to another with some power. */
  function missed(days: readonly Pick<Module, 'heard' | 'most'>[], notes: Record<string, number>): boolean[] {
    const kept: Record<string, number> = { ...notes, hasReported: 1, 'heard:d0': 1 };
    return days.map((own, day) => {
      const entries = [own, ...[1, 2, 3].map(() => ({ heard: [0, SLOTS] as const }))].map(entryOf);
      const seen = communicationDay(viewOf(day), entries, kept, false);
      return seen.some(({ subjectId, isPresent }) => subjectId === 'd0' && isPresent);
    });
  }
  const covered = { heard: [20, 40], most: 0.03 } as const;

  it('is not missed while it has no power on cold days, and not on the day on which the snow slides off', () => {
    expect(missed([covered, { heard: [80, SLOTS] }], { coldDay: 0 })).toEqual([false, false]);
    expect(missed([covered, { heard: [0, 0] }], { coldDay: 0 })).toEqual([false, false]);
  });

  it('is missed if it gave power before, on warm days, or if devices report at night', () => {
    expect(missed([{ heard: [20, 40] }, { heard: [0, 0] }], { coldDay: 0 })).toEqual([true, true]);
    expect(missed([covered], {})).toEqual([true]);
    expect(missed([covered], { coldDay: 0, nightDay: 0 })).toEqual([true]);
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
      return snowDay(viewOf(3, -3), entries, { coldDay: 3 }, false, () => 1).observation?.isPresent ?? false;
    };
    expect(snowOn(20)).toBe(true);
    expect(snowOn(20 + 12 * LIT_HOURS)).toBe(false);
  });
});
