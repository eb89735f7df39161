import { shareOfWorth } from '@helioport/domain/figures';
import type { Tx } from '../../../platform/db.ts';
import { type FoundDevice, plantScopeOf } from '../../../queries/findDevice.ts';
import { addEnergies, energyByDay, totals } from '../../../timeseries/query/energies.ts';

/**
 * Value of the energy (Wh) of a device or module in a range of days, null for its lifetime: its share of the value of
 * the plant's energy by its tariffs. Null if a single price applies.
 */
export async function worthIn(
  { tx, now }: { tx: Tx; now: number },
  found: FoundDevice,
  span: { from: string; to: string } | null,
  madeWh: number,
): Promise<number | null> {
  if (!found.hasPrices) return null;
  const plant = plantScopeOf(found);
  const ofPlant =
    span === null
      ? (await totals(tx, plant, now)).total
      : addEnergies(await energyByDay(tx, plant, span.from, span.to, now));
  return shareOfWorth(madeWh, ofPlant);
}
