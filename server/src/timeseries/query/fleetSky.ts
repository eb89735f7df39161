// Clear-sky energy of many plants, for comparison with today's production on the dashboard.
import { clearSkyEnergiesOf, type SkyInverter } from '@helioport/domain/clearSky';
import { dayBounds, localDay } from '@helioport/domain/periods';
import { productOf } from '@helioport/domain/products';
import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { isProducer, kindNameIn } from '../kinds.ts';
import { todaySql } from './priceOn.ts';

/** Energies of today in Wh; null if unknown. */
export interface FleetToday {
  producedWh: number | null;
  /** Of the plants that can be compared with a clear sky. */
  comparedWh: number | null;
  clearSkyWh: number | null;
  comparedPlants: number;
  plants: number;
}

/**
 * Inverters are grouped before they are calculated: plants within one degree, arrays within these steps. The error of a
 * fleet's day is below 2%, and the work follows the number of groups instead of the number of devices.
 */
const TILT_STEP_DEG = 5;
const AZIMUTH_STEP_DEG = 15;
const RATED_STEP_W = 10;

interface Group extends Columns<'devices', 'productNumber' | 'modelByte'> {
  timezone: string;
  latitude: number;
  longitude: number;
  /** `ratedW/tilt/azimuth` of each module, separated by spaces; tilt and azimuth empty where no array is entered. */
  modules: string;
  count: number;
}

/** Needs `s` = sites and `sl` = site_latest. */
const isCompared = sql`s.latitude is not null and s.longitude is not null and sl.day is not null
  and (sl.rated_w > 0 or exists (select from modules rated where rated.site_id = s.id and rated.rated_w > 0))`;

/** Produced and clear-sky energy of the plants `sites`, each from midnight in plant time until `now` (ms). */
export async function fleetToday(tx: Tx, sites: RawBuilder<unknown>, now: number): Promise<FleetToday> {
  const produced = sql`case when sl.day = ${todaySql(now)} then sl.day_wh when sl.day is not null then 0 end`;
  const { rows } = await sql<Omit<FleetToday, 'clearSkyWh'>>`
    select count(*)::int as plants, sum(${produced})::float8 as "producedWh",
      count(*) filter (where ${isCompared})::int as "comparedPlants",
      (sum(${produced}) filter (where ${isCompared}))::float8 as "comparedWh"
    from ${sites} s left join site_latest sl on sl.site_id = s.id`.execute(tx);
  const sums = rows[0] ?? { plants: 0, producedWh: null, comparedPlants: 0, comparedWh: null };
  const clearSkyWh =
    sums.comparedPlants === 0 ? null : await clearSkyOfGroups(await groupsOf(tx, sites), now);
  return { ...sums, clearSkyWh };
}

async function groupsOf(tx: Tx, sites: RawBuilder<unknown>): Promise<Group[]> {
  const stepped = (column: string, step: number) =>
    sql`coalesce((round(${sql.ref(column)} / ${sql.lit(step)}) * ${sql.lit(step)})::int::text, '')`;
  const { rows } = await sql<Group>`
    with inverters as (
      select s.timezone, round(s.latitude)::int as latitude, round(s.longitude)::int as longitude,
        d.id, d.product_number, d.model_byte,
        coalesce(string_agg(concat_ws('/', ${stepped('m.rated_w', RATED_STEP_W)},
          ${stepped('p.tilt_deg', TILT_STEP_DEG)}, ${stepped('p.azimuth_deg', AZIMUTH_STEP_DEG)}), ' ' order by m.addr)
          filter (where m.addr is not null), '') as modules
      from ${sites} s
      join site_latest sl on sl.site_id = s.id
      join devices d on d.site_id = s.id and d.retired_at is null and ${kindNameIn('d.kind', isProducer)}
      left join modules m on m.site_id = d.site_id and m.device_id = d.id
      left join planes p on p.site_id = m.site_id and p.id = m.plane_id
      where ${isCompared}
      group by s.timezone, s.latitude, s.longitude, d.id, d.product_number, d.model_byte
    )
    select timezone, latitude, longitude, product_number as "productNumber", model_byte as "modelByte", modules,
      count(*)::int as count
    from inverters group by 1, 2, 3, 4, 5, 6`.execute(tx);
  return rows;
}

/** Wh. Other requests are served between the cells: a large fleet takes longer than one turn should. */
async function clearSkyOfGroups(groups: readonly Group[], now: number): Promise<number> {
  const cells = new Map<string, { at: Group; inverters: SkyInverter[] }>();
  for (const group of groups) {
    const key = `${group.timezone} ${group.latitude} ${group.longitude}`;
    const cell = cells.get(key) ?? { at: group, inverters: [] };
    cells.set(key, cell);
    const inverter = inverterOf(group);
    for (let i = 0; i < group.count; i++) cell.inverters.push(inverter);
  }
  let wh = 0;
  for (const { at, inverters } of cells.values()) {
    const { startMs } = dayBounds(localDay(now, at.timezone), at.timezone);
    wh += clearSkyEnergiesOf({ ...at, inverters })(startMs, now).wh;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return wh;
}

/** As `skyPlants` reads an inverter: modules without a rating share that of the model. */
function inverterOf({ modules, ...device }: Group): SkyInverter {
  const ratedAcW = productOf(device)?.ratedW ?? 0;
  const entered = modules === '' ? [] : modules.split(' ').map((one) => one.split('/'));
  const listed = entered.map(([ratedW = '', tilt = '', azimuth = '']) => ({
    ratedW: Number(ratedW) || ratedAcW / entered.length,
    plane: tilt === '' || azimuth === '' ? null : { tiltDeg: Number(tilt), azimuthDeg: Number(azimuth) },
  }));
  return { ratedAcW, modules: listed.length > 0 ? listed : [{ ratedW: ratedAcW, plane: null }] };
}
