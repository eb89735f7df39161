// A model as answers have it, and the one that a call is about.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { sql } from 'kysely';
import type { Share } from '../../../access/share.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { translate } from '../../../platform/texts.ts';
import { fileAddress } from '../../../repositories/files.ts';

type Product = OutputOf<typeof product.detail>;

export interface ProductRow extends Omit<Product, 'kindTitle' | 'picture' | 'serials' | 'kind'> {
  kind: string;
  pictureHash: string | null;
}

/** Needs `p` = products. */
export const productColumns = sql`p.number as model, p.name as "modelName", p.vendor, p.kind, p.inputs,
  p.rated_w::float8 as "ratedPower", p.manufacturer as maker, p.notes, p.picture_hash as "pictureHash", p.is_built_in as "isBuiltIn"`;

/** Rows with the counts of the caller's listed serial numbers. */
export async function productAnswers(
  { tx, share, visible, lan }: { tx: Tx; share: Share; visible: Visible; lan: number },
  rows: readonly ProductRow[],
): Promise<Product[]> {
  const models = rows.map(({ model }) => model).sort((a, b) => a - b);
  const counted = await share('product.serials', models, async () => {
    const { rows: found } = await sql<{ model: number; serials: number }>`
      select product_number as model, count(*)::int as serials from ${visible.serials} e
      where product_number = any(${models}::int[]) group by product_number`.execute(tx);
    return new Map(found.map(({ model, serials }) => [model, serials]));
  });
  return rows.map(({ pictureHash, kind, ...row }) => ({
    ...row,
    kind: kind as Product['kind'],
    kindTitle: translate(lan, `deviceKind.${kind}`),
    picture: fileAddress(pictureHash),
    serials: counted.get(row.model) ?? 0,
  }));
}

/** The model of this number, held until the transaction ends where it is to be changed. */
export async function demandProduct(tx: Tx, model: number, { isHeld = false } = {}): Promise<ProductRow> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from products p where p.number = ${model} ${isHeld ? sql`for update` : sql``}`.execute(
    tx,
  );
  return rows[0] ?? fail('product.unknown');
}
