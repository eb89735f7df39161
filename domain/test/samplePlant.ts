// A small plant with made-up days for tests of the engine, and what the engine reports of it.

import { evaluateDay, newPlantState } from '../src/analytics/engine.ts';
import { expectedDay } from '../src/analytics/irradiance/expectedDay.ts';
import type {
  Finding,
  PlantDayInput,
  PlantDayResult,
  PlantModel,
  PlantState,
} from '../src/analytics/types.ts';
import { dayBounds, dayNumber, dayOfNumber } from '../src/periods.ts';

const ZONE = 'Europe/Berlin';
/** First day of the plant. */
export const FIRST = '2025-05-01';
const SLOT_MS = 300_000;

/** Six modules facing east and six facing west. */
export const plant: PlantModel = {
  latitude: 50,
  longitude: 10,
  altitudeM: 200,
  timeZone: ZONE,
  pricePerKwh: 0.3,
  arrays: [
    { id: 'east', tiltDeg: 35, azimuthDeg: 110 },
    { id: 'west', tiltDeg: 35, azimuthDeg: 250 },
  ],
  modules: Array.from({ length: 12 }, (_, i) => ({
    id: `m${i + 1}`,
    deviceId: `d${Math.floor(i / 2) + 1}`,
    input: (i % 2) + 1,
    ratedW: 400,
    arrayId: i < 6 ? 'east' : 'west',
    limitW: null,
    typeKey: 'two',
  })),
};

/** Reproducible noise, -1 to 1. */
function noise(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 1_073_741_824 - 1;
  };
}

/** What happens to the modules and devices of the plant. */
export interface Effect {
  /** Factor of the power of a module at a slot. */
  readonly power?: (module: number, day: number, slot: number, clear: number) => number;
  readonly volts?: (module: number, day: number) => number;
  readonly temperatureC?: (device: number, day: number, clear: number) => number;
  readonly acVoltageV?: (day: number, clear: number) => number;
  readonly from?: (module: number, day: number) => number;
  /** Energy of the counter, Wh. */
  readonly energyWh?: (module: number, day: number) => number | null;
  /** Ratio to which the devices limit their power by order, and slots between two readings. */
  readonly limitRatio?: (day: number, slot: number) => number;
  readonly every?: number;
  /** Irradiance over its clear-sky value that plants nearby see. */
  readonly nearby?: (day: number) => number;
}

const clearDays = new Map<string, ReturnType<typeof expectedDay>['arrays']>();

/** Clear-sky power of the arrays on a day, calculated once. */
function clearDay(day: string, base: Parameters<typeof expectedDay>[1]) {
  const known = clearDays.get(day) ?? expectedDay(plant, base).arrays;
  clearDays.set(day, known);
  return known;
}

/** Sunny days with thin clouds in the afternoon of every third one, of a plant with an effect. */
export function dayOf(model: PlantModel, index: number, effect: Effect = {}): PlantDayInput {
  const day = dayOfNumber(dayNumber(FIRST) + index);
  const { startMs, endMs } = dayBounds(day, model.timeZone);
  const slots = Math.round((endMs - startMs) / SLOT_MS);
  const base = { startMs, slotMs: SLOT_MS, slots, weather: null };
  const arrays = clearDay(day, base);
  const devices = [...new Set(model.modules.map(({ deviceId }) => deviceId))];
  const random = noise(index * 977);
  const light = 0.9 + 0.06 * random();
  return {
    day,
    ...base,
    nearbyClearness: effect.nearby ? new Float64Array(slots).fill(effect.nearby(index)) : null,
    modules: model.modules.map((module, m) => {
      const source = effect.from?.(m, index) ?? m;
      const { dcPerRatedW } = arrays.get(model.modules[source]!.arrayId)!;
      const powerW = new Float64Array(slots);
      const voltageV = new Float64Array(slots);
      for (let slot = 0; slot < slots; slot++) {
        const clear = dcPerRatedW[slot]!;
        const cloud = index % 3 === 0 && slot > 180 ? 0.5 : 1;
        const factor =
          slot % (effect.every ?? 1) === 0 ? (effect.power?.(m, index, slot, clear) ?? 1) : Number.NaN;
        powerW[slot] = Math.max(0, 400 * clear * light * cloud * factor * (1 + 0.004 * random()));
        voltageV[slot] = clear > 0 ? 34 * (effect.volts?.(m, index) ?? 1) * (1 + 0.002 * random()) : 0;
      }
      return {
        moduleId: module.id,
        powerW,
        voltageV,
        currentA: null,
        energyWh: effect.energyWh?.(m, index) ?? null,
      };
    }),
    devices: devices.map((deviceId, d) => {
      const { dcPerRatedW } = arrays.get(model.modules.find((one) => one.deviceId === deviceId)!.arrayId)!;
      return {
        deviceId,
        statusBits: null,
        limitRatio: effect.limitRatio
          ? Float64Array.from(dcPerRatedW, (_, slot) =>
              slot % (effect.every ?? 1) === 0 ? effect.limitRatio!(index, slot) : Number.NaN,
            )
          : null,
        acVoltageV: Float64Array.from(dcPerRatedW, (clear) => effect.acVoltageV?.(index, clear) ?? 231),
        temperatureC: Float64Array.from(
          dcPerRatedW,
          (clear) => effect.temperatureC?.(d, index, clear) ?? 16 + 25 * clear,
        ),
      };
    }),
  };
}

/** Whether two days have the same measurements, bit by bit: gaps are equal, too. */
function isSameDay(a: PlantDayInput, b: PlantDayInput): boolean {
  const bytesOf = ({ modules, devices, nearbyClearness }: PlantDayInput) =>
    [
      ...modules.flatMap(({ powerW, voltageV, energyWh }) => [powerW, voltageV, energyWh]),
      ...devices.flatMap(({ acVoltageV, temperatureC, limitRatio }) => [
        acVoltageV,
        temperatureC,
        limitRatio,
      ]),
      nearbyClearness,
    ].map((one) => (one instanceof Float64Array ? Buffer.from(one.buffer) : one));
  const [first, second] = [bytesOf(a), bytesOf(b)];
  return first.every((one, i) => {
    const other = second[i];
    return one instanceof Buffer && other instanceof Buffer ? one.equals(other) : one === other;
  });
}

/** States and findings of the plant after its days without an effect, which most runs begin with. */
const healthyDays: { state: PlantState; findings: readonly Finding[] }[] = [];

/** Evaluates days and returns every finding as it was reported last, by key. */
export function run(
  days: number,
  effect: Effect = {},
  model: PlantModel = plant,
  onDay?: (result: PlantDayResult) => void,
): Finding[] {
  const seen = new Map<string, Finding>();
  let state: PlantState = newPlantState(model);
  let isHealthy = model === plant;
  for (let index = 0; index < days; index++) {
    const input = dayOf(model, index, effect);
    isHealthy &&= isSameDay(input, dayOf(plant, index));
    const known = isHealthy ? healthyDays[index] : undefined;
    if (known === undefined) {
      const { state: next, result } = evaluateDay(model, state, input);
      state = JSON.parse(JSON.stringify(next)) as PlantState;
      if (isHealthy) healthyDays[index] = { state, findings: result.findings };
      for (const finding of result.findings) seen.set(finding.key, finding);
      onDay?.(result);
    } else {
      state = known.state;
      for (const finding of known.findings) seen.set(finding.key, finding);
    }
  }
  return [...seen.values()];
}

/** Cause, scope and subject of findings. */
export const named = (findings: readonly Finding[]) =>
  findings.map(({ cause, scope, subjectId }) => `${cause} ${scope} ${subjectId ?? ''}`.trim());
