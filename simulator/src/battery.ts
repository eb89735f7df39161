// Battery control: charge from surplus, discharge to avoid import, unless a schedule applies.
import type { DemoBattery } from '@helioport/demo/world';
import { type BatterySchedule, windowAt } from '@helioport/domain/batterySchedule';
import { dayNumber, localDay, wallClock } from '@helioport/domain/periods';

/**
 * Battery operation for `hours` with a surplus of `surplusW` (negative: deficit). Returns its power, + discharging and
 * - charging, and the stored energy afterwards. Half of the losses occur while charging, half while discharging.
 */
export function batteryStep(
  battery: DemoBattery,
  storedWh: number,
  surplusW: number,
  hours: number,
  limits: Limits = { fullRatio: 1, emptyRatio: battery.reserveRatio },
): { readonly powerW: number; readonly storedWh: number } {
  const oneWay = Math.sqrt(battery.roundTripRatio);
  if (surplusW > 0) {
    const freeW = Math.max(0, limits.fullRatio * battery.capacityWh - storedWh) / (oneWay * hours);
    const chargeW = Math.min(surplusW, battery.maxPowerW, freeW);
    return { powerW: -chargeW, storedWh: storedWh + chargeW * oneWay * hours };
  }
  const leftWh = Math.max(0, storedWh - limits.emptyRatio * battery.capacityWh);
  const dischargeW = Math.min(-surplusW, battery.maxPowerW, (leftWh * oneWay) / hours);
  return { powerW: dischargeW, storedWh: storedWh - (dischargeW * hours) / oneWay };
}

/** Between which charges, 0 to 1, it moves. */
interface Limits {
  readonly fullRatio: number;
  readonly emptyRatio: number;
}

/** The same under a schedule, at an instant on the clock of the plant: `surplusW` is what the battery takes for surplus. */
export function scheduledStep(
  battery: DemoBattery,
  schedule: BatterySchedule,
  storedWh: number,
  surplusW: number,
  { hours, atMs, timeZone }: { hours: number; atMs: number; timeZone: string },
): { readonly powerW: number; readonly storedWh: number } {
  const { hour, minute } = wallClock(atMs, timeZone);
  const { mode, powerW, targetRatio } =
    windowAt(schedule, weekdayAt(atMs, timeZone), hour * 60 + minute) ?? selfUse;
  const emptyRatio = schedule.reserveRatio;
  switch (mode) {
    case 'charge': {
      const requestedW = schedule.isGridCharging
        ? (powerW ?? 0)
        : Math.min(powerW ?? 0, Math.max(0, surplusW));
      return batteryStep(battery, storedWh, requestedW, hours, { fullRatio: targetRatio ?? 1, emptyRatio });
    }
    case 'discharge':
      return batteryStep(battery, storedWh, -(powerW ?? 0), hours, {
        fullRatio: 1,
        emptyRatio: Math.max(emptyRatio, targetRatio ?? 0),
      });
    default:
      return batteryStep(battery, storedWh, surplusW, hours, { fullRatio: 1, emptyRatio });
  }
}

const selfUse = { mode: 'selfUse', powerW: null, targetRatio: null } as const;

/** 1 Monday to 7 Sunday: the first day of 1970 was a Thursday. */
const weekdayAt = (ms: number, timeZone: string): number => ((dayNumber(localDay(ms, timeZone)) + 3) % 7) + 1;
