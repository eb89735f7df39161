import type { OutputOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';

type Choice = OutputOf<typeof product.choices>['list'][number];

export default handler<typeof product.choices>(async ({ tx }) => {
  const { rows } = await sql<Choice>`
    select number as model, name as "modelName", vendor, kind from products order by number`.execute(tx);
  return { list: rows };
});
