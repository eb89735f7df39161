// The sum of all rolled-up days of a device and of each of its inputs. Every roll-up adds what its day changed, so that
// nobody adds up years for the sake of one day.
import { numbers } from '../columns.ts';
import type { Queryable } from '../queryable.ts';
import { tenths } from '../take/running.ts';
import type { DeviceDay } from './deviceDay.ts';
import type { SiteDay } from './dirty.ts';

/** What a day of a device (addr 0) or of one of its inputs (addr from 1) is worth in Wh. */
export interface Worth {
  deviceId: number;
  addr: number;
  energyWh: number;
}

/** What the inputs of a plant are stored with on a day. */
export async function storedInputs(query: Queryable, { siteId, day }: SiteDay): Promise<Worth[]> {
  const { rows } = await query.query<Worth & Record<string, unknown>>({
    name: 'rollup-module-day-old',
    text: `select device_id as "deviceId", addr, energy_wh as "energyWh" from module_day where site_id = $1 and day = $2`,
    values: [siteId, day],
  });
  return rows;
}

/** The same of days that are to be stored, devices and inputs. */
export const worthOf = (days: readonly DeviceDay[]): Worth[] =>
  days.flatMap(({ deviceId, energyWh, modules }) => [
    { deviceId, addr: 0, energyWh },
    ...modules.map((module) => ({ deviceId, addr: module.addr, energyWh: module.energyWh })),
  ]);

/** Adds to the totals of a plant what a day is worth now more than before. */
export async function addToTotals(
  query: Queryable,
  siteId: number,
  before: readonly Worth[],
  now: readonly Worth[],
): Promise<void> {
  const keyOf = ({ deviceId, addr }: Worth) => `${deviceId}/${addr}`;
  const changes = new Map(now.map((worth) => [keyOf(worth), { ...worth, isNew: true }]));
  for (const { energyWh, ...key } of before) {
    const change = changes.get(keyOf({ ...key, energyWh }));
    changes.set(keyOf({ ...key, energyWh }), {
      ...key,
      energyWh: tenths((change?.energyWh ?? 0) - energyWh),
      isNew: false,
    });
  }
  // Inputs that made nothing have their row all the same: lists of inputs have no holes.
  const rows = [...changes.values()].filter(({ energyWh, isNew }) => isNew || energyWh !== 0);
  if (rows.length === 0) return;
  await query.query({
    name: 'rollup-total',
    text: `insert into device_total as t (site_id, device_id, addr, energy_wh)
           select $1, d, a, wh from unnest($2::bigint[], $3::smallint[], $4::float8[]) as n(d, a, wh)
           on conflict (site_id, device_id, addr) do update
             set energy_wh = round((t.energy_wh + excluded.energy_wh) * 10) / 10
           where excluded.energy_wh <> 0`,
    values: [
      siteId,
      numbers(rows.map((r) => r.deviceId)),
      numbers(rows.map((r) => r.addr)),
      numbers(rows.map((r) => r.energyWh)),
    ],
  });
}

/** Adds the totals of a plant up anew from its days. The caller holds the roll-ups of the plant. */
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
