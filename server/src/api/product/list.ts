import type { product } from '@helioport/contract/product';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, orderBy, pageSql } from '../../platform/search.ts';
import { type ProductRow, productAnswers, productColumns } from './internal/rows.ts';

export default handler<typeof product.list>(async (call) => {
  const { input, tx } = call;
  const { keywords, kind } = input.filters;
  const wanted = allOf([
    keywords &&
      anyOf([
        contains(sql`p.name`, keywords),
        contains(sql`p.manufacturer`, keywords),
        contains(sql`p.notes`, keywords),
      ]),
    kind && sql`p.kind = ${kind}`,
  ]);
  const order = orderBy(
    input.sort,
    {
      model: sql`p.number`,
      modelName: sql`lower(p.name)`,
      kind: sql`p.kind`,
      inputs: sql`p.inputs`,
      ratedPower: sql`p.rated_w`,
      maker: sql`lower(p.manufacturer)`,
    },
    sql`p.number`,
  );
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from products p where ${wanted} ${order} ${pageSql(input.page)}`.execute(tx);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from products p where ${wanted}`.execute(tx);
  return { list: await productAnswers(call, rows), total: counted[0]?.total ?? 0 };
});
