// The brand of a request; the built-in one if none is stored.
import { brandById } from '@helioport/domain/brands';
import type { Db, Tx } from '../../../platform/db.ts';
import { allBrands, type BrandRow } from '../../../repositories/brands.ts';

export async function activeBrand(tx: Db | Tx, id: number): Promise<BrandRow> {
  const known = (await allBrands(tx)).find((brand) => brand.id === id);
  return (
    known ?? {
      ...brandById(id),
      logoHash: null,
      hosts: [],
      privacyPolicy: '',
      appStoreUrl: '',
      playStoreUrl: '',
    }
  );
}
