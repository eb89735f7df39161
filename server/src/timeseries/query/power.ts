// Power of a plant over the slots of a day, summed from readings: shared by queries and by the stored curve, so that
// both have the same values.
import type { DeviceRole } from '@helioport/domain/deviceKinds';
import { roleOf } from '../kinds.ts';
import type { DeviceReadings } from '../readings/readingParts.ts';
import { addTo, meansOf, type Slots } from '../slots/slots.ts';

/**
 * Per slot the sum over the devices of a role (null: of whatever they do) of their mean in the slot, in stored steps, not
 * rounded; NaN is a gap. `readings` are those of each device with its `mainPower`, in the order of their numbers: to add in
 * another order would make other last digits. `intervalsMs`: usual time between the readings of each, where it is known.
 */
export function powerOf(
  readings: readonly DeviceReadings[],
  role: DeviceRole | null,
  slots: Slots,
  now: number,
  intervalsMs?: readonly number[],
): Float64Array {
  const sum = new Float64Array(slots.count).fill(Number.NaN);
  readings.forEach((device, i) => {
    if (role !== null && roleOf(device.kind) !== role) return;
    const intervalMs = intervalsMs?.[i];
    const column = intervalMs === undefined ? {} : { intervalMs };
    addTo(sum, meansOf(device.scalars.mainPower!, device.at, slots, now, column));
  });
  return sum;
}

/** The same in whole steps of 0.1 W, which is what is shown and stored. */
export const inWholeSteps = (power: Float64Array): Float64Array =>
  // Adding 0 turns -0 into 0, because the stored form has no -0.
  power.map((value) => Math.round(value) + 0);
