// The orders of the list of plants, which its neighbours follow too.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { type RawBuilder, sql } from 'kysely';
import { orderBy } from '../../../platform/search.ts';
import { sitePowerSql, siteRank, siteReceivedAt } from '../../../timeseries/current/state.ts';
import { importedTotalSql } from '../../../timeseries/query/imported.ts';
import { todaySql } from '../../../timeseries/query/priceOn.ts';
import { specific30Sql, specificTodaySql } from '../../../timeseries/query/specificYield.ts';

type Sort = ParsedOf<typeof site.listWithSN>['sort'];

/** `order by` for what is selected from `siteRows`. */
export function siteOrder(sort: Sort, now: number): RawBuilder<unknown> {
  const isToday = sql`sl.day = ${todaySql(now)}`;
  return orderBy(
    sort,
    {
      siteName: sql`lower(s.name)`,
      now: sitePowerSql(now),
      todayPower: sql`case when ${isToday} then sl.day_wh else 0 end`,
      totalPower: sql`coalesce(sl.before_wh + sl.day_wh, ${importedTotalSql}, 0)`,
      specificToday: specificTodaySql(now),
      specific30: specific30Sql(now),
      lastUpdate: siteReceivedAt,
      status: siteRank(now),
      verdict: siteRank(now),
      registerDate: sql`s.registered_at`,
    },
    sort.some(({ field }) => field === 'verdict') ? sql`lower(s.name), s.id` : sql`s.id`,
  );
}
