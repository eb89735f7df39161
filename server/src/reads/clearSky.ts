// The clear-sky curve of one plant, from where its modules lie.
import { clearSkyPowerOf, type SkyInverter } from '@helioport/domain/clearSky';
import { productOf } from '@helioport/domain/products';
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { isProducer, kindNameIn } from '../telemetry/kinds.ts';
import type { FoundSite } from './findSite.ts';

interface Row {
  productNumber: number | null;
  modelByte: number | null;
  modules: { ratedW: number; tiltDeg: number | null; azimuthDeg: number | null }[];
}

/** Clear-sky power in W at an instant (ms); null for a plant of which nobody knows where it is. */
export async function clearSkyOf(
  tx: Tx,
  { id, latitude, longitude }: FoundSite,
): Promise<((ms: number) => number) | null> {
  if (latitude === null || longitude === null) return null;
  const { rows } = await sql<Row>`
    select d.product_number as "productNumber", d.model_byte as "modelByte",
      coalesce(json_agg(json_build_object('ratedW', m.rated_w, 'tiltDeg', p.tilt_deg, 'azimuthDeg', p.azimuth_deg))
        filter (where m.rated_w > 0), '[]') as modules
    from devices d
    left join modules m on m.site_id = d.site_id and m.device_id = d.id
    left join planes p on p.site_id = m.site_id and p.id = m.plane_id
    where d.site_id = ${id} and d.retired_at is null and ${kindNameIn('d.kind', isProducer)}
    group by d.id order by d.id`.execute(tx);
  return clearSkyPowerOf({ latitude, longitude, inverters: rows.map(inverterOf) });
}

function inverterOf({ modules, ...device }: Row): SkyInverter {
  const ratedAcW = productOf(device)?.ratedW ?? 0;
  const entered = modules.map(({ ratedW, tiltDeg, azimuthDeg }) => ({
    ratedW,
    plane: tiltDeg === null || azimuthDeg === null ? null : { tiltDeg, azimuthDeg },
  }));
  // An inverter whose modules nobody entered is taken as filled to its rating.
  return { ratedAcW, modules: entered.length > 0 ? entered : [{ ratedW: ratedAcW, plane: null }] };
}
