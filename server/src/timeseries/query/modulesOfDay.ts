// Energy of all inputs of a plant on one local day, as rolled up or, for the running day, from `latest`.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { isProducer, kindNumberSql } from '../kinds.ts';

export interface DeviceOnDay {
  deviceId: number;
  /** Wh of the whole device. */
  energyWh: number;
  /** Wh by input, from 1; null: unknown. Empty: its readings of that day name no inputs. */
  inputs: (number | null)[];
}

/** Producers with energy on a local day, in the order of their numbers. */
export async function modulesOfDay(db: Db, siteId: number, day: string): Promise<DeviceOnDay[]> {
  const { rows } = await sql<DeviceOnDay & { inputs: (number | null)[] | null }>`
    with rolled as (
      select d.device_id, d.energy_wh, (
        select array_agg(m.energy_wh order by g.addr)
        from generate_series(1, (select max(x.addr) from module_day x
          where x.site_id = d.site_id and x.device_id = d.device_id and x.day = d.day)) as g(addr)
        left join module_day m on m.site_id = d.site_id and m.device_id = d.device_id and m.day = d.day and m.addr = g.addr
      ) as inputs
      from device_day d where d.site_id = ${siteId} and d.day = ${day} and ${kindNumberSql('d.kind', isProducer)}
    ), running as (
      select l.device_id, l.day_wh as energy_wh, l.ch_day_wh as inputs
      from latest l where l.site_id = ${siteId} and l.day = ${day} and ${kindNumberSql('l.kind', isProducer)}
    )
    select device_id as "deviceId", energy_wh::float8 as "energyWh", inputs::float8[] as inputs from running
    union all
    select device_id, energy_wh, inputs::float8[] from rolled where device_id not in (select device_id from running)
    order by 1`.execute(db);
  return rows.map(({ deviceId, energyWh, inputs }) => {
    const isNamed = (inputs ?? []).some((wh) => wh !== null && (wh > 0 || energyWh === 0));
    return { deviceId, energyWh, inputs: isNamed ? (inputs ?? []) : [] };
  });
}
