import type { brand } from '@helioport/contract/brand';
import { handler } from '../../access/handler.ts';
import { allBrands, brandLogo } from '../../repositories/brands.ts';

export default handler<typeof brand.list>(async ({ tx }) => ({
  list: (await allBrands(tx)).map(({ logoHash, ...one }) => ({
    ...one,
    logo: brandLogo(logoHash),
    hasLogo: logoHash !== null,
  })),
}));
