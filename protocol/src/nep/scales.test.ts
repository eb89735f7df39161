import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrationRows, capturedFrames } from '../../frames/captured.ts';
import { acVoltageScale, frequencyScale, scalesFor, temperatureScale } from './scales.ts';

const plain = scalesFor(0);
const four = scalesFor(4);
const roundHalfUp = (value: number) => Math.floor(value + 0.5);

describe('power', () => {
  const measured = calibrationRows.filter((row) => row.isMeasurement);

  it.each(measured)('$powerRaw is shown by the vendor as $displayedW W', ({ powerRaw, displayedW }) => {
    expect(roundHalfUp(plain.power.toSi(powerRaw))).toBe(displayedW);
  });

  it('leaves out only the rows where the page was not ready', () => {
    expect(calibrationRows.filter((row) => !row.isMeasurement).map((row) => row.displayedW)).toEqual([
      0, 0, 0,
    ]);
    expect(calibrationRows).toHaveLength(228);
  });

  it('is what the vendor showed for the captured frames', () => {
    const shown = capturedFrames.filter((f) => f.expected.cloud_displayed_w !== undefined);
    expect(shown.map((f) => roundHalfUp(plain.power.toSi(f.expected.power_raw)))).toEqual(
      shown.map((f) => f.expected.cloud_displayed_w),
    );
    expect(shown).toHaveLength(20);
  });

  it('ends at 834 W without channels and at 2,560 W with them', () => {
    expect(plain.power.toSi(0xffff)).toBeCloseTo(834.1, 1);
    expect(four.power.toSi(0xffff)).toBeCloseTo(2559.96, 2);
  });
});

describe('temperature', () => {
  it.each([
    [3359, 15],
    [3807, 26.4],
    [3840, 27],
    [4224, 35],
    // Prolonged lines: the formula that its author found valid near 35 °C, and one below the table.
    [5327, 5327 / 48 - 53],
    [2768, 15 - (591 * 11.4) / 448],
  ])('%d is %d °C', (raw, celsius) => {
    expect(temperatureScale.toSi(raw)).toBeCloseTo(celsius, 9);
    expect(temperatureScale.toRaw(celsius)).toBeCloseTo(raw, 6);
  });

  it('rises with every count', () => {
    const words = Array.from({ length: 0xffff }, (_, i) => i);
    expect(words.find((raw) => temperatureScale.toSi(raw + 1) <= temperatureScale.toSi(raw))).toBeUndefined();
  });
});

describe('every scale', () => {
  it.each([
    ['power without channels', plain.power],
    ['power with channels', four.power],
    ['energy without channels', plain.energy],
    ['energy with channels', four.energy],
    ['DC voltage without channels', plain.dcVoltage],
    ['DC voltage with channels', four.dcVoltage],
    ['AC voltage', acVoltageScale],
    ['frequency', frequencyScale],
    ['temperature', temperatureScale],
  ])('%s gives back the raw word', (_name, scale) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff }), (raw) => {
        expect(Math.round(scale.toRaw(scale.toSi(raw)))).toBe(raw);
      }),
      { numRuns: 1000 },
    );
  });
});
