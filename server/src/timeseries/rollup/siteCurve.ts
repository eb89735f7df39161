// Day curve of a plant, stored with its day: charts read it instead of the readings of every device.

import { type DayCurve, type PowerByRole, packCurve } from '../codec/curve.ts';
import { inWholeSteps, powerOf } from '../query/power.ts';
import type { Queryable } from '../queryable.ts';
import type { DeviceReadings } from '../readings/readingParts.ts';
import { CURVE_STEP_MS, type Slots } from '../slots/slots.ts';
import type { DayKey } from './rollupWrite.ts';

/**
 * Devices from which on a day has a curve. Reading it costs as much as the readings of two or three devices; of fewer than
 * these a chart would gain a millisecond at most, and there are very many plants of a few devices and 25 years.
 */
export const CURVE_FROM_DEVICES = 16;

interface Frame {
  startMs: number;
  endMs: number;
}

/** Whether a day gets a curve: it is over, has whole slots, and is of many devices. */
export const deservesCurve = ({ startMs, endMs }: Frame, devices: number, now: number): boolean =>
  now >= endMs && (endMs - startMs) % CURVE_STEP_MS === 0 && devices >= CURVE_FROM_DEVICES;

/** A curve, and how many readings it is made of. */
export interface SummedCurve extends DayCurve {
  samples: number;
}

/** The curve of a day from its readings, those of each device with its `mainPower`; `sun` is not rounded. */
export function curveOf(
  readings: readonly DeviceReadings[],
  slots: Slots,
  now: number,
  { sun = powerOf(readings, 'sun', slots, now) }: Partial<Pick<PowerByRole, 'sun'>> = {},
): SummedCurve {
  return {
    samples: readings.reduce((sum, { at }) => sum + at.length, 0),
    deviceIds: Float64Array.from(readings, ({ deviceId }) => deviceId),
    kinds: Float64Array.from(readings, ({ kind }) => kind),
    power: {
      sun: inWholeSteps(sun),
      grid: inWholeSteps(powerOf(readings, 'grid', slots, now)),
      storage: inWholeSteps(powerOf(readings, 'storage', slots, now)),
    },
  };
}

/** Writes the curve of a day, or removes it. The caller holds the plant's roll-ups. */
export async function writeCurve(
  query: Queryable,
  { siteId, day, startMs }: Omit<DayKey, 'endMs'>,
  curve: SummedCurve | null,
): Promise<void> {
  if (curve === null) {
    await query.query({
      name: 'curve-gone',
      text: 'delete from site_curve where site_id = $1 and day = $2',
      values: [siteId, day],
    });
    return;
  }
  await query.query({
    name: 'curve-write',
    text: `insert into site_curve as c (site_id, day, start_at, samples, bytes)
           values ($1, $2, to_timestamp($3::float8 / 1000), $4, $5)
           on conflict (site_id, day) do update set start_at = excluded.start_at, samples = excluded.samples, bytes = excluded.bytes
           where (c.start_at, c.samples, c.bytes) is distinct from (excluded.start_at, excluded.samples, excluded.bytes)`,
    values: [siteId, day, startMs, curve.samples, packCurve({ siteId, startMs }, curve)],
  });
}
