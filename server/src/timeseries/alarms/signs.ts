// Detections of all plants at an instant, as input for alarms: communication loss of plants and devices, no production
// of devices and modules, fault codes that persist. Only problems have rows here.

import { type AlarmSign, alarmKinds } from '@helioport/domain/alarms';
import { findingKeys, issueKeys } from '@helioport/domain/conditionSummary';
import { DAY_MS } from '@helioport/domain/duration';
import { eventKindOf } from '@helioport/domain/eventKinds';
import { stateRule } from '@helioport/domain/state';
import { STALE_AFTER_MS } from '@helioport/domain/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { CRITICAL_BITS, silentPlaces, siteReceivedAt, siteStatusSql } from '../current/state.ts';
import { findingAlarms, isEvaluated } from './findings.ts';

const seconds = (ms: number) => sql`${ms / 1000} * interval '1 second'`;
const msOf = (column: RawBuilder<unknown>) => sql`round(extract(epoch from ${column}) * 1000)::float8`;

/** Plants that stopped reporting, and plants with an open alarm about it that have not reported since. */
function silentPlants(nowMs: number, only: Only): RawBuilder<unknown> {
  return sql`
    select p.site_id, 'plantSilent' as kind, 0::bigint as device_id, '{}'::bigint[] as device_ids, '{}'::smallint[] as addrs,
      p.is_active, ${msOf(sql`p.heard_at`)} as since_ms, (p.heard_at at time zone p.timezone)::date as since_day,
      ${nowMs} - ${msOf(sql`p.heard_at`)} as lasted_ms, 0::bigint as finding_id
    from (
      select s.id as site_id, s.timezone, ${siteReceivedAt} as heard_at, ${siteStatusSql(nowMs)} = any(${[...silentPlaces]}::int[]) as is_active
      from site_latest sl join sites s on s.id = sl.site_id
      where ${siteReceivedAt} < ${new Date(nowMs)}::timestamptz - ${seconds(stateRule.longMs)} and ${isAmong(sql`sl.site_id`, only)}
      offset 0
    ) p
    where p.is_active or exists (select from alarm a where a.site_id = p.site_id and a.kind = 'plantSilent'
      and a.device_id = 0 and a.ended_at is null and p.heard_at <= a.begun_at + interval '1 second')`;
}

const groupedKeys = issueKeys.filter((key) => eventKindOf(key)?.alarm?.folds === 'plant');

/**
 * Devices that do not report because of a gateway: its connected devices, except those with their own communication
 * loss. Needs `t` = the gateway's row of device_issue.
 */
const silentBehind = sql`coalesce((
  select array_agg(b.id order by b.id) from devices b left join devices w on w.id = b.parent_id
  where b.site_id = t.site_id and coalesce(w.gateway_id, b.gateway_id) = t.device_id and b.retired_at is null
    and not exists (select from device_issue o
      where o.site_id = b.site_id and o.device_id = b.id and o.key = 'silent')), '{}')`;

/** Issues of devices (trouble.ts). */
function issues(nowMs: number, only: Only): RawBuilder<unknown> {
  return sql`
    select t.site_id, t.kind, t.own as device_id, array_agg(t.device_id order by t.device_id)
        || case when t.kind = 'gatewaySilent' then max(t.behind) else '{}' end as device_ids,
      max(t.addrs) as addrs, true as is_active, ${msOf(sql`min(t.begun_at)`)} as since_ms,
      min(t.since_day) as since_day, ${nowMs} - ${msOf(sql`min(t.begun_at)`)} as lasted_ms, 0::bigint as finding_id
    from (
      select t.site_id, t.key as kind, t.device_id, case when t.key = 'gatewaySilent' then ${silentBehind} end as behind, t.addrs, t.since_day, e.begun_at,
        case when t.key = any(${[...groupedKeys]}::text[]) then 0 else t.device_id end as own
      from device_issue t
      join issue_event e on e.site_id = t.site_id and e.device_id = t.device_id and e.key = t.key and e.ended_at is null
      -- Of what the analytics found, each finding has its own alarm.
      where ${isAmong(sql`t.site_id`, only)}
        and (t.key <> all (${[...findingKeys]}::text[]) or not ${isEvaluated(sql`t.site_id`)})
    ) t group by t.site_id, t.kind, t.own`;
}

const codes = alarmKinds.flatMap(({ kind, rule }) => {
  const bit = eventKindOf(kind)?.bit;
  return bit === null || bit === undefined ? [] : [{ kind, bit, clearMs: rule.clearMs }];
});

/** The plants to evaluate; null: all. */
type Only = readonly number[] | null;

const isAmong = (siteId: RawBuilder<unknown>, only: Only): RawBuilder<unknown> =>
  only === null ? sql`true` : sql`${siteId} = any(${[...only]}::bigint[])`;

/** Days in a row are one fault, here as in the log (read/events.ts): it began on the first of them. */
const runBegin = sql`(
  select min(r.begun_at) from (
    select g.begun_at, g.day + row_number() over (order by g.day desc)::int as run from fault_day g
    where g.site_id = fd.site_id and g.device_id = fd.device_id and g.bit = fd.bit and g.day <= fd.day
      and g.day > fd.day - 366
  ) r where r.run = fd.day + 1)`;

/**
 * Fault codes in the current reading of a device, based on its daily events, which consider night and low light. An
 * open alarm is `unknown` while the device reports the code at night or its last reading is old, and for a while after
 * its last reading of the code.
 */
function complaints(nowMs: number, only: Only): RawBuilder<unknown> {
  const now = sql`${new Date(nowMs)}::timestamptz`;
  const from = new Date(nowMs - 2 * DAY_MS).toISOString().slice(0, 10);
  return sql`
    select c.site_id, c.kind, 0::bigint, array_agg(c.device_id order by c.device_id), '{}'::smallint[], bool_or(c.is_active),
      ${msOf(sql`min(c.begun_at)`)}, min((c.begun_at at time zone c.timezone)::date), coalesce(max(c.lasted_s) filter (where c.is_active), 0)::float8 * 1000, 0::bigint
    from (
      select w.site_id, w.device_id, n.kind, w.is_open, w.has_row, coalesce(w.begun_at, l.at) as begun_at, s.timezone,
        w.lasted_s, w.has_row and w.ended_at is null and l.status_bits & (1 << n.bit) <> 0
          and l.at > ${now} - ${seconds(STALE_AFTER_MS)} as is_active,
        w.is_open and (l.status_bits & (1 << n.bit) <> 0
          or coalesce(l.at < coalesce(w.ended_at, w.last_at) + n.clear_s * interval '1 second', false)) as is_unknown
      from (
        select coalesce(f.site_id, o.site_id) as site_id, coalesce(f.device_id, o.device_id) as device_id,
          coalesce(f.bit, o.bit) as bit, f.begun_at, f.last_at, f.ended_at, f.lasted_s, f.day,
          f.day is not null as has_row, o.bit is not null as is_open
        from (
          select distinct on (site_id, device_id, bit) * from (
            select site_id, device_id, bit, ${runBegin} as begun_at, last_at, ended_at, lasted_s, day from fault_day fd
            where day >= ${from}::date and bit = any(${codes.map(({ bit }) => bit)}::smallint[]) and ${isAmong(sql`fd.site_id`, only)}
            union all
            -- What endangers people does not wait until the day is rolled up.
            select l.site_id, l.device_id, n.bit, l.at, l.at, null, 0, l.day
            from latest l join named n on ${sql.lit(CRITICAL_BITS)} & (1 << n.bit) <> 0 and l.status_bits & (1 << n.bit) <> 0
            where l.status_bits & ${sql.lit(CRITICAL_BITS)} <> 0 and ${isAmong(sql`l.site_id`, only)}
          ) f order by site_id, device_id, bit, day desc, ended_at is not null, begun_at
        ) f
        full join (
          select a.site_id, d.id as device_id, n.bit from alarm a
          join named n on n.kind = a.kind cross join unnest(a.device_ids) as d(id)
          where a.ended_at is null and ${isAmong(sql`a.site_id`, only)}
        ) o on o.site_id = f.site_id and o.device_id = f.device_id and o.bit = f.bit
      ) w
      join named n on n.bit = w.bit
      join latest l on l.site_id = w.site_id and l.device_id = w.device_id
      join devices d on d.id = w.device_id and d.site_id = w.site_id and d.retired_at is null
      join sites s on s.id = w.site_id
    ) c where c.is_active or c.is_unknown
    group by c.site_id, c.kind`;
}

/** What the analytics found: each finding is one cause. */
const foundLosses = (nowMs: number, only: Only): RawBuilder<unknown> => sql`
    select w.site_id, w.kind, w.device_id, w.device_ids, w.addrs, w.is_active, ${msOf(sql`w.since_at`)}, w.since_day,
      ${nowMs} - ${msOf(sql`w.since_at`)}, w.finding_id
    from (${findingAlarms(nowMs, only)}) w`;

/** Everything that is so now, each cause once; of all plants, or only of some. */
export async function readSigns(tx: Tx, nowMs: number, only: Only = null): Promise<AlarmSign[]> {
  const { rows } = await sql<Omit<AlarmSign, 'isSo'> & { isSo: boolean }>`
    with named as (
      select * from unnest(${codes.map(({ bit }) => bit)}::smallint[], ${codes.map(({ kind }) => kind)}::text[],
        ${codes.map(({ clearMs }) => clearMs / 1000)}::float8[]) as n(bit, kind, clear_s)
    )
    select site_id as "siteId", kind, device_id as "deviceId", device_ids::float8[] as "deviceIds",
      addrs::float8[] as addrs, is_active as "isSo", since_ms as "sinceMs", since_day as "sinceDay", lasted_ms as "lastedMs", finding_id as "findingId"
    from (${silentPlants(nowMs, only)} union all ${issues(nowMs, only)} union all ${complaints(nowMs, only)} union all ${foundLosses(nowMs, only)}) signs`.execute(
    tx,
  );
  return rows.map((row) => ({ ...row, isSo: row.isSo ? 'yes' : 'unknown' }));
}
