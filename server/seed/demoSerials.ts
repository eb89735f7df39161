// Models and serial numbers of the demo data: installed ones, and stock in every state.
import { demoBatches, demoProducts } from '@helioport/demo/serials';
import { firstVendor } from '@helioport/domain/deviceIdentity';
import { serialRange } from '@helioport/domain/serialRange';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';
import { createProduct, seedProducts } from '../src/repositories/products.ts';
import { enterSerials, restrict } from '../src/repositories/serials.ts';

const RESTRICTED = 3;
/** Installed in a plant, with a persistent ground fault. */
const STOLEN = '86DD0005';

/** Plants and companies must be there. */
export async function seedDemoSerials(
  tx: Tx,
  companyIds: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  await seedProducts(tx);
  for (const product of demoProducts) await createProduct(tx, { ...product, vendor: firstVendor }, now);
  const { rows: models } = await sql<{ name: string; number: number }>`
    select name, number from products`.execute(tx);
  const numbers = new Map(models.map(({ name, number }) => [name, number]));

  for (const { first, count, product, batch, companyKey, restricted } of demoBatches) {
    const last = (Number.parseInt(first, 16) + count - 1).toString(16).toUpperCase();
    const sns = serialRange(first, last, count) ?? [];
    const productNumber = numbers.get(product) ?? 0;
    const issue = companyKey === null ? null : { companyId: companyIds.get(companyKey) ?? null };
    await enterSerials(
      tx,
      sns.map((sn) => ({ sn, productNumber, batch })),
      { issue, now },
    );
    if (restricted !== '') await restrict(tx, { sns: sns.slice(0, RESTRICTED), reason: restricted, now });
  }

  const { rows: devices } = await sql<{ companyId: number | null; sn: string; productNumber: number }>`
    select s.company_id as "companyId", d.sn, d.product_number as "productNumber"
    from devices d join sites s on s.id = d.site_id
    where d.vendor = ${firstVendor} and d.product_number is not null order by d.id`.execute(tx);
  for (const companyId of new Set(devices.map((device) => device.companyId)))
    await enterSerials(
      tx,
      devices
        .filter((device) => device.companyId === companyId)
        .map(({ sn, productNumber }) => ({ sn, productNumber, batch: '2025-11' })),
      { issue: { companyId }, now },
    );
  await restrict(tx, { sns: [STOLEN], reason: 'Reported stolen', now });
}
