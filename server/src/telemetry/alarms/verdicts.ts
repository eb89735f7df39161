// The one line that a plant says of its devices, from its open alarms: verdict, list and alarms cannot disagree.
import { troubleKeys } from '@helioport/domain/verdict';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

const gravity = sql`array_position(${[...troubleKeys]}::text[], key)`;

/** Says of every plant what its open alarms say; returns those of which something else is said than before. */
export async function sayVerdicts(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ siteId: number }>`
    with told as materialized (
      select distinct on (site_id) site_id, key, count, since_day, sns, behind from (
        select a.site_id, a.kind as key, sum(greatest(1, cardinality(a.addrs)))::int as count,
          min(coalesce(t.since_day, a.since_day)) as since_day,
          (array_agg(d.sn order by coalesce(t.since_day, a.since_day), d.sn))[1:3] as sns,
          coalesce(sum((select count(*) from devices b where b.id = any(a.device_ids) and b.id <> d.id and b.parent_id is null))
            filter (where a.kind = 'gatewaySilent'), 0)::int as behind
        from alarm a
        -- Of a gateway that is silent with what is behind it the plant speaks by its name alone.
        cross join unnest(case when a.kind = 'gatewaySilent' then array[a.device_id] else a.device_ids end) as m(id) join devices d on d.id = m.id
        left join device_trouble t on t.site_id = a.site_id and t.device_id = m.id and t.key = a.kind
        where a.ended_at is null and a.kind = any(${[...troubleKeys]}::text[])
        group by a.site_id, a.kind
      ) k order by site_id, ${gravity}
    ), mended as (
      delete from site_verdict v where not exists (select from told t where t.site_id = v.site_id)
      returning v.site_id
    ), said as (
      insert into site_verdict as v (site_id, key, count, since_day, sns, behind) select * from told
      on conflict (site_id) do update
      set key = excluded.key, count = excluded.count, since_day = excluded.since_day, sns = excluded.sns,
        behind = excluded.behind
      where (v.key, v.count, v.since_day, v.sns, v.behind)
        is distinct from (excluded.key, excluded.count, excluded.since_day, excluded.sns, excluded.behind)
      returning v.site_id
    )
    select site_id as "siteId" from mended union all select site_id from said`.execute(tx);
  return rows.map(({ siteId }) => siteId);
}
