// Findings of the analytics that are alarms: faults of which the evaluation is sure enough. In plants that it evaluates they
// take the place of the rules of weak modules.
import { findingKeys } from '@helioport/domain/conditionSummary';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** Findings that other alarms are about, or that are questions to the installer. */
const NO_ALARM = ['communication', 'clock', 'wrongOrientation'];
/** Share of the rated power of the plant from which a loss is major; an alarm stays major until it ends. */
const MAJOR = 0.2;
/** Most days that the evaluation may be behind: findings in older history raise no alarm. */
const CURRENT_DAYS = 3;

/** Whether the analytics evaluate the plant with this number. */
export const isEvaluated = (siteId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from analytics_plant p where p.site_id = ${siteId} and p.evaluated_until is not null)`;

/**
 * Findings with an alarm: `site_id`, `finding_id`, `kind`, `device_id` (0: of several devices), `device_ids`, `addrs` (of one
 * device), `module_devices` and `module_addrs` of all modules, `since_at`, `since_day`, and `is_active`: false while its days are
 * evaluated again or the evaluation is behind, so that an alarm stays and none is raised. `only`: of these plants; null: all.
 */
export const findingAlarms = (nowMs: number, only: readonly number[] | null): RawBuilder<unknown> => sql`
  select f.site_id, f.id as finding_id,
    case when f.share >= ${MAJOR} or a.kind = 'energyLoss' then 'energyLoss' else 'moduleWeak' end as kind,
    coalesce(case when f.scope in ('module', 'device') then f.device_id end, 0) as device_id, o.device_ids,
    case when cardinality(o.device_ids) = 1 then f.addrs else '{}' end as addrs,
    f.device_ids as module_devices, f.addrs as module_addrs,
    f.since_at, (f.since_at at time zone s.timezone)::date as since_day,
    p.redo_until is null and p.evaluated_until >= (${new Date(nowMs)}::timestamptz at time zone s.timezone)::date - ${CURRENT_DAYS}::int as is_active
  from (
    select * from finding where until_at is null
    union all
    select c.* from alarm b
    join analytics_plant r on r.site_id = b.site_id and r.redo_until is not null
    join finding c on c.site_id = b.site_id and c.id = b.finding_id and c.until_at is not null
    where b.finding_id <> 0 and b.ended_at is null
  ) f
  join sites s on s.id = f.site_id
  join analytics_plant p on p.site_id = f.site_id
  left join alarm a on a.site_id = f.site_id and a.finding_id = f.id and a.finding_id <> 0 and a.ended_at is null
  cross join lateral (
    select coalesce(array_agg(distinct d.id order by d.id), '{}') as device_ids
    from devices d where d.id = any(f.device_ids) and d.site_id = f.site_id and d.retired_at is null
  ) o
  where not f.is_withdrawn and f.is_fault and f.cause <> all (${NO_ALARM}::text[]) and cardinality(o.device_ids) > 0
    and (a.id is not null or f.confidence in ('medium', 'high'))
    and ${only === null ? sql`true` : sql`f.site_id = any(${[...only]}::bigint[])`}`;

/**
 * Converts alarms about weak modules into alarms about the finding of the same device once the analytics has detected
 * it, so that actions of users are kept.
 */
export async function adoptFindings(tx: Tx, nowMs: number, only: readonly number[] | null): Promise<void> {
  await sql`
    update alarm a set finding_id = w.finding_id
    from (
      select distinct on (site_id, kind, device_id) site_id, kind, device_id, finding_id
      from (${findingAlarms(nowMs, only)}) w
      where is_active and device_id <> 0
        and not exists (select from alarm k where k.site_id = w.site_id and k.finding_id = w.finding_id and k.finding_id <> 0)
      order by site_id, kind, device_id, since_at, finding_id
    ) w
    where a.site_id = w.site_id and a.kind = w.kind and a.device_id = w.device_id and a.finding_id = 0
      and a.ended_at is null and a.kind = any(${[...findingKeys]}::text[])`.execute(tx);
}
