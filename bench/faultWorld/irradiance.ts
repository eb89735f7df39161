// Clear sky after Bird, transposition after Perez, reflection after Fresnel. Deliberately other models than the ones under
// test (Ineichen, Hay-Davies, ASHRAE), so that the analytics meet a realistic model error.

const RAD = Math.PI / 180;

/** Clear-sky components in W/m². */
export interface ClearSky {
  dni: number;
  dhi: number;
}

/** What the atmosphere holds. */
export interface Atmosphere {
  /** Aerosol optical depth at 500 nm. */
  readonly aerosol: number;
  /** Precipitable water in cm. */
  readonly waterCm: number;
  /** Ozone in atm-cm. */
  readonly ozoneCm: number;
  /** Pressure relative to sea level. */
  readonly pressureRatio: number;
}

/** Kasten and Young, Applied Optics 28 (1989). Elevation in degrees. */
export const airMass = (elevation: number): number =>
  1 / (Math.sin(elevation * RAD) + 0.50572 * (elevation + 6.07995) ** -1.6364);

/** Bird and Hulstrom, SERI/TR-642-761 (1981). Writes into `out`; `elevation` in degrees above 0. */
export function birdSky(
  elevation: number,
  extraWm2: number,
  air: Atmosphere,
  albedo: number,
  out: ClearSky,
): void {
  const cosZ = Math.sin(elevation * RAD);
  const am = airMass(elevation);
  const amP = am * air.pressureRatio;
  const rayleigh = Math.exp(-0.0903 * amP ** 0.84 * (1 + amP - amP ** 1.01));
  const o3 = air.ozoneCm * am;
  const ozone =
    1 - 0.1611 * o3 * (1 + 139.48 * o3) ** -0.3034 - (0.002715 * o3) / (1 + 0.044 * o3 + 0.0003 * o3 * o3);
  const gases = Math.exp(-0.0127 * amP ** 0.26);
  const h2o = air.waterCm * am;
  const water = 1 - (2.4959 * h2o) / ((1 + 79.034 * h2o) ** 0.6828 + 6.385 * h2o);
  // Broadband depth from the depths at 380 and 500 nm with an Angstrom exponent of 1.3.
  const depth = air.aerosol * (0.27583 * (500 / 380) ** 1.3 + 0.35);
  const aerosol = Math.exp(-(depth ** 0.873) * (1 + depth - depth ** 0.7088) * am ** 0.9108);
  const absorbed = 1 - 0.1 * (1 - am + am ** 1.06) * (1 - aerosol);
  const asymmetry = 0.84;
  const skyAlbedo = 0.0685 + (1 - asymmetry) * (1 - aerosol / absorbed);
  const dni = 0.9662 * extraWm2 * aerosol * water * gases * ozone * rayleigh;
  const scattered =
    (extraWm2 *
      cosZ *
      0.79 *
      ozone *
      gases *
      water *
      absorbed *
      (0.5 * (1 - rayleigh) + asymmetry * (1 - aerosol / absorbed))) /
    (1 - am + am ** 1.02);
  const ghi = (dni * cosZ + scattered) / (1 - albedo * skyAlbedo);
  out.dni = dni;
  out.dhi = Math.max(0, ghi - dni * cosZ);
}

// Perez, Ineichen, Seals, Michalsky, Stewart, Solar Energy 44 (1990), 271-289, table 6 (all sites composite).
const F11 = [-0.008, 0.13, 0.33, 0.568, 0.873, 1.132, 1.06, 0.678];
const F12 = [0.588, 0.683, 0.487, 0.187, -0.392, -1.237, -1.6, -0.327];
const F13 = [-0.062, -0.151, -0.221, -0.295, -0.362, -0.412, -0.359, -0.25];
const F21 = [-0.06, -0.019, 0.055, 0.109, 0.226, 0.288, 0.264, 0.156];
const F22 = [0.072, 0.066, -0.064, -0.152, -0.462, -0.823, -1.127, -1.377];
const F23 = [-0.022, -0.029, -0.026, -0.014, 0.001, 0.056, 0.131, 0.251];
const BINS = [1.065, 1.23, 1.5, 1.95, 2.8, 4.5, 6.2];

const GLASS = (() => {
  // De Soto, Klein, Beckman, Solar Energy 80 (2006): n 1.526, K 4 /m, 2 mm of glass.
  const transmitted = (aoi: number): number => {
    const refracted = Math.asin(Math.sin(aoi) / 1.526);
    const [sum, difference] = [refracted + aoi, refracted - aoi];
    const reflected =
      aoi < 1e-6
        ? (0.526 / 2.526) ** 2
        : 0.5 *
          (Math.sin(difference) ** 2 / Math.sin(sum) ** 2 + Math.tan(difference) ** 2 / Math.tan(sum) ** 2);
    return Math.exp(-0.008 / Math.cos(refracted)) * (1 - reflected);
  };
  const normal = transmitted(0);
  return Float64Array.from({ length: 257 }, (_, i) =>
    i === 0 ? 0 : transmitted(Math.acos(Math.min(1, i / 256))) / normal,
  );
})();

/** Share of direct light that passes the glass, relative to normal incidence, by the cosine of the angle. */
export function glassShare(cosAoi: number): number {
  const place = Math.max(0, Math.min(1, cosAoi)) * 256;
  const low = Math.min(255, Math.floor(place));
  return GLASS[low]! + (place - low) * (GLASS[low + 1]! - GLASS[low]!);
}

/** Irradiance at the cells of a tilted module in W/m². */
export interface PlaneLight {
  /** Direct light and the circumsolar part: what an obstacle in front of the sun takes away. */
  beam: number;
  diffuse: number;
}

export interface PlaneAngles {
  readonly tiltDeg: number;
  readonly azimuthDeg: number;
}

/** Returns a function for one orientation; angles of the sun in degrees, irradiance in W/m². Writes into `out`. */
export function transposer({ tiltDeg, azimuthDeg }: PlaneAngles) {
  const [sinT, cosT] = [Math.sin(tiltDeg * RAD), Math.cos(tiltDeg * RAD)];
  return (
    sun: { elevation: number; azimuth: number },
    light: { dni: number; dhi: number; extraWm2: number; albedo: number },
    out: PlaneLight,
  ): void => {
    const { dni, dhi, extraWm2, albedo } = light;
    const cosZ = Math.sin(sun.elevation * RAD);
    const sinZ = Math.cos(sun.elevation * RAD);
    const cosAoi = cosZ * cosT + sinZ * sinT * Math.cos((sun.azimuth - azimuthDeg) * RAD);
    const zenith = (90 - sun.elevation) * RAD;
    const cubed = 1.041 * zenith ** 3;
    const clearness = dhi > 0.5 ? ((dhi + dni) / dhi + cubed) / (1 + cubed) : 1;
    let bin = 0;
    while (bin < 7 && clearness >= BINS[bin]!) bin++;
    const brightness = (dhi * airMass(Math.max(0, sun.elevation))) / extraWm2;
    const f1 = Math.max(0, F11[bin]! + F12[bin]! * brightness + F13[bin]! * zenith);
    const f2 = F21[bin]! + F22[bin]! * brightness + F23[bin]! * zenith;
    const a = Math.max(0, cosAoi);
    const circumsolar = (dhi * f1 * a) / Math.max(Math.cos(85 * RAD), cosZ);
    const dome = dhi * ((1 - f1) * ((1 + cosT) / 2) + f2 * sinT);
    const ground = ((dni * cosZ + dhi) * albedo * (1 - cosT)) / 2;
    // Isotropic light meets the glass at about 60 degrees in the mean.
    // The bright ring follows the sun; below closed clouds the model's ring is a bright zenith that no obstacle hides.
    const ring = Math.min(1, dni / 200);
    out.beam = (dni * a + ring * circumsolar) * glassShare(a);
    out.diffuse = Math.max(0, dome + ground + (1 - ring) * circumsolar) * 0.953;
  };
}
