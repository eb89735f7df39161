// The cause of a loss on one module.
import { describe, expect, it } from 'vitest';
import { causesOfLevel } from './cause.ts';
import { SECTORS } from './track.ts';

/** The most probable cause of a loss of direct light that diffuse light hardly shares, seen in a few sectors. */
function causeOf(direct: number): string {
  const contrast = { days: 5, loss: 0.7 * direct, direct, diffuse: 0.02, voltage: Number.NaN };
  const course = { slope: 1.4 * direct, voltageSlope: Number.NaN, notFlat: 0.05, notOhmic: 0.05 };
  const [best] = causesOfLevel(
    { ...contrast, ...course, typicalPower: 0.5, sectors: new Float64Array(SECTORS) },
    false,
  );
  return best!.cause;
}

describe('a loss that only direct light has', () => {
  it('is that of a contact while it is moderate, and shade where it is most of the light', () => {
    expect([0.2, 0.4, 0.7].map(causeOf)).toEqual(['contactResistance', 'contactResistance', 'newShading']);
  });
});

describe('a loss that is the same in all light', () => {
  const causeAt = (loss: number, voltage = 0) =>
    causesOfLevel(
      {
        days: 5,
        loss,
        direct: loss,
        diffuse: loss,
        voltage,
        slope: 0,
        voltageSlope: 0,
        notFlat: 0.05,
        notOhmic: 0.8,
        typicalPower: 0.5,
        sectors: new Float64Array(SECTORS),
      },
      false,
    )[0]!.cause;

  it('is a failure of the module where it is large, a diode where the voltage fell, and not known otherwise', () => {
    expect(causeAt(0.6)).toBe('moduleFailure');
    expect(causeAt(0.34, 0.33)).toBe('bypassDiode');
    expect(causeAt(0.2)).toBe('unknown');
  });
});

describe('a loss that rises with the power', () => {
  it('is that of a contact in the dim light of winter as well', () => {
    const sectors = new Float64Array(SECTORS);
    const winter = { days: 8, loss: 0.08, direct: 0.09, diffuse: Number.NaN, voltage: 0.08, sectors };
    const course = { slope: 0.39, voltageSlope: 0.41, notFlat: 0.24, notOhmic: 0.13 };
    expect(causesOfLevel({ ...winter, ...course, typicalPower: 0.22 }, true)[0]!.cause).toBe(
      'contactResistance',
    );
    expect(causesOfLevel({ ...winter, ...course, typicalPower: 0.6 }, true)[0]!.cause).not.toBe(
      'contactResistance',
    );
  });
});
