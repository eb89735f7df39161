// The cleaned measurements of a module on a day.
import type { ExpectedArray } from '../irradiance/expectedDay.ts';
import type { ModuleDayInput, ModuleModel } from '../types.ts';
import type { Baseline } from './baseline.ts';
import type { DayView } from './dayView.ts';
import { steadySlots } from './steady.ts';
import type { Track } from './track.ts';

export interface ModuleView {
  readonly model: ModuleModel;
  readonly track: Track;
  readonly baseline: Baseline;
  readonly clear: ExpectedArray;
  /** DC power in W per W of rating, short gaps interpolated; NaN where unknown or impossible. */
  readonly power: Float64Array;
  /** DC voltage in V, filled in the same way; null if the device does not measure it. */
  readonly voltageV: Float64Array | null;
  /** Energy of the counter in Wh per W of rating; NaN if unknown. */
  readonly counter: number;
  /** Received share of the slots with light, 0 to 1. */
  readonly completeness: number;
  /** 1 in steady light, as far as this module tells. */
  readonly isSteady: Uint8Array;
  /** Usual distance of measurements in slots. */
  readonly stride: number;
  /** Energy by integration in Wh per W of rating; NaN if nothing was measured. */
  readonly integral: number;
  /** Highest power in W per W of rating that the inverter passes on; Infinity if unknown. */
  readonly cap: number;
  /** Left out of the reference of its peers. */
  isExcluded: boolean;
}

/** Power above this share of the rating is impossible: bright cloud edges on a cold module stay below. */
const MOST = 1.4;
const LONGEST_STRIDE = 12;

/** Usual distance of finite values in slots, by the share of slots that have one: 1 unless most slots are regularly empty. */
function strideOf(power: Float64Array, first: number, last: number): number {
  const gaps = new Uint16Array(LONGEST_STRIDE + 1);
  let before = -1;
  let pairs = 0;
  for (let slot = first; slot < last; slot++) {
    if (Number.isNaN(power[slot]!)) continue;
    if (before >= 0 && slot - before <= LONGEST_STRIDE) {
      gaps[slot - before] = gaps[slot - before]! + 1;
      pairs++;
    }
    before = slot;
  }
  let known = 0;
  for (let gap = 1; gap <= LONGEST_STRIDE; gap++) {
    known += gaps[gap]!;
    if (known * 2 > pairs) return gap;
  }
  return 1;
}

/** Cleans the measurements: impossible values become NaN, what a meter uses itself becomes 0. */
export function moduleView(
  view: DayView,
  model: ModuleModel,
  input: ModuleDayInput | undefined,
  history: { track: Track; baseline: Baseline; clear: ExpectedArray },
): ModuleView {
  const { slots, firstLight, lastLight } = view;
  const power = new Float64Array(slots).fill(Number.NaN);
  const isUsable = model.ratedW > 0 && Number.isFinite(model.ratedW);
  if (input && isUsable) {
    const count = Math.min(slots, input.powerW.length);
    for (let slot = 0; slot < count; slot++) {
      const value = input.powerW[slot]! / model.ratedW;
      if (value > 0 && value <= MOST) power[slot] = value;
      else if (value <= 0 && value > -0.1) power[slot] = 0;
    }
  }
  const stride = strideOf(power, firstLight, lastLight);
  let received = 0;
  let since = stride;
  for (let slot = firstLight; slot < lastLight; slot++) {
    since = Number.isNaN(power[slot]!) ? since + 1 : 0;
    if (since < stride) received++;
  }
  const counter = isUsable ? (input?.energyWh ?? Number.NaN) / model.ratedW : Number.NaN;
  const limit =
    model.limitW !== null && model.limitW > 0 ? model.limitW / model.ratedW : Number.POSITIVE_INFINITY;
  const bridge = Math.max(stride, Math.round(BRIDGED_HOURS / view.hours));
  fillGaps(power, bridge);
  let voltageV: Float64Array | null = null;
  if (input?.voltageV && input.voltageV.length >= slots) {
    voltageV = Float64Array.from({ length: slots }, (_, slot) => {
      const value = input.voltageV![slot]!;
      return value > 0 && value < 1500 ? value : Number.NaN;
    });
    fillGaps(voltageV, bridge);
  }
  return {
    model,
    power,
    voltageV,
    stride,
    ...history,
    isSteady: steadySlots(power, history.clear.dcPerRatedW, stride, SHADED),
    integral: integralOf(power, view.hours),
    counter: counter >= 0 && counter < 24 * MOST * 40 ? counter : Number.NaN,
    completeness: lastLight > firstLight ? received / (lastLight - firstLight) : 0,
    cap: limit,
    isExcluded: false,
  };
}

/** Ratio to the clear sky below which a module may be shaded while its peers are not. */
const SHADED = 0.5;
/** Gaps of up to this length are bridged, or of the usual distance of measurements. */
const BRIDGED_HOURS = 0.25;

/** Straight lines over gaps of up to `longest` slots from one finite value to the next. */
function fillGaps(values: Float64Array, longest: number): void {
  let before = -1;
  for (let slot = 0; slot < values.length; slot++) {
    if (Number.isNaN(values[slot]!)) continue;
    const gap = slot - before;
    if (before >= 0 && gap > 1 && gap <= longest)
      for (let i = 1; i < gap; i++)
        values[before + i] = values[before]! + ((values[slot]! - values[before]!) * i) / gap;
    before = slot;
  }
}

function integralOf(power: Float64Array, hours: number): number {
  let energy = 0;
  let known = 0;
  for (const value of power) {
    if (Number.isNaN(value)) continue;
    energy += value * hours;
    known++;
  }
  return known === 0 ? Number.NaN : energy;
}
