import type { OutputOf } from '@helioport/contract/endpoint';
import type { fleet } from '@helioport/contract/fleet';
import { type RawBuilder, sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, orderBy, pageSql } from '../../platform/search.ts';
import { deskRows } from '../../queries/fleet/rows.ts';
import { siteConditions } from '../../queries/siteFilters.ts';

type Row = OutputOf<typeof fleet.benchmark>['list'][number];

interface Stored extends Omit<Row, 'ratedKw' | 'difference'> {
  ratedW: number | null;
}

export default handler<typeof fleet.benchmark>(async ({ input, me, visible, tx, now }) => {
  const specific = input.days === 365 ? sql`a.specific_365` : sql`a.specific_30`;
  const from = sql`
    from ${deskRows({ me, visible })}
    cross join lateral (select ${specific}::float8 as value) own
    left join lateral (${groupOf(input.days)}) g on true
    where ${allOf([siteConditions(input.filters, now), sql`a.size_class is not null and own.value is not null`])}`;
  const difference = sql`own.value / nullif(g.median, 0) - 1`;
  const order = orderBy(
    input.sort,
    {
      difference,
      specific: sql`own.value`,
      siteName: sql`lower(s.name)`,
      ratedKw: sql`a.rated_w`,
    },
    input.sort.length === 0 ? sql`${difference} asc nulls last, s.id` : sql`s.id`,
  );
  const { rows } = await sql<Stored & { total: number }>`
    select s.sid, s.name as "siteName", coalesce(g.region, a.region, '') as region, a.size_class as "sizeClass",
      a.rated_w::float8 as "ratedW", own.value as specific, g.median::float8 as median, g.low::float8 as low,
      g.high::float8 as high, coalesce(g.plants, 0) as plants, a.source as "irradianceSource",
      count(*) over ()::int as total
    ${from} ${order} ${pageSql(input.page)}`.execute(tx);
  const { rows: counts } =
    rows.length > 0
      ? { rows: [{ total: rows[0]!.total }] }
      : await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(tx);
  return {
    list: rows.map(({ total: _total, ratedW, ...row }) => ({
      ...row,
      ratedKw: ratedW === null ? null : ratedW / 1000,
      specific: rounded(row.specific, 1),
      median: rounded(row.median, 1),
      low: rounded(row.low, 1),
      high: rounded(row.high, 1),
      difference: rounded(row.specific !== null && row.median ? row.specific / row.median - 1 : null, 3),
    })),
    total: counts[0]?.total ?? 0,
  };
});

const rounded = (value: number | null, places: number) =>
  value === null ? null : Number(value.toFixed(places));

/** The plants that one is compared with: of its state where these are enough, else of its country. */
const groupOf = (days: number): RawBuilder<unknown> => sql`
  select g.* from benchmark_group g
  where g.region in (a.region, s.country_code) and g.size_class = a.size_class and g.days = ${days}
  order by g.region <> a.region limit 1`;
