// How much an inverter had made on a day by each of its readings, whatever its counter counts from.
import { dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { energyFromPower, energyOfDay, type Reading, usualInterval } from '../counters/energy.ts';
import { rulesOf, tenths } from '../counters/running.ts';
import { KIND } from '../reading.ts';
import { readReadings } from '../readings/readings.ts';
import type { Scope } from './series.ts';

const isMeasured = (values: Float64Array) => values.some((value) => !Number.isNaN(value));

/**
 * Wh made on a local day up to each reading, by its instant in ms: the last one is the energy of the day, by the same
 * rules (resets at dawn, restarts and glitches of the counter; power where there is no counter). `ratedW` null bounds
 * jumps generously.
 */
export async function madeByThen(
  db: Db,
  { siteId, deviceId, timeZone }: Scope & { deviceId: number },
  { day, ratedW }: { day: string; ratedW: number | null },
): Promise<Map<number, number>> {
  const { startMs, endMs } = dayBounds(day, timeZone);
  const [device] = await readReadings(db, {
    siteId,
    deviceId,
    fromMs: startMs,
    toMs: endMs,
    scalars: ['mainPower', 'mainCounter', 'secondCounter'],
    inputs: ['inputCounter'],
  });
  if (!device) return new Map();
  const { at, scalars, width } = device;
  const hasDayCounter = isMeasured(scalars.mainCounter!);
  const slot = hasDayCounter ? 0 : 1;
  const values = hasDayCounter ? scalars.mainCounter! : scalars.secondCounter!;
  const intervalMs = usualInterval(at);
  const steps: { toMs: number; energy: number }[] = [];
  const note = (_from: number, toMs: number, energy: number) => steps.push({ toMs, energy });
  if (isMeasured(values)) {
    const before = await countersBefore(db, { siteId, deviceId, day, slot });
    const rules = rulesOf(KIND.inverter, hasDayCounter, width, ratedW);
    energyOfDay({ atMs: at, values, startMs, wakeMs: startMs, intervalMs, before, rules }, note);
  } else {
    energyFromPower(at, scalars.mainPower!, intervalMs, 1, note);
  }
  steps.sort((a, b) => a.toMs - b.toMs);

  const made = new Map<number, number>();
  let sum = 0;
  let next = 0;
  for (const atMs of at) {
    for (; next < steps.length && steps[next]!.toMs <= atMs; next++) sum += steps[next]!.energy;
    made.set(Math.round(atMs), tenths(sum / 10));
  }
  return made;
}

/** Last counter value of the device before the day. */
async function countersBefore(
  db: Db,
  of: { siteId: number; deviceId: number; day: string; slot: number },
): Promise<Reading | null> {
  const { rows } = await sql<{ atMs: number; closing: (number | null)[] }>`
    select (extract(epoch from closing_at) * 1000)::float8 as "atMs", closing::float8[] as closing from device_day
    where site_id = ${of.siteId} and device_id = ${of.deviceId} and day < ${of.day}
    order by day desc limit 1`.execute(db);
  const value = rows[0]?.closing[of.slot] ?? null;
  return rows[0] && value !== null ? { atMs: rows[0].atMs, value } : null;
}
