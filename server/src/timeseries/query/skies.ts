// Modules and arrays of plants as input for the clear-sky curve.
import type { SkyInverter, SkyPlant } from '@helioport/domain/clearSky';
import { productOf } from '@helioport/domain/products';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import { isProducer, kindNameIn } from '../kinds.ts';

/** A producer with its place under the sky. */
export interface SkyDevice extends SkyInverter {
  readonly deviceId: number;
}

/** A plant under the sky. */
export interface SitePlant extends SkyPlant {
  readonly inverters: readonly SkyDevice[];
}

interface Row extends Columns<'devices', 'productNumber' | 'modelByte'> {
  siteId: number;
  latitude: number;
  longitude: number;
  deviceId: number;
  modules: { ratedW: number; arrayId: number | null; tiltDeg: number | null; azimuthDeg: number | null }[];
}

/** Producers of plants for the clear-sky model, by plant; plants without a location are omitted. */
export async function skyPlants(db: Db, siteIds: readonly number[]): Promise<Map<number, SitePlant>> {
  const { rows } = await sql<Row>`
    select s.id as "siteId", s.latitude, s.longitude, d.id as "deviceId", d.product_number as "productNumber",
      d.model_byte as "modelByte",
      coalesce(json_agg(json_build_object('ratedW', m.rated_w, 'arrayId', p.id, 'tiltDeg', p.tilt_deg,
          'azimuthDeg', p.azimuth_deg) order by m.addr) filter (where m.addr is not null), '[]') as modules
    from sites s
    join devices d on d.site_id = s.id and d.retired_at is null and ${kindNameIn('d.kind', isProducer)}
    left join modules m on m.site_id = d.site_id and m.device_id = d.id
    left join arrays p on p.site_id = m.site_id and p.id = m.array_id
    where s.id = any(${[...siteIds]}::bigint[]) and s.latitude is not null and s.longitude is not null
    group by s.id, d.id order by d.id`.execute(db);
  const plants = new Map<number, SitePlant & { inverters: SkyDevice[] }>();
  for (const row of rows) {
    const { siteId, latitude, longitude } = row;
    const plant = plants.get(siteId) ?? { latitude, longitude, inverters: [] };
    plants.set(siteId, plant);
    plant.inverters.push(inverterOf(row));
  }
  return plants;
}

function inverterOf({ deviceId, modules, ...device }: Row): SkyDevice {
  const ratedAcW = productOf(device)?.ratedW ?? 0;
  // An inverter without entered modules or ratings is assumed to be fully used.
  const entered = modules.map(({ ratedW, arrayId, tiltDeg, azimuthDeg }) => ({
    ratedW: ratedW || ratedAcW / modules.length,
    orientation: tiltDeg === null || azimuthDeg === null ? null : { tiltDeg, azimuthDeg },
    arrayId,
  }));
  return {
    deviceId,
    ratedAcW,
    modules: entered.length > 0 ? entered : [{ ratedW: ratedAcW, orientation: null }],
  };
}
