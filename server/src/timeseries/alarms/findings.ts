// Findings of the analytics that are to be alarms: faults of which the evaluation is sure enough.
import { type RawBuilder, sql } from 'kysely';

/** Findings that others speak of, or that are questions to the installer. */
const NO_ALARM = ['communication', 'clock', 'wrongOrientation'];

/** Share of the plant's expected energy from which a loss is major; once it is, it stays so until it is much smaller. */
const MAJOR = 0.2;
const STILL_MAJOR = 0.12;

/**
 * Rows of findings that are so now: `site_id`, `finding_id`, `kind`, `device_id` (0: of several devices), `device_ids`,
 * `addrs` (of one device), `module_devices` and `module_addrs` of all modules, `since_at`, `since_day`. `only`: of these
 * plants; null: of all.
 */
export const findingAlarms = (only: readonly number[] | null): RawBuilder<unknown> => sql`
  select f.site_id, f.id as finding_id,
    case when f.share >= ${MAJOR} or f.share >= ${STILL_MAJOR} and exists (
        select from alarm a where a.site_id = f.site_id and a.finding_id = f.id and a.kind = 'energyLoss' and a.ended_at is null)
      then 'energyLoss' else 'moduleWeak' end as kind,
    coalesce(case when f.scope in ('module', 'device') then f.device_id end, 0) as device_id,
    o.device_ids,
    case when cardinality(o.device_ids) = 1 then f.addrs else '{}' end as addrs,
    f.device_ids as module_devices, f.addrs as module_addrs,
    f.since_at, (f.since_at at time zone s.timezone)::date as since_day
  from finding f
  join sites s on s.id = f.site_id
  cross join lateral (
    select coalesce(array_agg(distinct d.id order by d.id), '{}') as device_ids
    from devices d where d.id = any(f.device_ids) and d.site_id = f.site_id and d.retired_at is null
  ) o
  where f.until_at is null and not f.is_withdrawn and f.is_fault and f.confidence in ('medium', 'high')
    and f.cause <> all (${NO_ALARM}::text[]) and cardinality(o.device_ids) > 0
    and ${only === null ? sql`true` : sql`f.site_id = any(${[...only]}::bigint[])`}`;
