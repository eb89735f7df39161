// Total of all rolled-up days of a device and of each input. Each roll-up adds the change of its day, so no query sums
// years of days.
import { numbers } from '../columns.ts';
import type { Queryable } from '../queryable.ts';

/** What a day of a device (addr 0) or of one of its inputs (addr from 1) is worth in Wh. */
export interface Worth {
  deviceId: number;
  addr: number;
  energyWh: number;
}

/** Adds the changes of a day to the totals of a plant, including new inputs with 0. */
export async function addToTotals(
  query: Queryable,
  siteId: number,
  changes: readonly Worth[],
): Promise<void> {
  if (changes.length === 0) return;
  await query.query({
    name: 'rollup-total',
    text: `insert into device_total as t (site_id, device_id, addr, energy_wh)
           select $1, d, a, wh from unnest($2::bigint[], $3::smallint[], $4::float8[]) as n(d, a, wh)
           on conflict (site_id, device_id, addr) do update
             set energy_wh = round((t.energy_wh + excluded.energy_wh) * 10) / 10
           where excluded.energy_wh <> 0`,
    values: [
      siteId,
      numbers(changes.map((r) => r.deviceId)),
      numbers(changes.map((r) => r.addr)),
      numbers(changes.map((r) => r.energyWh)),
    ],
  });
}

/** Recalculates the totals of a plant from its days. The caller holds the roll-ups of the plant. */
export async function rebuildTotals(query: Queryable, siteId: number): Promise<void> {
  await query.query({ text: 'delete from device_total where site_id = $1', values: [siteId] });
  await query.query({
    text: `insert into device_total (site_id, device_id, addr, energy_wh)
           select site_id, device_id, 0, round(sum(energy_wh) * 10) / 10 from device_day where site_id = $1 group by 1, 2
           union all
           select site_id, device_id, addr, round(sum(energy_wh) * 10) / 10 from module_day where site_id = $1
           group by 1, 2, 3`,
    values: [siteId],
  });
}
