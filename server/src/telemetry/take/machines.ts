// Machines of several trades measure nothing themselves: their rows of newest values only say when they last spoke and
// what troubles them, so that their state follows from their parts by the rule that all devices have.
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
 * Notes that machines spoke, unless something newer is known. Call it after `putBatch`: whoever stores reports of one
 * machine at the same time waits there for the rows of its parts, which lie before its own.
 */
export async function noteMachines(sql: Queryable, news: readonly MachineNews[]): Promise<void> {
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
           set at = excluded.at, kind = excluded.kind, status_bits = excluded.status_bits where latest.at <= excluded.at`,
    values: [
      numbers(rows.map((row) => row.siteId)),
      numbers(rows.map((row) => row.deviceId)),
      numbers(rows.map((row) => row.atMs)),
      numbers(rows.map((row) => row.kind)),
      numbers(rows.map((row) => row.statusBits)),
    ],
  });
}
