// Detects within an hour that a plant, inverter or module reports but does not produce in daylight. Pure,
// from readings alone. Snow looks the same, so nothing is detected on cold days; the daily totals of good
// days cover those.

import { medianOf } from './arrayMedian.ts';
import { isAlert } from './faults.ts';

/** The borders of the rule: analytics of module-level plants, "immediate rules". ms, shares, °C. */
export const stopRule = {
  /** Least duration without production. */
  lastsMs: 60 * 60_000,
  /** No hole between two reports may be longer, nor may the newest be older. */
  gapMs: 20 * 60_000,
  /** A plant should make at least this share of its rating under a clear sky. */
  skyShare: 0.2,
  /** Below this share of the siblings' median, production counts as none, */
  siblingShare: 0.01,
  /** where that median is more than this share of their rating. */
  brightShare: 0.1,
  /** Fewest modules of an array for a comparison. */
  leastModules: 3,
  /** Inputs are evaluated if they account for this share of their device's power: some readings name no inputs. */
  reportedShare: 0.8,
  /** Below this temperature of a device on the same day, snow is possible. At dawn it equals the air temperature. */
  snowBelowC: 5,
} as const;

/** A module at the input of a device. Power in W, one value per reading; NaN if not reported. */
export interface WatchedInput {
  readonly addr: number;
  /** Null if unknown. */
  readonly arrayId: number | null;
  readonly ratedW: number | null;
  readonly powerW: ArrayLike<number>;
}

/** A producer and its readings of the last hour, ascending, with the one before them. NaN if not reported. */
export interface WatchedDevice {
  readonly deviceId: number;
  /** ms. */
  readonly at: ArrayLike<number>;
  readonly powerW: ArrayLike<number>;
  readonly bits: ArrayLike<number>;
  /** Lowest temperature that it reported today, °C; null: none. */
  readonly coldestC: number | null;
  /** Empty if its readings do not separate the modules. */
  readonly inputs: readonly WatchedInput[];
}

export interface WatchedPlant {
  readonly nowMs: number;
  /** Producers that currently report. */
  readonly devices: readonly WatchedDevice[];
  /** Whether another producer, which does not report now, last reported production today. */
  readonly isAnotherAtWork: boolean;
  /** Share of its rating that the plant should make under a clear sky at an instant (ms). */
  readonly clearSkyShare: (ms: number) => number;
}

export interface Stopped {
  readonly key: 'plantZero' | 'makesNothing' | 'modulesMakeNothing';
  readonly deviceId: number;
  /** Inputs of dead modules; empty for the device. */
  readonly addrs: readonly number[];
  /** First report since which it is so as far as was looked, ms. */
  readonly begunAtMs: number;
}

const valuesOf = (list: ArrayLike<number>): number[] => Array.from(list);
const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const sumOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Whether its reports cover the last hour without a hole. */
function isWatched({ at }: WatchedDevice, nowMs: number): boolean {
  const times = [...valuesOf(at), nowMs];
  const holes = times.slice(1).map((one, i) => one - times[i]!);
  return times.length > 2 && times[0]! <= nowMs - stopRule.lastsMs && Math.max(...holes) <= stopRule.gapMs;
}

const names = ({ bits }: WatchedDevice): boolean => valuesOf(bits).some((word) => word > 0 && isAlert(word));

/**
 * Producers without production for an hour or longer. Devices that report a fault code are skipped, because
 * the code raises its own alarm.
 */
export function stoppedIn({ nowMs, devices, isAnotherAtWork, clearSkyShare }: WatchedPlant): Stopped[] {
  const mayBeSnow = devices.some(({ coldestC }) => coldestC === null || coldestC < stopRule.snowBelowC);
  const watched = devices.filter((device) => isWatched(device, nowMs));
  if (mayBeSnow || watched.length === 0) return [];
  const hour = [0, 0.5, 1].map((part) => nowMs - part * stopRule.lastsMs);
  const isBright = hour.every((ms) => clearSkyShare(ms) >= stopRule.skyShare);
  const isAllZero =
    watched.length === devices.length &&
    !isAnotherAtWork &&
    devices.every((device) => !names(device) && valuesOf(device.powerW).every((watts) => watts <= 0));
  if (isAllZero)
    return isBright
      ? watched.map(({ deviceId, at }) => ({
          key: 'plantZero' as const,
          deviceId,
          addrs: [],
          begunAtMs: at[0]!,
        }))
      : [];
  return [...deadDevices(watched), ...deadModules(watched)];
}

/** The arrays of a device's modules; null if one of them is unknown. */
function arraysOf({ inputs }: WatchedDevice): string | null {
  const arrays = new Set(inputs.map(({ arrayId: planeId }) => planeId));
  const known = [...arrays].filter((one) => one !== null).sort((a, b) => a - b);
  return known.length === 0 || known.length < arrays.size ? null : known.join();
}

interface Evaluated<T> {
  readonly of: T;
  /** Null: it is excluded from the comparison. */
  readonly group: string | null;
  readonly ratedW: number | null;
  readonly powerW: readonly number[];
}

/** Members with almost no production throughout, while the median of their group produced. */
function dead<T>(all: readonly Evaluated<T>[], leastInGroup: number): T[] {
  const known = all.filter(({ group, ratedW }) => group !== null && (ratedW ?? 0) > 0);
  const share = ({ powerW, ratedW }: Evaluated<T>) => meanOf(powerW) / ratedW!;
  return known.flatMap((one) => {
    const siblings = known.filter((other) => other !== one && other.group === one.group);
    if (siblings.length + 1 < leastInGroup) return [];
    const median = medianOf(siblings.map(share)) ?? 0;
    const most = Math.max(...one.powerW) / one.ratedW!;
    return median > stopRule.brightShare && most < stopRule.siblingShare * median ? [one.of] : [];
  });
}

function deadDevices(devices: readonly WatchedDevice[]): Stopped[] {
  const evaluated = devices.map((device) => ({
    of: device,
    group: arraysOf(device),
    ratedW: device.inputs.every(({ ratedW }) => ratedW !== null)
      ? sumOf(device.inputs.map(({ ratedW }) => ratedW!))
      : null,
    powerW: valuesOf(device.powerW),
  }));
  return dead(evaluated, 2).flatMap((device) =>
    names(device)
      ? []
      : [{ key: 'makesNothing', deviceId: device.deviceId, addrs: [], begunAtMs: device.at[0]! }],
  );
}

function deadModules(devices: readonly WatchedDevice[]): Stopped[] {
  const telling = devices.filter(({ powerW, inputs }) => {
    const own = meanOf(valuesOf(powerW));
    return (
      own > 0 && sumOf(inputs.map((input) => meanOf(valuesOf(input.powerW)))) >= stopRule.reportedShare * own
    );
  });
  const evaluated = telling.flatMap((device) =>
    device.inputs.map(({ addr, arrayId: planeId, ratedW, powerW }) => ({
      of: { device, addr },
      group: planeId === null ? null : String(planeId),
      ratedW,
      powerW: valuesOf(powerW),
    })),
  );
  const found = new Map<WatchedDevice, number[]>();
  for (const { device, addr } of dead(evaluated, stopRule.leastModules))
    found.set(device, [...(found.get(device) ?? []), addr]);
  return [...found].flatMap(([device, addrs]) =>
    names(device)
      ? []
      : [{ key: 'modulesMakeNothing', deviceId: device.deviceId, addrs, begunAtMs: device.at[0]! }],
  );
}
