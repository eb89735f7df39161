// Reads energies by array. The energy of an inverter is its own counter; its inputs determine the shares of its arrays.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { energyOfDevices } from './deviceEnergies.ts';

/**
 * Produced Wh by array and by `day` or `month`: number of the array -> period -> Wh. The key null has energy without a
 * known array: of replaced devices, and of inverters with several arrays whose readings name no inputs. All arrays add
 * up to all devices.
 */
export async function energyOfArrays(
  db: Db,
  siteId: number,
  by: 'day' | 'month',
  from: string,
  to: string,
): Promise<Map<number | null, Map<string, number>>> {
  const length = { day: 10, month: 7 }[by];
  const { rows: placed } = await sql<{ deviceId: number; arrayIds: (number | null)[] }>`
    select device_id as "deviceId", array_agg(distinct array_id) as "arrayIds" from modules
    where site_id = ${siteId} and device_id is not null group by device_id`.execute(db);
  const arraysOfDevice = new Map(placed.map(({ deviceId, arrayIds }) => [deviceId, arrayIds]));
  const divided = placed.filter(({ arrayIds }) => arrayIds.length > 1).map(({ deviceId }) => deviceId);
  const { rows: inputs } = await sql<{
    deviceId: number;
    span: string;
    arrayId: number | null;
    share: number;
  }>`
    select e.device_id as "deviceId", left(e.day::text, ${sql.lit(length)}) as span, m.array_id as "arrayId",
      sum(e.energy_wh) / nullif(sum(sum(e.energy_wh)) over (partition by e.device_id, left(e.day::text, ${sql.lit(length)})), 0)
        as share
    from module_day e
    join modules m on m.site_id = e.site_id and m.device_id = e.device_id and m.addr = e.addr
    where e.site_id = ${siteId} and e.device_id = any(${divided}::bigint[]) and e.day between ${from} and ${to}
      and exists (select from module_day o where o.site_id = e.site_id and o.device_id = e.device_id and o.day = e.day
        and o.addr <> e.addr)
    group by 1, 2, 3`.execute(db);
  const shares = new Map<string, [number | null, number][]>();
  for (const { deviceId, span, arrayId, share } of inputs) {
    if (share === null) continue;
    const key = `${deviceId}/${span}`;
    shares.set(key, [...(shares.get(key) ?? []), [arrayId, share]]);
  }

  const byArray = new Map<number | null, Map<string, number>>();
  const add = (arrayId: number | null, span: string, wh: number) => {
    const spans = byArray.get(arrayId) ?? new Map<string, number>();
    byArray.set(arrayId, spans.set(span, (spans.get(span) ?? 0) + wh));
  };
  for (const [deviceId, spans] of await energyOfDevices(db, siteId, by, from, to)) {
    const arrays = arraysOfDevice.get(deviceId) ?? [null];
    for (const [span, wh] of spans) {
      const [only = null] = arrays;
      if (arrays.length === 1) add(only, span, wh);
      else
        for (const [arrayId, share] of shares.get(`${deviceId}/${span}`) ?? [[null, 1] as const])
          add(arrayId, span, wh * share);
    }
  }
  return byArray;
}
