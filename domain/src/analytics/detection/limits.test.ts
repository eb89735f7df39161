// What a limit takes, whether the devices report it or not.
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
      model: { id: 'm', deviceId: 'd', ratedW: 1000 },
      power,
      clear: { dcPerRatedW: clear },
      completeness: 1,
      cap: Number.POSITIVE_INFINITY,
    };
    const limitRatio = clear.map((_, s) => (isLimited(s) ? LIMIT : 1));
    const view = {
      slots: SLOTS,
      firstLight: 0,
      lastLight: SLOTS,
      hours: 1 / 12,
      input: { startMs: 0, slotMs: 300_000, devices: [{ deviceId: 'd', limitRatio, acVoltageV: null }] },
    };
    const [observation] = gridDay(view as unknown as DayView, [{ module }] as unknown as Entry[], {}, 1);
    const lost = offered.reduce((sum, value, s) => sum + (1000 * (value - power[s]!)) / 12, 0);
    expect(observation).toMatchObject({ cause: 'curtailment', isPresent: true });
    expect(observation!.lostWh! / lost).toBeGreaterThan(0.9);
    expect(observation!.lostWh! / lost).toBeLessThan(1.1);
  });
});

interface Device {
  /** Share of the clear-sky power of the first device that its array gets. */
  readonly light: number;
  readonly arrayId: string;
  /** The limit does not hold for it. */
  readonly isFree?: boolean;
}

/**
 * Observations of days on which a limit holds at noon, and the share of what it took on the last of them that they state.
 * `isDull`: slots under an overcast sky.
 */
function limitedDays(devices: readonly Device[], isReported: boolean, isDull = (_slot: number) => false) {
  const isLimited = (slot: number) => slot >= 35 && slot < 75;
  const clear = devices.map(({ light }) =>
    Float64Array.from({ length: SLOTS }, (_, s) => light * 0.9 * Math.sin((Math.PI * (s + 0.5)) / SLOTS)),
  );
  const offered = clear.map((values) => values.map((value, s) => (isDull(s) ? 0.2 : 1) * value));
  const powers = offered.map((values, d) =>
    values.map((value, s) => (isLimited(s) && !devices[d]!.isFree ? Math.min(LIMIT, value) : value)),
  );
  const limitRatio = isReported
    ? Float64Array.from({ length: SLOTS }, (_, s) => (isLimited(s) ? LIMIT : 1))
    : null;
  const entries = devices.map(({ arrayId }, d) => ({
    module: {
      model: { id: `m${d}`, deviceId: `d${d}`, arrayId, ratedW: 1000 },
      power: powers[d],
      clear: { dcPerRatedW: clear[d] },
      completeness: 1,
      cap: 0.95,
    },
  })) as unknown as Entry[];
  const view = {
    slots: SLOTS,
    firstLight: 0,
    lastLight: SLOTS,
    hours: 1 / 12,
    plant: { modules: entries.map(({ module }) => module.model) },
    input: {
      startMs: 0,
      slotMs: 300_000,
      devices: devices.map((_, d) => ({ deviceId: `d${d}`, limitRatio, acVoltageV: null })),
    },
  } as unknown as DayView;
  const notes = { topPower: 0.9 };
  gridDay(view, entries, notes, 1);
  const [observation] = gridDay(view, entries, notes, 1);
  const lost = offered.reduce(
    (sum, values, d) =>
      sum + values.reduce((own, value, s) => own + (1000 * (value - powers[d]![s]!)) / 12, 0),
    0,
  );
  return { observation, share: (observation?.lostWh ?? 0) / lost };
}

describe('a limit of the devices', () => {
  it('is seen on the array that reaches it, although another one gets too little light', () => {
    const devices = [
      { light: 1, arrayId: 'south' },
      { light: 0.2, arrayId: 'north' },
    ];
    const { observation, share } = limitedDays(devices, true);
    expect(observation).toMatchObject({ cause: 'curtailment', isPresent: true });
    expect(share).toBeCloseTo(1, 1);
  });

  it('costs what the sun offers although the sky is overcast while it does not hold', () => {
    const { share } = limitedDays([{ light: 1, arrayId: 'south' }], true, (s) => s < 38 || s >= 72);
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(1.1);
  });

  it('is seen without a report when it ends in full light, and costs nothing from then on', () => {
    const { observation, share } = limitedDays([{ light: 1, arrayId: 'south' }], false);
    expect(observation).toMatchObject({ cause: 'curtailment', isPresent: true });
    expect(share).toBeCloseTo(1, 1);
  });

  it('is counted for the devices that it cuts off only', () => {
    const devices = [
      ...Array.from({ length: 3 }, () => ({ light: 1, arrayId: 'south' })),
      { light: 0.45, arrayId: 'west' },
    ];
    const { observation, share } = limitedDays(devices, false);
    expect(observation).toMatchObject({ cause: 'curtailment', isPresent: true });
    expect(share).toBeCloseTo(1, 1);
  });

  it('is seen without a report although most arrays face away from the sun and never reach it', () => {
    const away = { light: 0.3, arrayId: 'north' };
    const south = (count: number, isFree = false) =>
      Array.from({ length: count }, () => ({ light: 1, arrayId: 'south', isFree }));
    const { observation, share } = limitedDays([...south(2), away, away, away], false);
    expect(observation).toMatchObject({ cause: 'curtailment', isPresent: true });
    expect(share).toBeCloseTo(1, 1);
    // Most of the devices that could reach it exceed it, or a single device of many is cut off.
    const isSeen = (devices: readonly Device[]) =>
      limitedDays(devices, false).observation?.isPresent ?? false;
    expect(isSeen([...south(2), ...south(3, true)])).toBe(false);
    expect(isSeen([...south(1), away, away])).toBe(false);
    expect(isSeen([...south(2), ...Array.from({ length: 7 }, () => away)])).toBe(false);
  });
});
