// Power held at a limit: by the rating of the inverter (clipping) or by an order or the grid (curtailment).
import type { SlotValues } from '../types.ts';
import { quantile } from './statistics.ts';

/** Values of a flat top differ by less than this share of it. */
const FLAT = 0.0015;
/** A clear noon without a limit stays within `FLAT` for about half an hour. */
const FLAT_MS = 3_600_000;
/** Near a known limit less evidence suffices. */
const NEAR_LIMIT = 0.01;
const NEAR_LIMIT_MS = 20 * 60_000;
/** A flat top lies at least this high in the range of the series. */
const TOP = 0.97;

/**
 * Slots of flat tops: an hour within 0.15 % at the top of the series. `topW` is the highest power known of the series;
 * default: of `powerW` itself, without its outliers.
 */
export function flatTops(powerW: SlotValues, slotMs: number, topW = quantile(powerW, 0.995)): Uint8Array {
  const mask = new Uint8Array(powerW.length);
  const run = Math.max(3, Math.ceil(FLAT_MS / slotMs));
  let from = 0;
  while (from < powerW.length) {
    let low = powerW[from]!;
    let high = low;
    let to = from;
    while (to + 1 < powerW.length) {
      const next = powerW[to + 1]!;
      const nextLow = Math.min(low, next);
      const nextHigh = Math.max(high, next);
      if (!(nextHigh - nextLow <= FLAT * nextHigh)) break;
      [low, high, to] = [nextLow, nextHigh, to + 1];
    }
    if (to - from + 1 >= run && low >= TOP * topW) {
      mask.fill(1, from, to + 1);
      from = to + 1;
    } else from++;
  }
  return mask;
}

/** Slots within 1 % of a known limit in W, at least 20 minutes in a row. */
export function atLimit(powerW: SlotValues, limitW: number, slotMs: number): Uint8Array {
  const mask = new Uint8Array(powerW.length);
  const run = Math.max(2, Math.ceil(NEAR_LIMIT_MS / slotMs));
  let from = 0;
  for (let at = 0; at <= powerW.length; at++) {
    if (at < powerW.length && Math.abs(powerW[at]! - limitW) <= NEAR_LIMIT * limitW) continue;
    if (at - from >= run) mask.fill(1, from, at);
    from = at + 1;
  }
  return mask;
}

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

/** From this share of `highVoltageV` a flat or reduced power is put down to the grid. */
const VOLTAGE_SHARE = 0.985;
/** A power limit below this ratio is an order. */
const ORDER_RATIO = 0.99;

/**
 * `RESTRAINT` per slot. Clipped: at the rating without an order. Curtailed: at an ordered limit; or below `expectedW` by a
 * tenth while the AC voltage is near the limit of the grid.
 */
export function restraints(
  powerW: SlotValues,
  expectedW: SlotValues,
  slotMs: number,
  evidence: LimitEvidence,
): Uint8Array {
  const { limitW, limitRatio, acVoltageV, highVoltageV } = evidence;
  const flat = limitW === null ? flatTops(powerW, slotMs) : atLimit(powerW, limitW, slotMs);
  return Uint8Array.from(powerW, (power, slot) => {
    if (!Number.isFinite(power)) return RESTRAINT.none;
    const ratio = limitRatio?.[slot] ?? Number.NaN;
    const isOrdered = ratio < ORDER_RATIO;
    const expected = expectedW[slot]!;
    if (isOrdered && limitW !== null) {
      const orderedW = ratio * limitW;
      // Inverters keep an order within a few percent of their rating.
      if (power <= orderedW + 0.03 * limitW && expected > orderedW) return RESTRAINT.curtailed;
    }
    const isHigh = (acVoltageV?.[slot] ?? 0) >= VOLTAGE_SHARE * highVoltageV;
    if (isHigh && power < 0.9 * expected) return RESTRAINT.curtailed;
    if (flat[slot] === 1) return isOrdered || isHigh ? RESTRAINT.curtailed : RESTRAINT.clipped;
    return RESTRAINT.none;
  });
}
