// Reflection losses of the glass cover.

const RAD = Math.PI / 180;
/** Refractive index of glass, absorption per meter and thickness in meters (De Soto, Klein and Beckman 2006). */
const GLASS_INDEX = 1.526;
const GLASS_ABSORPTION = 4;
const GLASS_THICKNESS_M = 0.002;

function transmittance(cosIncidence: number): number {
  const sinIn = Math.sqrt(Math.max(0, 1 - cosIncidence ** 2));
  const sinOut = sinIn / GLASS_INDEX;
  const cosOut = Math.sqrt(1 - sinOut ** 2);
  const parallel = ((GLASS_INDEX * cosIncidence - cosOut) / (GLASS_INDEX * cosIncidence + cosOut)) ** 2;
  const perpendicular = ((cosIncidence - GLASS_INDEX * cosOut) / (cosIncidence + GLASS_INDEX * cosOut)) ** 2;
  return Math.exp((-GLASS_ABSORPTION * GLASS_THICKNESS_M) / cosOut) * (1 - (parallel + perpendicular) / 2);
}

const NORMAL = transmittance(1);

/**
 * Share of direct light that passes the cover, relative to perpendicular light: Fresnel reflection and absorption of
 * a glass pane (De Soto et al., Solar Energy 80 (2006) 78-88). 0 for light from behind the module.
 */
export const incidenceFactor = (cosIncidence: number): number =>
  cosIncidence <= 0 ? 0 : transmittance(Math.min(1, cosIncidence)) / NORMAL;

/** The same for light from the whole sky and from the ground, by equivalent angles (Brandemuehl and Beckman 1980). */
export function diffuseIncidenceFactors(tiltDeg: number): { sky: number; ground: number } {
  const skyDeg = 59.7 - 0.1388 * tiltDeg + 0.001497 * tiltDeg ** 2;
  const groundDeg = 90 - 0.5788 * tiltDeg + 0.002693 * tiltDeg ** 2;
  return {
    sky: incidenceFactor(Math.cos(skyDeg * RAD)),
    ground: incidenceFactor(Math.cos(groundDeg * RAD)),
  };
}
