// Most severe open alarm of each plant and device that is not grouped under another one. Status, verdict, lists and
// alarms all derive from it, so they cannot differ.
import { alarmKinds } from '@helioport/domain/alarms';
import { severityOfKind, severityPlace } from '@helioport/domain/condition';
import { issueKeys } from '@helioport/domain/conditionSummary';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

const orderOf = new Map<string, number>(issueKeys.map((key, place) => [key, place]));

/** Kinds of alarms, the worst first: by severity, then what is found by its gravity, then codes by their bits. */
const worstFirst: readonly string[] = alarmKinds
  .map(({ kind }) => kind)
  .filter((kind) => kind !== 'plantSilent')
  .sort(
    (a, b) =>
      severityPlace(severityOfKind(a)) - severityPlace(severityOfKind(b)) ||
      (orderOf.get(a) ?? 99) - (orderOf.get(b) ?? 99) ||
      Number.parseInt(a, 16) - Number.parseInt(b, 16),
  );
const gravity = sql`array_position(${[...worstFirst]}::text[], a.kind)`;

/** Stores the most severe alarm of every plant and device; returns the plants with a changed verdict. */
export async function storeConditions(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ siteId: number }>`
    with lost as materialized (
      select a.site_id from alarm a where a.ended_at is null and a.kind = 'plantSilent'
    ), open as materialized (
      select a.*, ${gravity} as gravity from alarm a
      where a.ended_at is null and a.kind = any(${[...worstFirst]}::text[])
        -- What is hidden by a silent plant is still what was found last.
        and (not a.is_grouped or a.site_id in (select site_id from lost))
    ), worst as materialized (
      select distinct on (site_id) site_id, key, count, since_day, sns, behind from (
        select a.site_id, a.kind as key, a.gravity,
          -- A finding is about modules, wherever they are wired.
          sum(case when m.id is null then 0 when f.id is null then greatest(1, cardinality(a.addrs))
            when m.place = 1 then cardinality(f.device_ids) else 0 end)::int as count,
          min(coalesce(t.since_day, a.since_day)) as since_day,
          coalesce((array_agg(d.sn order by coalesce(t.since_day, a.since_day), d.sn) filter (where d.id is not null))[1:3], '{}') as sns,
          coalesce(sum((select count(*) from devices b where b.id = any(a.device_ids) and b.id <> d.id and b.parent_id is null))
            filter (where a.kind = 'gatewaySilent'), 0)::int as behind
        from open a
        -- Of a gateway that is silent with what is behind it the plant speaks by its name alone.
        left join lateral unnest(case when a.kind = 'gatewaySilent' then array[a.device_id] else a.device_ids end) with ordinality as m(id, place) on true
        left join finding f on f.site_id = a.site_id and f.id = a.finding_id
        left join devices d on d.id = m.id
        left join device_issue t on t.site_id = a.site_id and t.device_id = m.id and t.key = a.kind and a.finding_id = 0
        group by a.site_id, a.kind, a.gravity
      ) k order by site_id, gravity
    ), mended as (
      delete from site_condition v where not exists (select from worst t where t.site_id = v.site_id)
      returning v.site_id
    ), stored as (
      insert into site_condition as v (site_id, key, count, since_day, sns, behind) select * from worst
      on conflict (site_id) do update
      set key = excluded.key, count = excluded.count, since_day = excluded.since_day, sns = excluded.sns,
        behind = excluded.behind
      where (v.key, v.count, v.since_day, v.sns, v.behind)
        is distinct from (excluded.key, excluded.count, excluded.since_day, excluded.sns, excluded.behind)
      returning v.site_id
    ), silent as (
      update site_latest sl set is_not_reporting = not sl.is_not_reporting
      where sl.site_id in (select site_id from lost) and not sl.is_not_reporting
        or sl.is_not_reporting and not exists (select from lost l where l.site_id = sl.site_id)
    ), of_devices as materialized (
      select distinct on (a.site_id, m.id) a.site_id, m.id as device_id, a.kind, a.since_day
      from open a cross join lateral unnest(a.device_ids) as m(id) where not a.is_grouped
      order by a.site_id, m.id, a.gravity
    ), well as (
      delete from device_condition c
      where not exists (select from of_devices o where o.site_id = c.site_id and o.device_id = c.device_id)
      returning c.site_id
    ), ill as (
      insert into device_condition as c (site_id, device_id, kind, since_day) select * from of_devices
      on conflict (site_id, device_id) do update set kind = excluded.kind, since_day = excluded.since_day
      where (c.kind, c.since_day) is distinct from (excluded.kind, excluded.since_day)
      returning c.site_id
    )
    select site_id as "siteId" from mended union select site_id from stored union select site_id from well
    union select site_id from ill`.execute(tx);
  return rows.map(({ siteId }) => siteId);
}
