// Gaps: times of light without readings, between two readings of a day. Source: analytics of module-level plants, "data
// quality first": a gap is counted and marked, never filled with zero. Pure.
import { sunAt } from './sun.ts';

export const gapRule = {
  /** Least daylight without a reading, ms. Shorter gaps are caused by a restarted router. */
  leastMs: 60 * 60_000,
  /** Daylight: the sun is higher than this, degrees. Below it, inverters start and stop one by one. */
  sunDeg: 8,
  /** Steps by which light is measured, ms. */
  stepMs: 5 * 60_000,
} as const;

/** ms, from the last reading before to the first one after. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Place {
  /** Degrees; null where it is not known, and then every hole counts. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Daylight between two instants, ms. */
function lightBetween({ fromMs, toMs }: Gap, { latitude, longitude }: Place): number {
  if (latitude === null || longitude === null) return toMs - fromMs;
  let lightMs = 0;
  for (let ms = fromMs; ms < toMs; ms += gapRule.stepMs)
    if (90 - sunAt(ms, latitude, longitude).zenithDeg > gapRule.sunDeg)
      lightMs += Math.min(gapRule.stepMs, toMs - ms);
  return lightMs;
}

/** The gaps between instants of readings (ms, ascending). */
export function gapsBetween(at: ArrayLike<number>, place: Place): Gap[] {
  const gaps: Gap[] = [];
  for (let i = 1; i < at.length; i++) {
    const gap = { fromMs: at[i - 1]!, toMs: at[i]! };
    if (gap.toMs - gap.fromMs >= gapRule.leastMs && lightBetween(gap, place) >= gapRule.leastMs)
      gaps.push(gap);
  }
  return gaps;
}

interface Readings {
  readonly deviceId: number;
  /** Instants in ms, ascending. */
  readonly at: ArrayLike<number>;
}

/** Gaps of a plant (`deviceIds`: all that report on the day) and of single devices while others went on reporting. */
export interface PlantGap extends Gap {
  readonly deviceIds: readonly number[];
  readonly isWholePlant: boolean;
}

/** The gaps of a day of a plant, by the readings of its producers. A hole of the whole plant is one gap, not one of each device. */
export function gapsOfPlant(readings: readonly Readings[], place: Place): PlantGap[] {
  const reporting = readings.filter(({ at }) => at.length > 0);
  const gaps = reporting.map(({ deviceId, at }) => ({ deviceId, own: gapsBetween(at, place) }));
  const deviceIds = reporting.map(({ deviceId }) => deviceId);
  // Where one device has no gap, the plant has none, and the readings of all need not be put in order.
  const isSuspect = gaps.length > 0 && gaps.every(({ own }) => own.length > 0);
  const all = isSuspect
    ? Float64Array.from(reporting.flatMap(({ at }) => Array.from(at))).sort()
    : new Float64Array();
  const whole = gapsBetween(all, place);
  const single = gaps.flatMap(({ deviceId, own: found }) =>
    found
      .filter((own) => !whole.some((gap) => own.fromMs <= gap.fromMs && own.toMs >= gap.toMs))
      .map((gap) => ({ ...gap, deviceIds: [deviceId], isWholePlant: false })),
  );
  return [...whole.map((gap) => ({ ...gap, deviceIds, isWholePlant: true })), ...single];
}
