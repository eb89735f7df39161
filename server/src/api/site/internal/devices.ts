// The devices of plants as the answers of plants list them.
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import { localDay } from '@helioport/domain/periods';
import { productOf } from '@helioport/domain/products';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db.ts';
import { runPrepared } from '../../../platform/prepared.ts';
import type { FoundSite } from '../../../queries/findSite.ts';
import { deviceNowSql, type FoundDeviceNow } from '../../../queries/stateNow.ts';
import { measureInSi } from '../../../timeseries/catalogue.ts';

export interface SiteDevice extends FoundDeviceNow {
  siteId: number;
  id: number;
  sid: string;
  sn: string;
  alias: string;
  kind: string;
  productNumber: number | null;
  modelByte: number | null;
  timezone: string;
  /** State byte of the newest frame. */
  frameState: number | null;
  /** Charge of a battery, 0 to 1. */
  soc: number;
  /** Produced today in plant time, and in total; 0 for devices that do not produce. */
  todayWh: number;
  totalWh: number;
}

interface Row extends Omit<SiteDevice, 'todayWh' | 'totalWh'> {
  day: string | null;
  dayWh: number;
  beforeWh: number;
}

/** Current devices of these plants, in order of installation, each composite device followed by its components. */
export async function devicesOf(tx: Tx, siteIds: readonly number[], now: number): Promise<SiteDevice[]> {
  if (siteIds.length === 0) return [];
  const statement = sql<Row>`
    select d.site_id as "siteId", d.id, s.sid, d.sn, d.alias, d.kind, d.product_number as "productNumber",
      d.model_byte as "modelByte", s.timezone, ${deviceNowSql(now)},
      l.state as "frameState", coalesce(${measureInSi('l', 'soc')}, 0) as soc,
      l.day, coalesce(l.day_wh, 0) as "dayWh", coalesce(l.before_wh, i.energy_wh, 0) as "beforeWh"
    from devices d
    join sites s on s.id = d.site_id
    left join latest l on l.site_id = d.site_id and l.device_id = d.id
    left join imported_device i on i.site_id = d.site_id and i.device_id = d.id
    left join device_issue dt on dt.site_id = d.site_id and dt.device_id = d.id
    left join device_condition dc on dc.site_id = d.site_id and dc.device_id = d.id
    where d.site_id = any(${[...siteIds]}::bigint[]) and d.retired_at is null
    order by coalesce(d.parent_id, d.id), d.id`;
  const rows = await runPrepared(tx, 'sites-devices', statement);
  return rows.map(({ day, dayWh, beforeWh, ...device }) => {
    const isProducer = deviceKindNamed(device.kind)?.isProducer ?? false;
    const isToday = day === localDay(now, device.timezone);
    return {
      ...device,
      todayWh: isProducer && isToday ? dayWh : 0,
      totalWh: isProducer ? beforeWh + dayWh : 0,
    };
  });
}

/**
 * The most that a plant can make in W, of which its power now is a share: as entered, else the rated power of its
 * modules, else that of its inverters.
 */
export const ratedPowerOf = (found: FoundSite, devices: readonly SiteDevice[]): number =>
  found.maxPowerW ||
  found.modulesW ||
  devices.reduce((sum, device) => sum + (productOf(device)?.ratedW ?? 0), 0);
