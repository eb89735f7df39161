// What a plant would make under a clear sky: the curve against which a day is judged. A potential, not a forecast.
import { acPowerW, cellTemperatureC, clearSky, dcPowerW, onPlane, type Plane, sunAt } from './sun.ts';

/** Air temperature that the curve assumes, since nobody measures it: a mild day. */
const AMBIENT_C = 20;
/** Between a ventilated roof (0.02) and one close to the tiles (0.034), K m²/W. */
const ROSS_K = 0.026;
/** Tilt of a module of which nobody entered the plane; it faces the equator. */
const USUAL_TILT_DEG = 30;

export interface SkyInverter {
  /** Rated AC power in W, 0 where the model is unknown: then nothing is clipped. */
  readonly ratedAcW: number;
  /** Rated power in W and plane of each module; null where no plane was entered. */
  readonly modules: readonly { readonly ratedW: number; readonly plane: Plane | null }[];
}

export interface SkyPlant {
  readonly latitude: number;
  readonly longitude: number;
  readonly inverters: readonly SkyInverter[];
}

const planeKey = (plane: Plane) => `${plane.tiltDeg}/${plane.azimuthDeg}`;

/**
 * A function from an instant (ms) to the plant's clear-sky AC power in W: Haurwitz sky, isotropic planes, Ross cell
 * temperature, inverters clipped at their rating. 0 while the sun is down.
 */
export function clearSkyPowerOf({ latitude, longitude, inverters }: SkyPlant): (ms: number) => number {
  const usual: Plane = { tiltDeg: USUAL_TILT_DEG, azimuthDeg: latitude < 0 ? 0 : 180 };
  const planes = new Map<string, Plane>();
  // Inverters with the same modules in the same light make the same: a large plant is a few kinds of them.
  const kinds = new Map<
    string,
    { count: number; ratedAcW: number; parts: { key: string; ratedW: number }[] }
  >();
  for (const { ratedAcW, modules } of inverters) {
    const ratedByPlane = new Map<string, number>();
    for (const { ratedW, plane } of modules) {
      const lit = plane ?? usual;
      planes.set(planeKey(lit), lit);
      ratedByPlane.set(planeKey(lit), (ratedByPlane.get(planeKey(lit)) ?? 0) + ratedW);
    }
    const parts = [...ratedByPlane].map(([key, ratedW]) => ({ key, ratedW }));
    const name = JSON.stringify([ratedAcW, parts]);
    const kind = kinds.get(name) ?? { count: 0, ratedAcW, parts };
    kinds.set(name, { ...kind, count: kind.count + 1 });
  }

  return (ms) => {
    const sun = sunAt(ms, latitude, longitude);
    const sky = clearSky(sun);
    if (sky.ghi <= 0) return 0;
    const dcPerRatedW = new Map<string, number>();
    for (const [key, plane] of planes) {
      const { beam, diffuse } = onPlane(sky, sun, plane);
      const irradiance = beam + diffuse;
      dcPerRatedW.set(key, dcPowerW(1, irradiance, cellTemperatureC(AMBIENT_C, irradiance, ROSS_K)));
    }
    let powerW = 0;
    for (const { count, ratedAcW, parts } of kinds.values()) {
      const dcW = parts.reduce((sum, { key, ratedW }) => sum + ratedW * (dcPerRatedW.get(key) ?? 0), 0);
      const unclippedRatingW = parts.reduce((sum, { ratedW }) => sum + ratedW, 0);
      powerW += count * acPowerW(dcW, ratedAcW || Math.max(1, unclippedRatingW));
    }
    return powerW;
  };
}
