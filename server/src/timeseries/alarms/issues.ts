// Finds the issues of devices, for all plants in one pass, from their current readings and evaluated days. Issues
// become alarms, and alarms the one-line verdict of a plant. Plants without issues before and after are not evaluated
// again.

import { issueKeys } from '@helioport/domain/conditionSummary';
import { isGateway } from '@helioport/domain/deviceKinds';
import { HOUR_MS } from '@helioport/domain/duration';
import { stateRule } from '@helioport/domain/state';
import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { evaluateAlarms } from '../alarms/evaluate.ts';
import { findingAlarms, isEvaluated } from '../alarms/findings.ts';
import { mainColumn, measureColumn } from '../catalogue.ts';
import { deviceReceivedAt, deviceStatusSql, silentPlaces } from '../current/state.ts';
import { isProducer, kindNameIn, kindNumberSql } from '../kinds.ts';
import { EVALUATED_DAYS, idleRule, siblingsMedian } from '../rollup/evaluate.ts';
import { reportsModules } from '../rollup/reportsModules.ts';
import { storeConditions } from './conditions.ts';
import { findStopped } from './stopped.ts';

/** Its siblings have reported for a whole day of light after its last reading; dusk is a little earlier for some. */
const SILENT_MS = stateRule.silentMs + stateRule.duskMs;
/** A registered device that has never reported gets two days. */
const NEW_MS = 48 * HOUR_MS;
/** Start of the wait for a device that has never reported: it exists and belongs to a plant. */
const newSince = sql.raw('greatest(d.claimed_at, d.created_at)');
/** The running day is evaluated from one o'clock plant time. */
const EVALUATED_FROM_HOUR = 13;

const seconds = (ms: number) => sql`${ms / 1000} * interval '1 second'`;

/** Gateways without data from any connected device for four hours of daylight, or for a day. */
const silentGateways = (nowMs: number): RawBuilder<unknown> => sql`
  silent_gateways as materialized (
    select d.site_id, d.id, h.heard_at, (h.heard_at at time zone s.timezone)::date as since_day
    from devices d
    join sites s on s.id = d.site_id
    left join latest l on l.site_id = d.site_id and l.device_id = d.id
    cross join lateral (select ${deviceReceivedAt} as heard_at offset 0) h
    where d.retired_at is null and ${kindNameIn('d.kind', isGateway)}
      and h.heard_at < ${new Date(nowMs)}::timestamptz - ${seconds(stateRule.longMs)}
      and ${deviceStatusSql(nowMs)} = any(${[...silentPlaces]}::int[])
  )`;

/**
 * Devices that do not report while comparable ones do: producers among producers, because all of them are on standby at
 * night. Devices behind a gateway that does not report are part of its issue, unless found earlier.
 */
const silent: RawBuilder<unknown> = sql`
  select d.site_id, d.id as device_id, 'silent' as key, '{}'::smallint[] as addrs,
    (coalesce(l.at, ${newSince}) at time zone s.timezone)::date as since_day
  from devices d
  join sites s on s.id = d.site_id
  join site_latest sl on sl.site_id = d.site_id
  left join latest l on l.site_id = d.site_id and l.device_id = d.id
  left join devices w on w.id = d.parent_id
  left join silent_gateways g on g.site_id = d.site_id and g.id = coalesce(w.gateway_id, d.gateway_id)
  where d.retired_at is null and ${kindNameIn('d.kind', ({ role }) => role !== null)}
    and least(g.heard_at, case when ${kindNameIn('d.kind', isProducer)} then sl.produced_at else sl.at end)
      > case when l.at is null then ${newSince} + ${seconds(NEW_MS)}
        else l.at + ${seconds(SILENT_MS)} end`;

const { noiseWh } = idleRule;

/** Idle on two good days, and never more than noise since; a day that counts as idle is no proof of work. */
function idleByDays(nowMs: number): RawBuilder<unknown> {
  const from = new Date(nowMs - EVALUATED_DAYS * 24 * HOUR_MS).toISOString().slice(0, 10);
  // Last days with production; devices and modules store their days in two tables.
  const worked = (after: RawBuilder<unknown>) => sql`(
    select max(w.day) from (
      select e.day from device_day e
      where i.addr = 0 and e.site_id = i.site_id and e.device_id = i.device_id and e.energy_wh > ${noiseWh} and ${after}
      union all
      select e.day from module_day e
      where i.addr > 0 and e.site_id = i.site_id and e.device_id = i.device_id and e.addr = i.addr
        and e.energy_wh > ${noiseWh} and ${after}
    ) w where not exists (
      select from idle_day x
      where x.site_id = i.site_id and x.device_id = i.device_id and x.addr = i.addr and x.day = w.day))`;
  return sql`
    select i.site_id, i.device_id, i.addr,
      (select min(e.day) from device_day e where e.site_id = i.site_id and e.device_id = i.device_id
        and e.day > coalesce(${worked(sql`true`)}, date '1970-01-01')) as since_day
    from (
      select site_id, device_id, addr, (array_agg(day order by day desc))[2] as second from idle_day
      where day >= ${from}::date group by site_id, device_id, addr having count(*) > 1
    ) i
    join devices d on d.id = i.device_id and d.site_id = i.site_id and d.retired_at is null
    join latest l on l.site_id = i.site_id and l.device_id = i.device_id
    where ${worked(sql`e.day >= i.second`)} is null
      and (l.day < i.second or coalesce(case when i.addr = 0 then l.day_wh else l.ch_day_wh[i.addr] end, 0) <= ${noiseWh}
        or exists (select from idle_day x where x.site_id = i.site_id and x.device_id = i.device_id
          and x.addr = i.addr and x.day = l.day))`;
}

/** Idle on the running day, after noon, of those that were there before it. */
function idleToday(nowMs: number): RawBuilder<unknown> {
  const now = sql`${new Date(nowMs)}::timestamptz`;
  return sql`
    select site_id, device_id, addr, day as since_day from (
      select p.site_id, m.device_id, 0 as addr, p.day
      from (
        select site_id, day, ${siblingsMedian} as median, array_agg(device_id) as ids, array_agg(energy_wh) as energies,
          array_agg(power) as powers
        from today group by site_id, day
      ) p cross join lateral unnest(p.ids, p.energies, p.powers) as m(device_id, energy_wh, power)
      where p.median >= ${idleRule.halfDeviceWh} and m.energy_wh < p.median * ${idleRule.share}
        and m.energy_wh <= ${noiseWh} and coalesce(m.power, 0) <= 10
      union all
      select p.site_id, m.device_id, m.addr, p.day
      from (
        select site_id, day, ${siblingsMedian} as median, array_agg(device_id) as ids, array_agg(addr) as addrs,
          array_agg(energy_wh) as energies, array_agg(power) as powers
        from modules_today group by site_id, day, plane having count(*) >= ${idleRule.leastModules}
      ) p cross join lateral unnest(p.ids, p.addrs, p.energies, p.powers) as m(device_id, addr, energy_wh, power)
      where p.median >= ${idleRule.halfModuleWh} and m.energy_wh < p.median * ${idleRule.share}
        and m.energy_wh <= ${noiseWh} and coalesce(m.power, 0) <= 10
    ) i
    where exists (select from device_day e
      where e.site_id = i.site_id and e.device_id = i.device_id and e.day < (${now} at time zone 'UTC')::date - 1)`;
}

/** Current rows of the running day, from the evaluation hour on. */
function today(nowMs: number): RawBuilder<unknown> {
  const local = sql`(${new Date(nowMs)}::timestamptz at time zone s.timezone)`;
  return sql`
    today as materialized (
      select l.site_id, l.device_id, l.day, l.day_wh as energy_wh, ${sql.raw(mainColumn('l', 'mainPower'))} as power, l.ch_day_wh,
        ${measureColumn('l', 'power', 'input')} as input_powers,
        ${reportsModules} as tells_modules
      from sites s join latest l on l.site_id = s.id and ${kindNumberSql('l.kind', isProducer)} and l.day = ${local}::date
      join devices d on d.id = l.device_id and d.retired_at is null
      where extract(hour from ${local}) >= ${EVALUATED_FROM_HOUR}
    ),
    -- Plants in which some input made next to nothing of its device's energy; the others need no second look.
    modules_today as materialized (
      select t.site_id, t.device_id, m.addr, t.day, coalesce(m.array_id, 0) as plane,
        coalesce(t.ch_day_wh[m.addr], 0) as energy_wh, t.input_powers[m.addr] as power
      from today t join modules m on m.site_id = t.site_id and m.device_id = t.device_id
      where t.tells_modules and t.energy_wh > ${noiseWh} and m.addr <= cardinality(t.ch_day_wh)
        and (select sum(c) from unnest(t.ch_day_wh) c) >= t.energy_wh * ${idleRule.reportedShare} and t.site_id in (
        select o.site_id from today o
        where o.energy_wh > ${idleRule.halfModuleWh} and ${idleRule.share} * o.energy_wh > any(o.ch_day_wh))
    )`;
}

/**
 * What stopped within the day: a device without production is reported as the device, a plant through all of its
 * devices.
 */
const stopped: RawBuilder<unknown> = sql`
  select t.site_id, t.device_id, t.key, a.addr, (t.begun_at at time zone s.timezone)::date as since_day
  from stopped t join sites s on s.id = t.site_id
  cross join lateral unnest(case when t.addrs = '{}' then '{0}' else t.addrs end) as a(addr)`;

/** What the analytics found, by the devices of the modules that lose energy; in plants that they do not evaluate, weak modules. */
const weak = (nowMs: number): RawBuilder<unknown> => sql`
  select w.site_id, m.device_id, case when bool_or(w.kind = 'energyLoss') then 'energyLoss' else 'moduleWeak' end,
    array_agg(distinct m.addr order by m.addr), min(w.since_day)
  from (${findingAlarms(nowMs, null)}) w cross join lateral unnest(w.module_devices, w.module_addrs) as m(device_id, addr)
  join devices d on d.id = m.device_id and d.site_id = w.site_id and d.retired_at is null
  where w.is_active or exists (select from alarm a
    where a.site_id = w.site_id and a.finding_id = w.finding_id and a.finding_id <> 0 and a.ended_at is null)
  group by w.site_id, m.device_id
  union all
  select w.site_id, w.device_id, 'moduleWeak', array_agg(w.addr order by w.addr), min(w.since_day)
  from weak_module w join devices d on d.id = w.device_id and d.site_id = w.site_id and d.retired_at is null
  where not ${isEvaluated(sql`w.site_id`)}
  group by w.site_id, w.device_id`;

const gravity = sql`array_position(${[...issueKeys]}::text[], key)`;

/**
 * Finds and stores the issues of every plant; returns the plants whose verdict has changed. Runs every few minutes,
 * because communication loss depends on time.
 */
export const findIssues = (db: Db, nowMs: number): Promise<number[]> =>
  inTransaction(db, 'write', async (tx) => {
    await findStopped(tx, nowMs);
    await sql`
      with ${silentGateways(nowMs)}, ${today(nowMs)}, stopped_now as materialized (${stopped}),
      idle as materialized (
        select site_id, device_id, addr, min(since_day) as since_day
        from (${idleByDays(nowMs)} union all ${idleToday(nowMs)} union all
          select site_id, device_id, addr, since_day from stopped_now where key <> 'plantZero') i
        group by site_id, device_id, addr
      ), found as materialized (
        select distinct on (site_id, device_id) * from (
          select site_id, id as device_id, 'gatewaySilent' as key, '{}'::smallint[] as addrs, since_day
          from silent_gateways
          union all
          ${silent}
          union all
          select site_id, device_id, 'makesNothing', '{}', since_day from idle where addr = 0
          union all
          select site_id, device_id, 'modulesMakeNothing', array_agg(addr::smallint order by addr), min(since_day)
          from idle where addr > 0 group by site_id, device_id
          union all
          select site_id, device_id, key, '{}', since_day from stopped_now where key = 'plantZero'
          union all
          ${weak(nowMs)}
        ) f order by site_id, device_id, ${gravity}
      ), well as (
        delete from device_issue t
        where not exists (select from found f where f.site_id = t.site_id and f.device_id = t.device_id)
      ), ill as (
        insert into device_issue as t (site_id, device_id, key, addrs, since_day) select * from found
        on conflict (site_id, device_id) do update
        set key = excluded.key, addrs = excluded.addrs, since_day = excluded.since_day
        where (t.key, t.addrs, t.since_day) is distinct from (excluded.key, excluded.addrs, excluded.since_day)
      )
      select count(*) from found`.execute(tx);
    await logIssues(tx, nowMs);
    await evaluateAlarms(tx, nowMs);
    return await storeConditions(tx);
  });

/**
 * Synchronizes the log with the issues found: closes those that have ended and opens new ones. A communication loss
 * starts with the last reading, a stop within the day with its hour, all others with their first day; an issue with the
 * same start is reopened.
 */
async function logIssues(tx: Tx, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await sql`
    update issue_event e set ended_at = ${now}
    where e.ended_at is null and not exists (select from device_issue t
      where t.site_id = e.site_id and t.device_id = e.device_id and t.key = e.key)`.execute(tx);
  // What turns out to have begun on an earlier day did so in the log and in its alarm as well.
  await sql`
    update issue_event e set begun_at = t.since_day::timestamp at time zone s.timezone, since_day = t.since_day
    from device_issue t join sites s on s.id = t.site_id
    where e.site_id = t.site_id and e.device_id = t.device_id and e.key = t.key and e.ended_at is null
      and t.since_day < (e.begun_at at time zone s.timezone)::date and t.key not in ('silent', 'gatewaySilent')
      and not exists (select from issue_event o where o.site_id = e.site_id and o.device_id = e.device_id
        and o.key = e.key and o.begun_at = t.since_day::timestamp at time zone s.timezone)`.execute(tx);
  await sql`
    insert into issue_event (site_id, device_id, key, begun_at, since_day, addrs)
    select t.site_id, t.device_id, t.key,
      case when t.key in ('silent', 'gatewaySilent') then coalesce(${deviceReceivedAt}, ${newSince})
        else coalesce(o.begun_at, t.since_day::timestamp at time zone s.timezone, ${now}) end, t.since_day, t.addrs
    from device_issue t
    join devices d on d.id = t.device_id
    join sites s on s.id = t.site_id
    left join latest l on l.site_id = t.site_id and l.device_id = t.device_id
    left join stopped o on o.site_id = t.site_id and o.device_id = t.device_id and o.key = t.key
      and (o.begun_at at time zone s.timezone)::date = t.since_day
    where not exists (select from issue_event e
      where e.site_id = t.site_id and e.device_id = t.device_id and e.key = t.key and e.ended_at is null)
    on conflict (site_id, device_id, key, begun_at) do update set ended_at = null`.execute(tx);
}
