// Groups of comparable plants: by country or state, and by size. Small groups are not stored, so that no value reveals
// a single plant.
import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db.ts';

/** Fewer plants, or plants of fewer owners, are no group. */
const LEAST_PLANTS = 5;
const LEAST_OWNERS = 3;

/** Recalculates all groups; returns their number. */
export const refreshBenchmarks = (db: Db): Promise<number> =>
  inTransaction(db, 'write', async (tx) => {
    await sql`delete from benchmark_group`.execute(tx);
    const groups = (region: RawBuilder<unknown>, days: number) => {
      const specific = days === 365 ? sql`a.specific_365` : sql`a.specific_30`;
      return sql`
        select ${region} as region, a.size_class, ${days}::int as days, count(*) as plants,
          percentile_cont(0.5) within group (order by ${specific}) as median,
          percentile_cont(0.25) within group (order by ${specific}) as low,
          percentile_cont(0.75) within group (order by ${specific}) as high
        from site_analytics a join sites s on s.id = a.site_id
        where ${specific} > 0 and a.size_class is not null and ${region} <> '' and a.completeness > 0.5
        group by 1, 2 having count(*) >= ${LEAST_PLANTS}
          and count(distinct coalesce(s.owner_id, -s.id)) >= ${LEAST_OWNERS}`;
    };
    const { numAffectedRows } = await sql`
      insert into benchmark_group (region, size_class, days, plants, median, low, high)
      ${groups(sql`s.country_code`, 30)} union all ${groups(sql`s.country_code`, 365)}
      union all ${groups(sql`s.state_code`, 30)} union all ${groups(sql`s.state_code`, 365)}
      on conflict do nothing`.execute(tx);
    return Number(numAffectedRows ?? 0);
  });
