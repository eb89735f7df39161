// What is stored of the inputs and of the hours of a plant's devices on a day: many small rows, so they are copied out.
import { type RawBuilder, sql } from 'kysely';
import { copyOut } from '../../platform/copyOut.ts';
import type { Db } from '../../platform/db.ts';
import type { DeviceModule } from './changes.ts';
import type { DayKey } from './rollupWrite.ts';

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

export const HOUR_MS = 3_600_000;
/** PostgreSQL counts instants from here. */
const EPOCH_2000_MS = 946_684_800_000;
const TWO_32 = 4_294_967_296;

const select = ({ siteId, day, startMs, endMs }: DayKey): RawBuilder<unknown> => sql`
  select device_id, addr, null::timestamptz, energy_wh, peak_w from module_day
  where site_id = ${siteId} and day = ${day}::date
  union all
  select device_id, null, hour_at, energy_wh, peak_w from device_hour
  where site_id = ${siteId} and hour_at >= ${new Date(startMs)} and hour_at < ${new Date(endMs)}
    -- Whoever has hours has a newest row or the day: their numbers lead straight to the rows.
    and device_id = any(array(
      select device_id from latest where site_id = ${siteId}
      union select device_id from device_day where site_id = ${siteId} and day = ${day}::date))`;

/** Reads what is stored of a day. */
export async function storedParts(db: Db, key: DayKey): Promise<StoredParts> {
  const parts: StoredParts = { modules: [], hours: new Map(), strays: [] };
  const count = Math.ceil((key.endMs - key.startMs) / HOUR_MS);
  const hoursOf = (deviceId: number): StoredHours => {
    let hours = parts.hours.get(deviceId);
    if (!hours) {
      const nothing = () => new Float64Array(count).fill(Number.NaN);
      hours = { energyWh: nothing(), peakW: nothing() };
      parts.hours.set(deviceId, hours);
    }
    return hours;
  };
  await copyOut(db, select(key), (bytes, from) => {
    // The number of fields, then each behind its length.
    const deviceId = bytes.readInt32BE(from + 6) * TWO_32 + bytes.readUInt32BE(from + 10);
    let at = from + 14;
    const isModule = bytes.readInt32BE(at) > 0;
    const addr = isModule ? bytes.readInt16BE(at + 4) : 0;
    at += isModule ? 6 + 4 : 4 + 4;
    const atMs = isModule
      ? 0
      : (bytes.readInt32BE(at) * TWO_32 + bytes.readUInt32BE(at + 4)) / 1000 + EPOCH_2000_MS;
    at += isModule ? 4 : 8 + 4;
    const energyWh = bytes.readDoubleBE(at);
    const peakW = bytes.readInt32BE(at + 8) < 0 ? null : bytes.readFloatBE(at + 12);
    if (isModule) {
      parts.modules.push({ deviceId, addr, energyWh, peakW });
      return;
    }
    const hour = (atMs - key.startMs) / HOUR_MS;
    if (!Number.isInteger(hour)) {
      parts.strays.push({ deviceId, atMs });
      return;
    }
    const hours = hoursOf(deviceId);
    hours.energyWh[hour] = energyWh;
    hours.peakW[hour] = peakW ?? Number.NaN;
  });
  return parts;
}
