// Devices without readings while others of the plant reported: the spans marked on a day curve.
import type { DeviceRole } from '@helioport/domain/deviceKinds';
import { gapsOfPlant } from '@helioport/domain/gaps';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import { roleOf } from '../kinds.ts';
import { readReadings } from '../readings/readings.ts';
import { meansOf, type Slots, slotsOfDay } from '../slots/slots.ts';
import type { Scope } from './series.ts';

export interface MissingSpan {
  /** '' where no device of the plant reported. */
  sn: string;
  /** Instants in ms. */
  from: number;
  to: number;
  /** Of the device; of '' the producers. Null without one. */
  role: DeviceRole | null;
  /** Share of the devices of that role that it stands for, 0 to 1. */
  share: number;
}

/** Highest share of the devices of one role whose readings are missing somewhere between two instants (ms), 0 to 1. */
export function missingShare(spans: readonly MissingSpan[], fromMs: number, toMs: number): number {
  const byRole = new Map<DeviceRole, number>();
  for (const { from, to, role, share } of spans)
    if (role !== null && from < toMs && to > fromMs) byRole.set(role, (byRole.get(role) ?? 0) + share);
  return Math.max(0, ...byRole.values());
}

const STEP_MINUTES = 5;
/** Shorter interruptions are normal: inverters start one by one, and routers are restarted. */
const LEAST_MS = 60 * 60_000;

interface InstalledDevice extends Columns<'devices', 'id' | 'sn'> {
  kind: number;
  /** It reported before this day, so missing readings since the morning count. */
  isOld: boolean;
}

/**
 * Spans of a local day in which an installed device did not report for an hour or longer while others did: an inverter
 * compared with other inverters, a meter or battery with any device; and gaps in which no producer reported. At night,
 * nothing counts as missing.
 */
export async function missingOfDay(db: Db, scope: Scope, day: string, now: number): Promise<MissingSpan[]> {
  const slots = slotsOfDay(day, scope.timeZone, STEP_MINUTES);
  const endMs = slots.startMs + slots.count * slots.stepMs;
  const { rows } = await sql<InstalledDevice>`
    select d.id, d.sn, l.kind,
      exists (
        select from device_day p where p.site_id = d.site_id and p.device_id = d.id and p.day < ${day}
      ) as "isOld"
    from devices d join latest l on l.site_id = d.site_id and l.device_id = d.id
    where d.site_id = ${scope.siteId} and (d.retired_at is null or d.retired_at > ${new Date(endMs)})
    order by d.id`.execute(db);
  const readings = await readReadings(db, {
    siteId: scope.siteId,
    fromMs: slots.startMs,
    toMs: endMs,
    scalars: [],
    inputs: [],
  });
  const { rows: places } = await sql<Columns<'sites', 'latitude' | 'longitude'>>`
    select latitude, longitude from sites where id = ${scope.siteId}`.execute(db);
  const place = places[0] ?? { latitude: null, longitude: null };
  const whole = gapsOfPlant(
    readings.filter(({ kind }) => roleOf(kind) === 'sun'),
    place,
  ).filter(({ isWholePlant }) => isWholePlant);
  const reportedSlots = new Map(
    readings.map(({ deviceId, at }) => [deviceId, Array.from(meansOf(at, at, slots, now), isThere)]),
  );
  const single = rows.flatMap((device) => {
    const own = reportedSlots.get(device.id);
    if (!own?.some(Boolean) && !device.isOld) return [];
    const others = rows.filter(
      ({ id, kind }) => id !== device.id && (roleOf(device.kind) !== 'sun' || roleOf(kind) === 'sun'),
    );
    const spoke = (slot: number) => others.some(({ id }) => reportedSlots.get(id)?.[slot]);
    const role = roleOf(device.kind);
    const share = 1 / rows.filter(({ kind }) => roleOf(kind) === role).length;
    const first = device.isOld ? 0 : (own?.indexOf(true) ?? 0);
    return silences(slots, first, (slot) => own?.[slot] === true, spoke)
      .map(({ from, to }) => ({ sn: device.sn, from, to: Math.min(to, now), role, share }))
      .filter(({ from, to }) => to - from >= LEAST_MS);
  });
  const ofPlant = { sn: '', role: 'sun' as const, share: 1 };
  return [...whole.map(({ fromMs, toMs }) => ({ ...ofPlant, from: fromMs, to: toMs })), ...single];
}

const isThere = (value: number) => !Number.isNaN(value);

/** Runs of slots without a reading, from the first to the last slot in which others reported. */
function silences(
  { startMs, stepMs, count }: Slots,
  first: number,
  hasReported: (slot: number) => boolean,
  othersSpoke: (slot: number) => boolean,
): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  let open: { from: number; to: number } | undefined;
  for (let slot = first; slot < count; slot++) {
    if (hasReported(slot)) open = undefined;
    else if (othersSpoke(slot)) {
      const to = startMs + (slot + 1) * stepMs;
      if (open) open.to = to;
      else {
        open = { from: startMs + slot * stepMs, to };
        spans.push(open);
      }
    }
  }
  return spans;
}
