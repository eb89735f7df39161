import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotPackable } from './blockShape.ts';
import { CurveUnreadable, type DayCurve, packCurve, unpackCurve } from './curve.ts';

const OF = { siteId: 7, startMs: Date.UTC(2026, 5, 20, 22) };

const powers = (slots: number) =>
  fc
    .array(fc.oneof(fc.constant(Number.NaN), fc.integer({ min: -3_000_000, max: 9_000_000 })), {
      minLength: slots,
      maxLength: slots,
    })
    .map((values) => Float64Array.from(values));

const curves: fc.Arbitrary<DayCurve> = fc
  .tuple(fc.constantFrom(276, 288, 294, 300), fc.integer({ min: 0, max: 5000 }))
  .chain(([slots, devices]) =>
    fc.record({
      deviceIds: fc
        .integer({ min: 1, max: 2 ** 40 })
        .map((first) => Float64Array.from({ length: devices }, (_, i) => first + i * (1 + (i % 3)))),
      kinds: fc
        .integer({ min: 0, max: 5 })
        .map((kind) => Float64Array.from({ length: devices }, (_, i) => (i % 7 === 0 ? kind : 0))),
      power: fc.record({ sun: powers(slots), grid: powers(slots), storage: powers(slots) }),
    }),
  );

/** A typical day of an inverter: no power at night, gradual steps. */
const sunny: DayCurve = {
  deviceIds: Float64Array.from({ length: 125 }, (_, i) => 40 + i),
  kinds: new Float64Array(125),
  power: {
    sun: Float64Array.from({ length: 288 }, (_, i) =>
      i < 70 || i > 220 ? Number.NaN : Math.round(900_000 * Math.sin(((i - 70) / 150) * Math.PI)),
    ),
    grid: new Float64Array(288).fill(Number.NaN),
    storage: new Float64Array(288).fill(Number.NaN),
  },
};

describe('a packed curve', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(curves, (curve) => {
        expect(unpackCurve(packCurve(OF, curve), OF)).toEqual(curve);
      }),
      { numRuns: 60 },
    );
  });

  it('takes some hundred bytes', () => {
    expect(packCurve(OF, sunny).length).toBeLessThan(300);
  });

  it('is an error by name wherever a byte of it is another, or it ends too early', () => {
    const whole = packCurve(OF, sunny);
    for (let i = 0; i < whole.length; i++) {
      const torn = Buffer.from(whole);
      torn[i]! ^= 1 << (i % 8);
      expect(() => unpackCurve(torn, OF)).toThrow(CurveUnreadable);
      expect(() => unpackCurve(whole.subarray(0, i), OF)).toThrow(CurveUnreadable);
    }
  });

  it('is not taken for that of another plant or day', () => {
    const whole = packCurve(OF, sunny);
    expect(() => unpackCurve(whole, { ...OF, siteId: 8 })).toThrow(CurveUnreadable);
    expect(() => unpackCurve(whole, { ...OF, startMs: OF.startMs + 3_600_000 })).toThrow(CurveUnreadable);
  });

  it('holds whole steps only', () => {
    const half = { ...sunny, power: { ...sunny.power, grid: new Float64Array(288).fill(0.5) } };
    expect(() => packCurve(OF, half)).toThrow(NotPackable);
  });
});
