import { describe, expect, it } from 'vitest';
import { producedSoFar } from './producedSoFar.ts';

const SLOT_MS = 5 * 60_000;
const slots = 24;
const expectedW = new Float64Array(slots).fill(100);

/** One module with 120 W in every slot from `from` on. */
const moduleFrom = (from: number) => ({
  moduleId: 'A/1',
  powerW: Float64Array.from({ length: slots }, (_, slot) => (slot < from ? Number.NaN : 120)),
  voltageV: null,
  currentA: null,
  energyWh: null,
});
const of = (from: number, wh: number | null) =>
  producedSoFar({ modules: [moduleFrom(from)], slotMs: SLOT_MS }, [wh], expectedW, slots);

describe('the energy of a running day', () => {
  it('is that of the counters if the readings have no gap', () => {
    expect(of(0, 240)).toBe(240);
    expect(of(3, 210)).toBe(210);
  });

  it('includes a gap through which the counters ran', () => {
    expect(of(12, 240)).toBe(240);
  });

  it('is unknown, not a loss, if the counters start after a gap', () => {
    expect(of(12, 120)).toBeNull();
    expect(of(23, 0)).toBeNull();
    expect(of(24, 240)).toBeNull();
  });

  it('is unknown if the counters cover only a little of the gap', () => {
    expect(of(12, 135)).toBeNull();
  });

  it('is unknown if half of the modules have no readings and no counter', () => {
    const modules = [moduleFrom(0), moduleFrom(24)];
    expect(producedSoFar({ modules, slotMs: SLOT_MS }, [240, null], expectedW, slots)).toBeNull();
    expect(producedSoFar({ modules, slotMs: SLOT_MS }, [240, 240], expectedW, slots)).toBe(480);
  });

  it('is unknown without a counter', () => {
    expect(of(0, null)).toBeNull();
  });
});
