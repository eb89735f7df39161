// What a clear sky gives one plant, from where its modules lie.
import {
  type ClearSkyEnergies,
  clearSkyEnergiesOf,
  clearSkyPowerOf,
  type SkyInverter,
  type SkyPlant,
} from '@helioport/domain/clearSky';
import { productOf } from '@helioport/domain/products';
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { isProducer, kindNameIn } from '../telemetry/kinds.ts';
import type { FoundSite } from './findSite.ts';

interface Row {
  productNumber: number | null;
  modelByte: number | null;
  modules: { ratedW: number; planeId: number | null; tiltDeg: number | null; azimuthDeg: number | null }[];
}

/**
 * On what it rests: the planes of all modules, of some of them, or of none, the others being taken as usually mounted;
 * or why it cannot be told: nobody knows where the plant is, or what its modules are rated at.
 */
export type ClearSkyBasis = 'planes' | 'partly' | 'usual' | 'noPosition' | 'noRating';

type Asked = Pick<FoundSite, 'id' | 'latitude' | 'longitude'>;

/** Clear-sky power in W at an instant (ms); null for a plant of which nobody knows where it is or how large. */
export async function clearSkyOf(tx: Tx, asked: Asked): Promise<((ms: number) => number) | null> {
  const { plant } = await skyPlantOf(tx, asked);
  return plant && clearSkyPowerOf(plant);
}

/** Clear-sky energies in Wh between two instants (ms), and on what they rest; null as above. */
export async function clearSkyBetween(
  tx: Tx,
  asked: Asked,
): Promise<{ between: ((fromMs: number, toMs: number) => ClearSkyEnergies) | null; basis: ClearSkyBasis }> {
  const { plant, basis } = await skyPlantOf(tx, asked);
  return { between: plant && clearSkyEnergiesOf(plant), basis };
}

async function skyPlantOf(
  tx: Tx,
  { id, latitude, longitude }: Asked,
): Promise<{ plant: SkyPlant | null; basis: ClearSkyBasis }> {
  if (latitude === null || longitude === null) return { plant: null, basis: 'noPosition' };
  const { rows } = await sql<Row>`
    select d.product_number as "productNumber", d.model_byte as "modelByte",
      coalesce(json_agg(json_build_object('ratedW', m.rated_w, 'planeId', p.id, 'tiltDeg', p.tilt_deg,
          'azimuthDeg', p.azimuth_deg) order by m.addr) filter (where m.addr is not null), '[]') as modules
    from devices d
    left join modules m on m.site_id = d.site_id and m.device_id = d.id
    left join planes p on p.site_id = m.site_id and p.id = m.plane_id
    where d.site_id = ${id} and d.retired_at is null and ${kindNameIn('d.kind', isProducer)}
    group by d.id order by d.id`.execute(tx);
  const inverters = rows.map(inverterOf);
  const modules = inverters.flatMap((one) => one.modules).filter(({ ratedW }) => ratedW > 0);
  if (modules.length === 0) return { plant: null, basis: 'noRating' };
  const placed = modules.filter(({ plane }) => plane !== null).length;
  const basis = placed === modules.length ? 'planes' : placed > 0 ? 'partly' : 'usual';
  return { plant: { latitude, longitude, inverters }, basis };
}

function inverterOf({ modules, ...device }: Row): SkyInverter {
  const ratedAcW = productOf(device)?.ratedW ?? 0;
  // An inverter of whose modules nobody entered the rating, or anything, is taken as filled to its own.
  const entered = modules.map(({ ratedW, planeId, tiltDeg, azimuthDeg }) => ({
    ratedW: ratedW || ratedAcW / modules.length,
    plane: tiltDeg === null || azimuthDeg === null ? null : { tiltDeg, azimuthDeg },
    planeId,
  }));
  return { ratedAcW, modules: entered.length > 0 ? entered : [{ ratedW: ratedAcW, plane: null }] };
}
