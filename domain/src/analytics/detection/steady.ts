// Steady light. Devices are read at different instants, some only every 15 minutes: while clouds pass, neighbors differ
// although both work. Only slots around which the ratio to the clear sky does not jump can be compared.

/** Largest relative change of the ratio to clear-sky power from one slot to the next. */
const JUMP = 0.05;
/** Slots on both sides that must be without a jump. */
const MARGIN = 2;

/**
 * 1 for slots without a jump within the margin, or within `stride` slots where measurements are further apart. Below
 * `floor` (ratio to the clear sky) jumps are relative to it: in the shade of an obstacle only the restless light of the sky
 * is left while the sun shines.
 */
export function steadySlots(
  power: Float64Array,
  clear: Float64Array,
  stride: number,
  floor: number,
): Uint8Array {
  const { length } = power;
  const isSteady = new Uint8Array(length);
  const margin = Math.max(MARGIN, stride);
  // Slots since the newest jump; a jump between two slots disturbs both.
  let since = 0;
  for (let slot = 0; slot < length; slot++) {
    const now = power[slot]! / clear[slot]!;
    const before = slot > 0 ? power[slot - 1]! / clear[slot - 1]! : Number.NaN;
    const isCalm = Math.abs(now - before) <= JUMP * Math.max(now, before, floor) + 0.004;
    since = isCalm ? since + 1 : 0;
    // Calm steps on both sides: `margin` before and after the slot in the middle.
    if (since >= 2 * margin) isSteady[slot - margin] = 1;
  }
  return isSteady;
}
