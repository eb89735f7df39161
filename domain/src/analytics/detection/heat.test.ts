// Devices that reduce their power while hot, under clear and broken skies.
import { describe, expect, it } from 'vitest';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { heatDay } from './heat.ts';
import { SECTORS } from './track.ts';

const SLOTS = 120;

/**
 * A day of four devices with one module each, the first 25 K hotter at full load. It loses up to `most` of its power, from
 * 72 °C on. Between the slots 24 and 54 clouds reach it two slots later than the others.
 */
function heatOf(most: number, { isCloudy = false } = {}) {
  const clear = Float64Array.from({ length: SLOTS }, (_, s) => 0.9 * Math.sin((Math.PI * (s + 0.5)) / SLOTS));
  const cloud = (slot: number) => (isCloudy && slot >= 24 && slot < 54 && slot % 6 < 3 ? 0.3 : 1);
  const isSteady = Uint8Array.from(clear, (_, s) => (isCloudy && s >= 22 && s < 58 ? 0 : 1));
  const baseline = { sectors: new Float64Array(SECTORS), diffuse: 0, ratio: 0 };
  const reference = {
    power: clear.map((value, s) => value * cloud(s)),
    direct: new Float64Array(SLOTS).fill(0.8),
    isSteady,
    strength: 4,
  };
  const temperature = (device: number) =>
    clear.map((value, s) => 20 + (device === 0 ? 62 : 34) * value * cloud(device === 0 ? s - 2 : s));
  const entries = [0, 1, 2, 3].map((device) => {
    const power = clear.map((value, s) => {
      const over = Math.max(0, temperature(device)[s]! - 72);
      return value * cloud(device === 0 ? s - 2 : s) * (1 - (device === 0 ? Math.min(most, over / 40) : 0));
    });
    return {
      module: {
        model: { id: `m${device}`, deviceId: `d${device}`, ratedW: 400 },
        power,
        baseline,
        isSteady,
        cap: Number.POSITIVE_INFINITY,
      },
      reference,
    };
  });
  const view = {
    slots: SLOTS,
    firstLight: 0,
    lastLight: SLOTS,
    hours: 1 / 12,
    sector: new Int8Array(SLOTS).fill(12),
    input: {
      startMs: 0,
      slotMs: 300_000,
      devices: [0, 1, 2, 3].map((device) => ({ deviceId: `d${device}`, temperatureC: temperature(device) })),
    },
  };
  return heatDay(view as unknown as DayView, entries as unknown as Entry[]);
}

describe('a hot device', () => {
  it('that loses a few percent near its highest temperature reduces its power', () => {
    const [observation] = heatOf(0.06);
    expect(observation).toMatchObject({ subjectId: 'd0', isPresent: true, cause: 'thermalDerating' });
    // About 6 % of 360 W for the hours around noon.
    expect(observation!.lostWh).toBeGreaterThan(40);
    expect(observation!.lostWh).toBeLessThan(110);
  });

  it('is recognized between clouds that reach it later than the others', () => {
    expect(heatOf(0.06, { isCloudy: true })[0]).toMatchObject({ subjectId: 'd0', isPresent: true });
  });

  it('that keeps its power is no finding, whatever the clouds do', () => {
    expect(heatOf(0).filter(({ isPresent }) => isPresent)).toEqual([]);
    expect(heatOf(0, { isCloudy: true }).filter(({ isPresent }) => isPresent)).toEqual([]);
  });
});
