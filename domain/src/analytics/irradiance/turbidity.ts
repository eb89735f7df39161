// A compact climatology of the Linke turbidity and of air temperature, for plants without a weather source.

/**
 * Linke turbidity at sea level by distance from the equator: mean of the year and half the swing between winter and
 * summer. Rounded zonal values in the range of Remund et al., "Worldwide Linke turbidity information" (ISES 2003).
 * Coarse: a single place or month is off by 1 at times, which moves clear-sky irradiance by about 4 %. Callers that
 * need better estimates learn a factor from clear days.
 */
const ZONES: readonly (readonly [latitude: number, mean: number, swing: number])[] = [
  [0, 4.2, 0.1],
  [15, 4.2, 0.4],
  [30, 3.7, 0.6],
  [45, 3.2, 0.6],
  [60, 2.8, 0.5],
  [75, 2.3, 0.3],
  [90, 2.1, 0.2],
];
/** Height in meters over which haze and vapor fall to 1/e. */
const HAZE_HEIGHT_M = 3000;
const MONTHS = 12;

/** Month as a fraction, 7 in mid-July, of an instant (ms UTC). */
export const monthOf = (ms: number): number => {
  const date = new Date(ms);
  return date.getUTCMonth() + 0.5 + date.getUTCDate() / 31;
};

/** Seasonal value: 1 in mid-July, -1 in mid-January north of the equator, the reverse south of it. */
const season = (latitude: number, month: number) =>
  Math.cos((2 * Math.PI * (month - 7)) / MONTHS) * (latitude < 0 ? -1 : 1);

/** Typical Linke turbidity of a place in a month (1 to 12; fractions allowed, 7 is mid-July). */
export function typicalTurbidity(latitude: number, altitudeM: number, month: number): number {
  const distance = Math.min(90, Math.abs(latitude));
  const above = Math.max(
    1,
    ZONES.findIndex(([edge]) => edge >= distance),
  );
  const [lowEdge, lowMean, lowSwing] = ZONES[above - 1]!;
  const [highEdge, highMean, highSwing] = ZONES[above]!;
  const part = (distance - lowEdge) / (highEdge - lowEdge);
  const mean = lowMean + part * (highMean - lowMean);
  const swing = lowSwing + part * (highSwing - lowSwing);
  const seaLevel = mean + swing * season(latitude, month);
  return 1 + (seaLevel - 1) * Math.exp(-Math.max(0, altitudeM) / HAZE_HEIGHT_M);
}

/**
 * Typical air temperature in °C on a clear day: zonal mean over land with season, daily course (warmest at 15 h solar
 * time) and 6.5 K per 1000 m. Within about 7 K, which is 2.5 % of power.
 */
export function typicalAirTemperatureC(
  latitude: number,
  altitudeM: number,
  month: number,
  hourAngleDeg: number,
): number {
  const distance = Math.abs(latitude);
  const mean = 27.5 - 0.0075 * distance ** 2 - 0.0065 * altitudeM;
  // Temperature lags the sun by a month.
  const yearly = 0.22 * distance * season(latitude, month - 0.5);
  const daily = 5 * Math.cos(((hourAngleDeg - 45) * Math.PI) / 180);
  return mean + yearly + daily;
}
