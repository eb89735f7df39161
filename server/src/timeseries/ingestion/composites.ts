// Composite devices measure nothing themselves: their current rows only store the time and status bits of the last
// message, so that their state follows the same rule as that of all devices.
import { deviceKinds, isGateway } from '@helioport/domain/deviceKinds';
import { stateRule } from '@helioport/domain/state';
import { numbers } from '../columns.ts';
import type { Queryable } from '../queryable.ts';

export interface CompositeUpdate {
  siteId: number;
  deviceId: number;
  /** Number of its kind. */
  kind: number;
  atMs: number;
  /** The bits of its parts that make energy. */
  statusBits: number;
}

/**
 * Records messages of composite devices, unless a newer one is stored that is not ahead of `nowMs`. Call after
 * `putBatch`: concurrent transactions for the same device then wait on the rows of its components, which are locked
 * before its own.
 */
export async function updateComposites(
  sql: Queryable,
  updates: readonly CompositeUpdate[],
  nowMs: number,
): Promise<void> {
  if (updates.length === 0) return;
  const newest = new Map<number, CompositeUpdate>();
  for (const one of updates) {
    const other = newest.get(one.deviceId);
    if (!other || one.atMs >= other.atMs) newest.set(one.deviceId, one);
  }
  const rows = [...newest.values()];
  await sql.query({
    name: 'machines',
    text: `insert into latest (site_id, device_id, at, kind, status_bits)
           select s, d, to_timestamp(a / 1000), k, b
           from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::smallint[], $5::int[]) as n(s, d, a, k, b) order by d
           on conflict (site_id, device_id) do update
           set at = excluded.at, kind = excluded.kind, status_bits = excluded.status_bits
           where latest.at <= excluded.at or latest.at > to_timestamp($6::float8 / 1000)`,
    values: [
      numbers(rows.map((row) => row.siteId)),
      numbers(rows.map((row) => row.deviceId)),
      numbers(rows.map((row) => row.atMs)),
      numbers(rows.map((row) => row.kind)),
      numbers(rows.map((row) => row.statusBits)),
      nowMs + stateRule.aheadMs,
    ],
  });
}

/** Least interval between updates for a gateway that stays connected, in ms. */
const RECEIVED_EVERY_MS = 5 * 60_000;
const gatewayKinds = deviceKinds.filter(isGateway);

/**
 * Records that the gateways among these devices are connected at an instant, ms. Gateways send no readings, so the
 * connection is their only sign of operation. Returns the plants whose rows changed.
 */
export async function noteConnected(sql: Queryable, sns: readonly string[], atMs: number): Promise<number[]> {
  const { rows } = await sql.query<{ siteId: number }>({
    name: 'connected',
    text: `insert into latest (site_id, device_id, at, kind, status_bits)
           select d.site_id, d.id, to_timestamp($2::float8 / 1000), k.code, 0
           from devices d join unnest($4::text[], $5::smallint[]) as k(key, code) on k.key = d.kind
           where d.sn = any($1::text[]) and d.site_id is not null and d.retired_at is null
           on conflict (site_id, device_id) do update set at = excluded.at
           where latest.at <= excluded.at - $3::float8 * interval '1 millisecond'
             or latest.at > excluded.at + $6::float8 * interval '1 millisecond'
           returning site_id as "siteId"`,
    values: [
      [...sns],
      atMs,
      RECEIVED_EVERY_MS,
      gatewayKinds.map(({ key }) => key),
      gatewayKinds.map(({ code }) => code),
      stateRule.aheadMs,
    ],
  });
  return rows.map(({ siteId }) => siteId);
}
