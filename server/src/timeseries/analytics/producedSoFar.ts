// Energy of a plant on its running day, for the comparison with the expected energy up to the same time.
import type { PlantDayInput } from '@helioport/domain/analytics/types';
import { HOUR_MS } from '@helioport/domain/duration';

/** If a larger share of the slots with expected power has no reading, the counters must cover the gap. */
const MOST_MISSING = 0.2;
/** Counter energy above the integrated power by this ratio includes energy from gaps. */
const COUNTED_IN_GAPS = 1.05;

/**
 * Energy in Wh produced in the first `seen` slots, from counters; null if unknown. A gap in the readings is known only
 * if the counters ran through it: a server that starts at noon has no energy of the morning, which is not a loss.
 * `expectedW`: expected power of the plant per slot in W, NaN if unknown.
 */
export function producedSoFar(
  { modules, slotMs }: Pick<PlantDayInput, 'modules' | 'slotMs'>,
  producedWh: readonly (number | null)[],
  expectedW: Float64Array,
  seen: number,
): number | null {
  const counted = producedWh.flatMap((wh) => wh ?? []);
  if (counted.length === 0) return null;
  const countedWh = counted.reduce((sum, wh) => sum + wh, 0);
  let [lit, missing, integratedWh] = [0, 0, 0];
  for (let slot = 0; slot < seen; slot++) {
    const watts = modules.map(({ powerW }) => powerW[slot]!).filter((one) => !Number.isNaN(one));
    for (const one of watts) integratedWh += (one * slotMs) / HOUR_MS;
    if (!(expectedW[slot]! > 0)) continue;
    lit++;
    if (watts.length === 0) missing++;
  }
  const isGap = missing > MOST_MISSING * lit;
  return isGap && countedWh <= COUNTED_IN_GAPS * integratedWh ? null : countedWh;
}
