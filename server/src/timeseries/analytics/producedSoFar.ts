// Energy of a plant on its running day, for the comparison with the expected energy up to the same time.
import type { PlantDayInput } from '@helioport/domain/analytics/types';
import { HOUR_MS } from '@helioport/domain/duration';

/** If a larger share of the readings with expected power is missing, the counters must cover the gap. */
const MOST_MISSING = 0.2;
/** Least energy of a gap in the counters, as a share of what the rest of the day suggests. */
const LEAST_OF_GAP = 0.5;

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
  let [lit, missing, integratedWh, seenWh, missedWh] = [0, 0, 0, 0, 0];
  for (let slot = 0; slot < seen; slot++) {
    const watts = modules.map(({ powerW }) => powerW[slot]!).filter((one) => !Number.isNaN(one));
    for (const one of watts) integratedWh += (one * slotMs) / HOUR_MS;
    if (!(expectedW[slot]! > 0)) continue;
    const share = watts.length / modules.length;
    const expectedWh = (expectedW[slot]! * slotMs) / HOUR_MS;
    lit++;
    missing += 1 - share;
    seenWh += share * expectedWh;
    missedWh += (1 - share) * expectedWh;
  }
  if (missing <= MOST_MISSING * lit) return countedWh;
  if (seenWh === 0 || countedWh === 0) return null;
  const inGap = countedWh - integratedWh;
  return inGap >= LEAST_OF_GAP * (integratedWh / seenWh) * missedWh ? countedWh : null;
}
