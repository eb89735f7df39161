// Power held at a limit: by the rating of the inverter (clipping) or by an order or the grid (curtailment).

import { HOUR_MS } from '../../duration.ts';
import { quantile } from '../statistics.ts';
import type { SlotValues } from '../types.ts';

/** What makes a flat top. */
interface Flatness {
  /** Values differ by at most this share. */
  readonly share: number;
  readonly leastMs: number;
  /** Range of the level, W. */
  readonly lowW: number;
  readonly highW: number;
}

/** A clear noon without a limit stays within 0.15 % for about half an hour. */
const FLAT_SHARE = 0.0015;
const FLAT_MS = HOUR_MS;
/** Near a known limit less evidence suffices. */
const LIMIT_SHARE = 0.01;
const LIMIT_MS = 20 * 60_000;
/** A flat top lies at least this high in the range of the series. */
const TOP = 0.97;
/** DC power at the AC limit, in relation to it: from measuring errors to the losses of the inverter. */
const LIMIT_LOW = 0.98;
const LIMIT_HIGH = 1.08;

function flatRuns(powerW: SlotValues, slotMs: number, { share, leastMs, lowW, highW }: Flatness): Uint8Array {
  const mask = new Uint8Array(powerW.length);
  const run = Math.max(2, Math.ceil(leastMs / slotMs));
  let from = 0;
  while (from < powerW.length) {
    let low = powerW[from]!;
    let high = low;
    let to = from;
    while (to + 1 < powerW.length) {
      const next = powerW[to + 1]!;
      const nextLow = Math.min(low, next);
      const nextHigh = Math.max(high, next);
      if (!(nextHigh - nextLow <= share * nextHigh)) break;
      [low, high, to] = [nextLow, nextHigh, to + 1];
    }
    if (to - from + 1 >= run && low >= lowW && high <= highW) {
      mask.fill(1, from, to + 1);
      from = to + 1;
    } else from++;
  }
  return mask;
}

/**
 * Slots of flat tops: an hour within 0.15 % at the top of the series. `topW` is the highest power known of the series;
 * default: of `powerW` itself, without its outliers.
 */
export const flatTops = (powerW: SlotValues, slotMs: number, topW = quantile(powerW, 0.995)): Uint8Array =>
  flatRuns(powerW, slotMs, {
    share: FLAT_SHARE,
    leastMs: FLAT_MS,
    lowW: TOP * topW,
    highW: Number.POSITIVE_INFINITY,
  });

/** Slots in which an input gives the AC limit of its inverter in W, within 1 % for 20 minutes. */
const atLimit = (powerW: SlotValues, limitW: number, slotMs: number) =>
  flatRuns(powerW, slotMs, {
    share: LIMIT_SHARE,
    leastMs: LIMIT_MS,
    lowW: LIMIT_LOW * limitW,
    highW: LIMIT_HIGH * limitW,
  });

/** What holds the power of an input back in each slot. */
export const RESTRAINT = { none: 0, clipped: 1, curtailed: 2 } as const;

export interface LimitEvidence {
  /** Power that the input gives at the rating of the inverter, W; null if unknown. */
  readonly limitW: number | null;
  /** Active power limit as a ratio 0 to 1; null if unknown. */
  readonly limitRatio: SlotValues | null;
  readonly acVoltageV: SlotValues | null;
  /** Voltage from which inverters reduce their power: 110 % of the nominal voltage of the grid. */
  readonly highVoltageV: number;
}

/** From this share of `highVoltageV` a flat power is put down to the grid. */
const VOLTAGE_SHARE = 0.985;
/** A power limit below this ratio is an order. */
const ORDER_RATIO = 0.99;
/** Inverters keep an order within this share of their rating. */
const ORDER_ERROR = 0.05;

/**
 * `RESTRAINT` per slot. Clipped: flat at the rating without an order. Curtailed: at or above an ordered limit that
 * `expectedW` would exceed, flat below a known rating or while the AC voltage is near the limit of the grid, or a tenth below
 * `expectedW` while it is at that limit.
 */
export function restraints(
  powerW: SlotValues,
  expectedW: SlotValues,
  slotMs: number,
  evidence: LimitEvidence,
): Uint8Array {
  const { limitW, limitRatio, acVoltageV, highVoltageV } = evidence;
  const top = flatTops(powerW, slotMs);
  const limited = limitW === null ? top : atLimit(powerW, limitW, slotMs);
  return Uint8Array.from(powerW, (power, slot) => {
    if (!Number.isFinite(power)) return RESTRAINT.none;
    const ratio = limitRatio?.[slot] ?? Number.NaN;
    const isOrdered = ratio < ORDER_RATIO;
    const expected = expectedW[slot]!;
    if (isOrdered && limitW !== null) {
      const orderedW = ratio * limitW;
      if (power >= LIMIT_LOW * orderedW - ORDER_ERROR * limitW && expected > orderedW)
        return RESTRAINT.curtailed;
    }
    const voltage = acVoltageV?.[slot] ?? 0;
    const isHigh = voltage >= VOLTAGE_SHARE * highVoltageV;
    if (voltage >= highVoltageV && power < 0.9 * expected) return RESTRAINT.curtailed;
    if (limited[slot] === 1) return isOrdered || isHigh ? RESTRAINT.curtailed : RESTRAINT.clipped;
    return top[slot] === 1 ? RESTRAINT.curtailed : RESTRAINT.none;
  });
}
