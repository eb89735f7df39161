// Table products: models. Built-in ones are defined in domain/src/products.ts; the table also has those of the
// operator, so that lists and serial numbers refer to both alike.
import { learnProducts, type Product, products } from '@helioport/domain/products';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { announce } from '../platform/notifications.ts';
import { kindOfModel } from './kindOfModel.ts';

/** Channel of the database on which changed products are announced. */
export const PRODUCTS = 'products';

/** Assumed interval of readings for an operator's model, s. */
const REPORT_EVERY_S = 300;

/** Properties of a model entered by an operator. */
export interface ProductEntry {
  name: string;
  vendor: string;
  kind: string;
  /** DC inputs. */
  inputs: number;
  /** W. */
  ratedW: number;
  maker: string;
  notes: string;
}

/** Inserts the built-in models; images, manufacturers and notes set by users stay. */
export async function seedProducts(tx: Tx): Promise<void> {
  await sql`
    insert into products (number, name, vendor, kind, inputs, rated_w, is_built_in)
    select *, true from unnest(${products.map((p) => p.number)}::int[], ${products.map((p) => p.name)}::text[],
      ${products.map((p) => p.vendor)}::text[], ${products.map(() => 'microinverter')}::text[],
      ${products.map((p) => p.inputs)}::smallint[], ${products.map((p) => p.ratedW)}::real[])
    on conflict (number) do update set name = excluded.name, vendor = excluded.vendor, kind = excluded.kind,
      inputs = excluded.inputs, rated_w = excluded.rated_w, is_built_in = true`.execute(tx);
}

/** Adds a model of the operator and returns its number; undefined where another one has its name. */
export async function createProduct(tx: Tx, entry: ProductEntry, now: number): Promise<number | undefined> {
  const { rows } = await sql<Columns<'products', 'number'>>`
    insert into products (number, name, vendor, kind, inputs, rated_w, manufacturer, notes, created_at)
    values (nextval('product_numbers'), ${entry.name}, ${entry.vendor}, ${entry.kind}, ${entry.inputs}, ${entry.ratedW},
            ${entry.maker}, ${entry.notes}, ${new Date(now)})
    on conflict (lower(name)) do nothing returning number`.execute(tx);
  if (rows.length > 0) await notifyProducts(tx);
  return rows[0]?.number;
}

/** Writes a model down as it now is; false where another one has its name. Its number and its vendor stay. */
export async function updateProduct(
  tx: Tx,
  number: number,
  entry: Omit<ProductEntry, 'vendor'>,
): Promise<boolean> {
  const { rows } = await sql`
    update products set name = ${entry.name}, kind = ${entry.kind}, inputs = ${entry.inputs}, rated_w = ${entry.ratedW},
      manufacturer = ${entry.maker}, notes = ${entry.notes}
    where number = ${number} and not exists (
      select 1 from products o where lower(o.name) = lower(${entry.name}) and o.number <> ${number})
    returning number`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    update devices d set kind = ${kindOfModel(sql`d.product_number`)}
    where d.product_number = ${number} and d.kind is distinct from ${kindOfModel(sql`d.product_number`)}`.execute(
    tx,
  );
  await notifyProducts(tx);
  return true;
}

export async function setProductPicture(tx: Tx, number: number, hash: string | null): Promise<void> {
  await sql`update products set picture_hash = ${hash} where number = ${number}`.execute(tx);
}

/** Deletes a model of the operator; false, without changes, while a serial number or a device uses it. */
export async function deleteProduct(tx: Tx, number: number): Promise<boolean> {
  const { rows } = await sql`
    delete from products where number = ${number} and not is_built_in
      and not exists (select 1 from sn_entries e where e.product_number = products.number)
      and not exists (select 1 from devices d where d.product_number = products.number)
    returning number`.execute(tx);
  if (rows.length > 0) await notifyProducts(tx);
  return rows.length > 0;
}

/** Reads the operator's models into this process. */
export async function readProducts(db: Db | Tx): Promise<void> {
  const { rows } = await sql<Pick<Product, 'vendor' | 'number' | 'name' | 'inputs' | 'ratedW'>>`
    select vendor, number, name, inputs, rated_w::float8 as "ratedW" from products where not is_built_in`.execute(
    db,
  );
  learnProducts(
    rows.map((row) => ({ ...row, modelByte: null, frameSize: null, reportEveryS: REPORT_EVERY_S })),
  );
}

/** Reloads the models in this process, and in the others when the transaction commits. */
export async function notifyProducts(tx: Tx): Promise<void> {
  await readProducts(tx);
  await announce(tx, PRODUCTS, '', '');
}
