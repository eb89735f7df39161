// What a weather service and neighbouring plants say about the day: right on average, wrong in detail.
import type { WeatherDayInput } from '@helioport/domain/analytics/types';
import type { Dice } from './random.ts';
import { type SkyDay, SLOT_MINUTES } from './sky.ts';
import { airAt, type DayWeather } from './weather.ts';

const HOUR_SLOTS = 60 / SLOT_MINUTES;

/** Hourly model values, interpolated; biased by some percent a day, more wrong under broken clouds. */
export function weatherInput(sky: SkyDay, weather: DayWeather, dice: Dice): WeatherDayInput {
  const { slots } = sky;
  const ghiWm2 = new Float32Array(slots);
  const airTemperatureC = new Float32Array(slots);
  const windMs = new Float32Array(slots);
  const rainMm = new Float32Array(slots);
  const bias = 1 + 0.04 * dice.normal();
  const hours = Math.ceil(slots / HOUR_SLOTS);
  const spread = weather.type === 'clear' ? 0.02 : 0.12;
  // Index to clear sky per hour keeps the shape of the sun's path.
  const index = Array.from({ length: hours }, (_, h) => {
    let [all, clear] = [0, 0];
    for (let s = h * HOUR_SLOTS; s < Math.min(slots, (h + 1) * HOUR_SLOTS); s++) {
      all += sky.ghiMean[s]!;
      clear += sky.clearMean[s]!;
    }
    return clear > 0 ? Math.max(0, (all / clear) * bias * (1 + spread * dice.normal())) : 0;
  });
  const airBias = 0.8 * dice.normal();
  const rainAt = Math.floor((weather.rainHour / 24) * slots);
  const rainSlots = 2 * HOUR_SLOTS;
  for (let s = 0; s < slots; s++) {
    ghiWm2[s] = sky.clearMean[s]! * index[Math.floor(s / HOUR_SLOTS)]!;
    airTemperatureC[s] = airAt(weather, s * SLOT_MINUTES) + airBias;
    windMs[s] = weather.windMs;
    const mm = weather.rainMm + weather.snowCm;
    if (mm > 0 && s >= rainAt && s < rainAt + rainSlots) rainMm[s] = mm / Math.min(rainSlots, slots - rainAt);
  }
  return { ghiWm2, airTemperatureC, windMs, rainMm };
}

/** Clearness by plants some kilometres away: the same sky, other clouds at other moments. */
export function nearbyClearness(sky: SkyDay, dice: Dice): Float32Array {
  const { slots } = sky;
  const values = new Float32Array(slots).fill(Number.NaN);
  const lag = dice.whole(-2, 2);
  const scale = 1 + 0.02 * dice.normal();
  for (let s = 0; s < slots; s++) {
    if (sky.elevation[s * SLOT_MINUTES + 2]! < 5) continue;
    let [all, clear] = [0, 0];
    for (let k = s + lag - 1; k <= s + lag + 1; k++) {
      if (k < 0 || k >= slots) continue;
      all += sky.ghiMean[k]!;
      clear += sky.clearMean[k]!;
    }
    if (clear > 20) values[s] = Math.max(0, (all / clear) * scale * (1 + 0.03 * dice.normal()));
  }
  return values;
}
