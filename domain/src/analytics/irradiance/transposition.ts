// Irradiance on the module surface (POA).
import { relativeAirMass } from './atmosphere.ts';
import type { Sky } from './clearSky.ts';

const RAD = Math.PI / 180;
/** Reflectance of the ground: the usual value for grass and roofs. */
export const ALBEDO = 0.2;
/** Cosine of 89 degrees, the lower limit of the denominator in the ratio of tilted to horizontal irradiance. */
export const LOWEST_COSINE = 0.01745;

export interface Orientation {
  /** Degrees from horizontal. */
  readonly tiltDeg: number;
  /** Degrees clockwise from north. */
  readonly azimuthDeg: number;
}

/** Irradiance on a tilted surface in W/m² by source. */
export interface PlaneIrradiance {
  /** From the disc of the sun. */
  readonly beam: number;
  /** From the bright sky around the sun; it is shaded together with the beam. */
  readonly circumsolar: number;
  /** From the rest of the sky. */
  readonly sky: number;
  readonly ground: number;
}

export const planeTotal = ({ beam, circumsolar, sky, ground }: PlaneIrradiance): number =>
  beam + circumsolar + sky + ground;

/** Cosine of the angle between the sun and the normal of a tilted surface; negative behind it. */
export function cosIncidence(zenithDeg: number, azimuthDeg: number, plane: Orientation): number {
  const zenith = zenithDeg * RAD;
  const tilt = plane.tiltDeg * RAD;
  return (
    Math.cos(zenith) * Math.cos(tilt) +
    Math.sin(zenith) * Math.sin(tilt) * Math.cos((azimuthDeg - plane.azimuthDeg) * RAD)
  );
}

const groundPart = (ghi: number, cosTilt: number) => (ALBEDO * ghi * (1 - cosTilt)) / 2;

/** A sky that is equally bright everywhere (Liu and Jordan 1963). */
export function isotropic(
  sky: Sky,
  zenithDeg: number,
  azimuthDeg: number,
  plane: Orientation,
): PlaneIrradiance {
  const cosTilt = Math.cos(plane.tiltDeg * RAD);
  return {
    beam: sky.dni * Math.max(0, cosIncidence(zenithDeg, azimuthDeg, plane)),
    circumsolar: 0,
    sky: (sky.dhi * (1 + cosTilt)) / 2,
    ground: groundPart(sky.ghi, cosTilt),
  };
}

/** A sky that is brighter around the sun: Hay and Davies 1980, by the apparent zenith in degrees. */
export function hayDavies(
  sky: Sky,
  zenithDeg: number,
  azimuthDeg: number,
  extraterrestrialWm2: number,
  plane: Orientation,
): PlaneIrradiance {
  const cosTilt = Math.cos(plane.tiltDeg * RAD);
  const incidence = Math.max(0, cosIncidence(zenithDeg, azimuthDeg, plane));
  const anisotropy = Math.min(1, sky.dni / extraterrestrialWm2);
  const ratio = incidence / Math.max(LOWEST_COSINE, Math.cos(zenithDeg * RAD));
  return {
    beam: sky.dni * incidence,
    circumsolar: sky.dhi * anisotropy * ratio,
    sky: (sky.dhi * (1 - anisotropy) * (1 + cosTilt)) / 2,
    ground: groundPart(sky.ghi, cosTilt),
  };
}

/** Edges of the sky clearness classes of Perez 1990. */
const PEREZ_EDGES = [1.065, 1.23, 1.5, 1.95, 2.8, 4.5, 6.2];
/** Coefficients of circumsolar and horizon brightness by class, the composite set of the paper. */
const PEREZ_COEFFICIENTS = [
  [-0.008, 0.588, -0.062, -0.06, 0.072, -0.022],
  [0.13, 0.683, -0.151, -0.019, 0.066, -0.029],
  [0.33, 0.487, -0.221, 0.055, -0.064, -0.026],
  [0.568, 0.187, -0.295, 0.109, -0.152, -0.014],
  [0.873, -0.392, -0.362, 0.226, -0.462, 0.001],
  [1.132, -1.237, -0.412, 0.288, -0.823, 0.056],
  [1.06, -1.6, -0.359, 0.264, -1.127, 0.131],
  [0.678, -0.327, -0.25, 0.156, -1.377, 0.251],
] as const;

/**
 * A sky with a bright ring at the sun and a band at the horizon: Perez et al., Solar Energy 44 (1990) 271-289, by the
 * apparent zenith in degrees. `sky` of the result contains the horizon band.
 */
export function perez(
  sky: Sky,
  zenithDeg: number,
  azimuthDeg: number,
  extraterrestrialWm2: number,
  plane: Orientation,
): PlaneIrradiance {
  const flat = isotropic(sky, zenithDeg, azimuthDeg, plane);
  if (!(sky.dhi > 0) || zenithDeg >= 90) return flat;
  const zenith = zenithDeg * RAD;
  const shift = 1.041 * zenith ** 3;
  const clearness = ((sky.dhi + sky.dni) / sky.dhi + shift) / (1 + shift);
  const brightness = (sky.dhi * relativeAirMass(zenithDeg)) / extraterrestrialWm2;
  const edge = PEREZ_EDGES.findIndex((limit) => clearness < limit);
  const [f11, f12, f13, f21, f22, f23] = PEREZ_COEFFICIENTS[edge < 0 ? PEREZ_EDGES.length : edge]!;
  const f1 = Math.max(0, f11 + f12 * brightness + f13 * zenith);
  const f2 = f21 + f22 * brightness + f23 * zenith;
  const incidence = Math.max(0, cosIncidence(zenithDeg, azimuthDeg, plane));
  const level = Math.max(Math.cos(85 * RAD), Math.cos(zenith));
  const circumsolar = (sky.dhi * f1 * incidence) / level;
  const rest = flat.sky * (1 - f1) + sky.dhi * f2 * Math.sin(plane.tiltDeg * RAD);
  return { ...flat, circumsolar, sky: Math.max(-circumsolar, rest) };
}
