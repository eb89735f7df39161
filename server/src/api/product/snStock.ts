import type { OutputOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { stockOf } from './internal/stock.ts';

type Row = OutputOf<typeof product.snStock>['list'][number];
const places = ['inStock', 'atDealer', 'installed', 'returned', 'total'] as const;

export default handler<typeof product.snStock>(async ({ input, me, visible, tx, share }) => {
  const { model } = input.filters;
  const list = await share('product.stock', model, async () => {
    const { rows } = await sql<Row>`
      select coalesce(n."companyId", 0) as "companyId", coalesce(c.name, '') as "companyName",
        n."inStock", n."atDealer", n.installed, n.returned, n.total
      from (
        select one.company_id as "companyId", count(*) filter (where one.stock = 'inStock')::int as "inStock",
          count(*) filter (where one.stock = 'atDealer')::int as "atDealer",
          count(*) filter (where one.stock = 'installed')::int as installed,
          count(*) filter (where one.stock = 'returned')::int as returned, count(*)::int as total
        from (select e.company_id, ${stockOf(me)} as stock from ${visible.serials} e
          where e.product_number is not null and ${model === null ? sql`true` : sql`e.product_number = ${model}`}) one
        group by one.company_id
      ) n left join companies c on c.id = n."companyId"
      order by n.total desc, c.name`.execute(tx);
    return rows;
  });
  const total = Object.fromEntries(
    places.map((place) => [place, list.reduce((sum, row) => sum + row[place], 0)]),
  ) as Omit<Row, 'companyId' | 'companyName'>;
  return { list, total };
});
