// Weather of a plant: day types, clouds by the minute, and matching temperatures.

import type { DemoPlant } from '@helioport/demo/world';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import { noise, ramp, seedOf } from './noise.ts';

const YEAR_DAYS = 365.25;

export interface Weather {
  /** Share of the clear-sky irradiance that arrives at an instant (ms): about 0.1 to 1.04. */
  readonly transmittance: (ms: number) => number;
  /** Air temperature in °C. */
  readonly ambientC: (ms: number) => number;
}

/** The weather of a plant's place. All modules of the plant share it: clouds are larger than roofs. */
export function weatherOf(plant: DemoPlant, seed: string): Weather {
  const { cloudiness, meanTempC, seasonK, dayK } = plant.climate;
  const [spell, front, cloud, puff, depth, warmth] = [0, 1, 2, 3, 4, 5].map((i) =>
    seedOf(seed, plant.sid, 'weather', i),
  ) as [number, number, number, number, number, number];
  const threshold = 0.71 - 0.5 * cloudiness;

  const cover = (ms: number) =>
    ramp(
      threshold - 0.24,
      threshold + 0.24,
      0.62 * noise(spell, ms / (30 * HOUR_MS)) + 0.38 * noise(front, ms / (7 * HOUR_MS)),
    );

  return {
    transmittance(ms) {
      const covered = cover(ms);
      const lump = 0.62 * noise(cloud, ms / (16 * MINUTE_MS)) + 0.38 * noise(puff, ms / (4 * MINUTE_MS));
      const shadow = ramp(-0.1, 0.1, covered - (0.12 + 0.76 * lump));
      const taken = shadow * (0.42 + 0.4 * covered) * (0.88 + 0.24 * noise(depth, ms / (45 * MINUTE_MS)));
      // Cloud enhancement: the bright edge of a cloud near the sun briefly adds irradiance.
      const rim = 0.16 * shadow * (1 - shadow);
      return Math.min(1.05, 1 - taken + rim);
    },
    ambientC(ms) {
      const yearDay = (ms / DAY_MS) % YEAR_DAYS;
      // Warmest about 20 July in the north, half a year later in the south.
      const season = Math.cos((2 * Math.PI * (yearDay - 200)) / YEAR_DAYS) * Math.sign(plant.latitude || 1);
      const solarHour = (ms / HOUR_MS + plant.longitude / 15) % 24;
      const daily = Math.cos((2 * Math.PI * (solarHour - 15)) / 24) * (1 - 0.55 * cover(ms));
      const spellK = 7 * (noise(warmth, ms / (50 * HOUR_MS)) - 0.5);
      return meanTempC + seasonK * season + dayK * daily + spellK;
    },
  };
}
