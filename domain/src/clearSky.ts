// Power of a plant under a clear sky: the reference for a day. A potential, not a forecast.
import { HOUR_MS } from './duration.ts';
import {
  acPowerW,
  cellTemperatureC,
  clearSky,
  dcPowerW,
  type Orientation,
  planeIrradiance,
  sunAt,
} from './sun.ts';

/** Assumed air temperature of a mild day, because plants measure none. */
const AMBIENT_C = 20;
/** Between a ventilated roof (0.02) and one close to the tiles (0.034), K m²/W. */
const ROSS_K = 0.026;
/** Tilt of a module without array data; it faces the equator. */
const USUAL_TILT_DEG = 30;

export interface SkyModule {
  /** W. */
  readonly ratedW: number;
  /** null if the array has no orientation. */
  readonly orientation: Orientation | null;
  /** Number of the array in its plant; keys the energies by array. */
  readonly arrayId?: number | null;
}

export interface SkyInverter {
  /** Rated AC power in W, 0 if the model is unknown: power is then not clipped. */
  readonly ratedAcW: number;
  readonly modules: readonly SkyModule[];
}

export interface SkyPlant {
  readonly latitude: number;
  readonly longitude: number;
  readonly inverters: readonly SkyInverter[];
}

/** Energy is summed in steps of this length, each at the power of its middle. */
export const CLEAR_SKY_STEP_MS = 1_800_000;

const lightKey = (orientation: Orientation) => `${orientation.tiltDeg}/${orientation.azimuthDeg}`;

/** Modules of one inverter in one array. */
interface Part {
  /** The light that they are in. */
  light: string;
  arrayId: number | null;
  ratedW: number;
}

/** Receives the AC power in W of the modules of one array; null: modules without an array. */
type AddPower = (arrayId: number | null, powerW: number) => void;

/**
 * Returns a function that passes the clear-sky AC power at an instant (ms) per array; makes no calls while
 * the sun is down.
 */
function arraysOf({ latitude, longitude, inverters }: SkyPlant): (ms: number, take: AddPower) => void {
  const usual: Orientation = { tiltDeg: USUAL_TILT_DEG, azimuthDeg: latitude < 0 ? 0 : 180 };
  const lights = new Map<string, Orientation>();
  // Inverters with the same modules in the same light make the same: a large plant is a few kinds of them.
  const kinds = new Map<string, { count: number; ratedAcW: number; parts: Part[] }>();
  for (const { ratedAcW, modules } of inverters) {
    const byArray = new Map<string, Part>();
    for (const { ratedW, orientation, arrayId: planeId = null } of modules) {
      const lit = orientation ?? usual;
      const light = lightKey(lit);
      lights.set(light, lit);
      const known = byArray.get(`${light}/${planeId}`);
      byArray.set(`${light}/${planeId}`, { light, arrayId: planeId, ratedW: (known?.ratedW ?? 0) + ratedW });
    }
    const parts = [...byArray.values()];
    const name = JSON.stringify([ratedAcW, parts]);
    const kind = kinds.get(name) ?? { count: 0, ratedAcW, parts };
    kinds.set(name, { ...kind, count: kind.count + 1 });
  }

  return (ms, take) => {
    const sun = sunAt(ms, latitude, longitude);
    const sky = clearSky(sun);
    if (sky.ghi <= 0) return;
    const dcPerRatedW = new Map<string, number>();
    for (const [key, orientation] of lights) {
      const { beam, diffuse } = planeIrradiance(sky, sun, orientation);
      const irradiance = beam + diffuse;
      dcPerRatedW.set(key, dcPowerW(1, irradiance, cellTemperatureC(AMBIENT_C, irradiance, ROSS_K)));
    }
    const dcOf = ({ light, ratedW }: Part) => ratedW * (dcPerRatedW.get(light) ?? 0);
    for (const { count, ratedAcW, parts } of kinds.values()) {
      const dcW = parts.reduce((sum, part) => sum + dcOf(part), 0);
      const unclippedRatingW = parts.reduce((sum, { ratedW }) => sum + ratedW, 0);
      const acW = count * acPowerW(dcW, ratedAcW || Math.max(1, unclippedRatingW));
      // Clipped power is split among the arrays in proportion to their DC power.
      if (dcW > 0) for (const part of parts) take(part.arrayId, (acW * dcOf(part)) / dcW);
    }
  };
}

/**
 * Returns a function from an instant (ms) to the plant's clear-sky AC power in W: Haurwitz clear sky,
 * isotropic transposition, Ross cell temperature, inverters clipped at their rating. 0 while the sun is down.
 */
export function clearSkyPowerOf(plant: SkyPlant): (ms: number) => number {
  const powerAt = arraysOf(plant);
  return (ms) => {
    let powerW = 0;
    powerAt(ms, (_arrayId, watts) => {
      powerW += watts;
    });
    return powerW;
  };
}

/** Clear-sky energies of a span in Wh. */
export interface ClearSkyEnergies {
  wh: number;
  /** Energy by array number, null for modules without an array; adds up to `wh`. */
  byArray: ReadonlyMap<number | null, number>;
}

/**
 * The same power summed up: a function from two instants (ms) to the energies between them. Within a step the power is
 * constant, so that the energy until any instant follows from those of the whole steps (`clearSkyStepsOf`).
 */
export function clearSkyEnergiesOf(plant: SkyPlant): (fromMs: number, toMs: number) => ClearSkyEnergies {
  const powerAt = arraysOf(plant);
  return (fromMs, toMs) => {
    const byArray = new Map<number | null, number>();
    for (let at = fromMs; at < toMs; at += CLEAR_SKY_STEP_MS) {
      const lengthMs = Math.min(CLEAR_SKY_STEP_MS, toMs - at);
      powerAt(at + CLEAR_SKY_STEP_MS / 2, (arrayId, watts) =>
        byArray.set(arrayId, (byArray.get(arrayId) ?? 0) + (watts * lengthMs) / HOUR_MS),
      );
    }
    return { wh: [...byArray.values()].reduce((sum, wh) => sum + wh, 0), byArray };
  };
}

/** Clear-sky energies in Wh from an instant (ms) to the end of each step until `toMs`, rounded to 0.1 Wh. */
export function clearSkyStepsOf(plant: SkyPlant): (fromMs: number, toMs: number) => number[] {
  const powerOf = clearSkyPowerOf(plant);
  return (fromMs, toMs) => {
    const steps: number[] = [];
    let wh = 0;
    for (let at = fromMs; at < toMs; at += CLEAR_SKY_STEP_MS) {
      wh += (powerOf(at + CLEAR_SKY_STEP_MS / 2) * CLEAR_SKY_STEP_MS) / HOUR_MS;
      steps.push(Math.round(wh * 10) / 10);
    }
    return steps;
  };
}
