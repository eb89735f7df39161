// What the arrays of a plant receive and give under a clear sky, slot by slot.
import type { PlantDayInput, PlantModel, SlotValues } from '../types.ts';
import { ineichenPerez, type Sky } from './clearSky.ts';
import { diffuseIncidenceFactors, incidenceFactor } from './incidence.ts';
import { dcPowerW, microinverterLosses, POWER_PER_K, totalLoss } from './power.ts';
import { type SunDay, sunDay } from './sunPosition.ts';
import { COOLING, faimanCellC, type Mounting, rossCellC } from './temperature.ts';
import { cosIncidence, hayDavies, type Orientation, planeTotal } from './transposition.ts';
import { monthOf, typicalAirTemperatureC, typicalTurbidity } from './turbidity.ts';

/** Tilt of an array without one, degrees; without an azimuth it faces the equator. */
const USUAL_TILT_DEG = 30;

export interface ExpectedOptions {
  /** Default: a ventilated roof. */
  readonly mounting?: Mounting;
  /** Relative change of power per kelvin. */
  readonly powerPerK?: number;
  /** Loss between module rating and measured DC power, 0 to 1. */
  readonly lossRatio?: number;
  /** Linke turbidity; default: the climatology of the place. */
  readonly turbidity?: number;
}

/** Irradiance and power at the slots of a day on one array. Zero while the sun is down. */
export interface PlaneDay {
  /** W/m² on the array, before reflection. */
  readonly poaWm2: Float64Array;
  /** DC power in W per W of rated module power. */
  readonly dcPerRatedW: Float64Array;
  /** Share of the effective irradiance that comes from the sun and the sky next to it, 0 to 1: what shade takes away. */
  readonly directShare: Float64Array;
}

export interface ExpectedArray extends PlaneDay, Orientation {
  /** Null: modules without an array, or with one that the plant does not know. */
  readonly arrayId: string | null;
  /** True if tilt or azimuth were not entered. */
  readonly isAssumed: boolean;
}

export interface ExpectedDay {
  readonly startMs: number;
  readonly slotMs: number;
  readonly slots: number;
  readonly sun: SunDay;
  /** Clear-sky irradiance in W/m². */
  readonly ghi: Float64Array;
  readonly dni: Float64Array;
  readonly dhi: Float64Array;
  /** Air temperature behind the power, °C: measured where the weather source has it, else typical. */
  readonly airTemperatureC: Float64Array;
  /** All arrays of the plant and, under null, an assumed one for modules without. */
  readonly arrays: ReadonlyMap<string | null, ExpectedArray>;
}

/** The sky at the slots of a day. */
export interface SkyDay {
  readonly ghi: Float64Array;
  readonly dni: Float64Array;
  readonly dhi: Float64Array;
}

/** Clear sky at the slots of a day. */
export function clearSkyDay(sun: SunDay, altitudeM: number, turbidity: number): SkyDay {
  const slots = sun.zenithDeg.length;
  const day = { ghi: new Float64Array(slots), dni: new Float64Array(slots), dhi: new Float64Array(slots) };
  for (let slot = 0; slot < slots; slot++) {
    const sky = ineichenPerez(sun.apparentZenithDeg[slot]!, altitudeM, turbidity, sun.extraterrestrialWm2);
    day.ghi[slot] = sky.ghi;
    day.dni[slot] = sky.dni;
    day.dhi[slot] = sky.dhi;
  }
  return day;
}

/** Air temperature at the slots: measured, else typical for place and season. */
export function airTemperatureDay(
  plant: Pick<PlantModel, 'latitude' | 'altitudeM'>,
  sun: SunDay,
  startMs: number,
  measuredC: SlotValues | null,
): Float64Array {
  const month = monthOf(startMs);
  return Float64Array.from(sun.zenithDeg, (_zenith, slot) => {
    const measured = measuredC?.[slot] ?? Number.NaN;
    return Number.isFinite(measured)
      ? measured
      : typicalAirTemperatureC(plant.latitude, plant.altitudeM, month, sun.hourAngleDeg[slot]!);
  });
}

/** Irradiance and DC power of an array under any sky: Hay-Davies, glass cover, Faiman or (without wind) Ross, PVWatts. */
export function planeDay(
  plane: Orientation,
  sun: SunDay,
  sky: SkyDay,
  airTemperatureC: Float64Array,
  windMs: SlotValues | null,
  options: ExpectedOptions = {},
): PlaneDay {
  const { mounting = 'roofVentilated', powerPerK = POWER_PER_K } = options;
  const kept = 1 - (options.lossRatio ?? totalLoss(microinverterLosses));
  const cooling = COOLING[mounting];
  const passed = diffuseIncidenceFactors(plane.tiltDeg);
  const slots = sun.zenithDeg.length;
  const day = {
    poaWm2: new Float64Array(slots),
    dcPerRatedW: new Float64Array(slots),
    directShare: new Float64Array(slots),
  };
  for (let slot = 0; slot < slots; slot++) {
    const light: Sky = { ghi: sky.ghi[slot]!, dni: sky.dni[slot]!, dhi: sky.dhi[slot]! };
    if (Number.isNaN(light.ghi)) {
      day.poaWm2[slot] = Number.NaN;
      day.dcPerRatedW[slot] = Number.NaN;
      day.directShare[slot] = Number.NaN;
      continue;
    }
    if (!(light.ghi > 0)) continue;
    const zenithDeg = sun.apparentZenithDeg[slot]!;
    const azimuthDeg = sun.azimuthDeg[slot]!;
    const irradiance = hayDavies(light, zenithDeg, azimuthDeg, sun.extraterrestrialWm2, plane);
    const poa = planeTotal(irradiance);
    const direct =
      (irradiance.beam + irradiance.circumsolar) *
      incidenceFactor(cosIncidence(zenithDeg, azimuthDeg, plane));
    const effective = direct + irradiance.sky * passed.sky + irradiance.ground * passed.ground;
    const wind = windMs?.[slot] ?? Number.NaN;
    const ambientC = airTemperatureC[slot]!;
    const cellC = Number.isFinite(wind)
      ? faimanCellC(ambientC, poa, wind, cooling)
      : rossCellC(ambientC, poa, cooling.ross);
    day.poaWm2[slot] = poa;
    day.dcPerRatedW[slot] = dcPowerW(kept, effective, cellC, powerPerK);
    day.directShare[slot] = effective > 0 ? direct / effective : 0;
  }
  return day;
}

/** The orientation of an array, with the usual values for what was not entered. */
function planeOf(
  array: { tiltDeg: number | null; azimuthDeg: number | null },
  latitude: number,
): Orientation & { isAssumed: boolean } {
  return {
    tiltDeg: array.tiltDeg ?? USUAL_TILT_DEG,
    azimuthDeg: array.azimuthDeg ?? (latitude < 0 ? 0 : 180),
    isAssumed: array.tiltDeg === null || array.azimuthDeg === null,
  };
}

/**
 * Clear-sky irradiance and DC power per W of rated power of each array of a plant, at the slots of a day. Weather is
 * used for temperature and wind only; the sky is clear. Arrays with the same orientation share their values.
 */
export function expectedDay(
  plant: Pick<PlantModel, 'latitude' | 'longitude' | 'altitudeM' | 'arrays'>,
  input: Pick<PlantDayInput, 'startMs' | 'slotMs' | 'slots' | 'weather'>,
  options: ExpectedOptions = {},
): ExpectedDay {
  const { startMs, slotMs, slots, weather } = input;
  const sun = sunDay(plant, startMs, slotMs, slots);
  const turbidity = options.turbidity ?? typicalTurbidity(plant.latitude, plant.altitudeM, monthOf(startMs));
  const sky = clearSkyDay(sun, plant.altitudeM, turbidity);
  const airTemperatureC = airTemperatureDay(plant, sun, startMs, weather?.airTemperatureC ?? null);
  const planes = new Map<string, PlaneDay>();
  const arrays = new Map<string | null, ExpectedArray>();
  const known = plant.arrays.map((array) => ({
    arrayId: array.id as string | null,
    ...planeOf(array, plant.latitude),
  }));
  const unknown = { arrayId: null, ...planeOf({ tiltDeg: null, azimuthDeg: null }, plant.latitude) };
  for (const array of [...known, unknown]) {
    const key = `${array.tiltDeg}/${array.azimuthDeg}`;
    const values =
      planes.get(key) ?? planeDay(array, sun, sky, airTemperatureC, weather?.windMs ?? null, options);
    planes.set(key, values);
    arrays.set(array.arrayId, { ...array, ...values });
  }
  return { startMs, slotMs, slots, sun, ...sky, airTemperatureC, arrays };
}

/** The array of a module; the assumed one where it has none or the plant does not know it. */
export const arrayOf = (day: ExpectedDay, arrayId: string | null): ExpectedArray =>
  day.arrays.get(arrayId) ?? day.arrays.get(null)!;
