// Splits measured global irradiance into its direct and diffuse parts.
import type { Sky } from './clearSky.ts';

const RAD = Math.PI / 180;
/** The cosine of the zenith is not taken lower, so that clearness stays bounded at the horizon. */
const LOWEST_COSINE = 0.065;
/** Above this zenith no direct part is derived. */
const DIRECT_LIMIT_DEG = 87;

/** Global irradiance as a share of the extraterrestrial one on level ground, 0 to 2. */
export const clearnessIndex = (ghi: number, zenithDeg: number, extraterrestrialWm2: number): number =>
  Math.min(2, Math.max(0, ghi / (extraterrestrialWm2 * Math.max(LOWEST_COSINE, Math.cos(zenithDeg * RAD)))));

/** Diffuse share of global irradiance: Erbs, Klein and Duffie, Solar Energy 28 (1982) 293-302. */
function diffuseShare(kt: number): number {
  if (kt <= 0.22) return 1 - 0.09 * kt;
  if (kt <= 0.8) return 0.9511 - 0.1604 * kt + 4.388 * kt ** 2 - 16.638 * kt ** 3 + 12.336 * kt ** 4;
  return 0.165;
}

/** Direct and diffuse irradiance of a global one in W/m², by the geometric zenith in degrees. */
export function erbs(ghi: number, zenithDeg: number, extraterrestrialWm2: number): Sky {
  if (!(ghi > 0)) return { ghi: 0, dni: 0, dhi: 0 };
  if (zenithDeg > DIRECT_LIMIT_DEG) return { ghi, dni: 0, dhi: ghi };
  const dhi = ghi * diffuseShare(clearnessIndex(ghi, zenithDeg, extraterrestrialWm2));
  return { ghi, dni: (ghi - dhi) / Math.max(LOWEST_COSINE, Math.cos(zenithDeg * RAD)), dhi };
}
