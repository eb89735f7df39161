// Power that falls with the voltage of the grid against power that clouds or the rating of the inverters take.
import { describe, expect, it } from 'vitest';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { voltageLimit } from './gridVoltage.ts';

const SLOTS = 120;
const HOURS = 1 / 12;
const clear = Float64Array.from({ length: SLOTS }, (_, s) => 0.9 * Math.sin((Math.PI * (s + 0.5)) / SLOTS));

/** A day of one module of 1000 W: its presence of curtailment, and what the limitation took, Wh. */
function dayOf({
  light = () => 1,
  volts = () => 240,
  allowed = () => 1,
  cap = Number.POSITIVE_INFINITY,
  isOpen = false,
}: {
  light?: (slot: number) => number;
  volts?: (slot: number) => number;
  allowed?: (volts: number) => number;
  cap?: number;
  isOpen?: boolean;
}) {
  const acVoltageV = clear.map((_, s) => volts(s));
  const offered = clear.map((value, s) => Math.min(cap, value * light(s)));
  const power = offered.map((value, s) => Math.min(value, allowed(acVoltageV[s]!)));
  const module = {
    model: { id: 'm', deviceId: 'd', arrayId: 'a', ratedW: 1000 },
    power,
    cap: cap / 1.04,
    clear: { dcPerRatedW: clear },
  };
  const view = {
    slots: SLOTS,
    firstLight: 0,
    lastLight: SLOTS,
    hours: HOURS,
    input: { startMs: 0, slotMs: 300_000, devices: [{ acVoltageV }] },
  };
  const trueWh = offered.reduce((sum, value, s) => sum + 1000 * (value - power[s]!) * HOURS, 0);
  return {
    presence: voltageLimit(view as unknown as DayView, [{ module }] as unknown as Entry[], 1, isOpen),
    trueWh,
  };
}

/** Volt-watt control from 253 V to 260 V. */
const voltWatt = (volts: number) => Math.min(1, Math.max(0.2, 1 - (0.8 * (volts - 253)) / 7));
/** Voltage of a sunny neighborhood. */
const sunny = (slot: number) => 232 + 30 * clear[slot]!;

describe('a high voltage of the grid', () => {
  it('that takes power on a clear day costs what the light offered', () => {
    const { presence, trueWh } = dayOf({ volts: sunny, allowed: voltWatt });
    expect(presence).toMatchObject({ isFault: true });
    expect(presence!.lostWh! / trueWh).toBeCloseTo(1, 1);
  });

  it('is found where it takes power only for the part of its time in which it is highest', () => {
    const volts = (slot: number) => (slot >= 30 && slot < 90 ? 252.6 + (slot >= 60 ? 5 : 0) : 240);
    const { presence, trueWh } = dayOf({ volts, allowed: voltWatt });
    expect(trueWh).toBeGreaterThan(100);
    expect(presence!.lostWh! / trueWh).toBeCloseTo(1, 1);
  });

  it('that limits the power from a lower voltage on is found on sunny days, and costs nothing under clouds', () => {
    const volts = (slot: number) => 232 + 22 * clear[slot]!;
    const early = (value: number) => Math.min(1, Math.max(0.2, 1 - (0.8 * (value - 246)) / 7));
    const { presence, trueWh } = dayOf({ volts, allowed: early });
    expect(trueWh).toBeGreaterThan(100);
    expect(presence!.lostWh! / trueWh).toBeGreaterThan(0.7);
    expect(presence!.lostWh! / trueWh).toBeLessThan(1.3);
    expect(dayOf({ volts, allowed: early, light: () => 0.3 }).presence).toBeNull();
  });

  it('that takes no power is none, whether clouds pass or the inverters reach their rating', () => {
    const clouds = (slot: number) => (slot % 20 < 10 ? 0.4 : 1);
    const noisy = (slot: number) => 253.5 + (slot % 7) * 0.3;
    expect(dayOf({ volts: noisy, light: clouds }).presence).toBeNull();
    const mostlyFree = (slot: number) => (slot % 20 < 7 ? 0.4 : 1);
    expect(dayOf({ volts: noisy, light: mostlyFree, isOpen: true }).presence).toBeNull();
    expect(dayOf({ volts: sunny, cap: 0.6 }).presence).toBeNull();
    expect(dayOf({ volts: sunny }).presence).toBeNull();
  });
});
