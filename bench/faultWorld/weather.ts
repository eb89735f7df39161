// Weather of a plant: types of days in a Markov chain, clouds at one minute, temperature, wind, rain and snow.
//
// - Types of days with persistence and a climate's shares: after Bright, Smith, Taylor, Crook, "Stochastic generation of
//   synthetic minutely irradiance time series", Solar Energy 115 (2015), 229-242 (Markov chains of cloud cover).
// - Lengths of clouds follow a power law with exponent -1.66: Wood and Field, J. Climate 24 (2011), 4800-4816. They pass
//   with the wind at cloud height, which gives runs of sun and shade and the trimodal clear-sky index of Skartveit and
//   Olseth, Solar Energy 49 (1992), 63-72.
// - Irradiance above clear sky near clouds: Gueymard, Solar Energy 153 (2017), 755-765.
// - Rain: wet days with exponential amounts (Richardson, Water Resources Research 17 (1981), 182-190).
import type { Climate } from './climates.ts';
import { Dice } from './random.ts';

const dayTypes = ['clear', 'partly', 'broken', 'overcast'] as const;
export type DayType = (typeof dayTypes)[number];

/** What is drawn once for a day. */
export interface DayWeather {
  readonly type: DayType;
  /** Cloud cover in the morning, at noon and in the evening, 0 to 1. */
  readonly cover: readonly [number, number, number];
  /** Share of the clear-sky irradiance below a closed cloud. */
  readonly cloudShare: number;
  readonly meanC: number;
  readonly rangeK: number;
  readonly windMs: number;
  /** Speed of clouds in m/s. */
  readonly cloudMs: number;
  readonly rainMm: number;
  /** Hour of the day at which the rain or snow falls. */
  readonly rainHour: number;
  readonly snowCm: number;
  readonly aerosol: number;
  readonly waterCm: number;
}

/** Temperatures at which precipitation turns from snow to rain, daily mean in °C. */
const SNOW_BELOW_C = 1;
const PERSISTENCE = 0.45;

const baseCover: Record<DayType, readonly [number, number]> = {
  clear: [0, 0.04],
  partly: [0.12, 0.4],
  broken: [0.45, 0.8],
  overcast: [0.92, 1],
};

const wetChance: Record<DayType, number> = { clear: 0, partly: 0.08, broken: 0.35, overcast: 0.65 };

/** 1 in midsummer, -1 in midwinter of the place. */
function season(dayOfYear: number, latitude: number): number {
  const north = Math.cos((2 * Math.PI * (dayOfYear - 201)) / 365);
  return latitude < 0 ? -north : north;
}

/** The weather of `days` days from the day number (since 1970) on. */
export function drawWeather(
  climate: Climate,
  latitude: number,
  firstDay: number,
  days: number,
  seed: string,
): DayWeather[] {
  const dice = new Dice('weather', seed);
  let anomalyK = 3 * dice.normal();
  let type: DayType = 'partly';
  const result: DayWeather[] = [];
  for (let d = 0; d < days; d++) {
    const warmth = season((firstDay + d) % 365.2425, latitude);
    const part = (warmth + 1) / 2;
    const mix = (i: 0 | 1) => climate.winter[i] + (climate.summer[i] - climate.winter[i]) * part;
    const [clear, overcast] = [mix(0), mix(1)];
    if (d === 0 || !dice.chance(PERSISTENCE)) {
      const u = dice.next();
      const rest = (1 - clear - overcast) * 0.55;
      type =
        u < clear ? 'clear' : u < clear + overcast ? 'overcast' : dice.chance(0.55) ? 'partly' : 'broken';
      if (type === 'partly' && rest <= 0) type = 'broken';
    }
    anomalyK = 0.75 * anomalyK + 2.2 * dice.normal();
    const meanC = climate.meanC + climate.swingC * warmth + anomalyK;
    const [low, high] = baseCover[type];
    const cover = () => dice.between(low, high);
    const changing = dice.chance(0.3) && type !== 'clear';
    const fogMorning = type !== 'overcast' && part < 0.6 && dice.chance(0.12);
    const noon = cover();
    const isWet = dice.chance(wetChance[type]);
    const mm = isWet ? dice.exponential(climate.rainMm) : 0;
    const isSnow = meanC < SNOW_BELOW_C;
    result.push({
      type,
      cover: [
        fogMorning ? 1 : changing ? Math.min(1, dice.between(0, 1.1)) : noon,
        noon,
        changing ? Math.min(1, dice.between(0, 1.1)) : noon,
      ],
      cloudShare: Math.min(
        0.75,
        Math.max(0.06, isWet ? 0.2 + 0.08 * dice.normal() : 0.38 + 0.13 * dice.normal()),
      ),
      meanC,
      rangeK: climate.dailyK * (type === 'clear' ? 1 : type === 'overcast' ? 0.35 : 0.75),
      windMs: Math.max(0.4, climate.windMs * Math.exp(0.4 * dice.normal())),
      cloudMs: Math.max(3, 10 + 4 * dice.normal()),
      rainMm: isSnow ? 0 : mm,
      rainHour: dice.between(0, 24),
      // 1 mm of water is about 1 cm of fresh snow.
      snowCm: isSnow ? mm : 0,
      aerosol: Math.max(0.02, climate.aerosol * Math.exp(0.3 * dice.normal()) * (0.8 + 0.35 * part)),
      waterCm: Math.max(0.2, 0.5 + 0.09 * Math.max(0, meanC) + 0.15 * dice.normal()),
    });
  }
  return result;
}

/** Clouds of a day, one value per minute. */
export interface CloudMinutes {
  /** Share of the clear-sky beam that passes, 0 to 1. */
  readonly beam: Float32Array;
  /** Global irradiance relative to clear sky where no beam passes; NaN where the sun is visible. */
  readonly veiled: Float32Array;
  /** Diffuse irradiance relative to clear sky where the sun is visible. */
  readonly diffuse: Float32Array;
}

/** Minutes that a cloud takes: length by power law from 0.3 to 100 km, over its speed. */
function cloudMinutes(dice: Dice, speedMs: number): number {
  const exponent = -0.66;
  const [from, to] = [0.3 ** exponent, 100 ** exponent];
  const km = (from + (to - from) * dice.next()) ** (1 / exponent);
  return (km * 1000) / speedMs / 60;
}

export function drawClouds(weather: DayWeather, minutes: number, seed: string): CloudMinutes {
  const dice = new Dice('clouds', seed);
  const beam = new Float32Array(minutes);
  const veiled = new Float32Array(minutes);
  const diffuse = new Float32Array(minutes);
  const [morning, noon, evening] = weather.cover;
  let until = 0;
  let isCloud = false;
  let share = weather.cloudShare;
  let drift = 0;
  for (let m = 0; m < minutes; m++) {
    const x = m / minutes;
    const cover =
      x < 0.33
        ? morning
        : x < 0.45
          ? morning + ((noon - morning) * (x - 0.33)) / 0.12
          : x < 0.6
            ? noon
            : x < 0.72
              ? noon + ((evening - noon) * (x - 0.6)) / 0.12
              : evening;
    if (m >= until) {
      const length = cloudMinutes(dice, weather.cloudMs);
      if (cover > 0.985) isCloud = true;
      else if (cover < 0.015) isCloud = false;
      else isCloud = !isCloud;
      const stretched = isCloud
        ? length * Math.min(4, Math.max(0.5, cover / (1 - cover + 0.05)))
        : length * Math.min(12, Math.max(0.3, (1 - cover) / (cover + 0.02)));
      until = m + Math.max(1, Math.min(120, stretched));
      if (isCloud) share = Math.min(0.85, Math.max(0.05, weather.cloudShare + 0.1 * dice.normal()));
    }
    drift = 0.97 * drift + 0.02 * dice.normal();
    if (isCloud) {
      veiled[m] = Math.max(0.03, share * (1 + drift));
      // Thin clouds let a part of the beam pass.
      beam[m] = Math.max(0, (veiled[m]! - 0.55) * 1.2);
    } else {
      veiled[m] = Number.NaN;
      beam[m] = 1 - Math.min(0.2, Math.abs(0.15 * drift) * (0.2 + cover));
      diffuse[m] = 1 + 1.1 * cover * (1 + 4 * Math.abs(drift));
    }
  }
  return { beam, veiled, diffuse };
}

/** Air temperature in °C at a minute of the day: coldest near 5 h, warmest near 15 h. */
export const airAt = (weather: DayWeather, minute: number): number =>
  weather.meanC + weather.rangeK * Math.sin((2 * Math.PI * (minute / 60 - 9)) / 24);
