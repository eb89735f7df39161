import type { brand } from '@helioport/contract/brand';
import type { Handler } from '../../access/handler.ts';
import { allBrands, brandLogo } from '../../repositories/brands.ts';

const list: Handler<typeof brand.list> = async ({ tx }) => ({
  list: (await allBrands(tx)).map(({ logoHash, ...one }) => ({
    ...one,
    logo: brandLogo(logoHash),
    hasLogo: logoHash !== null,
  })),
});

export default list;
