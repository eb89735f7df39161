// Quality of the values of a plant-day, module by module.
import { HOUR_MS } from '../../duration.ts';
import { arrayOf, type ExpectedDay } from '../irradiance/expectedDay.ts';
import { median } from '../statistics.ts';
import type {
  DeviceDayInput,
  ModuleDayInput,
  ModuleModel,
  PlantDayInput,
  PlantModel,
  QualityFlag,
} from '../types.ts';
import { RESTRAINT, restraints } from './clipping.ts';
import { completeness, interpolated, nightProduction, outliers, outOfRange, stuck } from './series.ts';

export interface ModuleQuality {
  readonly flags: readonly QualityFlag[];
  /** Received share of the slots with light, 0 to 1. */
  readonly completeness: number;
  /** 1 in the slots whose power can be used. */
  readonly usable: Uint8Array;
  /** `RESTRAINT` in each slot. Restrained slots are usable, but say nothing about the module. */
  readonly restraint: Uint8Array;
}

/** Shares of the rating of a module. */
const LEAST_POWER = -0.01;
const MOST_POWER = 1.25;
const NIGHT_POWER = 0.005;
const NOISE_POWER = 0.01;
const OUTLIER_POWER = 0.1;
const TWILIGHT_POWER = 0.02;
/** A day with more energy than this multiple of the clear sky has a wrong rating or scale. */
const MOST_ENERGY = 1.25;
/** Energy is compared where a clear day brings at least this, Wh per rated W. */
const LEAST_ENERGY = 0.2;
const LEAST_COMPLETE = 0.9;
/** Light is due while the sun is higher than 3 degrees. */
const LIGHT_ZENITH_DEG = 87;
/** Twilight that gives no power, and the night beyond it that a shifted clock does not reach. */
const TWILIGHT_ZENITH_DEG = 93;
const DEEP_NIGHT_ZENITH_DEG = 110;
/** 110 % of the nominal voltages of grids, V. */
const HIGH_VOLTAGES = [132, 253, 264] as const;
const LEAST_PEERS = 3;

/** Voltage at which inverters of the grid that `values` come from reduce their power. */
function highVoltageOf(device: DeviceDayInput | undefined): number {
  const typical = median(device?.acVoltageV ?? []);
  // 120 V, 230 V and 240 V grids; 208 V has the limit of 228.8 V, which 230 V grids pass every day.
  return HIGH_VOLTAGES.find((high) => typical <= high) ?? Number.POSITIVE_INFINITY;
}

/** Median power per rated W over the modules, which separates a passing cloud from an outlier. */
function peerPower(input: PlantDayInput, models: ReadonlyMap<string, ModuleModel>): Float64Array | null {
  const rated = input.modules.flatMap(({ moduleId, powerW }) => {
    const ratedW = models.get(moduleId)?.ratedW ?? 0;
    return ratedW > 0 ? [{ powerW, ratedW }] : [];
  });
  if (rated.length < LEAST_PEERS) return null;
  return Float64Array.from({ length: input.slots }, (_, slot) =>
    median(rated.map(({ powerW, ratedW }) => powerW[slot]! / ratedW)),
  );
}

const isAny = (mask: Uint8Array) => mask.includes(1);

const countWhere = (length: number, isHit: (slot: number) => boolean) => {
  let count = 0;
  for (let slot = 0; slot < length; slot++) if (isHit(slot)) count++;
  return count;
};

/** Outliers that the other modules do not share. Without peers only values beyond a clear sky or below zero count. */
function ownOutliers(
  { powerW }: ModuleDayInput,
  ratedW: number,
  clearW: Float64Array,
  peers: Float64Array | null,
): Uint8Array {
  return outliers(powerW, OUTLIER_POWER * ratedW).map((isOutlier, slot) => {
    if (isOutlier === 0) return 0;
    const power = powerW[slot]!;
    const isOwn = peers
      ? Math.abs(power - peers[slot]! * ratedW) > OUTLIER_POWER * ratedW
      : power < LEAST_POWER * ratedW || power > 1.4 * clearW[slot]!;
    return isOwn ? 1 : 0;
  });
}

function assessModule(
  day: ModuleDayInput,
  module: ModuleModel,
  device: DeviceDayInput | undefined,
  expected: ExpectedDay,
  peers: Float64Array | null,
): ModuleQuality {
  const { powerW } = day;
  const { ratedW } = module;
  const { slots, slotMs, sun } = expected;
  const clearW = arrayOf(expected, module.arrayId).dcPerRatedW.map((power) => power * ratedW);
  const restraint = restraints(powerW, clearW, slotMs, {
    limitW: module.limitW,
    limitRatio: device?.limitRatio ?? null,
    acVoltageV: device?.acVoltageV ?? null,
    highVoltageV: highVoltageOf(device),
  });
  const range = outOfRange(powerW, LEAST_POWER * ratedW, MOST_POWER * ratedW);
  const night = nightProduction(powerW, sun.zenithDeg, NIGHT_POWER * ratedW);
  // Power at a limit repeats: that is no stuck value.
  const held = stuck(powerW, NOISE_POWER * ratedW).map((isHeld, slot) => (restraint[slot] ? 0 : isHeld));
  const straight = interpolated(powerW, NOISE_POWER * ratedW, slotMs).map((isStraight, slot) =>
    restraint[slot] || held[slot] ? 0 : isStraight,
  );
  const outlying = ownOutliers(day, ratedW, clearW, peers);
  const received = completeness(powerW, (slot) => sun.zenithDeg[slot]! < LIGHT_ZENITH_DEG);
  const twilight = countWhere(
    slots,
    (slot) =>
      sun.zenithDeg[slot]! > TWILIGHT_ZENITH_DEG &&
      sun.zenithDeg[slot]! < DEEP_NIGHT_ZENITH_DEG &&
      powerW[slot]! > TWILIGHT_POWER * ratedW,
  );
  const deepNight = countWhere(
    slots,
    (slot) => sun.zenithDeg[slot]! >= DEEP_NIGHT_ZENITH_DEG && powerW[slot]! > TWILIGHT_POWER * ratedW,
  );
  const hours = slotMs / HOUR_MS;
  const clearWh = clearW.reduce((sum, power) => sum + power * hours, 0);
  let integralWh = 0;
  for (const power of powerW) if (power > 0) integralWh += power * hours;
  const measuredWh = day.energyWh ?? integralWh;
  const checks: readonly [QualityFlag, boolean][] = [
    ['outOfRange', isAny(range)],
    ['nightProduction', isAny(night)],
    ['stuck', isAny(held)],
    ['interpolated', isAny(straight)],
    ['outlier', isAny(outlying)],
    ['clockShift', twilight * slotMs >= 10 * 60_000 && deepNight === 0],
    ['incomplete', received < LEAST_COMPLETE],
    ['clipped', restraint.includes(RESTRAINT.clipped)],
    ['curtailed', restraint.includes(RESTRAINT.curtailed)],
    ['tooMuch', clearWh > LEAST_ENERGY * ratedW && measuredWh > MOST_ENERGY * clearWh],
  ];
  return {
    flags: checks.filter(([, isSet]) => isSet).map(([flag]) => flag),
    completeness: Number.isNaN(received) ? 1 : received,
    usable: Uint8Array.from(powerW, (power, slot) =>
      Number.isFinite(power) && !range[slot] && !held[slot] && !straight[slot] && !outlying[slot] ? 1 : 0,
    ),
    restraint,
  };
}

/**
 * Quality of each module of a plant on a day. One day shows a wrong clock only by power in twilight; `estimateClock` finds
 * shifts from a series of days. Modules that the plant does not know are left out.
 */
export function assessDay(
  plant: Pick<PlantModel, 'modules'>,
  input: PlantDayInput,
  expected: ExpectedDay,
): ReadonlyMap<string, ModuleQuality> {
  const models = new Map(plant.modules.map((module) => [module.id, module]));
  const devices = new Map(input.devices.map((device) => [device.deviceId, device]));
  const peers = peerPower(input, models);
  const results = new Map<string, ModuleQuality>();
  for (const day of input.modules) {
    const module = models.get(day.moduleId);
    if (module === undefined || !(module.ratedW > 0)) continue;
    results.set(day.moduleId, assessModule(day, module, devices.get(module.deviceId), expected, peers));
  }
  return results;
}
