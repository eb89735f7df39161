// The status rule of domain/status as SQL, so that lists can filter, sort and count by it.
import { STALE_AFTER_MS, type StatusCode } from '@helioport/domain/status';
import { type RawBuilder, sql } from 'kysely';

/** Bits that say nothing but that the sun is low (domain/faults isLowLight). */
const LOW_LIGHT_BITS = 0x8002;
const FAULT_BITS = 0xffff & ~LOW_LIGHT_BITS;

const rule = (
  now: number,
  isClaimed: RawBuilder<unknown>,
  newest: { at: RawBuilder<unknown>; bits: RawBuilder<unknown> },
): RawBuilder<StatusCode> => {
  const at = new Date(now);
  return sql<StatusCode>`(case
    when not (${isClaimed}) then 2
    when s.commissioned_at is null or s.commissioned_at > ${at} then 3
    when ${newest.at} is null or ${newest.at} < ${new Date(now - STALE_AFTER_MS)} then -1
    when ${newest.bits} & ${sql.lit(FAULT_BITS)} <> 0 then 1
    else 0 end)`;
};

// `limit 1` keeps the planner from reading all devices of the house into a table for the sake of one page of plants,
// which is what it makes of a plain `exists`.
const hasDevices = sql`coalesce((select true from devices sd where sd.site_id = s.id and sd.retired_at is null limit 1), false)`;

/** Status of a plant: needs `s` = its row of sites and `sl` = its left joined row of site_latest. */
export const siteStatusSql = (now: number): RawBuilder<StatusCode> =>
  rule(now, hasDevices, { at: sql`sl.at`, bits: sql`sl.status_bits` });

/**
 * Status of a device: needs `d` = its row of devices, `s` = the left joined row of its plant, `l` = its left joined
 * row of latest.
 */
export const deviceStatusSql = (now: number): RawBuilder<StatusCode> =>
  rule(now, sql`d.site_id is not null`, { at: sql`l.at`, bits: sql`l.status_bits` });
