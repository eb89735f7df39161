// Clear intervals of a day: Reno and Hansen, Renewable Energy 90 (2016) 520-531, with the limits for 5 to 15 minute values of
// Jordan and Hansen, Renewable Energy 209 (2023) 393-400, as pvlib infers them.
import type { SlotValues } from '../types.ts';

interface Limits {
  readonly windowMin: number;
  /** W/m² between measured and clear mean and maximum of the window. */
  readonly mean: number;
  readonly max: number;
  /** Difference of the line lengths. */
  readonly lineLow: number;
  readonly lineHigh: number;
  /** Spread of the measured slopes in relation to the mean. */
  readonly variance: number;
  /** Largest difference of slopes, W/m² per slot. */
  readonly slope: number;
}

const FIVE: Limits = {
  windowMin: 60,
  mean: 75,
  max: 65,
  lineLow: -45,
  lineHigh: 80,
  variance: 0.01,
  slope: 60,
};
const FIFTEEN: Limits = {
  windowMin: 90,
  mean: 75,
  max: 75,
  lineLow: -45,
  lineHigh: 80,
  variance: 0.032,
  slope: 75,
};

/** Limits for a length of slot: those for 5 and 15 minutes, and in between by proportion. */
function limitsOf(slotMs: number): Limits {
  const part = Math.min(1, Math.max(0, (slotMs / 60_000 - 5) / 10));
  const mixed = Object.entries(FIVE).map(([key, five]) => {
    const fifteen = FIFTEEN[key as keyof Limits];
    return [key, five + part * (fifteen - five)];
  });
  return Object.fromEntries(mixed) as Limits;
}

export interface ClearIntervals {
  /** 1 in the slots of clear intervals. */
  readonly isClear: Uint8Array;
  /** Factor on the clear-sky irradiance that fits the clear slots best. */
  readonly scale: number;
}

const ROUNDS = 10;
/** Beyond this change of the scale an evenly overcast day would pass as a clear one. */
const MOST_RESCALED = 0.15;

interface WindowShape {
  mean: number;
  max: number;
  line: number;
  slopes: readonly number[];
}

function shapeOf(
  values: SlotValues,
  from: number,
  count: number,
  scale: number,
  slotMin: number,
): WindowShape {
  const slopes: number[] = [];
  let [sum, max, line] = [0, Number.NEGATIVE_INFINITY, 0];
  for (let at = from; at < from + count; at++) {
    const value = values[at]! * scale;
    sum += value;
    max = Math.max(max, value);
    if (at === from) continue;
    const slope = value - values[at - 1]! * scale;
    slopes.push(slope);
    line += Math.hypot(slope, slotMin);
  }
  return { mean: sum / count, max, line, slopes };
}

function spread(slopes: readonly number[]): number {
  const mean = slopes.reduce((sum, slope) => sum + slope, 0) / slopes.length;
  return Math.sqrt(slopes.reduce((sum, slope) => sum + (slope - mean) ** 2, 0) / (slopes.length - 1));
}

function isClearWindow(measured: WindowShape, clear: WindowShape, limits: Limits): boolean {
  const line = measured.line - clear.line;
  return (
    clear.mean > 0 &&
    Math.abs(measured.mean - clear.mean) < limits.mean &&
    Math.abs(measured.max - clear.max) < limits.max &&
    line > limits.lineLow &&
    line < limits.lineHigh &&
    spread(measured.slopes) / measured.mean < limits.variance &&
    measured.slopes.every((slope, i) => Math.abs(slope - clear.slopes[i]!) < limits.slope)
  );
}

/**
 * Clear intervals of irradiance in W/m² against its clear-sky value on the same surface. For a plant without a
 * sensor,
 * `measuredWm2` is its power divided by the clear-sky power and multiplied by the clear-sky irradiance; `startScale`
 * is then
 * its usual ratio of the two on clear days, from which turbidity and soiling of the day may differ by 15 %.
 */
export function clearIntervals(
  measuredWm2: SlotValues,
  clearWm2: SlotValues,
  slotMs: number,
  startScale = 1,
): ClearIntervals {
  const limits = limitsOf(slotMs);
  const slotMin = slotMs / 60_000;
  const count = Math.max(3, Math.round(limits.windowMin / slotMin));
  let scale = startScale;
  let isClear = new Uint8Array(measuredWm2.length);
  for (let round = 0; round < ROUNDS; round++) {
    isClear = new Uint8Array(measuredWm2.length);
    for (let from = 0; from + count <= measuredWm2.length; from++) {
      if (!(clearWm2[from]! > 0) || !Number.isFinite(measuredWm2[from]!)) continue;
      const measured = shapeOf(measuredWm2, from, count, 1, slotMin);
      const clear = shapeOf(clearWm2, from, count, scale, slotMin);
      if (isClearWindow(measured, clear, limits)) isClear.fill(1, from, from + count);
    }
    let [product, square] = [0, 0];
    for (let at = 0; at < isClear.length; at++) {
      if (isClear[at] === 0) continue;
      product += measuredWm2[at]! * clearWm2[at]!;
      square += clearWm2[at]! ** 2;
    }
    const next = square > 0 ? product / square : scale;
    if (Math.abs(next - scale) < 1e-4 || Math.abs(next / startScale - 1) > MOST_RESCALED) break;
    scale = next;
  }
  return { isClear, scale };
}
