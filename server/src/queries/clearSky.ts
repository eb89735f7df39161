// Clear-sky energy and power of one plant, from its arrays.
import {
  type ClearSkyEnergies,
  clearSkyEnergiesOf,
  clearSkyPowerOf,
  type SkyPlant,
} from '@helioport/domain/clearSky';
import type { Tx } from '../platform/db.ts';
import { skyPlants } from '../timeseries/query/skies.ts';
import type { SitePlace } from './findSite.ts';

/**
 * Basis of the estimate: arrays of all, some or no modules, with a usual orientation for the rest; or why there is
 * none: unknown location or unknown module ratings.
 */
export type ClearSkyBasis = 'planes' | 'partly' | 'usual' | 'noPosition' | 'noRating';

type SkyLocation = Pick<SitePlace, 'id' | 'latitude' | 'longitude'>;

/** Clear-sky power in W at an instant (ms); null if the location or size of the plant is unknown. */
export async function clearSkyOf(tx: Tx, location: SkyLocation): Promise<((ms: number) => number) | null> {
  const { plant } = await skyPlantOf(tx, location);
  return plant && clearSkyPowerOf(plant);
}

/** Clear-sky energies in Wh between two instants (ms), and on what they rest; null as above. */
export async function clearSkyBetween(
  tx: Tx,
  location: SkyLocation,
): Promise<{ between: ((fromMs: number, toMs: number) => ClearSkyEnergies) | null; basis: ClearSkyBasis }> {
  const { plant, basis } = await skyPlantOf(tx, location);
  return { between: plant && clearSkyEnergiesOf(plant), basis };
}

async function skyPlantOf(
  tx: Tx,
  { id, latitude, longitude }: SkyLocation,
): Promise<{ plant: SkyPlant | null; basis: ClearSkyBasis }> {
  if (latitude === null || longitude === null) return { plant: null, basis: 'noPosition' };
  const plant = (await skyPlants(tx, [id])).get(id);
  const modules = (plant?.inverters ?? []).flatMap((one) => one.modules).filter(({ ratedW }) => ratedW > 0);
  if (plant === undefined || modules.length === 0) return { plant: null, basis: 'noRating' };
  const placed = modules.filter(({ orientation: array }) => array !== null).length;
  const basis = placed === modules.length ? 'planes' : placed > 0 ? 'partly' : 'usual';
  return { plant, basis };
}
