// What devices and modules that make nothing have cost: what their siblings made meanwhile, less what they made.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { isProducer, kindNumberSql } from '../kinds.ts';
import { tenths } from '../take/running.ts';

export interface LostEnergy {
  deviceId: number;
  /** Input of the idle module; 0: the whole device. */
  addr: number;
  wh: number;
}

/**
 * Wh that the idle devices and modules of a plant, as they were found (docs/verdicts.md), would have made more between
 * two local days, both included, had they made as much as the median of their siblings: of the other devices, or of the
 * other modules of their plane. Days before they fell idle cost nothing. Modules without siblings are left out.
 */
export async function lostEnergy(
  db: Db,
  siteId: number,
  { from, to }: { from: string; to: string },
): Promise<LostEnergy[]> {
  const days = (since: ReturnType<typeof sql>) =>
    sql`e.site_id = ${siteId} and e.day between greatest(${from}::date, ${since}) and ${to}::date`;
  const { rows } = await sql<LostEnergy>`
    with idle as materialized (
      select t.device_id, a.addr, m.plane_id, coalesce(t.since_day, ${from}::date) as since_day
      from device_trouble t
      cross join lateral unnest(case when t.key = 'makesNothing' then '{0}' else t.addrs end) as a(addr)
      left join modules m on m.site_id = t.site_id and m.device_id = t.device_id and m.addr = a.addr
      where t.site_id = ${siteId} and t.key in ('makesNothing', 'modulesMakeNothing')
    ), made as (
      select i.device_id, i.addr, e.day,
        coalesce(max(e.energy_wh) filter (where e.device_id = i.device_id), 0) as own,
        percentile_disc(0.5) within group (order by e.energy_wh) filter (where not exists (
          select from idle o where o.addr = 0 and o.device_id = e.device_id)) as median
      from idle i join device_day e on ${days(sql`i.since_day`)} and ${kindNumberSql('e.kind', isProducer)}
      where i.addr = 0 group by 1, 2, 3
      union all
      select i.device_id, i.addr, e.day,
        coalesce(max(e.energy_wh) filter (where e.device_id = i.device_id and e.addr = i.addr), 0),
        percentile_disc(0.5) within group (order by e.energy_wh) filter (where not exists (
          select from idle o where o.device_id = e.device_id and o.addr in (0, e.addr)))
      from idle i
      join module_day e on ${days(sql`i.since_day`)}
      join modules m on m.site_id = e.site_id and m.device_id = e.device_id and m.addr = e.addr
        and m.plane_id is not distinct from i.plane_id
      where i.addr > 0 group by 1, 2, 3
    )
    select device_id as "deviceId", addr, sum(greatest(0, median - own)) as wh from made
    where median is not null group by 1, 2 order by 3 desc, 1, 2`.execute(db);
  return rows.map((row) => ({ ...row, wh: tenths(row.wh) }));
}
