// Machines of several trades measure nothing themselves: their rows of newest values only say when they last spoke and
// what troubles them, so that their state follows from their parts by the rule that all devices have.
import { deviceKinds, isGateway } from '@helioport/domain/deviceKinds';
import { stateRule } from '@helioport/domain/state';
import { numbers } from '../columns.ts';
import type { Queryable } from '../queryable.ts';

export interface MachineNews {
  siteId: number;
  deviceId: number;
  /** Number of its kind. */
  kind: number;
  atMs: number;
  /** The bits of its parts that make energy. */
  statusBits: number;
}

/**
 * Notes that machines spoke, unless something newer is known that is not ahead of `nowMs`. Call it after `putBatch`:
 * whoever stores reports of one machine at the same time waits there for the rows of its parts, which lie before its own.
 */
export async function noteMachines(
  sql: Queryable,
  news: readonly MachineNews[],
  nowMs: number,
): Promise<void> {
  if (news.length === 0) return;
  const newest = new Map<number, MachineNews>();
  for (const one of news) {
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

/** So often at most a gateway that stays connected is noted anew, in ms. */
const HEARD_EVERY_MS = 5 * 60_000;
const gatewayKinds = deviceKinds.filter(isGateway);

/**
 * Notes that gateways among these devices are there at an instant, ms. They report nothing, so that they are connected is
 * all that is ever heard of them. Returns the plants of which that was news.
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
      HEARD_EVERY_MS,
      gatewayKinds.map(({ key }) => key),
      gatewayKinds.map(({ code }) => code),
      stateRule.aheadMs,
    ],
  });
  return rows.map(({ siteId }) => siteId);
}
