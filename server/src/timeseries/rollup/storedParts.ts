// What is stored of the inputs and of the hours of a plant's devices on a day.
import { HOUR_MS } from '@helioport/domain/duration';
import type { Queryable } from '../queryable.ts';
import type { DeviceModule } from './changes.ts';
import type { DayKey } from './rollupWrite.ts';
import { numbersOf } from './storedDays.ts';

/** The hours of a device that are stored. Energies in Wh by hours from the beginning of the day on, NaN where there is none. */
export interface StoredHours {
  energyWh: Float64Array;
  /** W; NaN where none is known. */
  peakW: Float64Array;
}

export interface StoredParts {
  modules: DeviceModule[];
  hours: Map<number, StoredHours>;
  /** Hours that begin where none of the day does, as after a change of the time zone. */
  strays: { deviceId: number; atMs: number }[];
}

interface Row extends Record<string, unknown> {
  deviceId: number;
  isHours: boolean;
  /** Lists of one length as texts: inputs or instants in seconds, Wh, W. */
  keys: string;
  energies: string;
  peaks: string;
}

/**
 * Reads the stored parts of a day: aggregated into one row per device and kind of part, because a row per part is
 * slower.
 */
export async function storedParts(
  query: Queryable,
  { siteId, day, startMs, endMs }: DayKey,
): Promise<StoredParts> {
  const { rows } = await query.query<Row>({
    name: 'rollup-stored-parts',
    // Every device with hours is in `latest` or has the day, so the primary key finds the rows.
    text: `select device_id as "deviceId", false as "isHours", array_agg(addr)::text as keys,
             array_agg(energy_wh)::text as energies, array_agg(peak_w)::text as peaks
           from module_day where site_id = $1 and day = $2 group by device_id
           union all
           select device_id, true, array_agg(date_part('epoch', hour_at))::text, array_agg(energy_wh)::text, array_agg(peak_w)::text
           from device_hour
           where site_id = $1 and hour_at >= to_timestamp($3::float8 / 1000) and hour_at < to_timestamp($4::float8 / 1000)
             and device_id = any(array(
               select device_id from latest where site_id = $1
               union select device_id from device_day where site_id = $1 and day = $2))
           group by device_id`,
    values: [siteId, day, startMs, endMs],
  });
  const parts: StoredParts = { modules: [], hours: new Map(), strays: [] };
  const count = Math.ceil((endMs - startMs) / HOUR_MS);
  for (const { deviceId, isHours, keys, energies, peaks } of rows) {
    const [keyList, energyList, peakList] = [numbersOf(keys), numbersOf(energies), numbersOf(peaks)];
    if (!isHours) {
      keyList.forEach((addr, i) => {
        parts.modules.push({ deviceId, addr: addr!, energyWh: energyList[i]!, peakW: peakList[i]! });
      });
      continue;
    }
    const energyWh = new Float64Array(count).fill(Number.NaN);
    const peakW = new Float64Array(count).fill(Number.NaN);
    keyList.forEach((second, i) => {
      const atMs = second! * 1000;
      const hour = (atMs - startMs) / HOUR_MS;
      if (!Number.isInteger(hour)) {
        parts.strays.push({ deviceId, atMs });
        return;
      }
      energyWh[hour] = energyList[i]!;
      peakW[hour] = peakList[i] ?? Number.NaN;
    });
    parts.hours.set(deviceId, { energyWh, peakW });
  }
  return parts;
}
