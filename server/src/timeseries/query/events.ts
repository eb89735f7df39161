// The log of plants: complaints of inverters, day after day of the same folded to one, and what was found about plants and
// devices.

import { gapKey } from '@helioport/domain/eventKinds';
import { STALE_AFTER_MS } from '@helioport/domain/status';
import { type RawBuilder, sql } from 'kysely';
import { isProducer, kindNumberSql } from '../kinds.ts';

/** A line of `eventsSql`. */
export interface EventRow {
  /** The first of the named devices, in the order of their `sn`. */
  deviceId: number;
  sns: string[];
  /** Of a code; null for what was found. */
  bit: number | null;
  /** What was found; null for a code. */
  key: string | null;
  begunAt: number;
  endedAt: number | null;
  isOpen: boolean;
  lastedMs: number;
  times: number;
  days: number;
}

interface EventsRequest {
  /** Rows (id, site_id, sn, timezone) of the devices in question. */
  devices: RawBuilder<unknown>;
  /** Plant-local days, both included. */
  from: string;
  to: string;
  now: number;
  /** The same code on several devices of a plant on the same days is one: mostly it is the grid. */
  isGrouped: boolean;
}

const msOf = (column: RawBuilder<unknown>) => sql`round(extract(epoch from ${column}) * 1000)::float8`;

/**
 * Events of devices as a subquery. A fault in the latest reading of a live device continues; one that ended with its
 * day, or with the last reading of its device, ended then.
 */
export function eventsSql({ devices, from, to, now, isGrouped }: EventsRequest): RawBuilder<unknown> {
  const at = sql`${new Date(now)}::timestamptz`;
  return sql`(
    with asked as materialized (${devices}), days as (
      select f.*, f.day - (row_number() over (partition by f.site_id, f.device_id, f.bit order by f.day))::int as run
      from asked a join fault_day f on f.site_id = a.site_id and f.device_id = a.id
      where f.day between ${from}::date and ${to}::date
    ), runs as (
      select site_id, device_id, bit, min(begun_at) as begun_at, max(last_at) as last_at,
        (array_agg(ended_at order by day desc))[1] as ended_at, sum(times)::int as times,
        sum(lasted_s)::float8 * 1000 as lasted, count(*)::int as days, min(day) as first_day
      from days group by site_id, device_id, bit, run
    ), complaints as (
      select r.*, r.ended_at is null and l.at = r.last_at and l.at > ${at} - ${STALE_AFTER_MS / 1000} * interval '1 second'
        and ${kindNumberSql('l.kind', isProducer)} as is_open
      from runs r left join latest l on l.site_id = r.site_id and l.device_id = r.device_id
    ), events as (
      select r.site_id, r.device_id, r.bit, null as key, begun_at,
        case when coalesce(is_open, false) then null else coalesce(ended_at, last_at) end as ended_at,
        coalesce(is_open, false) as is_open, lasted, times, days, first_day, case when not ${isGrouped} then r.device_id end as own
      from complaints r
      union all
      select e.site_id, e.device_id, null, e.key, e.begun_at, e.ended_at, e.ended_at is null,
        extract(epoch from coalesce(e.ended_at, ${at}) - e.begun_at)::float8 * 1000, 1,
        (coalesce(e.ended_at, ${at}) at time zone a.timezone)::date - (e.begun_at at time zone a.timezone)::date + 1,
        (e.begun_at at time zone a.timezone)::date, case when e.key <> '${sql.raw(gapKey)}' then e.device_id end
      from asked a join issue_event e on e.site_id = a.site_id and e.device_id = a.id
      where (e.begun_at at time zone a.timezone)::date <= ${to}::date
        and (e.ended_at is null or (e.ended_at at time zone a.timezone)::date >= ${from}::date)
      union all
      -- A plant that was silent: one line of all its devices.
      select e.site_id, a.id, null, e.kind, e.begun_at, e.ended_at, e.ended_at is null,
        extract(epoch from coalesce(e.ended_at, ${at}) - e.begun_at)::float8 * 1000, 1,
        (coalesce(e.ended_at, ${at}) at time zone a.timezone)::date - (e.begun_at at time zone a.timezone)::date + 1,
        (e.begun_at at time zone a.timezone)::date, null
      from asked a join alarm e on e.site_id = a.site_id and e.kind = 'plantSilent' and e.device_id = 0
      where (e.begun_at at time zone a.timezone)::date <= ${to}::date
        and (e.ended_at is null or (e.ended_at at time zone a.timezone)::date >= ${from}::date)
    )
    select (array_agg(e.device_id order by a.sn))[1] as "deviceId", array_agg(distinct a.sn) as sns, e.bit, e.key,
      ${msOf(sql`min(e.begun_at)`)} as "begunAt", bool_or(e.is_open) as "isOpen",
      case when not bool_or(e.is_open) then ${msOf(sql`max(e.ended_at)`)} end as "endedAt",
      max(e.lasted) as "lastedMs", max(e.times) as times, e.days
    from events e join asked a on a.id = e.device_id
    group by e.site_id, e.bit, e.key, e.first_day, e.days, e.own, case when e.bit is null then e.begun_at end
  )`;
}
