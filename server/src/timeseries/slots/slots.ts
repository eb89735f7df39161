// Even slots of a day, aligned to the plant's midnight, and means over them.
import { dayBounds } from '@helioport/domain/periods';
import { usualInterval } from '../counters/energy.ts';

/** Step of the stored day curve, and of the power from which a day's peak is taken. */
export const CURVE_STEP_MINUTES = 5;
export const CURVE_STEP_MS = CURVE_STEP_MINUTES * 60_000;

/** Values in slots of `stepMs` from `startMs` on; 23, 24, 24.5 or 25 h of them for a local day. */
export interface Slots {
  startMs: number;
  stepMs: number;
  count: number;
}

/** The slots of a local day. Slot i begins at `startMs + i * stepMs`; the last one may be cut short by midnight. */
export function slotsOfDay(day: string, timeZone: string, stepMinutes: number): Slots {
  const { startMs, endMs } = dayBounds(day, timeZone);
  const stepMs = stepMinutes * 60_000;
  return { startMs, stepMs, count: Math.ceil((endMs - startMs) / stepMs) };
}

/** A value is carried this many intervals beyond its reading, so that slow devices do not flicker in quick slots. */
const CARRY_INTERVALS = 1.5;

interface Column {
  /** Place of the value in a reading of several; 0. */
  offset?: number;
  /** Values per reading; 1. */
  perReading?: number;
  /** True: of several values in a slot the last one counts, as of a charge or a setting; else their mean. */
  isLast?: boolean;
  /** Usual time between the readings, where it is known already. */
  intervalMs?: number;
}

/**
 * Means per slot of one column, or the last values if requested. Empty slots shortly after a reading carry its value,
 * except those that start after `now`. NaN is a gap.
 */
export function meansOf(
  values: Float64Array,
  at: Float64Array,
  slots: Slots,
  now: number,
  { offset = 0, perReading = 1, isLast = false, intervalMs = usualInterval(at) }: Column = {},
): Float64Array {
  const means = new Float64Array(slots.count).fill(Number.NaN);
  const counts = new Uint16Array(slots.count);
  const carryMs = CARRY_INTERVALS * intervalMs;
  let last = Number.NaN;
  let lastAt = 0;
  let lastSlot = -1;
  const carryUntil = (slot: number) => {
    for (let s = lastSlot + 1; s < slot; s++) {
      const beginsAt = slots.startMs + s * slots.stepMs;
      if (beginsAt - lastAt >= carryMs || beginsAt > now) break;
      means[s] = last;
    }
  };
  for (let i = 0; i < at.length; i++) {
    const slot = Math.floor((at[i]! - slots.startMs) / slots.stepMs);
    const value = values[i * perReading + offset]!;
    if (Number.isNaN(value) || slot < 0 || slot >= slots.count) continue;
    if (slot !== lastSlot && lastSlot >= 0) carryUntil(slot);
    const before = means[slot]!;
    counts[slot]!++;
    means[slot] = isLast || counts[slot] === 1 ? value : before + (value - before) / counts[slot]!;
    last = value;
    lastAt = at[i]!;
    lastSlot = slot;
  }
  if (lastSlot >= 0) carryUntil(slots.count);
  return means;
}

/** Adds `values` to `sum`; a gap adds nothing, and the first value replaces it. */
export function addTo(sum: Float64Array, values: Float64Array): void {
  for (let i = 0; i < sum.length; i++) {
    const value = values[i]!;
    if (!Number.isNaN(value)) sum[i] = (Number.isNaN(sum[i]!) ? 0 : sum[i]!) + value;
  }
}
