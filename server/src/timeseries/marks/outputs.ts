// Readings that the output of a plant has to send. Marked in the transaction that stores them: a reading that arrives
// late, or while the receiver is unreachable, is sent like any other.
import { HOUR_MS } from '@helioport/domain/duration';
import { numbers } from '../columns.ts';
import type { Queryable } from '../queryable.ts';

interface Marked {
  siteId: number;
  deviceId: number;
  atMs: number;
}

/** Marks stored readings of plants that have an output. */
export async function markForOutputs(sql: Queryable, readings: readonly Marked[]): Promise<void> {
  const hours = new Map<string, Marked & { hourMs: number; lastMs: number }>();
  for (const { siteId, deviceId, atMs } of readings) {
    if (siteId === 0) continue;
    const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
    const key = `${deviceId}/${hourMs}`;
    const known = hours.get(key);
    if (!known) hours.set(key, { siteId, deviceId, atMs, hourMs, lastMs: atMs });
    else {
      known.atMs = Math.min(known.atMs, atMs);
      known.lastMs = Math.max(known.lastMs, atMs);
    }
  }
  if (hours.size === 0) return;
  const rows = [...hours.values()];
  await sql.query({
    name: 'outputs-mark',
    // The lock keeps the output from being deleted in between. Rows are locked in the order of the primary key.
    text: `with o as (
             select site_id from influx_outputs where site_id = any($1::bigint[]) and is_active order by site_id for key share
           )
           insert into influx_marks as m (site_id, device_id, hour_at, from_at, to_at)
           select n.site_id, n.device_id, to_timestamp(n.hour_at / 1000), to_timestamp(n.from_at / 1000), to_timestamp(n.to_at / 1000)
           from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::float8[], $5::float8[])
             as n(site_id, device_id, hour_at, from_at, to_at) join o on o.site_id = n.site_id
           order by n.site_id, n.hour_at, n.device_id
           on conflict (site_id, hour_at, device_id) do update
           set from_at = least(m.from_at, excluded.from_at), to_at = greatest(m.to_at, excluded.to_at), arrivals = m.arrivals + 1`,
    values: [
      numbers(rows.map((row) => row.siteId)),
      numbers(rows.map((row) => row.deviceId)),
      numbers(rows.map((row) => row.hourMs)),
      numbers(rows.map((row) => row.atMs)),
      numbers(rows.map((row) => row.lastMs)),
    ],
  });
}
