// One row per plant for sorted lists: its current power and its energy of today and before, from the rows of its
// devices.

import { mainColumn } from '../catalogue.ts';
import { numbers } from '../columns.ts';
import { isProducer, kindNumberIn } from '../kinds.ts';
import type { Queryable } from '../queryable.ts';

const power = mainColumn('l', 'mainPower');

/** The plants, hidden from the planner: where it sees how few they are, it makes a plan of their own for every batch. */
const requestedIds = 'array(select unnest($1::bigint[]))';

/**
 * Recalculates the rows of these plants. Power and status bits are those of the producers whose last reading is within
 * 15 minutes of the latest one: a device that does not report adds no power, and meters do not count. Queries check
 * again whether the values are still live. The row is locked before the devices are read, so of two batches of one
 * plant the second sees the changes of the first.
 */
export async function refreshSites(sql: Queryable, siteIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(siteIds)].filter((id) => id !== 0).sort((a, b) => a - b);
  if (ids.length === 0) return;
  const values = [numbers(ids)];
  const locked = await sql.query({
    name: 'site-latest-lock',
    text: `select site_id from site_latest where site_id = any(${requestedIds}) order by site_id for update`,
    values,
  });
  if (locked.rowCount !== ids.length) {
    await sql.query({
      name: 'site-latest-new',
      text: `insert into site_latest (site_id, at, day)
             select s, to_timestamp(0), date '1970-01-01' from unnest($1::bigint[]) as s
             where exists (select from latest l where l.site_id = s) order by s on conflict do nothing`,
      values,
    });
  }
  const updated = await sql.query({
    name: 'site-latest-update',
    // Reads the devices in a CTE: a join with the plants would read all devices of the installation.
    text: `with device as (
             select site_id, at, kind, status_bits, day, day_wh, before_wh, ${power} as power,
               ${kindNumberIn('kind', isProducer)} as is_producer, max(at) over plant as newest_at,
               max(at) filter (where ${kindNumberIn('kind', isProducer)}) over plant as produced_at,
               max(day) over plant as newest_day
             from latest l where site_id = any(${requestedIds}) window plant as (partition by site_id)
           ), sums as (
             select site_id, newest_at, newest_day, produced_at, min(at) filter (where c.is) as counted_since,
               coalesce(sum(power) filter (where c.is), 0) as power,
               coalesce(bit_or(status_bits) filter (where c.is), 0) as status_bits,
               coalesce(sum(day_wh) filter (where is_producer and day = newest_day), 0) as day_wh,
               coalesce(sum(case when day = newest_day then before_wh else before_wh + day_wh end)
                 filter (where is_producer), 0) as before_wh
             from device cross join lateral (select is_producer and at >= produced_at - interval '15 minutes' as is) c
             group by site_id, newest_at, produced_at, newest_day
           )
           update site_latest s set at = n.newest_at, produced_at = n.produced_at, counted_since = n.counted_since,
             day = n.newest_day, power = n.power, status_bits = n.status_bits,
             day_wh = round(n.day_wh * 10) / 10,
             before_wh = round((n.before_wh + coalesce((
               select sum(i.energy_wh) from imported_device i where i.site_id = n.site_id
                 and not exists (select from latest x where x.site_id = i.site_id and x.device_id = i.device_id)), 0)) * 10) / 10
           from sums n where s.site_id = n.site_id and s.site_id = any(${requestedIds})`,
    values,
  });
  if (updated.rowCount === ids.length) return;
  // Without a device that has reported, a plant has no current state: its history was deleted, or its devices moved.
  await sql.query({
    name: 'site-latest-delete',
    text: `delete from site_latest s where site_id = any(${requestedIds})
             and not exists (select from latest l where l.site_id = s.site_id)`,
    values,
  });
}
