// The light and the weather over a plant on one local day, per minute and as means of five minutes.
import { birdSky, transposer } from './irradiance.ts';
import type { PlantSpec } from './model.ts';
import { sunMinutes } from './sun.ts';
import { airAt, type DayWeather, drawClouds } from './weather.ts';

export const SLOT_MINUTES = 5;

/** Irradiance on one array. `Mean` arrays have a value per slot, the others one per minute; W/m² and °C. */
export interface PlaneDay {
  readonly beam: Float64Array;
  readonly diffuse: Float64Array;
  readonly cellC: Float64Array;
  readonly beamMean: Float64Array;
  readonly diffuseMean: Float64Array;
  readonly cellMean: Float64Array;
}

export interface SkyDay {
  readonly startMs: number;
  readonly slots: number;
  readonly minutes: number;
  readonly elevation: Float64Array;
  readonly azimuth: Float64Array;
  readonly planes: readonly PlaneDay[];
  /** Per slot. */
  readonly ghiMean: Float64Array;
  /** Clear-sky global irradiance with the mean air of the place, per slot. */
  readonly clearMean: Float64Array;
  readonly airC: Float64Array;
  /** How much the light changes from minute to minute, per slot, 0 to about 1. */
  readonly restless: Float64Array;
}

function horizonAt(horizon: readonly number[], azimuth: number): number {
  const place = (azimuth / 10) % 36;
  const low = Math.floor(place);
  return horizon[low]! + (place - low) * (horizon[(low + 1) % 36]! - horizon[low]!);
}

function slotMeans(values: Float64Array, slots: number): Float64Array {
  const means = new Float64Array(slots);
  for (let s = 0; s < slots; s++) {
    let sum = 0;
    for (let m = s * SLOT_MINUTES; m < (s + 1) * SLOT_MINUTES; m++) sum += values[m]!;
    means[s] = sum / SLOT_MINUTES;
  }
  return means;
}

/** `dayIndex` counts from the first day of the world. */
export function skyDay(
  spec: PlantSpec,
  dayIndex: number,
  bounds: { startMs: number; endMs: number },
  weather: DayWeather,
): SkyDay {
  const { latitude, longitude, altitudeM } = spec.model;
  const minutes = Math.round((bounds.endMs - bounds.startMs) / 60_000);
  const slots = Math.floor(minutes / SLOT_MINUTES);
  const sun = sunMinutes(latitude, longitude, bounds.startMs, minutes);
  const { elevation, azimuth, extraWm2 } = sun;
  const clouds = drawClouds(weather, minutes, `${spec.seed}/${dayIndex}`);
  const albedo = weather.snowCm > 2 ? 0.5 : 0.2;
  const pressureRatio = Math.exp(-altitudeM / 8434.5);
  const air = { aerosol: weather.aerosol, waterCm: weather.waterCm, ozoneCm: 0.32, pressureRatio };
  const mean = { ...air, aerosol: spec.climate.aerosol };
  const put = spec.planes.map((plane) => transposer(plane));
  const planes = spec.planes.map(() => ({
    beam: new Float64Array(minutes),
    diffuse: new Float64Array(minutes),
    cellC: new Float64Array(minutes),
  }));
  const ghi = new Float64Array(minutes);
  const clear = new Float64Array(minutes);
  const sky = { dni: 0, dhi: 0 };
  const reference = { dni: 0, dhi: 0 };
  const light = { dni: 0, dhi: 0, extraWm2, albedo };
  const at = { elevation: 0, azimuth: 0 };
  const out = { beam: 0, diffuse: 0 };
  const warm = spec.planes.map(() => 0);
  for (let m = 0; m < minutes; m++) {
    const airC = airAt(weather, m);
    const el = elevation[m]!;
    if (el > 0.3) {
      const cosZ = Math.sin((el * Math.PI) / 180);
      birdSky(el, extraWm2, air, albedo, sky);
      if (m % SLOT_MINUTES === 2) birdSky(el, extraWm2, mean, 0.2, reference);
      clear[m] = reference.dni * cosZ + reference.dhi;
      const clearGhi = sky.dni * cosZ + sky.dhi;
      light.dni = sky.dni * clouds.beam[m]!;
      const veiled = clouds.veiled[m]!;
      light.dhi = Number.isNaN(veiled)
        ? sky.dhi * clouds.diffuse[m]!
        : Math.max(0.02 * clearGhi, veiled * clearGhi - light.dni * cosZ);
      ghi[m] = light.dni * cosZ + light.dhi;
      at.elevation = el;
      at.azimuth = azimuth[m]!;
      if (spec.horizon && el < horizonAt(spec.horizon, at.azimuth)) light.dni = 0;
      for (let p = 0; p < planes.length; p++) {
        put[p]!(at, light, out);
        planes[p]!.beam[m] = out.beam;
        planes[p]!.diffuse[m] = out.diffuse;
      }
    }
    for (let p = 0; p < planes.length; p++) {
      const { beam, diffuse, cellC } = planes[p]!;
      const [a, b, deltaK] = spec.planes[p]!.thermal;
      const g = beam[m]! + diffuse[m]!;
      // A module follows the light with a time constant of some seven minutes (Jones and Underwood, 2001).
      warm[p] = warm[p]! + (g - warm[p]!) / 7;
      cellC[m] = airC + warm[p]! * (Math.exp(a + b * weather.windMs) + deltaK / 1000);
    }
  }
  const restless = new Float64Array(slots);
  const airC = new Float64Array(slots);
  for (let s = 0; s < slots; s++) {
    let change = 0;
    for (let m = s * SLOT_MINUTES + 1; m < (s + 1) * SLOT_MINUTES; m++)
      change += Math.abs(ghi[m]! - ghi[m - 1]!);
    restless[s] = Math.min(1, change / (200 + 0.5 * ghi[s * SLOT_MINUTES + 2]!));
    airC[s] = airAt(weather, s * SLOT_MINUTES + 2);
  }
  return {
    startMs: bounds.startMs,
    slots,
    minutes,
    elevation,
    azimuth,
    restless,
    airC,
    planes: planes.map((plane) => ({
      ...plane,
      beamMean: slotMeans(plane.beam, slots),
      diffuseMean: slotMeans(plane.diffuse, slots),
      cellMean: slotMeans(plane.cellC, slots),
    })),
    ghiMean: slotMeans(ghi, slots),
    clearMean: slotMeans(clear, slots),
  };
}
