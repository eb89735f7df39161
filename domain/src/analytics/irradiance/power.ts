// From irradiance to DC and AC power: PVWatts version 5 (Dobos, NREL/TP-6A20-62641, 2014).

/** Relative change of power per kelvin of cell temperature: typical for crystalline silicon modules. */
export const POWER_PER_K = -0.0035;
const REFERENCE_EFFICIENCY = 0.9637;

/** DC power in W of modules rated `ratedW`, by effective irradiance in W/m² and cell temperature in °C. */
export const dcPowerW = (
  ratedW: number,
  effectiveWm2: number,
  cellC: number,
  powerPerK = POWER_PER_K,
): number => Math.max(0, ratedW * (effectiveWm2 / 1000) * (1 + powerPerK * (cellC - 25)));

/** Losses as ratios, 0 to 1. */
export type SystemLosses = Readonly<Record<string, number>>;

/** Losses that PVWatts assumes for a plant with a string inverter; together 14.08 %. */
export const stringInverterLosses: SystemLosses = {
  soiling: 0.02,
  shading: 0.03,
  mismatch: 0.02,
  wiring: 0.02,
  connections: 0.005,
  lightInduced: 0.015,
  nameplate: 0.01,
  availability: 0.03,
};

/**
 * DC losses of a module on a microinverter that runs as it should: no mismatch, short wires. Shading and availability
 * are what the analytics look for and are left out. Together 5.4 %.
 */
export const microinverterLosses: SystemLosses = {
  soiling: 0.02,
  wiring: 0.005,
  connections: 0.005,
  lightInduced: 0.015,
  nameplate: 0.01,
};

/** The share of power that is lost when losses follow one another. */
export const totalLoss = (losses: SystemLosses): number =>
  1 - Object.values(losses).reduce((kept, loss) => kept * (1 - loss), 1);

/**
 * AC power in W of an inverter by its DC power: PVWatts part-load curve, cut at the AC rating, 0 where its own
 * consumption exceeds the input. `nominalEfficiency` is a ratio.
 */
export function acPowerW(dcW: number, ratedAcW: number, nominalEfficiency = 0.965): number {
  const load = (dcW * nominalEfficiency) / ratedAcW;
  if (!(load > 0)) return 0;
  const efficiency = (nominalEfficiency / REFERENCE_EFFICIENCY) * (-0.0162 * load - 0.0059 / load + 0.9858);
  return Math.min(ratedAcW, Math.max(0, dcW * efficiency));
}
