// Values of meter, inverters and battery of a plant in the same quarter-hours of yesterday and today.
import type { MeterStep } from '@helioport/domain/commissioning';
import type { DeviceRole } from '@helioport/domain/deviceKinds';
import { addDays, localDay } from '@helioport/domain/periods';
import { sunAt } from '@helioport/domain/sun';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { kindNameIn, ofRole } from '../../timeseries/kinds.ts';
import { powersOfDay } from '../../timeseries/query/curves.ts';
import type { FoundSite } from '../findSite.ts';

const STEP_MINUTES = 15;
/** Below this elevation of the sun, degrees, an inverter without readings produces nothing. */
const NIGHT_DEG = -6;

const rolesOf = (hasBattery: boolean): DeviceRole[] => [
  'grid',
  'sun',
  ...(hasBattery ? ['storage' as const] : []),
];

/** Quarter-hours with readings of all relevant devices; an inverter without readings counts as 0 at night only. */
export async function meterStepsOf(
  tx: Tx,
  { id, timezone, latitude, longitude }: FoundSite,
  now: number,
): Promise<{ hasMeter: boolean; steps: MeterStep[] }> {
  const { rows } = await sql<{ hasMeter: boolean; hasBattery: boolean }>`
    select coalesce(bool_or(${kindNameIn('kind', ofRole('grid'))}), false) as "hasMeter",
      coalesce(bool_or(${kindNameIn('kind', ofRole('storage'))}), false) as "hasBattery"
    from devices where site_id = ${id} and retired_at is null`.execute(tx);
  const { hasMeter = false, hasBattery = false } = rows[0] ?? {};
  if (!hasMeter) return { hasMeter, steps: [] };
  const isNight = (atMs: number) =>
    latitude !== null && longitude !== null && 90 - sunAt(atMs, latitude, longitude).zenithDeg < NIGHT_DEG;
  const scope = { siteId: id, timeZone: timezone };
  const steps: MeterStep[] = [];
  const today = localDay(now, timezone);
  for (const day of [addDays(today, -1), today]) {
    const what = { day, stepMinutes: STEP_MINUTES, roles: rolesOf(hasBattery) };
    const { powers, startMs, stepMs } = await powersOfDay(tx, scope, what, now);
    powers.grid?.forEach((gridW, i) => {
      const madeW = powers.sun?.[i] ?? (isNight(startMs + i * stepMs) ? 0 : null);
      const batteryW = hasBattery ? (powers.storage?.[i] ?? null) : 0;
      if (gridW !== null && madeW !== null && batteryW !== null) steps.push({ gridW, madeW, batteryW });
    });
  }
  return { hasMeter, steps };
}
