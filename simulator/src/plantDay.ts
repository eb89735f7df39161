// One local day of a plant by minute: sun, irradiance of every array, cell temperatures, grid. Calculated once for all
// modules, so that 500 modules cost little more than one.
import type { DemoPlant } from '@helioport/demo/world';
import { dayBounds, dayNumber } from '@helioport/domain/periods';
import {
  cellTemperatureC,
  daylight,
  haurwitz,
  POWER_PER_K,
  planeIrradiance,
  splitSky,
  sunAt,
} from '@helioport/domain/sun';
import { chance, noise, seedOf } from './noise.ts';
import { weatherOf } from './weather.ts';

export const STEP_MS = 60_000;
/** Inverters are awake a little before sunrise and after sunset. */
const TWILIGHT_MS = 8 * STEP_MS;
/** Even a cloudless sky is seldom as clear as the formula's. */
const HAZE = 0.975;
/** Wiring, light-induced and nameplate losses. Mismatch is left out: each module has its own converter. */
const KEPT = 0.93;

/** Irradiance and cell temperature of one array; one value per step. */
export interface ArrayDay {
  readonly beam: Float64Array;
  readonly diffuse: Float64Array;
  readonly cellC: Float64Array;
  /** DC power per rated watt of a module without flaws. */
  readonly unit: Float64Array;
  readonly rossK: number;
  /** What the dust leaves: 1 is clean. */
  readonly cleanness: number;
}

/** The grid outside its limits: all inverters off until `untilMs`, then waiting until `backMs`. */
export interface GridEvent {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly backMs: number;
  readonly statusBits: number;
  readonly frequencyHz: number;
}

export interface PlantDay {
  readonly plant: DemoPlant;
  readonly seed: string;
  readonly day: string;
  /** Days since 1970-01-01. */
  readonly number: number;
  readonly startMs: number;
  readonly endMs: number;
  /** The steps cover the time with light, from here on, one minute each. Empty in the polar night. */
  readonly lightFromMs: number;
  readonly steps: number;
  readonly elevationDeg: Float64Array;
  readonly azimuthDeg: Float64Array;
  readonly ambientC: Float64Array;
  readonly arrays: ReadonlyMap<string, ArrayDay>;
  readonly gridEvents: readonly GridEvent[];
  readonly voltageSeed: number;
  readonly frequencySeed: number;
}

/** Modules lose a few percent more of what little light there is. */
const lowLight = (irradiance: number) => 1 - 0.08 * Math.exp(-irradiance / 90);

/** DC power per rated watt at an irradiance (W/m²) and a cell temperature (°C), the plant's losses included. */
export const unitPower = (irradiance: number, cellC: number): number =>
  Math.max(0, (irradiance / 1000) * (1 + POWER_PER_K * (cellC - 25)) * lowLight(irradiance) * KEPT);

function lightSpan(plant: DemoPlant, startMs: number, endMs: number) {
  const light = daylight({ startMs, endMs }, plant.latitude, plant.longitude);
  if (light.kind === 'polarNight' || endMs <= startMs) return { fromMs: startMs, steps: 0 };
  const from = light.kind === 'normal' ? light.sunriseMs - TWILIGHT_MS : startMs;
  const to = light.kind === 'normal' ? light.sunsetMs + TWILIGHT_MS : endMs;
  const first = Math.max(0, Math.floor((from - startMs) / STEP_MS));
  const last = Math.min((endMs - startMs) / STEP_MS, Math.ceil((to - startMs) / STEP_MS));
  return { fromMs: startMs + first * STEP_MS, steps: Math.max(0, Math.floor(last - first)) };
}

/** Events of a day with light: none on most days, at random moments on some. */
function gridEventsOf(
  plant: DemoPlant,
  seed: string,
  number: number,
  fromMs: number,
  steps: number,
): GridEvent[] {
  const dice = seedOf(seed, plant.sid, 'grid');
  return plant.faults.flatMap((fault) => {
    if (fault.kind !== 'gridEvents' || chance(dice, number) > fault.perWeek / 7) return [];
    const dayDice = seedOf(seed, plant.sid, 'grid', number);
    const isUnder = chance(dayDice, 0) < 0.7;
    const at = fromMs + Math.floor(steps * (0.15 + 0.7 * chance(dayDice, 1))) * STEP_MS;
    const untilMs = at + (4 + Math.floor(9 * chance(dayDice, 2))) * STEP_MS;
    return [
      {
        fromMs: at,
        untilMs,
        backMs: untilMs + 5 * STEP_MS,
        statusBits: isUnder ? 0x0020 : 0x0010,
        frequencyHz: plant.grid.frequencyHz + (isUnder ? -0.9 : 0.9),
      },
    ];
  });
}

function cleannessOf(plant: DemoPlant, arrayKey: string, number: number): number {
  const soiling = plant.arrays.find((array) => array.key === arrayKey)?.soiling;
  return soiling ? 1 - soiling.perDayRatio * (number % soiling.cleanedEveryDays) : 1;
}

/** Computes a local day `YYYY-MM-DD` of a plant. The same plant, day and seed give the same day everywhere. */
export function plantDay(plant: DemoPlant, day: string, seed: string): PlantDay {
  const { startMs, endMs } = dayBounds(day, plant.timeZone);
  const { fromMs, steps } = lightSpan(plant, startMs, endMs);
  const number = dayNumber(day);
  const weather = weatherOf(plant, seed);
  const series = () => new Float64Array(steps);
  const [elevationDeg, azimuthDeg, ambientC] = [series(), series(), series()];
  const arrays = plant.arrays.map((array) => ({
    plane: array,
    light: {
      beam: series(),
      diffuse: series(),
      cellC: series(),
      unit: series(),
      rossK: array.rossK,
      cleanness: cleannessOf(plant, array.key, number),
    },
  }));
  for (let step = 0; step < steps; step++) {
    const at = fromMs + (step + 0.5) * STEP_MS;
    const sun = sunAt(at, plant.latitude, plant.longitude);
    const sky = splitSky(haurwitz(sun.zenithDeg) * HAZE * weather.transmittance(at), sun);
    const air = weather.ambientC(at);
    elevationDeg[step] = 90 - sun.zenithDeg;
    azimuthDeg[step] = sun.azimuthDeg;
    ambientC[step] = air;
    for (const { plane: array, light } of arrays) {
      const { beam, diffuse } = planeIrradiance(sky, sun, array);
      const cellC = cellTemperatureC(air, beam + diffuse, array.rossK);
      light.beam[step] = beam;
      light.diffuse[step] = diffuse;
      light.cellC[step] = cellC;
      light.unit[step] = unitPower(beam + diffuse, cellC) * light.cleanness;
    }
  }
  return {
    plant,
    seed,
    day,
    number,
    startMs,
    endMs,
    lightFromMs: fromMs,
    steps,
    elevationDeg,
    azimuthDeg,
    ambientC,
    arrays: new Map(arrays.map(({ plane: array, light }) => [array.key, light])),
    gridEvents: gridEventsOf(plant, seed, number, fromMs, steps),
    voltageSeed: seedOf(seed, plant.sid, 'voltage'),
    // Neighbours hang on the same grid and see the same frequency.
    frequencySeed: seedOf(seed, plant.timeZone, 'frequency'),
  };
}

/** Voltage (V) and frequency (Hz) of the plant's grid; the voltage rises with `load`, 0 to 1, that is fed in. */
export function gridAt(
  day: PlantDay,
  ms: number,
  load: number,
): { readonly voltageV: number; readonly frequencyHz: number } {
  const { voltageV, frequencyHz } = day.plant.grid;
  const event = day.gridEvents.find((e) => ms >= e.fromMs && ms < e.untilMs);
  const sag = 2 * noise(day.voltageSeed, ms / (25 * STEP_MS)) - 1;
  const drift = 2 * noise(day.frequencySeed, ms / (4 * STEP_MS)) - 1;
  return {
    voltageV: voltageV * (1 + 0.009 * sag + 0.012 * load),
    frequencyHz: event?.frequencyHz ?? frequencyHz + 0.035 * drift,
  };
}
