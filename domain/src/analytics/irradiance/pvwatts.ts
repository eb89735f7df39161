// A plant as PVWatts version 5 calculates it (Dobos, NREL/TP-6A20-62641, 2014): Perez sky, reflection of the beam, Fuentes
// cell temperature, linear DC power, part-load curve of the inverter. For checks against PVWatts and for expected energy
// from hourly weather; the analytics of a day use `planeDay`.
import { fuentesCell } from './fuentes.ts';
import { incidenceFactor } from './incidence.ts';
import { acPowerW, dcPowerW } from './power.ts';
import type { SunPosition } from './sunPosition.ts';
import { cosIncidence, type Orientation, perez, planeTotal } from './transposition.ts';

const RAD = Math.PI / 180;

export interface PvwattsSystem extends Orientation {
  /** DC rating in W. */
  readonly ratedW: number;
  /** AC rating of the inverter in W. */
  readonly ratedAcW: number;
  /** Nominal efficiency of the inverter, a ratio. */
  readonly inverterEfficiency: number;
  /** All losses before the inverter, a ratio. */
  readonly lossRatio: number;
  /** Relative change of power per kelvin. */
  readonly powerPerK: number;
  readonly arrayType: 'openRack' | 'roofMount';
}

export interface PvwattsWeather {
  /** Direct normal and diffuse horizontal irradiance, W/m². */
  readonly dni: number;
  readonly dhi: number;
  readonly ambientC: number;
  /** At 10 m. */
  readonly windMs: number;
}

export interface PvwattsStep {
  readonly poaWm2: number;
  readonly cellC: number;
  readonly dcW: number;
  readonly acW: number;
}

/** Installed nominal operating cell temperature by array type, °C. */
const NOCT = { openRack: 45, roofMount: 49 } as const;

/** A function that takes sun and weather of consecutive steps of `stepSeconds` and gives irradiance and power. */
export function pvwattsSteps(
  system: PvwattsSystem,
  stepSeconds: number,
): (sun: SunPosition, weather: PvwattsWeather) => PvwattsStep {
  const cell = fuentesCell({ installedNoctC: NOCT[system.arrayType], tiltDeg: system.tiltDeg });
  return (sun, { dni, dhi, ambientC, windMs }) => {
    const ghi = dhi + dni * Math.max(0, Math.cos(sun.zenithDeg * RAD));
    const zenithDeg = sun.apparentZenithDeg;
    const light = perez({ ghi, dni, dhi }, zenithDeg, sun.azimuthDeg, sun.extraterrestrialWm2, system);
    const poaWm2 = planeTotal(light);
    const reflected = light.beam * (1 - incidenceFactor(cosIncidence(zenithDeg, sun.azimuthDeg, system)));
    const cellC = cell(poaWm2, ambientC, windMs, stepSeconds);
    const dcW = dcPowerW(system.ratedW, poaWm2 - reflected, cellC, system.powerPerK) * (1 - system.lossRatio);
    return { poaWm2, cellC, dcW, acW: acPowerW(dcW, system.ratedAcW, system.inverterEfficiency) };
  };
}
