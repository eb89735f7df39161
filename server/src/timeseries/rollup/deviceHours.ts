// Writes the hourly energies of a plant's devices on one day. Unchanged rows are not written, obsolete rows are
// deleted: repeating it has no effect.

import { HOUR_MS } from '@helioport/domain/duration';
import { numbers } from '../columns.ts';
import type { Queryable } from '../queryable.ts';
import type { DeviceDay } from './deviceDay.ts';
import type { DayKey } from './rollupWrite.ts';
import type { StoredHours, StoredParts } from './storedParts.ts';

interface DeviceHour {
  deviceId: number;
  atMs: number;
  energyWh: number;
  peakW: number | null;
}

export interface HourChanges {
  written: DeviceHour[];
  gone: { deviceId: number; atMs: number }[];
}

/** Compares the hours of a day with what is stored of them. Only devices that make or use energy one way have hours. */
export function hourChangesOf(
  { startMs }: Pick<DayKey, 'startMs'>,
  days: readonly DeviceDay[],
  { hours, strays }: Pick<StoredParts, 'hours' | 'strays'>,
): HourChanges {
  const changes: HourChanges = { written: [], gone: [...strays] };
  const left = new Map(hours);
  for (const { deviceId, outWh, hoursWh, hourPeaksW } of days) {
    if (outWh !== null) continue;
    const stored = left.get(deviceId);
    left.delete(deviceId);
    hoursWh.forEach((energyWh, hour) => {
      const atMs = startMs + hour * HOUR_MS;
      const peakW = hourPeaksW[hour] ?? null;
      if (energyWh > 0 || peakW !== null) {
        if (!isStored(stored, hour, energyWh, peakW))
          changes.written.push({ deviceId, atMs, energyWh, peakW });
      } else if (stored !== undefined && !Number.isNaN(stored.energyWh[hour]!))
        changes.gone.push({ deviceId, atMs });
    });
  }
  for (const [deviceId, { energyWh }] of left)
    energyWh.forEach((wh, hour) => {
      if (!Number.isNaN(wh)) changes.gone.push({ deviceId, atMs: startMs + hour * HOUR_MS });
    });
  return changes;
}

/** Peaks are stored with single precision. */
const isStored = (
  stored: StoredHours | undefined,
  hour: number,
  energyWh: number,
  peakW: number | null,
): boolean =>
  stored !== undefined &&
  stored.energyWh[hour] === energyWh &&
  (peakW === null
    ? Number.isNaN(stored.peakW[hour]!)
    : Math.fround(stored.peakW[hour]!) === Math.fround(peakW));

/** Writes the hours that changed, and removes those that are no more. */
export async function writeDeviceHours(
  query: Queryable,
  siteId: number,
  { written, gone }: HourChanges,
): Promise<void> {
  if (gone.length > 0)
    await query.query({
      name: 'rollup-device-hour-gone',
      text: `delete from device_hour h using unnest($2::bigint[], $3::float8[]) as n(d, at)
             where h.site_id = $1 and h.device_id = n.d and h.hour_at = to_timestamp(n.at / 1000)`,
      values: [siteId, numbers(gone.map((r) => r.deviceId)), numbers(gone.map((r) => r.atMs))],
    });
  if (written.length === 0) return;
  await query.query({
    name: 'rollup-device-hour',
    text: `insert into device_hour (site_id, device_id, hour_at, energy_wh, peak_w)
           select $1, d, to_timestamp(at / 1000), wh, peak
           from unnest($2::bigint[], $3::float8[], $4::float8[], $5::real[]) as n(d, at, wh, peak)
           on conflict (site_id, device_id, hour_at) do update set energy_wh = excluded.energy_wh, peak_w = excluded.peak_w`,
    values: [
      siteId,
      numbers(written.map((r) => r.deviceId)),
      numbers(written.map((r) => r.atMs)),
      numbers(written.map((r) => r.energyWh)),
      numbers(written.map((r) => r.peakW)),
    ],
  });
}
