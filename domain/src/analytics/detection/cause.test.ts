// The cause of a loss on one module.
import { describe, expect, it } from 'vitest';
import { causesOfLevel } from './cause.ts';
import { SECTORS } from './track.ts';

/** The most probable cause of a loss of direct light that diffuse light hardly shares, seen in a few sectors. */
function causeOf(direct: number): string {
  const contrast = { days: 5, loss: 0.7 * direct, direct, diffuse: 0.02, voltage: Number.NaN };
  const course = { slope: 1.4 * direct, voltageSlope: Number.NaN, notFlat: 0.05, notOhmic: 0.05 };
  const [best] = causesOfLevel({ ...contrast, ...course, sectors: new Float64Array(SECTORS) }, false);
  return best!.cause;
}

describe('a loss that only direct light has', () => {
  it('is that of a contact while it is moderate, and shade where it is most of the light', () => {
    expect([0.2, 0.4, 0.7].map(causeOf)).toEqual(['contactResistance', 'contactResistance', 'newShading']);
  });
});
