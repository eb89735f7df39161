// Irradiance in the plane of the modules.
import type { Sky } from './clearSky.ts';

const RAD = Math.PI / 180;
/** Reflectance of the ground: the usual value for grass and roofs. */
export const ALBEDO = 0.2;
/** Cosine of 89 degrees: the ratio of plane to level irradiance is not taken beyond it. */
const LOWEST_COSINE = 0.01745;

export interface Orientation {
  /** Degrees from horizontal. */
  readonly tiltDeg: number;
  /** Degrees clockwise from north. */
  readonly azimuthDeg: number;
}

/** Irradiance in a plane in W/m² by where it comes from. */
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

/** Cosine of the angle between the sun and the normal of a plane; negative behind it. */
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
