// Writes what the inverters of a plant complained of on one day, and when their readings were missing.
import { gapKey } from '@helioport/domain/eventKinds';
import { type FaultEvent, faultEventsOf } from '@helioport/domain/faultEvents';
import type { PlantGap } from '@helioport/domain/gaps';
import { numbers } from '../columns.ts';
import { roleOf } from '../kinds.ts';
import type { SiteDay } from '../marks/dirty.ts';
import type { Queryable } from '../queryable.ts';
import type { DeviceReadings } from '../readings/readingParts.ts';

interface Place {
  latitude: number | null;
  longitude: number | null;
}

export interface DeviceFault extends FaultEvent {
  deviceId: number;
}

function isAnySet(bits: Float64Array): boolean {
  for (let i = 0; i < bits.length; i++) if (bits[i]! > 0) return true;
  return false;
}

/** The events of a device on the day that was read; of what is no inverter none. */
export function faultsOfDay({ deviceId, kind, at, scalars }: DeviceReadings, place: Place): DeviceFault[] {
  const bits = scalars.statusBits;
  if (roleOf(kind) !== 'sun' || !bits || !isAnySet(bits)) return [];
  return faultEventsOf({ at, bits, latitude: place.latitude, longitude: place.longitude }).map((event) => ({
    ...event,
    deviceId,
  }));
}

/** Rows that did not change are not written, those that are no more go. */
export async function writeFaultDays(
  query: Queryable,
  { siteId, day }: SiteDay,
  events: readonly DeviceFault[],
  gaps: readonly PlantGap[],
): Promise<void> {
  const holes = gaps.flatMap(({ deviceIds, fromMs, toMs }) =>
    deviceIds.map((deviceId) => ({ deviceId, fromMs, toMs })),
  );
  const column = (pick: (event: DeviceFault) => number | null) => numbers(events.map(pick));
  await query.query({
    name: 'rollup-fault-day',
    text: `with gone as (
             delete from fault_day f where f.site_id = $1 and f.day = $2
               and not exists (select from unnest($3::bigint[], $4::smallint[]) as n(d, b)
                 where n.d = f.device_id and n.b = f.bit)
           ), filled as (
             delete from issue_event e where e.site_id = $1 and e.since_day = $2 and e.key = '${gapKey}'
               and not exists (select from unnest($10::bigint[], $11::float8[]) as n(d, begun)
                 where n.d = e.device_id and to_timestamp(n.begun / 1000) = e.begun_at)
           ), holes as (
             insert into issue_event as e (site_id, device_id, key, begun_at, ended_at, since_day)
             select $1, d, '${gapKey}', to_timestamp(begun / 1000), to_timestamp(ended / 1000), $2
             from unnest($10::bigint[], $11::float8[], $12::float8[]) as n(d, begun, ended)
             on conflict (site_id, device_id, key, begun_at) do update set ended_at = excluded.ended_at
             where e.ended_at is distinct from excluded.ended_at
           )
           insert into fault_day as f (site_id, device_id, day, bit, begun_at, last_at, ended_at, times, lasted_s)
           select $1, d, $2, b, to_timestamp(begun / 1000), to_timestamp(last / 1000), to_timestamp(ended / 1000), times, lasted
           from unnest($3::bigint[], $4::smallint[], $5::float8[], $6::float8[], $7::float8[], $8::int[], $9::int[])
             as n(d, b, begun, last, ended, times, lasted)
           on conflict (site_id, device_id, day, bit) do update set begun_at = excluded.begun_at,
             last_at = excluded.last_at, ended_at = excluded.ended_at, times = excluded.times, lasted_s = excluded.lasted_s
           where (f.begun_at, f.last_at, f.ended_at, f.times, f.lasted_s) is distinct from
             (excluded.begun_at, excluded.last_at, excluded.ended_at, excluded.times, excluded.lasted_s)`,
    values: [
      siteId,
      day,
      column((event) => event.deviceId),
      column((event) => event.bit),
      column((event) => event.begunAtMs),
      column((event) => event.lastAtMs),
      column((event) => event.endedAtMs),
      column((event) => event.times),
      column((event) => Math.round(event.lastedMs / 1000)),
      numbers(holes.map(({ deviceId }) => deviceId)),
      numbers(holes.map(({ fromMs }) => fromMs)),
      numbers(holes.map(({ toMs }) => toMs)),
    ],
  });
}
