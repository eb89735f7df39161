// Energy of a module by day or month, with the energy of the median module of its array.
import { LEAST_IN_ARRAY } from '@helioport/domain/arrayMedian';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

/** An input of a device, with what is comparable with it. */
export interface PlacedModule {
  siteId: number;
  deviceId: number;
  /** From 1. */
  addr: number;
  /** Null: it belongs to no array and has no comparison. */
  arrayId: number | null;
  /** W; null: not entered. */
  ratedW: number | null;
}

export interface ModuleSpan {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  span: string;
  /** Wh; null: unknown for that period. */
  energyWh: number | null;
  /** Wh of the median module of the array, scaled to the rating of this one if all have one; null: no comparison. */
  medianWh: number | null;
}

/** Energies of local days from and to, both included, summed by day, by month or over all of them (span ''). */
export async function moduleEnergies(
  db: Db,
  module: PlacedModule,
  { from, to, by }: { from: string; to: string; by: 'day' | 'month' | 'all' },
): Promise<ModuleSpan[]> {
  const { siteId, deviceId, addr, arrayId, ratedW } = module;
  const span = {
    day: sql`to_char(e.day, 'YYYY-MM-DD')`,
    month: sql`to_char(e.day, 'YYYY-MM')`,
    all: sql`''`,
  }[by];
  const { rows } = await sql<ModuleSpan>`
    with member as (
      select device_id, addr, nullif(rated_w, 0)::float8 as rated_w from modules
      where site_id = ${siteId} and device_id is not null
        and (array_id = ${arrayId} or (device_id = ${deviceId} and addr = ${addr}))
    ), made as (
      select ${span} as span, m.device_id, m.addr, m.rated_w, sum(e.energy_wh) as energy_wh
      from member m join module_day e on e.site_id = ${siteId} and e.device_id = m.device_id and e.addr = m.addr
        and e.day between ${from} and ${to}
      group by 1, 2, 3, 4
    ), rating as (
      select ${ratedW}::float8 is not null and bool_and(rated_w is not null) as all_rated from member
    )
    select span,
      max(energy_wh) filter (where device_id = ${deviceId} and addr = ${addr}) as "energyWh",
      case when ${arrayId}::int is not null and count(*) >= ${LEAST_IN_ARRAY} then
        percentile_cont(0.5) within group (order by energy_wh / case when all_rated then rated_w else 1 end)
          * case when all_rated then ${ratedW}::float8 else 1 end end as "medianWh"
    from made, rating group by span, all_rated order by span`.execute(db);
  return rows;
}
