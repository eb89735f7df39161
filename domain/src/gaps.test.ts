import { describe, expect, test } from 'vitest';
import { gapsBetween, gapsOfPlant } from './gaps.ts';

const freiburg = { latitude: 47.98, longitude: 7.84 };
const at = (time: string) => Date.parse(`2026-06-15T${time}Z`);
const every5 = (from: string, to: string) => {
  const instants: number[] = [];
  for (let ms = at(from); ms <= at(to); ms += 300_000) instants.push(ms);
  return instants;
};

describe('a gap', () => {
  test('is an hour of light or more between two readings', () => {
    const day = [...every5('06:00', '10:00'), ...every5('12:30', '16:00')];
    expect(gapsBetween(day, freiburg)).toEqual([{ fromMs: at('10:00'), toMs: at('12:30') }]);
    expect(gapsBetween([...every5('06:00', '10:00'), ...every5('10:55', '16:00')], freiburg)).toEqual([]);
  });

  test('is none at night, nor before the first or after the last reading', () => {
    expect(gapsBetween([at('20:00'), at('23:00')], freiburg)).toEqual([]);
    expect(gapsBetween(every5('11:00', '12:00'), freiburg)).toEqual([]);
    expect(gapsBetween([], freiburg)).toEqual([]);
  });

  test('counts at any hour where the location is not known', () => {
    expect(gapsBetween([at('20:00'), at('23:00')], { latitude: null, longitude: null })).toHaveLength(1);
  });

  test('of a whole plant is one, and one device alone has its own', () => {
    const broken = [...every5('06:00', '10:00'), ...every5('12:30', '16:00')];
    const shifted = broken.map((ms) => ms + 60_000);
    const both = gapsOfPlant(
      [
        { deviceId: 1, at: broken },
        { deviceId: 2, at: shifted },
        { deviceId: 3, at: [] },
      ],
      freiburg,
    );
    expect(both).toEqual([{ fromMs: at('10:01'), toMs: at('12:30'), deviceIds: [1, 2], isWholePlant: true }]);
    const one = gapsOfPlant(
      [
        { deviceId: 1, at: broken },
        { deviceId: 2, at: every5('06:00', '16:00') },
      ],
      freiburg,
    );
    expect(one).toEqual([{ fromMs: at('10:00'), toMs: at('12:30'), deviceIds: [1], isWholePlant: false }]);
  });
});
