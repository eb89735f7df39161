// Plants of one array that faces south, for tests of the engine that make days of their own.
import { evaluateDay, newPlantState } from '../src/analytics/engine.ts';
import type { Finding, PlantDayInput, PlantModel } from '../src/analytics/types.ts';

interface Options {
  readonly modules: number;
  readonly inputsPerDevice: number;
  readonly latitude: number;
}

/** A plant of modules `m0`, `m1` … of 400 W on devices `d0`, `d1` … in the array `south`. */
export const southPlant = ({ modules, inputsPerDevice, latitude }: Options): PlantModel => ({
  latitude,
  longitude: 10,
  altitudeM: 200,
  timeZone: 'Europe/Berlin',
  pricePerKwh: null,
  arrays: [{ id: 'south', tiltDeg: 35, azimuthDeg: 180 }],
  modules: Array.from({ length: modules }, (_, i) => ({
    id: `m${i}`,
    deviceId: `d${Math.floor(i / inputsPerDevice)}`,
    input: (i % inputsPerDevice) + 1,
    ratedW: 400,
    arrayId: 'south',
    limitW: null,
    typeKey: 'one',
  })),
});

/** All findings of so many days, each as it was reported last. */
export function findingsOfDays(
  plant: PlantModel,
  days: number,
  dayOf: (index: number) => PlantDayInput,
): Finding[] {
  let state = newPlantState(plant);
  const findings = new Map<string, Finding>();
  for (let index = 0; index < days; index++) {
    const { state: next, result } = evaluateDay(plant, state, dayOf(index));
    state = next;
    for (const finding of result.findings) findings.set(finding.key, finding);
  }
  return [...findings.values()];
}
