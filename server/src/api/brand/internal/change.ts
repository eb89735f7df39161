// One brand, changed and written down in the audit.
import { demandOperator } from '../../../access/grants.ts';
import type { Call } from '../../../access/handler.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { writeAudit } from '../../../repositories/audit.ts';
import { type BrandRow, lockBrands, updateBrand } from '../../../repositories/brands.ts';

type Caller = Pick<Call<never>, 'me' | 'now'> & { tx: Tx };

/** Applies `change` to a brand. Refuses a host name that leads to another one. */
export async function changeBrand(
  { me, tx, now }: Caller,
  id: number,
  change: (before: BrandRow) => BrandRow,
): Promise<void> {
  demandOperator(me);
  const brands = await lockBrands(tx);
  const before = brands.find((brand) => brand.id === id) ?? fail('request.invalid', { field: 'id' });
  const after = change(before);
  for (const other of brands) {
    const host = other.id === id ? undefined : after.hosts.find((one) => other.hosts.includes(one));
    if (host !== undefined) fail('brand.hostTaken', { host, name: other.name });
  }
  await updateBrand(tx, after);
  const changed = (Object.keys(after) as (keyof BrandRow)[]).filter(
    (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
  );
  if (changed.length === 0) return;
  // A policy is long, so only its length is logged.
  const auditedFields = (brand: BrandRow) =>
    Object.fromEntries(changed.map((key) => [key, key === 'privacyPolicy' ? brand[key].length : brand[key]]));
  await writeAudit(tx, me, now, {
    action: 'brand.update',
    subject: before.name,
    detail: { before: auditedFields(before), after: auditedFields(after) },
  });
}
