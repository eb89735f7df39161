// The battery's rule: store what would leave the house, give what would be bought.
import type { DemoBattery } from '@helioport/demo/world';

/**
 * What the battery does for `hours` while the house has `surplusW` too much (or, negative, too little).
 * Returns its power, + discharging and - charging, and the energy stored afterwards. Half of the losses fall on the
 * way in and half on the way out.
 */
export function batteryStep(
  battery: DemoBattery,
  storedWh: number,
  surplusW: number,
  hours: number,
): { readonly powerW: number; readonly storedWh: number } {
  const oneWay = Math.sqrt(battery.roundTripRatio);
  if (surplusW > 0) {
    const roomW = Math.max(0, battery.capacityWh - storedWh) / (oneWay * hours);
    const chargeW = Math.min(surplusW, battery.maxPowerW, roomW);
    return { powerW: -chargeW, storedWh: storedWh + chargeW * oneWay * hours };
  }
  const leftWh = Math.max(0, storedWh - battery.reserveRatio * battery.capacityWh);
  const dischargeW = Math.min(-surplusW, battery.maxPowerW, (leftWh * oneWay) / hours);
  return { powerW: dischargeW, storedWh: storedWh - (dischargeW * hours) / oneWay };
}
