// Pressure and air mass.

const RAD = Math.PI / 180;

/** Mean pressure in hPa at an altitude in meters: US Standard Atmosphere 1976. */
export const atmosphericPressureHpa = (altitudeM: number): number =>
  ((44331.514 - altitudeM) / 11880.516) ** (1 / 0.1902632);

/**
 * Relative optical air mass of the apparent zenith angle in degrees: Kasten and Young, Applied Optics 28 (1989)
 * 4735-4738. 1 at the zenith, about 38 at the horizon; NaN below the horizon.
 */
export const relativeAirMass = (apparentZenithDeg: number): number =>
  apparentZenithDeg > 90
    ? Number.NaN
    : 1 / (Math.cos(apparentZenithDeg * RAD) + 0.50572 * (96.07995 - apparentZenithDeg) ** -1.6364);

/** Air mass with the pressure of the altitude in meters. */
export const absoluteAirMass = (apparentZenithDeg: number, altitudeM: number): number =>
  (relativeAirMass(apparentZenithDeg) * atmosphericPressureHpa(altitudeM)) / 1013.25;
