// Irradiance under a clear sky.
import { absoluteAirMass } from './atmosphere.ts';

const RAD = Math.PI / 180;

/** Irradiance on level ground and its two parts, W/m². */
export interface Sky {
  /** Global horizontal. */
  readonly ghi: number;
  /** Direct, on a surface that faces the sun. */
  readonly dni: number;
  /** Diffuse horizontal. */
  readonly dhi: number;
}

const DARK: Sky = { ghi: 0, dni: 0, dhi: 0 };

/**
 * Clear sky for an apparent zenith in degrees: Ineichen and Perez, Solar Energy 73 (2002) 151-157, with the limit of the
 * direct part of Perez et al. 2002. `turbidity` is the Linke turbidity at air mass 2 (2 clean, 3 average, 5 hazy).
 */
export function ineichenPerez(
  apparentZenithDeg: number,
  altitudeM: number,
  turbidity: number,
  extraterrestrialWm2: number,
): Sky {
  if (!(apparentZenithDeg < 90)) return DARK;
  const cosZenith = Math.cos(apparentZenithDeg * RAD);
  const airMass = absoluteAirMass(apparentZenithDeg, altitudeM);
  const fh1 = Math.exp(-altitudeM / 8000);
  const fh2 = Math.exp(-altitudeM / 1250);
  const cg1 = 5.09e-5 * altitudeM + 0.868;
  const cg2 = 3.92e-5 * altitudeM + 0.0387;
  const ghi =
    cg1 * extraterrestrialWm2 * cosZenith * Math.exp(-cg2 * airMass * (fh1 + fh2 * (turbidity - 1)));
  const direct = (0.664 + 0.163 / fh1) * extraterrestrialWm2 * Math.exp(-0.09 * airMass * (turbidity - 1));
  const limit = (1 - (0.1 - 0.2 * Math.exp(-turbidity)) / (0.1 + 0.882 / fh1)) / cosZenith;
  const dni = Math.min(direct, ghi * Math.max(0, limit));
  return { ghi, dni, dhi: ghi - dni * cosZenith };
}

/** Global irradiance in W/m² under a clear sky from the apparent zenith alone: Haurwitz 1945. */
export function haurwitz(apparentZenithDeg: number): number {
  const cosZenith = Math.cos(apparentZenithDeg * RAD);
  return cosZenith > 0 ? 1098 * cosZenith * Math.exp(-0.059 / cosZenith) : 0;
}
