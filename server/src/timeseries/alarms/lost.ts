// Energy lost by devices and modules that produce nothing or underperform: the energy of their siblings in that time,
// less their own.
import type { IssueKey } from '@helioport/domain/conditionSummary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import type { AlarmId } from '../alarms/steps.ts';
import { tenths } from '../counters/running.ts';
import { isProducer, kindNumberSql } from '../kinds.ts';
import { todaySql } from '../query/priceOn.ts';

export interface LostEnergy {
  deviceId: number;
  /** Input of the idle module; 0: the whole device. */
  addr: number;
  wh: number;
}

/** Alarms look back no further, days. */
const MOST_DAYS = 366;

/**
 * The loss of each row of `idle` (key, site_id, device_id, addr, array_id, share, from_day, to_day): over its days, its
 * share of the median of its siblings less its own energy. Siblings are the other devices, or the other modules of its
 * array. Siblings with an issue are not part of the median; rows without siblings are omitted.
 */
const lossesOf = (idle: RawBuilder<unknown>): RawBuilder<LostEnergy & { key: number }> => sql`
  with idle as materialized (${idle}), ill as materialized (
    select site_id, device_id, addr from idle
    union
    select t.site_id, t.device_id, a.addr from device_issue t
    cross join lateral unnest(case when t.key = 'makesNothing' then '{0}' else t.addrs end) as a(addr)
    where t.site_id in (select site_id from idle)
  ), made as (
    select i.key, i.device_id, i.addr, i.share, e.day,
      coalesce(max(e.energy_wh) filter (where e.device_id = i.device_id), 0) as own,
      percentile_disc(0.5) within group (order by e.energy_wh) filter (where not exists (
        select from ill o where o.addr = 0 and o.site_id = i.site_id and o.device_id = e.device_id)) as median
    from idle i join device_day e on e.site_id = i.site_id and e.day between i.from_day and i.to_day
      and ${kindNumberSql('e.kind', isProducer)}
    where i.addr = 0 group by 1, 2, 3, 4, 5
    union all
    select i.key, i.device_id, i.addr, i.share, e.day,
      coalesce(max(e.energy_wh) filter (where e.device_id = i.device_id and e.addr = i.addr), 0),
      percentile_disc(0.5) within group (order by e.energy_wh) filter (where not exists (
        select from ill o where o.site_id = i.site_id and o.device_id = e.device_id and o.addr in (0, e.addr)))
    from idle i
    join module_day e on e.site_id = i.site_id and e.day between i.from_day and i.to_day
    join modules m on m.site_id = e.site_id and m.device_id = e.device_id and m.addr = e.addr
      and m.array_id is not distinct from i.array_id
    where i.addr > 0 group by 1, 2, 3, 4, 5
  )
  select key, device_id as "deviceId", addr, sum(greatest(0, share * median - own)) as wh from made
  where median is not null group by 1, 2, 3 order by 4 desc, 2, 3`;

/**
 * Wh lost by the idle devices and modules of a plant (docs/states-and-alarms.md) between two local days, inclusive.
 * Days before they became idle do not count.
 */
export async function lostEnergy(
  db: Db,
  siteId: number,
  { from, to }: { from: string; to: string },
): Promise<LostEnergy[]> {
  const { rows } = await lossesOf(sql`
    select 0 as key, t.site_id, t.device_id, a.addr, m.array_id, 1::float8 as share,
      greatest(${from}::date, coalesce(t.since_day, ${from}::date)) as from_day, ${to}::date as to_day
    from device_issue t
    cross join lateral unnest(case when t.key = 'makesNothing' then '{0}' else t.addrs end) as a(addr)
    left join modules m on m.site_id = t.site_id and m.device_id = t.device_id and m.addr = a.addr
    where t.site_id = ${siteId} and t.key in ('makesNothing', 'modulesMakeNothing')`).execute(db);
  return rows.map(({ deviceId, addr, wh }) => ({ deviceId, addr, wh: tenths(wh) }));
}

export interface LostOfAlarm {
  wh: number;
  /** By the prices of its days; null: only the energy is known. */
  money: number | null;
}

/** Kinds of alarms about devices or modules without any production while their siblings produce. */
const wholeLosses: readonly IssueKey[] = ['makesNothing', 'modulesMakeNothing'];

/**
 * Number of the finding that an alarm `a` is about; 0: none. That of the alarm itself, or, for a plant, a device or modules
 * without output, the finding of exactly these in the same time, so that both state the same cause and loss.
 */
export const findingOfAlarm: RawBuilder<number> = sql<number>`
  case when a.finding_id <> 0 or a.kind <> all(${[...wholeLosses, 'plantZero']}::text[]) then a.finding_id else coalesce((
    select f.id from finding f
    where f.site_id = a.site_id and f.is_fault and not f.is_withdrawn and f.device_ids <@ a.device_ids
      and f.since_at < coalesce(a.ended_at, 'infinity') and coalesce(f.until_at, 'infinity') > a.begun_at
      and case when a.kind = 'plantZero' then f.scope = 'plant' and f.cause = 'inverterFailure'
        when a.addrs = '{}' then f.scope = 'device' and cardinality(a.device_ids) = 1
        else f.scope in ('module', 'device') and f.addrs <@ a.addrs::smallint[] and f.addrs @> a.addrs::smallint[] end
    order by f.until_at is null desc, f.since_at limit 1), 0) end`;

/**
 * Loss caused by each of these alarms to date or until its end. Alarms with unknown loss are omitted: communication
 * losses, fault codes, plants without a working device for comparison, and weak modules that have recovered.
 */
export async function lostOfAlarms(
  db: Db,
  alarms: readonly AlarmId[],
  nowMs: number,
): Promise<Map<number, LostOfAlarm>> {
  if (alarms.length === 0) return new Map();
  const lost = await lostOfFindings(db, alarms);
  const { rows } = await lossesOf(sql`
    select a.id as key, a.site_id, d.id as device_id, x.addr, m.array_id, coalesce(w.baseline, 1) as share,
      greatest(coalesce(a.since_day, (a.begun_at at time zone s.timezone)::date), ${todaySql(nowMs)} - ${MOST_DAYS}::int) as from_day,
      coalesce((a.ended_at at time zone s.timezone)::date, ${todaySql(nowMs)}) as to_day
    from unnest(${alarms.map(({ siteId }) => siteId)}::bigint[], ${alarms.map(({ id }) => id)}::bigint[]) as c(site_id, id)
    join alarm a on a.site_id = c.site_id and a.id = c.id
    join sites s on s.id = a.site_id
    cross join lateral unnest(a.device_ids) as d(id)
    cross join lateral unnest(case when a.addrs = '{}' then '{0}' else a.addrs end) as x(addr)
    left join modules m on m.site_id = a.site_id and m.device_id = d.id and m.addr = x.addr
    left join weak_module w on w.site_id = a.site_id and w.device_id = d.id and w.addr = x.addr
      and a.kind = 'moduleWeak' and a.finding_id = 0
    where a.id <> all(${[...lost.keys()]}::bigint[])
      and (a.kind = any(${[...wholeLosses]}::text[]) or w.baseline is not null)`).execute(db);
  for (const { key, wh } of rows) lost.set(key, { wh: (lost.get(key)?.wh ?? 0) + tenths(wh), money: null });
  return lost;
}

/** What findings of the analytics have cost, by the alarms about them. */
async function lostOfFindings(db: Db, alarms: readonly AlarmId[]): Promise<Map<number, LostOfAlarm>> {
  const { rows } = await sql<LostOfAlarm & { key: number }>`
    select a.id as key, f.lost_wh as wh, f.lost_money as money
    from unnest(${alarms.map(({ siteId }) => siteId)}::bigint[], ${alarms.map(({ id }) => id)}::bigint[]) as c(site_id, id)
    join alarm a on a.site_id = c.site_id and a.id = c.id
    join finding f on f.site_id = a.site_id and f.id = ${findingOfAlarm}`.execute(db);
  return new Map(rows.map(({ key, wh, money }) => [key, { wh: tenths(wh), money }]));
}
