// Devices that reduce their power while they are hot.
import type { FindingEvidence } from '../types.ts';
import type { Observation } from './conditions.ts';
import { held } from './course.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { powersAt } from './limits.ts';
import { groupBy, medianOf } from './stats.ts';

/** Temperature in °C from which a device may reduce its power, and by how much it must exceed the others (K). */
const HOT_C = 62;
const HOTTER_K = 4;
/** The reduction grows with the temperature: the slots within so many K of the highest one show it best. */
const NEAR_TOP_K = 4;
/** Share of the expected power that is lost near the highest temperature, and beyond that while cool. */
const HEAT_LOSS = 0.035;
const MORE_THAN_COOL = 0.025;
/** Time near the highest temperature that is needed, hours. */
const LEAST_HOURS = 0.25;
/** Expected power in relation to the rating from which a slot counts, and that a day must reach. */
const LEAST_POWER = 0.08;
const LEAST_LOAD = 0.25;
/** Load at which a device that never reduces its power would have been hot. */
const FULL_LOAD = 0.6;

interface Sum {
  actual: number;
  expected: number;
  slots: number;
}
const newSum = (): Sum => ({ actual: 0, expected: 0, slots: 0 });
function add(sum: Sum, actual: number, expected: number): void {
  sum.actual += actual;
  sum.expected += expected;
  sum.slots++;
}
const lossOf = ({ actual, expected }: Sum): number => (expected > 0 ? 1 - actual / expected : 0);

/**
 * Devices that reduce their power while hotter than the others. Power and expectation are compared in steady light only:
 * the temperature of a device follows its own power, so under moving clouds its hot moments are those in which the sun
 * reached it before the others.
 */
export function heatDay(view: DayView, entries: readonly Entry[]): Observation[] {
  const byDevice = groupBy(entries, ({ module }) => module.model.deviceId);
  if (byDevice.size < 2) return [];
  const temperatures = new Map(
    view.input.devices.map(({ deviceId, temperatureC }) => [
      deviceId,
      temperatureC ? held(view, temperatureC) : null,
    ]),
  );
  const at = (id: string, slot: number) => temperatures.get(id)?.[slot] ?? Number.NaN;
  const result: Observation[] = [];
  for (const [deviceId, own] of byDevice) {
    if (!temperatures.get(deviceId) || own.some(({ reference }) => reference.strength < 2)) continue;
    const rated = own.reduce((sum, { module }) => sum + module.model.ratedW, 0);
    const [hot, top] = [newSum(), newSum()];
    const cool: number[] = [];
    const steady: { slot: number; actual: number; expected: number }[] = [];
    let [hotSlots, hotActual, loadMax] = [0, 0, 0];
    let highest = Number.NaN;
    for (let slot = view.firstLight; slot < view.lastLight; slot++) {
      const deviceC = at(deviceId, slot);
      const [actual, expected] = powersAt(view, own, slot);
      if (!(deviceC > -60) || !(expected > LEAST_POWER * rated) || Number.isNaN(actual)) continue;
      if (!(deviceC <= highest)) highest = deviceC;
      if (expected / rated > loadMax) loadMax = expected / rated;
      const isSteady = own.every(
        ({ module, reference }) => reference.isSteady[slot] === 1 && module.isSteady[slot] === 1,
      );
      if (deviceC < HOT_C) {
        if (isSteady) cool.push(1 - actual / expected);
        continue;
      }
      const others: number[] = [];
      for (const id of byDevice.keys()) if (id !== deviceId) others.push(at(id, slot));
      if (!(deviceC > medianOf(others) + HOTTER_K)) continue;
      hotSlots++;
      hotActual += actual;
      if (!isSteady) continue;
      add(hot, actual, expected);
      steady.push({ slot, actual, expected });
    }
    if (loadMax < LEAST_LOAD) continue;
    let hottest = Number.NEGATIVE_INFINITY;
    for (const { slot } of steady) hottest = Math.max(hottest, at(deviceId, slot));
    for (const { slot, actual, expected } of steady)
      if (at(deviceId, slot) >= hottest - NEAR_TOP_K) add(top, actual, expected);
    const loss = lossOf(top);
    const isPresent =
      top.slots * view.hours >= LEAST_HOURS &&
      loss > HEAT_LOSS &&
      loss > (medianOf(cool) || 0) + MORE_THAN_COOL;
    const base = {
      cause: 'thermalDerating' as const,
      scope: 'device' as const,
      subjectId: deviceId,
      moduleIds: own.map(({ module }) => module.model.id),
    };
    const evidence: FindingEvidence[] = [
      { name: 'temperature', value: highest, unit: '°C' },
      { name: 'powerRatio', value: 1 - loss, unit: 'ratio' },
    ];
    if (isPresent) {
      const first = steady.find(({ actual, expected }) => actual < (1 - HEAT_LOSS) * expected);
      // Hot moments between clouds lose as much of their power as those in steady light.
      const lostWh = Math.max(0, (hot.expected - hot.actual) * (hotActual / hot.actual) * view.hours);
      result.push({
        ...base,
        isPresent,
        lostWh,
        evidence,
        probability: 0.85,
        sinceMs: view.input.startMs + (first?.slot ?? 0) * view.input.slotMs,
      });
    } else if (loadMax > FULL_LOAD && hotSlots === 0) result.push({ ...base, isPresent });
  }
  return result;
}
