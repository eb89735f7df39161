// What a password must not be wherever one is set; its length is the contract's matter.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { fail } from '../platform/failure.ts';
import { isCommonPassword, isNamePassword } from '../platform/weakPassword.ts';

/** Rejects an easily guessed password: a common one, the local part of the email address, or the brand's name. */
export async function demandGoodPassword(
  tx: Tx,
  { password, email, brandId }: { password: string; email: string; brandId: number },
): Promise<void> {
  if (isCommonPassword(password)) fail('password.common');
  const { rows } = await sql<Columns<'brands', 'name'>>`
    select name from brands where id in (0, ${brandId})`.execute(tx);
  const [local = ''] = email.split('@');
  if (isNamePassword(password, [email, local, ...rows.map(({ name }) => name)])) fail('password.name');
}
