// Brand of an account in the form that clients expect.
import { defaultBrand } from '@helioport/domain/brands';
import { sql } from 'kysely';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';

/** Name of the first brand on the wire, which clients send back in the `oem` header. */
const FIRST = 'NEP';

/** Number and name of the brand of an account, that of its company first, in answers about the account. */
export async function oemOf(
  tx: Tx,
  { userId, companyId }: { userId: number; companyId: number | null },
): Promise<{ oemid: number; oemweb: string }> {
  const { rows } = await sql<Columns<'brands', 'id' | 'name'>>`
    select b.id, b.name from users u left join companies c on c.id = ${companyId}::bigint
    join brands b on b.id = coalesce(c.brand_id, u.brand_id) where u.id = ${userId}`.execute(tx);
  const { id, name } = rows[0] ?? defaultBrand;
  return { oemid: id, oemweb: id === defaultBrand.id ? FIRST : name };
}
