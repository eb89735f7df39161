import { HOUR_MS } from '@helioport/domain/duration';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeviceDay } from './deviceDay.ts';
import { hourChangesOf } from './deviceHours.ts';
import type { StoredHours } from './storedParts.ts';

const START = Date.parse('2026-06-21T00:00:00Z');
const COUNT = 4;

interface Hour {
  energyWh: number;
  peakW: number | null;
}
/** Hours of devices by `device/hour`; hours without production and power are omitted. */
type Hours = Map<string, Hour>;

const dayOf = (deviceId: number, hours: readonly (Hour | null)[], outWh: number | null): DeviceDay =>
  ({
    deviceId,
    outWh,
    hoursWh: hours.map((hour) => hour?.energyWh ?? 0),
    hourPeaksW: hours.map((hour) => hour?.peakW ?? null),
  }) as DeviceDay;

const storedOf = (hours: readonly (Hour | null)[]): StoredHours => ({
  energyWh: Float64Array.from(hours, (hour) => hour?.energyWh ?? Number.NaN),
  // As a column of single precision hands it over.
  peakW: Float64Array.from(hours, (hour) => Math.fround(hour?.peakW ?? Number.NaN)),
});

const hour = fc.option(
  fc.record({
    energyWh: fc.constantFrom(0, 0.1, 120.5),
    peakW: fc.option(fc.constantFrom(0, 0.1, 2250.1)),
  }),
);
const device = fc.array(hour, { minLength: COUNT, maxLength: COUNT });

describe('the hours of a day that is recomputed', () => {
  it('become what it says, and none is written or removed that already is so', () => {
    const some = fc.record({ now: fc.option(device), stored: fc.option(device), isMeter: fc.boolean() });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 4 }), (devices) => {
        const wanted: Hours = new Map();
        const is: Hours = new Map();
        const days: DeviceDay[] = [];
        const hours = new Map<number, StoredHours>();
        devices.forEach(({ now, stored, isMeter }, id) => {
          if (now) days.push(dayOf(id, now, isMeter ? 5 : null));
          if (stored) hours.set(id, storedOf(stored));
          for (let i = 0; i < COUNT; i++) {
            const one = now?.[i];
            if (one && !isMeter && (one.energyWh > 0 || one.peakW !== null)) wanted.set(`${id}/${i}`, one);
            const known = stored?.[i];
            if (known) is.set(`${id}/${i}`, known);
          }
        });
        const keyOf = (at: { deviceId: number; atMs: number }) =>
          `${at.deviceId}/${(at.atMs - START) / HOUR_MS}`;
        const { written, gone } = hourChangesOf({ startMs: START }, days, { hours, strays: [] });
        for (const one of written) {
          expect(is.get(keyOf(one))).not.toEqual({ energyWh: one.energyWh, peakW: one.peakW });
          is.set(keyOf(one), { energyWh: one.energyWh, peakW: one.peakW });
        }
        for (const one of gone) expect(is.delete(keyOf(one))).toBe(true);
        expect(is).toEqual(wanted);
      }),
      { numRuns: 1_000 },
    );
  });

  it('leave none that begins where no hour of the day does', () => {
    const stray = { deviceId: 3, atMs: START + HOUR_MS / 2 };
    expect(hourChangesOf({ startMs: START }, [], { hours: new Map(), strays: [stray] }).gone).toEqual([
      stray,
    ]);
  });
});
