// Consumption of a building by minute: a typical day of its kind, with kettles, ovens and milking machines.

import type { DemoLoad, DemoPlant } from '@helioport/demo/world';
import { MINUTE_MS } from '@helioport/domain/duration';
import { wallClock } from '@helioport/domain/periods';
import { chance, noise, ramp, seedOf } from './noise.ts';

/** Relative use per local hour; only the shape matters. */
const shapes: Readonly<Record<DemoLoad['shape'], readonly number[]>> = {
  home: [4, 3, 3, 3, 3, 4, 8, 11, 9, 7, 7, 8, 10, 8, 7, 7, 8, 12, 16, 17, 15, 12, 8, 5],
  farm: [5, 5, 5, 6, 9, 16, 17, 12, 9, 8, 8, 9, 9, 8, 8, 9, 15, 17, 13, 9, 7, 6, 5, 5],
  business: [3, 3, 3, 3, 3, 4, 7, 12, 16, 17, 17, 17, 15, 16, 17, 17, 16, 13, 8, 5, 4, 3, 3, 3],
};

const isWeekend = (dayNumber: number) => ((((dayNumber + 4) % 7) + 7) % 7) % 6 === 0;

/** A function from an instant (ms) of the day with this number to the building's power in W. */
export function loadOf(
  plant: DemoPlant,
  load: DemoLoad,
  seed: string,
  dayNumber: number,
): (ms: number) => number {
  const shape = shapes[load.shape];
  const meanW = load.dailyWh / 24;
  const total = shape.reduce((sum, weight) => sum + weight, 0);
  const daySeed = seedOf(seed, plant.sid, 'load');
  const flickerSeed = seedOf(seed, plant.sid, 'flicker');
  const rest = load.shape === 'business' && isWeekend(dayNumber) ? 0.45 : 1;
  const dayFactor = rest * (0.85 + 0.3 * chance(daySeed, dayNumber));
  return (ms) => {
    const { hour, minute } = wallClock(ms, plant.timeZone);
    const [now, later] = [shape[hour] ?? 0, shape[(hour + 1) % 24] ?? 0];
    const usualW = meanW * 24 * ((now + ((later - now) * minute) / 60) / total);
    const flicker = noise(flickerSeed, ms / (7 * MINUTE_MS));
    // Most minutes are slightly below the typical value, a few far above it: heating appliances.
    return usualW * dayFactor * (0.62 + 0.45 * flicker + 1.9 * ramp(0.86, 0.97, flicker));
  };
}
